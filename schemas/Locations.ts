import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Count } from "./Numbers.ts"
import { Authorization, RequiredScope } from "./Authorization.ts"
import { data } from "./Data.ts"
import { InvalidRequestResponse, ServiceUnavailableResponse } from "./Errors.ts"
import { countryParameter, DEFAULT_COUNTRY, FilterText, Id, queryBoolean } from "./Fields.ts"
import { pageFields, paging } from "./Paging.ts"
import { Revalidation } from "./Revalidation.ts"
import { Validation } from "./Validation.ts"

const PlaceType = Schema.Literals(["region", "city", "district", "postcode"]).annotate({
  identifier: "PlaceType",
  description: "A kind of place."
})

type PlaceType = typeof PlaceType.Type

const ParentType = Schema.Literals(["country", "region", "city"]).annotate({
  identifier: "ParentType",
  description: "A kind of place that has children."
})

/** Query of locations/search. */
const LocationSearchQuery = Schema.Struct({
  country: Schema.optionalKey(
    countryParameter({ description: "ISO 3166-1 alpha-2 country code, in any case.", default: DEFAULT_COUNTRY })
  ),
  field: Schema.optionalKey(PlaceType.annotateKey({ description: "What to search.", default: "city" })),
  q: Schema.optionalKey(
    FilterText.annotate({
      description:
        "Text that must occur in one of the place's names or codes. Case, accents and extra white space are ignored.",
      examples: ["spring"]
    })
  ),
  region: Schema.optionalKey(
    FilterText.annotate({
      description: "Exact region of the places: its name or its ISO 3166-2 code.",
      examples: ["California"]
    })
  ),
  regionId: Schema.optionalKey(
    Id.annotate({ description: "Stable ID of the places' region.", examples: ["r-0123456789abc"] })
  ),
  cityId: Schema.optionalKey(
    Id.annotate({
      description: "Stable ID of the places' city; with field=region, lists the region of that city.",
      examples: ["c-0123456789abc"]
    })
  ),
  residential: Schema.optionalKey(
    queryBoolean({ description: "Count published residential records only.", default: "false" })
  ),
  ...paging
})

/** Query of locations/hierarchy. */
const LocationHierarchyQuery = Schema.Struct({
  country: countryParameter({ description: "ISO 3166-1 alpha-2 country code, in any case." }),
  childType: PlaceType.annotateKey({
    description:
      "What to list. Must be below parentType in the order country, region, city, district; postcode is below country, region and city."
  }),
  parentType: Schema.optionalKey(
    ParentType.annotateKey({ description: "The kind of the parent.", default: "country" })
  ),
  parentId: Schema.optionalKey(
    Id.annotate({
      description: "Stable ID of the parent. Required with parentType region or city; must be absent for a country.",
      examples: ["r-0123456789abc"]
    })
  ),
  q: Schema.optionalKey(
    FilterText.annotate({
      description:
        "Text that must occur in one of the child's names or codes. Case, accents and extra white space are ignored.",
      examples: ["spring"]
    })
  ),
  residential: Schema.optionalKey(
    queryBoolean({
      description: "Count published residential records only, and mark children without any as disabled.",
      default: "true"
    })
  ),
  ...paging
})

export const LocationItem = Schema.Struct({
  id: Schema.NonEmptyString.annotate({
    description: "Stable ID, usable as regionId, cityId, districtId or postcodeId.",
    examples: ["c-0123456789abc"]
  }),
  value: Schema.NonEmptyString.annotate({
    description: "Name of the place, usable as a filter.",
    examples: ["Savannah"]
  }),
  availableCount: Count.annotate({
    description:
      "Synchronized records of the place; with residential=true, only published residential ones. For a postcode, those within the parent.",
    examples: [51]
  }),
  disabled: Schema.optionalKey(
    Schema.Literal(true).annotate({
      description: "In hierarchy with residential=true: nothing can be generated there. Absent otherwise."
    })
  )
}).annotate({ identifier: "LocationItem", description: "A place of the catalog." })
export type LocationItem = typeof LocationItem.Type

/** What a page says of its list. */
const pageOf = {
  ...pageFields,
  hint: Schema.optionalKey(
    Schema.NonEmptyString.annotate({
      description:
        "Why the list is empty, with similar names: the query has a region or city that the country does not have, or the country has no pool. Absent otherwise.",
      examples: ['No region of US (United States) is called "Californa". Similar names: "California".']
    })
  )
}

const items = Schema.Array(LocationItem).annotate({
  description: "Sorted by value, ignoring case and accents, then by id."
})

const searched = <Field extends PlaceType>(field: Field) =>
  Schema.Literal(field).annotate({ description: "What was searched, which determines the name of the list." })

/** The collection in the response, by the search field. */
export const LocationSearch = Schema.Union(
  [
    Schema.Struct({ field: searched("region"), regions: items, ...pageOf }).annotate({
      identifier: "RegionSearch",
      description: "A page of regions."
    }),
    Schema.Struct({ field: searched("city"), cities: items, ...pageOf }).annotate({
      identifier: "CitySearch",
      description: "A page of cities."
    }),
    Schema.Struct({ field: searched("district"), districts: items, ...pageOf }).annotate({
      identifier: "DistrictSearch",
      description: "A page of districts."
    }),
    Schema.Struct({ field: searched("postcode"), postcodes: items, ...pageOf }).annotate({
      identifier: "PostcodeSearch",
      description: "A page of postcodes."
    })
  ],
  { mode: "oneOf" }
).annotate({ identifier: "LocationSearch", description: "A page of places, in a list named after what was searched." })
export type LocationSearch = typeof LocationSearch.Type

export const LocationHierarchy = Schema.Struct({
  parent: Schema.Struct({
    type: ParentType,
    id: Schema.NonEmptyString.annotate({ description: "The parent's stable ID; for a country, its code." })
  }).annotate({ description: "The place whose children are listed." }),
  childType: PlaceType,
  children: items,
  ...pageOf
}).annotate({ identifier: "LocationHierarchy", description: "A page of the places below another one." })
export type LocationHierarchy = typeof LocationHierarchy.Type

const errors = [InvalidRequestResponse, ServiceUnavailableResponse] as const

/** The places in the pools: the values for filters. */
export class Locations extends HttpApiGroup.make("locations")
  .add(
    HttpApiEndpoint.get("search", "/locations/search", {
      query: LocationSearchQuery,
      success: data(LocationSearch),
      error: errors
    })
      .annotate(RequiredScope, "read")
      .annotateMerge(
        OpenApi.annotations({
          identifier: "searchLocations",
          summary: "Search places",
          description:
            "Scope: read. Lists regions, cities, districts or postcodes by text and by the places that contain them, page by page. Official first-level subdivisions are listed even if they have no published address. A country without a pool has no places."
        })
      ),
    HttpApiEndpoint.get("hierarchy", "/locations/hierarchy", {
      query: LocationHierarchyQuery,
      success: data(LocationHierarchy),
      error: errors
    })
      .annotate(RequiredScope, "read")
      .annotateMerge(
        OpenApi.annotations({
          identifier: "listLocations",
          summary: "Browse places",
          description: "Scope: read. Lists the places below a country, a region or a city, page by page."
        })
      )
  )
  .middleware(Revalidation)
  .middleware(Validation)
  .middleware(Authorization)
  .annotateMerge(OpenApi.annotations({ title: "Locations", description: "The catalog of places." })) {}
