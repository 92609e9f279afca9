import { Option, Schema } from "effect"
import type { Coordinates } from "../../schemas/Address.ts"
import { isCountryCode } from "../../schemas/CountryCodes.ts"

/** A place as named by a database. */
interface GeoPlace {
  /** The English name, otherwise any that the database has. */
  readonly name: string
  /** Every name that it may have elsewhere, most likely first. */
  readonly names: ReadonlyArray<string>
}

/** The location of an address by a database. */
export interface GeoLocation {
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  /** First-level subdivision; `code` is its ISO 3166-2 code. */
  readonly region?: GeoPlace & { readonly code?: string }
  readonly city?: GeoPlace
  readonly postcode?: string
  readonly coordinates?: Coordinates
  /** IANA time zone name. */
  readonly timeZone?: string
  /** The most specific known level. */
  readonly level: "city" | "region" | "country"
}

const Text = Schema.optionalKey(Schema.String)
const Degrees = Schema.optionalKey(Schema.Finite)

const Place = Schema.Struct({
  geoname_id: Schema.optionalKey(Schema.Unknown),
  iso_code: Text,
  names: Schema.optionalKey(Schema.Record(Schema.String, Schema.String))
})

/**
 * GeoIP2 and GeoLite2, City and Country (https://dev.maxmind.com/geoip/docs/databases/city-and-country), and DB-IP's
 * own files. Where a network is registered, or who uses it (`registered_country`, `represented_country`), is not its
 * location.
 */
const NestedRecord = Schema.Struct({
  country: Schema.optionalKey(Place),
  subdivisions: Schema.optionalKey(Schema.Array(Place)),
  city: Schema.optionalKey(Place),
  postal: Schema.optionalKey(Schema.Struct({ code: Text })),
  location: Schema.optionalKey(Schema.Struct({ latitude: Degrees, longitude: Degrees, time_zone: Text }))
})
type NestedRecord = typeof NestedRecord.Type

const DegreesOrText = Schema.optionalKey(Schema.Union([Schema.Finite, Schema.String]))

/**
 * The packages of https://github.com/sapics/ip-location-db, and IPinfo's files
 * (https://github.com/ipinfo/sample-database), of which some have the country's code as `country`, others its name
 * beside the code, and numbers as text. Empty text means unknown.
 */
const FlatRecord = Schema.Struct({
  country_code: Text,
  country: Text,
  state1: Text,
  region: Text,
  region_code: Text,
  city: Text,
  postcode: Text,
  postal_code: Text,
  latitude: DegreesOrText,
  longitude: DegreesOrText,
  lat: DegreesOrText,
  lng: DegreesOrText,
  timezone: Text
})
type FlatRecord = typeof FlatRecord.Type

const decodeNested = Schema.decodeUnknownOption(NestedRecord)
const decodeFlat = Schema.decodeUnknownOption(FlatRecord)

const placeOf = (names: ReadonlyArray<string | undefined>): GeoPlace | undefined => {
  const given = Array.from(new Set(names)).filter((name) => name !== undefined && name !== "") as ReadonlyArray<string>
  return given.length === 0 ? undefined : { name: given[0]!, names: given }
}

const nestedPlace = (place: typeof Place.Type | undefined): GeoPlace | undefined =>
  placeOf([place?.names?.["en"], ...Object.values(place?.names ?? {})])

interface Parts {
  readonly country: string | undefined
  readonly regionCode?: string | undefined
  readonly region: GeoPlace | undefined
  readonly city: GeoPlace | undefined
  readonly postcode: string | undefined
  readonly latitude: number | undefined
  readonly longitude: number | undefined
  readonly timeZone: string | undefined
}

const coordinatesOf = ({ latitude, longitude }: Parts): Coordinates | undefined =>
  latitude === undefined || longitude === undefined || Math.abs(latitude) > 90 || Math.abs(longitude) > 180
    ? undefined
    : { latitude, longitude }

/** A location without absent parts; none without a country, because a place's name alone says little. */
const locationOf = (parts: Parts): Option.Option<GeoLocation> => {
  const { city, country, postcode, region, regionCode, timeZone } = parts
  // Databases also have codes of no country, such as ZZ, EU and AP.
  if (country === undefined || !isCountryCode(country)) return Option.none()
  const coordinates = coordinatesOf(parts)
  const code = regionCode !== undefined && /^[A-Z0-9]{1,3}$/.test(regionCode) ? `${country}-${regionCode}` : undefined
  return Option.some({
    country,
    ...(region !== undefined && { region: code === undefined ? region : { ...region, code } }),
    ...(city !== undefined && { city }),
    ...(postcode !== undefined && postcode !== "" && { postcode }),
    ...(coordinates !== undefined && { coordinates }),
    ...(timeZone !== undefined && timeZone !== "" && { timeZone }),
    level: city !== undefined ? "city" : region !== undefined ? "region" : "country"
  })
}

/**
 * DB-IP appends a quarter to the city: `Zurich (Zurich (Kreis 5) / Escher-Wyss)`. Some cities have such names
 * themselves.
 */
const withoutQuarter = (city: string): string | undefined => {
  const end = city.indexOf(" (", 1)
  return end > 0 && city.endsWith(")") && city.length > end + " ()".length ? city.slice(0, end) : undefined
}

const cityOf = (city: string): GeoPlace | undefined => {
  const alone = withoutQuarter(city)
  const place = placeOf([city, alone])
  return place === undefined || alone === undefined ? place : { ...place, name: alone }
}

/** DB-IP's own files have quarters as well, and no IDs of cities with names that are to stay as they are. */
const nestedCity = (city: typeof Place.Type | undefined): GeoPlace | undefined => {
  const place = nestedPlace(city)
  return city?.geoname_id === undefined && place?.names.length === 1 ? cityOf(place.name) : place
}

const fromNested = ({ city, country, location, postal, subdivisions }: NestedRecord): Parts => ({
  country: country?.iso_code,
  // Subdivisions are listed from largest to smallest; filters know the first level.
  regionCode: subdivisions?.[0]?.iso_code,
  region: nestedPlace(subdivisions?.[0]),
  city: nestedCity(city),
  postcode: postal?.code,
  latitude: location?.latitude,
  longitude: location?.longitude,
  timeZone: location?.time_zone
})

/** Empty text, and what is no number, are unknown. */
const degrees = (given: number | string | undefined): number | undefined => {
  const value = typeof given === "string" && given.trim() !== "" ? Number(given) : given
  return typeof value === "number" && Number.isFinite(value) ? value : undefined
}

const fromFlat = (flat: FlatRecord): Parts => ({
  country: flat.country_code ?? flat.country,
  regionCode: flat.region_code,
  region: placeOf([flat.state1 ?? flat.region]),
  city: cityOf(flat.city ?? ""),
  postcode: flat.postcode ?? flat.postal_code,
  latitude: degrees(flat.latitude ?? flat.lat),
  longitude: degrees(flat.longitude ?? flat.lng),
  timeZone: flat.timezone
})

const isFlat = (record: object): boolean =>
  "country_code" in record || ("country" in record && typeof record.country === "string")

/** The location in a record of either layout. None if it contains no location, or is of another kind. */
export const fromRecord = (record: unknown): Option.Option<GeoLocation> =>
  typeof record === "object" && record !== null && isFlat(record)
    ? Option.flatMap(decodeFlat(record), (flat) => locationOf(fromFlat(flat)))
    : Option.flatMap(decodeNested(record), (nested) => locationOf(fromNested(nested)))
