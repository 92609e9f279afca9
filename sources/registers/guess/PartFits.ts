import { isCountryCode } from "../../../schemas/CountryCodes.ts"
import type { TablePart } from "../../../schemas/TableGuess.ts"
import { percent } from "./Assignments.ts"
import { anyPostcode, type Contents, postcodeShare } from "./Contents.ts"
import type { Column } from "./Coordinates.ts"
import { codesOfStates } from "./Country.ts"
import { cityFirst, escaped } from "./Fields.ts"
import { wordsOf } from "./Names.ts"
import { areKindsOrDirections, kindsBehind } from "./StreetKinds.ts"
import { usesOf } from "./UseWords.ts"

/** Names of row numbers, which differ in each export and identify nothing. */
const rowNumbers = /^(?:object_?id|fid|gid|oid|ogc_?fid|row_?(?:id|num|number)?|index|nr|nba|n|_?id_?)$/i

/** Names of house numbers that row numbers have, too. */
const rowNames = /^(?:(?:s|sl|sr|serial) )?(?:no|nr|n)$|^(?:s|sl|sr) ?number$/

const isCounted = ({ values }: Contents): boolean => {
  const numbers = values.map(Number)
  return numbers.length > 3 && numbers.every((value, index) => index === 0 || value === numbers[index - 1]! + 1)
}

/** Whether values repeat the column's name and number it: `COMUNA 1` in a column named comuna is a part of a city. */
const areNumbered = (name: string, values: ReadonlyArray<string>): boolean => {
  const word = escaped(wordsOf(name).at(-1) ?? "-")
  const numbered = new RegExp(`^${word} ?(?:\\d+|[IVX]+)$`, "i")
  const filled = values.filter((value) => value !== "")
  return filled.length > 0 && filled.every((value) => numbered.test(value))
}

/**
 * Whether nearly each row has a word, and none a number. Hardly any table has flats like that: in some countries,
 * `departamento` is a region.
 */
const isWordy = ({ filled, meanLength, values }: Contents): boolean =>
  filled > 0.95 && meanLength > 1.5 && !values.some((value) => /\d/.test(value))

/** Words for kinds of flats, without their number. */
const kindOfUnit =
  /^(?:apt|apartment|unit|ste|suite|flat|fl|floor|bldg|building|rm|room|lot|spc|space|trlr|trailer|studio)\.?$/i

const kindsOfBuildings = /^(?:yes|house|apartments|residential|detached|terrace|commercial|retail|industrial|garage)$/

const ofUnits = /\b(?:unit|apt|apartment|flat|suite|sub ?address|occupancy)\b.*\b(?:type|kind|class|desc|designator)\b/

/** Whether the few rows with a name each have another: cities have many homes, shops and landmarks one place. */
const areOwnNames = ({ distinct, filled, values }: Contents): boolean =>
  distinct >= 5 && distinct >= values.length * filled * 0.8

/** Whether these are kinds of buildings, as OpenStreetMap has them in `building`, rather than names. */
const areKindsOfBuildings = ({ distinct, values }: Contents): boolean =>
  distinct <= 30 &&
  values.some((value) => kindsOfBuildings.test(value)) &&
  values.every((value) => /^[a-z_; ]*$/.test(value))

/** What is offered, which begins with a number, too: `2 bedroom apartment for sale`. */
const offer =
  /^\d+(?:\.\d)? ?[-+]?(?:bed(?:room)?s?|rooms?|bhk|br|chambres?|zimmer|pi[eè]ces?|habitaciones)\b|\b(?:for sale|to rent|for rent|to let)\b/i

/** Whether most words are of uses, as kinds of roads are that are called residential: no street has them in its name. */
const areUses = (contents: Contents): boolean => {
  const { homes, others, unknown } = usesOf(contents)
  return homes.some((value) => value.length > 3) && homes.length + others.length > unknown.length
}

/** Whether a column tells of zones or roads, whose words for uses say nothing of what stands there. */
export const isOfNoUse = (name: string): boolean =>
  /\bzon(?:e|es|ing)\b|road|street|\brd\b/.test(wordsOf(name).join(" "))

/** How well values fit a part, from 0 to 1. */
type Fit = (contents: Contents, name: string, country: string | undefined) => number

