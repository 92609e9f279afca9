import { isRegionCode } from "../surroundings/RegionCodes.ts"

type Part = "region" | "city" | "district"

/** Which of an address's levels are which of its components. */
export type Places = Partial<Readonly<Record<Part, string>>>

const city = ["city"] as const
const regionCity = ["region", "city"] as const
/** The level between them is a county or municipality: it stands for the city only if the city is missing. */
const regionBetweenCity = ["region", undefined, "city"] as const

/**
 * The meaning of `address_levels`, highest first, from Overture's list of sources (`address_levels` of each in
 * `overturemaps-py`, April 2025: https://github.com/OvertureMaps/overturemaps-py). The list uses OpenAddresses' terms,
 * in any order; the order in the data is the schema's, "highest levels first"
 * (https://docs.overturemaps.org/schema/reference/addresses/address). The meaning of the terms was looked up in
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

/**
 * For countries without an entry, or rows with another number of levels: the last is the city, the first is the region.
 */
const byPlace = (country: string, values: ReadonlyArray<string | undefined>): Places => {
  const [first] = values
  const last = values.at(-1)
  if (values.length > 1) return given({ region: first, city: last ?? cityAbove(values) })
  // With two levels, one is missing: the code of a state is not a city.
  return given(isRegionCode(`${country}-${first}`) ? { region: first } : { city: first })
}

const given = (parts: Readonly<Record<string, string | undefined>>): Places =>
  Object.fromEntries(Object.entries(parts).filter(([, name]) => name !== undefined))

/** The nearest level above the last one, except the first, which is the region. */
const cityAbove = (values: ReadonlyArray<string | undefined>): string | undefined =>
  values.slice(1, -1).findLast((value) => value !== undefined)

/**
 * Region, city and district of an address. An empty level is unknown, and undefined here; `values` are in the order of
 * the data, highest first.
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
