import { fold } from "../../../schemas/Fold.ts"
import { languagesOf } from "../../address/identity/CountryLanguages.ts"
import { writtenOwn } from "../../address/Identity.ts"
import { type UnitWord, unitWord } from "../../address/identity/Numbering.ts"
import { isNoDwelling } from "./TellingUnits.ts"

/** Units that sources write into the house number: `12 кв. 5`, `12號3樓`, `Unit 5, 701`. */

/** A text of an address that may say the unit, too, and the unit. */
export type Units<Part extends string> = { readonly [K in Part | "unit"]: string | undefined }

/** A house number and the unit behind or before it. */
interface Divided {
  readonly houseNumber: string
  readonly unit: string
}

/** Nearly all numbers are like this. */
const plain = /^[\p{Nd}/-]+ ?\p{L}?$/u

/** No house number with a unit is longer. */
const longest = 60

/** Numbers and units that need no word, or one of a single letter, in their countries. */
const shapes: ReadonlyArray<readonly [countries: string, shape: RegExp]> = [
  ["CN HK MO TW", /^(.*?\p{Nd} ?[号號](?:之\p{Nd}+)?)[\s,]*((?:\p{Nd}|[一二三四五六七八九十]).*[樓楼層层室].*)$/u],
  ["KR", /^(산? ?\p{Nd}+(?:-\p{Nd}+)?)[\s,]+((?:제?[\p{Nd}A-Z가-힣]+동\s*)?제?[\p{Nd}A-Z-]+(?:호|층))$/u],
  ["JP", /^(\p{Nd}[\p{Nd}-]*(?:号|番地)?)\s+([A-Z]?\p{Nd}+号室)$/u],
  ["DK FO GL", /^(\d+\s?\p{L}?),? +((?:st|kl|\d{1,2})\.? ?(?:sal)?,? ?(?:tv|th|mf)\.?)$/iu],
  ["NO SJ", /^(\d+\s?\p{L}?)[ ,-]+([HKUL]\d{4})$/iu],
  ["AD AR BO BR CL CO CR EC ES MX PE PT PY UY VE", /^(\d+\s?\p{L}?),? +(\d{1,2}\.?[ºª].*)$/u],
  ["TR", /^(.*?\d+(?:\s?\/?\s?\p{L})?)[\s,]+([dk][.:]+\s?\d.*)$/iu],
  ["PL", /^(\d+\p{L}?)\s?(m\.?\s?\d+\p{L}?)$/iu],
  ["HU", /^(\d+(?:[-/][\p{L}\d]+)?\.?)[\s,]+((?:\d+|[ivx]+)\. ?em.*|f(?:sz|öldsz).*)$/iu],
  ["AT CH DE LI", /^(\d+\s?\p{L}?),? +(\d+\. ?(?:OG|Stock|Etage|Obergeschoss)(?!\p{L}).*|EG(?!\p{L}).*)$/iu]
]

const shapesOf = new Map<string, RegExp>(
  shapes.flatMap(([countries, shape]) => countries.split(" ").map((country) => [country, shape] as const))
)

const words = /(?<![\p{L}\p{M}])[\p{L}\p{M}]{2,}/gu

