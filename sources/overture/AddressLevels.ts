import { iso31662 } from "iso-3166"

type Part = "region" | "city" | "district"

/** Of an address's levels, those that are parts of it. */
export type Places = Partial<Readonly<Record<Part, string>>>

const city = ["city"] as const
const regionCity = ["region", "city"] as const
/** The level between is a county or municipality: it stands for the city only where the city is not named. */
const regionBetweenCity = ["region", undefined, "city"] as const

/**
 * What `address_levels` are, highest first, by the list of sources that Overture reads (`address_levels` of each in
 * `overturemaps-py`, April 2025: https://github.com/OvertureMaps/overturemaps-py), which names them in OpenAddresses'
 * words, in any order; the order in the data is the schema's, "highest levels first"
 * (https://docs.overturemaps.org/schema/reference/addresses/address). What those words stand for was looked up in
 * OpenAddresses' own sources: the `city` of New Zealand is a suburb, below the town that it calls a district, and
 * Taiwan's is a village, below the district that takes the place of the city on a letter.
 */
const levels: Readonly<Record<string, ReadonlyArray<Part | undefined>>> = {
  AT: city,
  AU: regionCity,
  BR: regionCity,
  CA: regionCity,
  CH: city,
  CL: regionCity,
  CO: regionCity,
  CZ: regionCity,
  DE: city,
  DK: regionCity,
  EE: regionBetweenCity,
  ES: city,
  FI: city,
  FR: city,
  HK: regionCity,
  HR: city,
  IT: city,
  JP: regionCity,
  LI: city,
  LT: city,
  LU: city,
  LV: regionBetweenCity,
  MX: city,
  NL: city,
  NZ: ["city", "district"],
  PL: regionBetweenCity,
  PT: city,
  SI: regionCity,
  SK: regionCity,
  TW: ["region", "city", "district"],
  US: regionCity,
  UY: regionCity
}

const regionCodes: ReadonlySet<string> = new Set(iso31662.map(({ code }) => code))

/** Levels of which the country says nothing, or of another number than it has: the last is the city, the first the region. */
const byPlace = (country: string, values: ReadonlyArray<string | undefined>): Places => {
  const [first] = values
  const last = values.at(-1)
  if (values.length > 1) return given({ region: first, city: last ?? cityAbove(values) })
  // Of two levels one is missing: the code of a state is no city.
  return given(regionCodes.has(`${country}-${first}`) ? { region: first } : { city: first })
}

const given = (parts: Readonly<Record<string, string | undefined>>): Places =>
  Object.fromEntries(Object.entries(parts).filter(([, name]) => name !== undefined))

/** The nearest level above the last one, but for the first, which is the region. */
const cityAbove = (values: ReadonlyArray<string | undefined>): string | undefined =>
  values.slice(1, -1).findLast((value) => value !== undefined)

/**
 * Region, city and district of an address. A level whose value is left out is unknown, and is undefined here;
 * `values` are in the order of the data, highest first.
 */
export const placesOf = (country: string, values: ReadonlyArray<string | undefined>): Places => {
  const names = levels[country]
  if (values.length === 0) return {}
  if (names?.length !== values.length) return byPlace(country, values)
  const parts: Partial<Record<Part, string | undefined>> = {}
  names.forEach((part, index) => {
    if (part !== undefined) parts[part] = values[index]
  })
  if (parts.city === undefined && country === "NZ") return given({ city: parts.district })
  return given({ ...parts, city: parts.city ?? cityAbove(values) })
}
