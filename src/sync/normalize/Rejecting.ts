import type { AddressComponents, Coordinates } from "../../../schemas/Address.ts"
import { placeIsStreet } from "../../formatting/AddressFormat.ts"
import { isIn } from "../../gazetteer/Borders.ts"
import type { RejectReason } from "./KeptRecord.ts"
import { isPostcode } from "./Postcode.ts"
import { postcodeRequired, regionRequired } from "./RequiredComponents.ts"

/** Checks whether components are valid for an address. */

/** Maximum characters of one component, more than any real one has. */
const longest = 200

/** Countries in which villages number their houses without streets, or blocks replace streets. */
const streetOptional = new Set([...placeIsStreet, "JP", "KR"])

/** Countries in which a settlement, sector, village or ward without streets stands in the place of one. */
const streetOrDistrict = new Set(["IE", "IN", "LA", "MN", "TW"])

/** A village of Thailand, whose houses are numbered through within its subdistrict: หมู่ 3, Moo 3. */
const numberedVillage = /(?:หมู่(?:ที่)?|ม\.|\bmoo|\bm\.)\s*\p{Nd}/iu

const block = String.raw`(?:blk|block|bloque|manzana|mza?|qd|quadra)\b\W{0,2}[\p{L}\p{Nd}]{1,4}`
const lot = String.raw`(?:casa|lot|lote|lt|solar)\b\W{0,2}\p{Nd}{1,4}`
/**
 * The number of a lot in a block, which finds a house in its subdivision, as in Peru, Mexico and the Philippines: Mz. B
 * Lt. 12, Lot 5 Blk 3.
 */
const blockAndLot = new RegExp(String.raw`\b(?:${block}\W+${lot}|${lot}\W+${block})`, "iu")

/** The number of a block in an estate of Bulgaria, which has no streets: ж.к. Младост 1, бл. 25. */
const blockOfEstate = /^(?:бл|блок|bl|blok)\.?\s*\p{Nd}/iu

/** Countries of southern Africa, whose townships number their stands through: 4521 Diepsloot West, Erf 512, Katutura. */
const standsByTownship = new Set(["BW", "LS", "MW", "NA", "SZ", "ZA", "ZM", "ZW"])

/**
 * The number of a stand: one that says so, or one of four digits or more. A smaller one may be of a street that the source
 * has left out.
 */
const stand = /^(?:(?:erf|plot|site|stand)\W{0,2}(?:no\W{0,2})?\p{Nd}|\p{Nd}{4,6}\p{L}?$)/iu

/** Countries in whose villages a house has a name alone, which with its postcode of a few houses identifies it. */
const streetOrName = new Set(["GB", "GG", "IE", "IM", "JE"])

/** A date that a spreadsheet made of a number range, such as `5-Jan` for 1-5, and `Jan-32` for 1-32. */
const months = "(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)"
const mangledByDates = new RegExp(
  `^(?:\\d{1,2}-${months}|${months}-\\d{2}|(?:19|20)\\d{2}-(?:0\\d|1[0-2])-[0-3]\\d(?: 00:00:00)?)$`,
  "i"
)

/** Countries that also write house numbers in Chinese numerals: 十二號. */
const hanNumerals = new Set(["CN", "HK", "JP", "MO", "TW"])

/** Coordinates this many degrees outside of a border count as inside, because the included borders are simplified. */
const borderTolerance = 0.05

export const isTooLong = (text: string): boolean => text.length > longest

/** Text as given, with invisible characters, that is too long to be completed or remembered. */
export const isEndless = (text: string | undefined): boolean => text !== undefined && text.length > 5 * longest

/** A number with its block, as houses have it in Japan: 3-5. */
const blockNumber = /\p{Nd}\D+\p{Nd}/u

/** Whether the place of a house without a street is one whose houses are numbered through. */
const isNumberedPlace = (
  country: string,
  { district, houseNumber = "" }: Partial<AddressComponents>,
  stated: Partial<AddressComponents>
): boolean => {
  if (stated.district !== undefined && (streetOrDistrict.has(country) || blockAndLot.test(houseNumber))) return true
  if (country === "BG" && stated.district !== undefined && blockOfEstate.test(houseNumber)) return true
  if (standsByTownship.has(country)) return stated.district !== undefined && stand.test(houseNumber)
  if (country === "TH")
    return stated.district !== undefined && numberedVillage.test(`${houseNumber} ${stated.district}`)
  if (!streetOptional.has(country)) return false
  if (houseNumber === "" || stated.city !== undefined || stated.district !== undefined) return true
  return country === "JP" && district !== undefined && blockNumber.test(houseNumber)
}

/**
 * Whether an address needs a street, which in some countries a place, or a house's name with a postcode, replaces. A place
 * replaces it only if the source states it: one around a number whose street is missing is in every city.
 *
 * @param stated the components that are not derived
 */
export const isStreetRequired = (
  country: string,
  components: Partial<AddressComponents>,
  stated: Partial<AddressComponents>
): boolean => {
  if (isNumberedPlace(country, components, stated)) return false
  const { building, postcode } = components
  return !(building !== undefined && postcode !== undefined && streetOrName.has(country))
}

const hasNumeral = (country: string, houseNumber: string): boolean =>
  /\p{Nd}/u.test(houseNumber) || (hanNumerals.has(country) && /[一二三四五六七八九十百]/u.test(houseNumber))

/** A number that is doubtful, or made of a date, is none. */
export const faultOfNumber = (country: string, houseNumber: string): RejectReason | undefined =>
  !hasNumeral(country, houseNumber) || /[?？]/u.test(houseNumber) || mangledByDates.test(houseNumber)
    ? "malformed-house-number"
    : undefined

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
  return postcode !== undefined && !isPostcode(country, postcode) ? "malformed-postcode" : undefined
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
