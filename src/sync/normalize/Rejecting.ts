import type { AddressComponents, Coordinates } from "../../../schemas/Address.ts"
import { postcodePatterns } from "../../../schemas/PostcodePatterns.ts"
import { isIn } from "../../gazetteer/Borders.ts"
import type { RejectReason } from "./KeptRecord.ts"
import { postcodeRequired, regionRequired } from "./RequiredComponents.ts"

/** Checks whether components are valid for an address. */

/** Maximum characters of one component, more than any real one has. */
const longest = 200

/** Countries in which villages number their houses without streets, or blocks replace streets. */
const streetOptional = new Set("AT BA CZ EE HR IS JP KR LI LT LV ME MK PL RS SI SK".split(" "))

/** A date that a spreadsheet made of a number range, such as `5-Jan` for 1-5. */
const mangledByDates = /^\d{1,2}-(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)$/i

/** Coordinates this many degrees outside of a border count as inside, because the included borders are simplified. */
const borderTolerance = 0.05

const postcodeShapes = new Map(
  Object.entries(postcodePatterns).map(([country, pattern]) => [country, new RegExp(`^(?:${pattern})$`, "i")])
)

export const isTooLong = (text: string): boolean => text.length > longest

/** Text as given, with invisible characters, that is too long to be completed or remembered. */
export const isEndless = (text: string | undefined): boolean => text !== undefined && text.length > 5 * longest

export const isStreetRequired = (country: string): boolean => !streetOptional.has(country)

export const faultOfNumber = (houseNumber: string): RejectReason | undefined => {
  if (!/\p{Nd}/u.test(houseNumber) || mangledByDates.test(houseNumber)) return "malformed-house-number"
  return /^0+$/.test(houseNumber) ? "placeholder-house-number" : undefined
}

export const faultOfPlaces = (
  country: string,
  { city, postcode, region, regionCode }: Partial<AddressComponents>
): RejectReason | undefined => {
  if (city === undefined) return "missing-city"
  if (regionRequired.has(country)) {
    if (region === undefined) return "missing-region"
    if (regionCode === undefined) return "unknown-region"
  }
  if (postcode === undefined && postcodeRequired.has(country)) return "missing-postcode"
  return postcode !== undefined && postcodeShapes.get(country)?.test(postcode) === false
    ? "malformed-postcode"
    : undefined
}

const isInside = (country: string, latitude: number, longitude: number): boolean =>
  isIn(country, longitude, latitude) ||
  [-borderTolerance, borderTolerance].some(
    (offset) => isIn(country, longitude + offset, latitude) || isIn(country, longitude, latitude + offset)
  )

export const faultOfPosition = (country: string, { latitude, longitude }: Coordinates): RejectReason | undefined => {
  const isReal = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
  if (!isReal || (latitude === 0 && longitude === 0)) return "coordinates-out-of-range"
  return isInside(country, latitude, longitude) ? undefined : "coordinates-outside-country"
}
