import type { RawRecord } from "../../../sources/DataSource.ts"
import { isIn } from "../../gazetteer/Borders.ts"
import { countryCoder } from "../../../sources/surroundings/CountryBorders.ts"
import type { RejectReason } from "../normalize/KeptRecord.ts"
import { postcodeForms } from "../../../schemas/PostcodeForms.ts"

/**
 * What a rejected record looks like, so that a result can name the mistake behind it:
 *
 * - `empty`: it has no house number, street, city or postcode: the columns have other names
 * - `delimiter`: one field contains several separators
 * - `number-in-street`: the house number is at an end of the street
 * - `numeric-street`: the street is a number, so the two columns may be swapped
 * - `date`: the house number was turned into a date, as spreadsheets do
 * - `postcode-in-FIELD`: another field has the form of the country's postcodes
 * - `zero-lost`: with leading zeros, the postcode has the country's form
 * - `decimal`: without a trailing `.0`, the postcode has the country's form
 * - `swapped`: with latitude and longitude swapped, the position is in the country
 * - `sign`: with the other sign of longitude or latitude, the position is in the country
 * - `projected`: the coordinates are not degrees
 * - `zero`: both coordinates are 0
 * - `in-XX`: the position is in that country
 */
export type Clue = string

const filled = (text: unknown): text is string => typeof text === "string" && text.trim() !== ""

const separators = [";", "|", "\t", ","] as const
/** A text of an address may have a comma or two. */
const manySeparators = 3

const hasSeparators = (text: string): boolean =>
  separators.some((separator) => text.split(separator).length > manySeparators)

/** No postcode is longer. */
const longestPostcode = 10

const postcodeClue = (raw: RawRecord, country: string): Clue | undefined => {
  const shape = postcodeForms.get(country)
  if (shape === undefined) return undefined
  const fits = (text: unknown): boolean => filled(text) && shape.test(text.trim())
  const field = (["city", "district", "region", "street", "unit"] as const).find((name) => fits(raw[name]))
  if (field !== undefined) return `postcode-in-${field}`
  const given = raw.postcode?.trim() ?? ""
  if (/^\d+[.,]0+$/.test(given) && fits(given.replace(/[.,]0+$/, ""))) return "decimal"
  if (!/^\d+$/.test(given)) return undefined
  for (let length = given.length + 1; length <= longestPostcode; length++) {
    if (fits(given.padStart(length, "0"))) return "zero-lost"
  }
  return undefined
}

/** A bare number, or one with a letter. */
const number = /^\d{1,5}\s?\p{L}?$/u

const houseNumberClue = ({ houseNumber, street }: RawRecord): Clue | undefined => {
  if (filled(houseNumber) && /^\d{1,2}[-./ ]\p{L}{3,}$/u.test(houseNumber.trim())) return "date"
  if (!filled(street)) return undefined
  if (number.test(street.trim())) return "numeric-street"
  return !filled(houseNumber) && /^\d+\p{L}?[\s,]|[\s,]\d+\s?\p{L}?$/u.test(street.trim())
    ? "number-in-street"
    : undefined
}

const positionClue = ({ coordinates }: RawRecord, country: string): Clue | undefined => {
  if (coordinates === undefined) return undefined
  const { latitude, longitude } = coordinates
  if (!Number.isFinite(latitude) || !Number.isFinite(longitude)) return undefined
  if (latitude === 0 && longitude === 0) return "zero"
  const isReal = (north: number, east: number) => Math.abs(north) <= 90 && Math.abs(east) <= 180
  const lies = (north: number, east: number) => isReal(north, east) && isIn(country, east, north)
  if (lies(latitude, longitude)) return undefined
  if (lies(longitude, latitude)) return "swapped"
  if (Math.abs(latitude) > 180 || Math.abs(longitude) > 180) return "projected"
  if (lies(latitude, -longitude) || lies(-latitude, longitude)) return "sign"
  const there = isReal(latitude, longitude) ? countryCoder().iso1A2Code([longitude, latitude]) : null
  return there === null || there === country ? undefined : `in-${there}`
}

/**
 * The clue in a record that was rejected for this reason; undefined if there is none. Its position comes first, because
 * a record of another country lacks what that country's boundaries and tables would have given it.
 */
export const clueOf = (reason: RejectReason, raw: RawRecord, country: string): Clue | undefined => {
  const ofPosition = positionClue(raw, country)
  if (ofPosition !== undefined || reason.startsWith("coordinates-")) return ofPosition
  const { building, city, houseNumber, postcode, street } = raw
  if (![building, city, houseNumber, postcode, street].some(filled)) return "empty"
  if ([building, city, houseNumber, postcode, street].some((text) => filled(text) && hasSeparators(text))) {
    return "delimiter"
  }
  if (reason === "malformed-postcode" || reason === "missing-postcode") return postcodeClue(raw, country)
  if (reason === "missing-city") return postcodeClue({ ...raw, postcode: undefined }, country)
  if (reason === "missing-house-number" || reason === "malformed-house-number") return houseNumberClue(raw)
  return undefined
}
