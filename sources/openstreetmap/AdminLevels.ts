import { Schema } from "effect"
import { CountryCode } from "../../schemas/Address.ts"

const levelsAsked = Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 2, maximum: 11 })))

/**
 * The `admin_level`s of boundaries that are regions, cities and districts of addresses; of several, the first one
 * around a point counts. `cityStates` are levels that are cities in some places, such as district-free cities: a
 * boundary of such a level counts as the city only if it is tagged as a place of that kind, or if a city or town of its
 * name lies in it.
 */
export interface Levels {
  readonly region: ReadonlyArray<number>
  readonly city: ReadonlyArray<number>
  readonly cityStates: ReadonlyArray<number>
  readonly district: ReadonlyArray<number>
}

/** An operator's replacement for the levels below, by country. */
export const LevelOverrides = Schema.Record(
  CountryCode,
  Schema.Struct({
    region: Schema.optionalKey(levelsAsked),
    city: Schema.optionalKey(levelsAsked),
    cityStates: Schema.optionalKey(levelsAsked),
    district: Schema.optionalKey(levelsAsked)
  })
).annotate({
  description:
    "Levels of boundaries that are regions, cities and districts, by country, where the usual ones are wrong.",
  examples: [{ LI: { city: [8], district: [10] } }]
})

/**
 * The usual levels: the wiki's table (https://wiki.openstreetmap.org/wiki/Tag:boundary%3Dadministrative, section
 * "Table: admin_level for all countries") has states and provinces at 4, municipalities at 8, and their parts at 9 and
 * 10. The geocoder Nominatim ranks cities the same way.
 */
const usual: Levels = { region: [4], city: [8], cityStates: [], district: [9, 10] }

/** If addresses name post towns or localities that are not administrative units, no boundary gives the city. */
const noCity = { city: [], cityStates: [] } as const

/** Countries that differ from the usual levels, according to the wiki's table. */
const byCountry: Readonly<Record<string, Partial<Levels>>> = {
  // Parishes are both the first level and the towns of addresses.
  AD: { region: [], city: [7], district: [8] },
  // Yerevan is a province; neighbourhoods are at 8.
  AM: { city: [6, 7], cityStates: [4], district: [8] },
  AO: { city: [6], district: [] },
  // Vienna is a state; other cities with their own statute can lack a level 8.
  AT: { cityStates: [6, 4] },
  // Localities are the city of an address, not the council (6).
  AU: { city: [10, 9], district: [] },
  BG: { region: [6] },
  BR: { district: [10, 9] },
  CA: { cityStates: [6] },
  CN: { city: [5], cityStates: [4], district: [6] },
  CO: { city: [6], district: [8] },
  CZ: { region: [6], district: [9] },
  // District-free cities are at 6, Berlin and Hamburg at 4; parts of cities at 10, larger ones at 9.
  DE: { cityStates: [6, 4], district: [10, 9] },
  DK: { city: [7], district: [9] },
  EE: { region: [6], city: [7], district: [8, 9] },
  FI: { region: [6, 4] },
  // Post towns are not mapped; districts, boroughs and parishes are no part of an address.
  GB: { ...noCity, district: [] },
  GR: { region: [5], city: [7], district: [8] },
  // The eighteen districts, since the city is the whole territory.
  HK: { region: [], city: [6], district: [] },
  HR: { region: [6], city: [8, 7] },
  HU: { region: [6] },
  // Regencies and cities are at 5, districts (kecamatan) at 6.
  ID: { city: [5], district: [6] },
  IE: { ...noCity, region: [6], district: [] },
  // Villages are at 8, cities and rural districts at 7; districts of cities have numbers, their neighbourhoods names.
  IR: { city: [8, 7], district: [11] },
  IS: { region: [5], city: [8, 6] },
  // Wards, which belong to the name of their city, are at 8.
  JP: { city: [7], district: [9, 8] },
  KR: { city: [6], district: [7, 8] },
  LI: { region: [] },
  LT: { city: [8], district: [10] },
  LU: { region: [6] },
  MC: { region: [], cityStates: [2], district: [10] },
  MX: { city: [8, 6], district: [10, 9] },
  MY: { ...noCity, district: [] },
  MZ: { district: [11, 9] },
  // Towns of addresses (woonplaatsen) are at 10, municipalities at 8.
  NL: { city: [10], district: [9] },
  NO: { city: [7], district: [9] },
  NP: { region: [4, 3], city: [7], district: [] },
  NZ: { ...noCity, district: [] },
  PH: { region: [4, 3], city: [6], district: [10] },
  // Union councils are at 8, and no part of an address.
  PK: { ...noCity, district: [] },
  PT: { region: [6, 4], city: [7], district: [8] },
  RO: { city: [6], cityStates: [4], district: [8] },
  RS: { region: [6], city: [8, 7] },
  RU: { ...noCity, district: [9] },
  SE: { city: [7], district: [9, 10] },
  SG: { region: [], city: [], cityStates: [2], district: [] },
  SI: { region: [] },
  SK: { city: [6, 9], district: [9, 10] },
  // Addresses name the amphoe or khet (6) and the tambon or khwaeng (8), as their tags do.
  TH: { city: [6], district: [8] },
  TR: { city: [6], district: [8] },
  UA: { ...noCity, district: [] },
  // New York City is at 5, consolidated city-counties at 6.
  US: { cityStates: [5, 6], district: [10, 9] },
  VN: { city: [6], district: [8] },
  // Municipalities and their wards are no part of an address.
  ZA: { ...noCity, district: [] }
}

/** The levels of a country, or the operator's replacement. */
export const levelsOf = (country: string, overrides: Partial<Levels> = {}): Levels => ({
  ...usual,
  ...byCountry[country],
  ...overrides
})