const fitsUse: Fit = (contents, name) => {
  // The kind of a flat is no use, and most kinds say nothing of homes.
  if (ofUnits.test(wordsOf(name).join(" ")) || isOfNoUse(name) || areKindsOrDirections(contents)) return 0
  const { homes, yesNo } = usesOf(contents, name)
  // Geocoders call whatever has a number of its own a house.
  if (contents.distinct === 1 && contents.values.includes("house")) return 0
  if (homes.length > 0) return 1
  return yesNo && /resid|home|wohn|dwell/i.test(name) && !/unit|count|num/i.test(name) ? 1 : 0
}

const fitsUnit: Fit = (contents, name) => {
  if (contents.values.every((value) => value === "" || kindOfUnit.test(value))) return 0
  // A list of a house's flats is none of them.
  if (contents.values.some((value) => value.includes("|"))) return 0
  if (ofUnits.test(wordsOf(name).join(" ")) && !/num|no\b|id/i.test(name)) return 0
  // The ID of a unit that is taxed or let is another in each row; flats of different houses have the same.
  if (/\S \bunit id$/.test(wordsOf(name).join(" ")) && contents.distinct === contents.values.length) return 0
  // What all rows share is the code of a region or a town.
  if (contents.distinct === 1 && contents.filled > 0.95 && contents.values.length > 5) return 0.2
  return isWordy(contents) ? 0.2 : contents.meanLength <= 25 ? 1 : 0.3
}

const fitsHouseNumber: Fit = (contents, name) => {
  const { distinct, houseNumber, numeric, values } = contents
  if (rowNames.test(wordsOf(name).join(" ")) && isCounted(contents)) return 0
  if (houseNumber < 0.6 || (numeric > 0.9 && values.some((value) => /\d[.,]\d*[1-9]/.test(value)))) return 0
  // Of two columns, the one in which houses differ is their number.
  return (0.6 + 0.4 * houseNumber) * (distinct === 1 && values.length > 2 ? 0.8 : 1)
}

const fitsStreetAndNumber: Fit = ({ filled, leading, trailing, values }) => {
  if (values.filter((value) => offer.test(value)).length >= values.length * filled * 0.5) return 0
  return Math.max(leading, trailing) >= 0.5 ? 1 : 0.1
}

const fitsStreetKind: Fit = (contents) =>
  contents.numeric > 0.3 || contents.meanLength > 18 || areUses(contents) ? 0 : 1

/** Whether values are words. In Han and Hangul, one character may be one. */
const areTexts = ({ letters, values }: Contents): boolean =>
  letters >= 0.5 || /[\p{Script=Han}\p{Script=Hangul}]/u.test(values.join(""))

/** Values that are neither words nor numbers may be names of places. */
const fitsPlace: Fit = (contents) => {
  if (areTexts(contents)) return contents.leading + contents.trailing > 1 ? 0.5 : 1
  return contents.numeric > 0.5 ? 0 : 0.6
}

const fitsCity: Fit = (contents, name, country) => {
  const { filled, numeric, values } = contents
  if (areNumbered(name, values)) return 0
  if (areTexts(contents)) {
    if (filled < 0.6) return areOwnNames(contents) ? 0 : 0.9
  } else {
    // Letters with digits, without a word among them, are codes.
    if (numeric < 0.5) return 0
    if (numeric > 0.5 && /city/i.test(name)) return 0.4
  }
  return fitsPlace(contents, name, country)
}

/** Whether values are codes of countries, the table's own among them, and no codes of its states. */
const areCountries = (values: ReadonlyArray<string>, country: string): boolean =>
  values.includes(country) && values.every((value) => value === "" || isCountryCode(value))

const fitsRegion: Fit = (contents, name, country) => {
  if (areKindsOrDirections(contents) && !areStateCodes(contents)) return 0
  // What has the country's own code among others has those of countries: `adr_land`.
  if (country !== undefined && areCountries(contents.values, country)) return 0
  // Letters with a digit are codes of something else.
  if (contents.values.every((value) => value === "" || /^[A-Z]\d{1,3}$/.test(value))) return 0
  if (!areTexts(contents) && contents.numeric < 0.5) return 0.8
  // A county is a region where nothing says the state.
  return fitsPlace(contents, name, country) * (areStateCodes(contents) ? 1 : 0.99)
}