/** What follows the word of a single unit: a number or letter, and no range or list, which is that of an entrance. */
const value = /^\p{L}+[.:\s]*(?:(?:no|nr|nº|№|č)[.:]?\s*|#\s*)?(?:\p{L}{0,2}-?\p{Nd}|\p{L}(?!\p{L}))/iu
const several = /\p{Nd}\p{L}?\s*[-–,;&+]\s*\p{Nd}/u

const kindAt = (country: string, word: string, rest: string): UnitWord | undefined =>
  unitWord(languagesOf(country), fold(word)) ?? (isNoDwelling(country, rest) ? "unit" : undefined)

/** The number before the word of a floor: `3rd Floor`, `2e étage`, `2. kat`, `3 этаж`. */
const ordinal = String.raw`\p{Nd}{1,2}(?:\p{L}{1,3}|[.ºª])?`
const ordinalBefore = new RegExp(String.raw`[\s,]${ordinal}\s*$`, "u")

/** What says which one it is in place of a number: `Garden Flat`, `Ground Floor`. */
const named = /^fl(?:at|oor)$/i
const nameBefore = /[\s,]\p{L}{2,}\s+$/u

/** Where the unit begins whose word is at this index. */
const beginOf = (text: string, kind: UnitWord, word: string, index: number): number => {
  if (/^[.:\s]*\p{Nd}/u.test(text.slice(index + word.length))) return index
  const front = text.slice(0, index)
  const found =
    (kind === "floor" ? ordinalBefore.exec(front) : null) ?? (named.test(word) ? nameBefore.exec(front) : null)
  return found === null ? index : found.index + 1
}

/** `12 кв. 5`, `12/Top 3`, `12 bis, apt 4`, `14/2, 3rd Floor`. */
const behind = (country: string, text: string): Divided | undefined => {
  for (const { 0: word, index } of text.matchAll(words)) {
    const rest = text.slice(index)
    const kind = kindAt(country, word, rest)
    if (kind === undefined || !value.test(rest)) continue
    const begin = beginOf(text, kind, word, index)
    const houseNumber = text.slice(0, begin).replace(/[\s,/–-]+$/u, "")
    const unit = text.slice(begin)
    if (!/\p{Nd}/u.test(houseNumber)) continue
    // A number that begins with a word may be that of a lot, and a block part of it.
    if (kind === "block" && !/^\p{Nd}/u.test(houseNumber)) continue
    return several.test(unit) ? undefined : { houseNumber, unit }
  }
  return undefined
}

/** `Unit 5, 701`, `Shop 3/45`, `Suite 105 1245`. With a hyphen alone it may be a range of units. */
const unitFirst =
  /^((\p{L}+)\.?\s*(?:no\.?\s*)?#?\p{L}?\d+\p{L}?)(?:\s*[,/]\s*|\s+(?:-\s*)?)(\d+\p{L}?(?:\s*-\s*\d+\p{L}?)?)$/iu

/** `3rd Floor, 14/2`, `Garden Flat, 12A`. */
const namedFirst = new RegExp(
  String.raw`^((?:${ordinal}\s+floor|\p{L}{2,}\s+(?:flat|floor))),\s*(\d+(?:[-/]\d+)*\p{L}?)$`,
  "iu"
)

const before = (country: string, text: string): Divided | undefined => {
  const [, unit, word = "", houseNumber] = unitFirst.exec(text) ?? []
  if (unit === undefined || houseNumber === undefined) return undefined
  const kind = kindAt(country, word, unit)
  return kind === undefined || kind === "block" ? undefined : { houseNumber, unit }
}

const divided = (country: string, text: string): Divided | undefined => {
  const [, houseNumber, unit] = shapesOf.get(country)?.exec(text) ?? []
  if (houseNumber !== undefined && unit !== undefined) return { houseNumber, unit }
  const [, flat, door] = namedFirst.exec(text) ?? []
  if (flat !== undefined && door !== undefined) return { houseNumber: door, unit: flat }
  return before(country, text) ?? behind(country, text)
}

/**
 * What a record gives, with text and unit as they are found apart. A unit that it has besides stays, and so does the text
 * if it names another one.
 */
export const withUnit = <Part extends string>(country: string, given: Units<Part>, found: Units<Part> | undefined) => {
  if (found === undefined || given.unit === undefined) return found ?? given
  const form = (text: string) => writtenOwn(country, "unit", fold(text))
  return form(found.unit ?? "") === form(given.unit) ? { ...found, unit: given.unit } : given
}

/** House number and unit, apart, if the number says both. */
export const withUnitApart = (
  country: string,
  houseNumber: string | undefined,
  unit: string | undefined
): Units<"houseNumber"> => {
  const given = { houseNumber, unit }
  if (houseNumber === undefined || houseNumber.length > longest || plain.test(houseNumber)) return given
  return withUnit(country, given, divided(country, houseNumber))
}
