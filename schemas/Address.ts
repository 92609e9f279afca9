import { Schema } from "effect"

/**
 * Why an address counts as a home, strongest first.
 *
 * - `register`: an official register gives it a residential use code
 * - `building`: it lies in, or is, a building mapped as residential
 * - `landuse`: it lies in an area mapped as residential
 * - `declared`: the source says that it contains residential addresses
 * - `probable`: a rule over its surroundings classifies it as a home, correctly in at least 95 of 100 cases
 * - `assumed`: no data say so; the source only lists street addresses
 */
export const EvidenceKind = Schema.Literals([
  "register",
  "building",
  "landuse",
  "declared",
  "probable",
  "assumed"
]).annotate({
  identifier: "EvidenceKind",
  message: "must be register, building, landuse, declared, probable or assumed",
  description:
    "Why the address counts as a home, strongest first: register, building, landuse, declared, probable, assumed."
})
export type EvidenceKind = typeof EvidenceKind.Type

/** ISO 3166-1 alpha-2, upper case. */
export const CountryCode = Schema.String.check(
  Schema.isPattern(/^[A-Z]{2}$/u, { message: "must be an ISO 3166-1 alpha-2 country code in capitals, such as US" })
).annotate({
  description: "ISO 3166-1 alpha-2 country code.",
  examples: ["US"]
})

const optionalText = (description: string, example: string) =>
  Schema.optionalKey(Schema.NonEmptyString.annotate({ description, examples: [example] }))

export const AddressComponents = Schema.Struct({
  houseNumber: optionalText("House number as published, with its suffix.", "12b"),
  street: optionalText("Street name as published.", "Main Street"),
  unit: optionalText("Unit, apartment or flat within the building.", "Apt 4"),
  building: optionalText("Name of the building.", "Rose Cottage"),
  district: optionalText("District, borough or neighbourhood of the city.", "Neureut"),
  city: optionalText("City, town or village.", "Savannah"),
  region: optionalText("First-level region (state, province, Land).", "Georgia"),
  regionCode: optionalText("ISO 3166-2 code of the region.", "US-GA"),
  postcode: optionalText("Postcode as published.", "31401"),
  country: Schema.NonEmptyString.annotate({ description: "Name of the country in English.", examples: ["Germany"] })
}).annotate({
  identifier: "AddressComponents",
  description:
    "The parts that the source gives, and parts that could be derived reliably, which `derived` lists. Unknown parts are absent: nothing is invented."
})
export type AddressComponents = typeof AddressComponents.Type

export const LocationIds = Schema.Struct({
  regionId: optionalText("Stable ID of the region.", "r-0123456789abc"),
  cityId: optionalText("Stable ID of the city.", "c-0123456789abc"),
  districtId: optionalText("Stable ID of the district.", "d-0123456789abc"),
  postcodeId: optionalText("Stable ID of the postcode.", "p-0123456789abc")
}).annotate({ identifier: "LocationIds", description: "Stable catalog IDs, usable as generation filters." })
export type LocationIds = typeof LocationIds.Type

export const Coordinates = Schema.Struct({
  latitude: Schema.Finite.check(Schema.isBetween({ minimum: -90, maximum: 90 })).annotate({
    description: "Degrees north, WGS 84."
  }),
  longitude: Schema.Finite.check(Schema.isBetween({ minimum: -180, maximum: 180 })).annotate({
    description: "Degrees east, WGS 84."
  })
}).annotate({ identifier: "Coordinates", description: "WGS 84 position. Absent if the source gives none." })
export type Coordinates = typeof Coordinates.Type

export const Residential = Schema.Struct({
  evidence: EvidenceKind,
  detail: Schema.NonEmptyString.annotate({
    description: "The evidence in words.",
    examples: ["Listed among street addresses; no residential flag is published."]
  })
}).annotate({ identifier: "Residential", description: "Why this address counts as a home." })
export type Residential = typeof Residential.Type