const fitsBuilding: Fit = (contents, name, country) => {
  if (areKindsOfBuildings(contents) || (/usage|\buse\b/i.test(name) && areUses(contents))) return 0
  return areTexts(contents) ? 1 : fitsPlace(contents, name, country)
}

const fitsPostcode: Fit = (contents, _, country) => {
  const { filled, values } = contents
  const share = country === undefined ? undefined : postcodeShare(contents, country)
  if (share !== undefined) return share >= 0.6 ? 1 : share > 0 ? 0.5 : 0.15
  const shaped = values.filter((value) => anyPostcode.test(value)).length / Math.max(1, values.length * filled)
  return shaped >= 0.7 ? 0.9 : 0
}

const fitsPostcodeAndCity: Fit = ({ filled, values }) =>
  [/^[A-Z]{0,2}-?\d{3,6}\s+\p{L}/iu, cityFirst].some(
    (form) => values.filter((value) => form.test(value)).length >= values.length * filled * 0.6
  )
    ? 1
    : 0

const fitsRecordId: Fit = (contents, name) => {
  const { distinct, filled, values } = contents
  if (filled < 0.98 || distinct < values.length * 0.97 || isCounted(contents)) return 0
  // What has letters, or is long, is no row's number, whatever its name.
  return !rowNumbers.test(name) || values.every((value) => value.length > 8) ? 1 : 0
}

/** Whether these are codes of states, in a column that is called `ST`. */
const areStateCodes = ({ values }: Contents): boolean =>
  Array.from(codesOfStates.values()).some((codes) => values.every((value) => value === "" || codes.has(value)))

const fitsStreet: Fit = (contents) => {
  if (contents.numeric > 0.6 || areStateCodes(contents) || areKindsOrDirections(contents)) return 0
  return areTexts(contents) ? 1 : 0.4
}

/** Whether all values are kinds of streets, of more than the letter that a house may have. */
const areKinds = ({ values }: Contents): boolean =>
  values.every((value) => value === "" || (/^\p{L}{2}/u.test(value) && kindsBehind.test(value)))

const fitsNumberSuffix: Fit = (contents) =>
  contents.meanLength > 8 || areKinds(contents) || areKindsOrDirections(contents) ? 0 : 1

/** The parts of which values say something; the others are found by their columns' names alone. */
const fitOf: { readonly [part in TablePart]?: Fit } = {
  houseNumber: fitsHouseNumber,
  houseNumberPrefix: ({ meanLength }) => (meanLength <= 8 ? 1 : 0),
  houseNumberSuffix: fitsNumberSuffix,
  houseNumberEnd: ({ houseNumber, meanLength }) => (houseNumber >= 0.6 || meanLength <= 6 ? 1 : 0),
  street: fitsStreet,
  streetPrefix: fitsStreetKind,
  streetSuffix: fitsStreetKind,
  streetAndNumber: fitsStreetAndNumber,
  city: fitsCity,
  district: fitsPlace,
  region: fitsRegion,
  building: fitsBuilding,
  postcode: fitsPostcode,
  postcodeAndCity: fitsPostcodeAndCity,
  recordId: fitsRecordId,
  use: fitsUse,
  unit: fitsUnit
}

/** How well a column's values fit the part that its name suggests, from 0 to 1. */
export const fits = (part: TablePart, { contents, name, own }: Column, country: string | undefined): number => {
  if (contents.filled === 0) return ["x", "y", "recordId", "use"].includes(part) ? 0 : 0.35
  return fitOf[part]?.(contents, own ?? name, country) ?? 1
}

/** What can be said about a part's values, apart from the name. */
export const saying = (part: TablePart, { contents }: Column, country: string | undefined): string => {
  if (contents.filled === 0) return "; empty in the first rows"
  if (part === "postcode" && country !== undefined) {
    const share = postcodeShare(contents, country)
    return share === undefined ? "" : `; ${percent(share)} are postcodes of ${country}`
  }
  if (part === "recordId") return "; different in each row"
  return contents.filled < 0.995 ? `; ${percent(contents.filled)} are filled` : ""
}
