import type { TablePart } from "../../../schemas/TableGuess.ts"
import { percent } from "./Assignments.ts"
import { anyPostcode, type Contents, postcodeShare } from "./Contents.ts"
import type { Column } from "./Coordinates.ts"
import { escaped } from "./Fields.ts"
import { wordsOf } from "./Names.ts"
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
  filled > 0.95 && meanLength > 3 && !values.some((value) => /\d/.test(value))

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

const fitsUse = (contents: Contents, name: string): number => {
  // The kind of a flat is no use, and most kinds say nothing of homes.
  if (ofUnits.test(wordsOf(name).join(" ")) || isOfNoUse(name)) return 0
  const { homes, others, yesNo } = usesOf(contents)
  if (homes.length > 0 && homes.length + others.length > 0) return 1
  return yesNo && /resid|home|wohn|dwell/i.test(name) && !/unit|count|num/i.test(name) ? 1 : 0
}

const fitsUnit = (contents: Contents, name: string): number => {
  if (contents.values.every((value) => value === "" || kindOfUnit.test(value))) return 0
  if (ofUnits.test(wordsOf(name).join(" ")) && !/num|no\b|id/i.test(name)) return 0
  return isWordy(contents) ? 0.2 : contents.meanLength <= 25 ? 1 : 0.3
}

/** How well a column's values fit the part that its name suggests, from 0 to 1. */
export const fits = (part: TablePart, { contents, name: full, own }: Column, country: string | undefined): number => {
  const name = own ?? full
  const { distinct, filled, letters, numeric, values } = contents
  if (filled === 0) return part === "x" || part === "y" || part === "recordId" || part === "use" ? 0 : 0.35
  switch (part) {
    case "houseNumber":
      if (rowNames.test(wordsOf(name).join(" ")) && isCounted(contents)) return 0
      return contents.houseNumber >= 0.6 && !(numeric > 0.9 && values.some((value) => /\d[.,]\d*[1-9]/.test(value)))
        ? // Of two columns, the one in which houses differ is their number.
          (0.6 + 0.4 * contents.houseNumber) * (distinct === 1 && values.length > 2 ? 0.8 : 1)
        : 0
    case "houseNumberPrefix":
    case "houseNumberSuffix":
      return contents.meanLength <= 8 ? 1 : 0
    case "houseNumberEnd":
      return contents.houseNumber >= 0.6 || contents.meanLength <= 6 ? 1 : 0
    case "street":
      return numeric > 0.6 ? 0 : letters >= 0.5 || /[\p{Script=Han}\p{Script=Hangul}]/u.test(values.join("")) ? 1 : 0.4
    case "streetPrefix":
    case "streetSuffix":
      return numeric > 0.3 || contents.meanLength > 18 || areUses(contents) ? 0 : 1
    case "streetAndNumber":
      if (values.filter((value) => offer.test(value)).length >= values.length * filled * 0.5) return 0
      return Math.max(contents.leading, contents.trailing) >= 0.5 ? 1 : 0.1
    case "city":
    case "district":
    case "region":
    case "building": {
      const textual = letters >= 0.5 || /[\p{Script=Han}\p{Script=Hangul}]/u.test(values.join(""))
      if (part === "city" && areNumbered(name, values)) return 0
      // Letters with digits, without a word among them, are codes.
      if (!textual && part === "city" && numeric < 0.5) return 0
      if (part === "building" && areKindsOfBuildings(contents)) return 0
      if (textual && part === "city" && filled < 0.6) return areOwnNames(contents) ? 0 : 0.9
      return textual
        ? part !== "building" && contents.leading + contents.trailing > 1
          ? 0.5
          : 1
        : part === "region" && numeric < 0.5
          ? 0.8
          : numeric > 0.5
            ? part === "city" && /city/i.test(name)
              ? 0.4
              : 0
            : 0.6
    }
    case "postcode": {
      const shaped = values.filter((value) => anyPostcode.test(value)).length / Math.max(1, values.length * filled)
      const known = country === undefined ? undefined : postcodeShare(contents, country)
      return known === undefined ? (shaped >= 0.7 ? 0.9 : 0) : known >= 0.6 ? 1 : known > 0 ? 0.5 : 0.15
    }
    case "postcodeAndCity":
      return values.filter((value) => /^[A-Z]{0,2}-?\d{3,6}\s+\p{L}/iu.test(value)).length >=
        values.length * filled * 0.6
        ? 1
        : 0
    case "recordId":
      return filled >= 0.98 &&
        distinct >= values.length * 0.97 &&
        !isCounted(contents) &&
        // What has letters, or is long, is no row's number, whatever its name.
        (!rowNumbers.test(name) || values.every((value) => value.length > 8))
        ? 1
        : 0
    case "use":
      return fitsUse(contents, name)
    case "unit":
      return fitsUnit(contents, name)
    default:
      return 1
  }
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