/**
 * How a component that the record lacks was derived, most certain first.
 *
 * - `boundary`: a boundary around the position, from the source's own map
 * - `agreement`: records of the same source with the same postcode, in the same street nearby, or on all sides agree
 * - `postcode-table`: a postcode table has one place or region for the postcode, or one postcode or region for the place
 * - `polygon`: the position lies in a region, away from its borders
 * - `settlement`: the settlement around the position
 */
export const DerivationMethod = Schema.Literals([
  "boundary",
  "agreement",
  "postcode-table",
  "polygon",
  "settlement"
]).annotate({
  identifier: "DerivationMethod",
  message: "must be boundary, agreement, postcode-table, polygon or settlement",
  description:
    "How a part missing from the source's record was derived: from a boundary around the position in the source's own map; from the source's other records with this postcode or in this street nearby; from a table of postcodes; from the region's polygon around the position; or from the settlement around it. Tables of postcodes and settlements are by GeoNames (CC BY 4.0); of postcodes, in France by La Poste (Licence Ouverte 2.0) and in Japan by Japan Post."
})
export type DerivationMethod = typeof DerivationMethod.Type

export const DerivedPart = Schema.Struct({
  component: Schema.Literals(["district", "city", "region", "postcode"]).annotate({
    identifier: "DerivedComponent",
    description: "The derived component; a region includes its code."
  }),
  method: DerivationMethod
}).annotate({ identifier: "DerivedPart", description: "A component that the source's record lacks." })
export type DerivedPart = typeof DerivedPart.Type

export const AddressSource = Schema.Struct({
  name: Schema.NonEmptyString.annotate({ description: "Name of the data source.", examples: ["starter"] }),
  recordId: Schema.NonEmptyString.annotate({ description: "The record within the source." }),
  license: Schema.NonEmptyString.annotate({ description: "Licence of the data.", examples: ["Public Domain"] }),
  attribution: Schema.NonEmptyString.annotate({ description: "Attribution that the licence requires, or the origin." }),
  url: Schema.NonEmptyString.annotate({ description: "Where the source is described." })
}).annotate({ identifier: "AddressSource", description: "A source of an address, with its licence." })
export type AddressSource = typeof AddressSource.Type

/** One published residential address, the same in generate, batch and addresses/{id}. */
export const Address = Schema.Struct({
  id: Schema.NonEmptyString.annotate({
    description: "Stable ID: a hash of the address's components, the same in every synchronization.",
    examples: ["us-4k2m9x0q7v1b3n5c8d6f"]
  }),
  countryCode: CountryCode,
  formattedAddress: Schema.NonEmptyString.annotate({
    description: "The full address on one line, in the country's format.",
    examples: ["203 East Gwinnett Street, Savannah, GA 31401, United States"]
  }),
  lines: Schema.Array(Schema.NonEmptyString).annotate({ description: "The address as lines, as on an envelope." }),
  components: AddressComponents,
  locationIds: LocationIds,
  coordinates: Schema.optionalKey(Coordinates),
  residential: Residential,
  derived: Schema.optionalKey(
    Schema.Array(DerivedPart).annotate({
      description: "Components that the source's record lacks, and how they were derived. Absent if there are none."
    })
  ),
  sources: Schema.Array(AddressSource).annotate({ description: "Every source that has this address." }),
  language: Schema.optionalKey(
    Schema.NonEmptyString.annotate({ description: "BCP 47 language of the components.", examples: ["en"] })
  ),
  updatedAt: Schema.String.annotate({ format: "date-time" })
    .check(Schema.isNonEmpty())
    .annotate({
      description: "When the published address last changed, ISO 8601 in UTC.",
      examples: ["2026-11-20T13:08:58.000Z"]
    })
}).annotate({ identifier: "Address", description: "A published residential address." })
export type Address = typeof Address.Type
