import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
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
  description: "What places are listed of."
})

/** Query of locations/search. */
const LocationSearchQuery = Schema.Struct({
  country: Schema.optionalKey(
    countryParameter({ description: "ISO 3166-1 alpha-2 country code, in any case.", default: DEFAULT_COUNTRY })
  ),
  field: Schema.optionalKey(PlaceType.annotateKey({ description: "What is searched.", default: "city" })),
  q: Schema.optionalKey(
    FilterText.annotate({
      description:
        "Text that must occur in the name, or in another name or code of the place. Case, accents and extra white space make no difference.",
      examples: ["spring"]
    })
  ),
  region: Schema.optionalKey(
    FilterText.annotate({
      description: "Exact region that the places lie in: its name or its ISO 3166-2 code.",
      examples: ["California"]
    })
  ),
  regionId: Schema.optionalKey(
    Id.annotate({ description: "Stable ID of the region that the places lie in.", examples: ["r-0123456789abc"] })
  ),
  cityId: Schema.optionalKey(
    Id.annotate({
      description: "Stable ID of the city that the places lie in; of field region, the region that the city lies in.",
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
      "What is listed. It lies below parentType in country, region, city, district; postcode lies below country, region and city."
  }),
  parentType: Schema.optionalKey(
    ParentType.annotateKey({ description: "What the children are listed of.", default: "country" })
  ),
  parentId: Schema.optionalKey(
    Id.annotate({
      description: "Stable ID of the parent: needed with parentType region or city, and left out for a country.",
      examples: ["r-0123456789abc"]
    })
  ),
  q: Schema.optionalKey(
    FilterText.annotate({
      description: "Text that must occur in the child's name. Case, accents and extra white space make no difference.",
      examples: ["spring"]
    })
  ),
  residential: Schema.optionalKey(
    queryBoolean({
      description: "Count published residential records only, and mark children that have none as disabled.",
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
  availableCount: Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)).annotate({
    description:
      "Synchronized records of the place; with residential=true its published residential ones. Of a postcode, the part within the parent.",
    examples: [51]
  }),
  disabled: Schema.optionalKey(
    Schema.Literal(true).annotate({
      description: "Of hierarchy with residential=true: nothing can be generated there. Absent where something can."
    })
  )
}).annotate({ identifier: "LocationItem", description: "A place of the catalog." })
export type LocationItem = typeof LocationItem.Type

const items = Schema.Array(LocationItem).annotate({
  description: "By value without regard to case and accents, then by id."
})

const searched = <Field extends PlaceType>(field: Field) =>
  Schema.Literal(field).annotate({ description: "What was searched. It says which list there is." })

/** The collection in the response, by the search field. */
export const LocationSearch = Schema.Union(
  [
    Schema.Struct({ field: searched("region"), regions: items, ...pageFields }).annotate({
      identifier: "RegionSearch",
      description: "A page of regions."
    }),
    Schema.Struct({ field: searched("city"), cities: items, ...pageFields }).annotate({
      identifier: "CitySearch",
      description: "A page of cities."
    }),
    Schema.Struct({ field: searched("district"), districts: items, ...pageFields }).annotate({
      identifier: "DistrictSearch",
      description: "A page of districts."
    }),
    Schema.Struct({ field: searched("postcode"), postcodes: items, ...pageFields }).annotate({
      identifier: "PostcodeSearch",
      description: "A page of postcodes."
    })
  ],
  { mode: "oneOf" }
).annotate({ identifier: "LocationSearch", description: "A page of places, under the name of what was searched." })
export type LocationSearch = typeof LocationSearch.Type

export const LocationHierarchy = Schema.Struct({
  parent: Schema.Struct({
    type: ParentType,
    id: Schema.NonEmptyString.annotate({ description: "The parent's stable ID; of a country its code." })
  }).annotate({ description: "What the children are listed of." }),
  childType: PlaceType,
  children: items,
  ...pageFields
}).annotate({ identifier: "LocationHierarchy", description: "A page of the places below another." })
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
            "Scope: read. Lists regions, cities, districts or postcodes by text and by the places that they lie in, page by page. Official first-level subdivisions are listed even where no address of them is published. A country without a pool has no places."
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
          summary: "Walk places",
          description: "Scope: read. Lists what lies below a country, a region or a city, page by page."
        })
      )
  )
  .middleware(Revalidation)
  .middleware(Validation)
  .middleware(Authorization)
  .annotateMerge(OpenApi.annotations({ title: "Locations", description: "The catalog of places." })) {}
