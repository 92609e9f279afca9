import type { TablePart } from "../../../schemas/TableGuess.ts"
import { anyPostcode, type Contents, postcodeShare, streetShare, tellingPostcodes } from "./Contents.ts"
import type { Column, Place } from "./Coordinates.ts"
import { escaped } from "./Fields.ts"
import { languageOf, wordsOf } from "./Names.ts"
import { usesOf } from "./UseWords.ts"

/** The part that a column was assigned. */
export interface Assigned {
  readonly column: Column
  readonly part: TablePart
  readonly language: string | undefined
  readonly confidence: number
  readonly reason: string
}

/** Parts that several adjacent columns may form together. */
const several: ReadonlySet<TablePart> = new Set(["streetPrefix", "streetSuffix", "houseNumberSuffix", "houseNumberEnd"])

/** Names of row numbers, which differ in each export and identify nothing. */
const rowNumbers = /^(?:object_?id|fid|gid|oid|ogc_?fid|row_?(?:id|num|number)?|index|nr|nba|n|_?id_?)$/i

const isCounted = ({ values }: Contents): boolean => {
  const numbers = values.map(Number)
  return numbers.length > 3 && numbers.every((value, index) => index === 0 || value === numbers[index - 1]! + 1)
}

/** Endings of place names in Korea, Japan and Taiwan. */
const endings: ReadonlyArray<readonly [RegExp, "region" | "city" | "district"]> = [
  [/(?:특별시|광역시|자치시|자치도|[남북]도|경기도|강원도|제주도|[都道府県]|縣)$/u, "region"],
  [/(?:\p{Script=Hangul}[시군구]|[市区區])$/u, "city"],
  [/(?:\p{Script=Hangul}[동읍면리가]|[町村鄉鎮])$/u, "district"]
]

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

/** How well a column's values fit the part that its name suggests, from 0 to 1. */
const fits = (part: TablePart, { contents, name: full, own }: Column, country: string | undefined): number => {
  const name = own ?? full
  const { distinct, filled, letters, numeric, values } = contents
  if (filled === 0) return part === "x" || part === "y" || part === "recordId" || part === "use" ? 0 : 0.35
  switch (part) {
    case "houseNumber":
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
      return numeric > 0.3 || contents.meanLength > 18 ? 0 : 1
    case "streetAndNumber":
      return Math.max(contents.leading, contents.trailing) >= 0.5 ? 1 : 0.1
    case "city":
    case "district":
    case "region":
    case "building": {
      const textual = letters >= 0.5 || /[\p{Script=Han}\p{Script=Hangul}]/u.test(values.join(""))
      if (part === "city" && areNumbered(name, values)) return 0
      // Letters with digits, without a word among them, are codes.
      if (!textual && part === "city" && numeric < 0.5) return 0
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
    case "use": {
      const { homes, others, yesNo } = usesOf(contents)
      return homes.length > 0 && homes.length + others.length > 0
        ? 1
        : yesNo && /resid|home|wohn|dwell/i.test(name)
          ? 1
          : 0
    }
    case "unit":
      return isWordy(contents) ? 0.2 : contents.meanLength <= 25 ? 1 : 0.3
    default:
      return 1
  }
}

const percent = (share: number): string => `${Math.round(share * 100)}%`

/** What can be said about a part's values, apart from the name. */
const saying = (part: TablePart, { contents }: Column, country: string | undefined): string => {
  if (contents.filled === 0) return "; empty in the first rows"
  if (part === "postcode" && country !== undefined) {
    const share = postcodeShare(contents, country)
    return share === undefined ? "" : `; ${percent(share)} are postcodes of ${country}`
  }
  if (part === "recordId") return "; different in each row"
  return contents.filled < 0.995 ? `; ${percent(contents.filled)} are filled` : ""
}

/** What is known of a table before its columns are assigned. */
interface Table {
  readonly columns: ReadonlyArray<Column>
  readonly place: Place | undefined
  readonly country: string | undefined
  /** Columns with a chosen part, and `null` for those that are to be ignored. */
  readonly chosen: Readonly<Record<string, TablePart | null>>
}

/** The columns assigned so far, and the free ones. */
class Assignments {
  readonly #table: Table
  readonly #found: Array<Assigned> = []
  readonly #used = new Set<string>()

  constructor(table: Table) {
    this.#table = table
  }

  get all(): ReadonlyArray<Assigned> {
    return this.#found
  }

  /** Columns that are not yet assigned, and not to be ignored. */
  get free(): ReadonlyArray<Column> {
    const { chosen, columns } = this.#table
    return columns.filter(({ name }) => !this.isUsed(name) && chosen[name] === undefined)
  }

  isUsed(name: string): boolean {
    return this.#used.has(name)
  }

  /** Whether a part may still be found; a chosen part cannot be another column. */
  isOpen(part: TablePart): boolean {
    return several.has(part) || !this.#found.some((one) => one.part === part && one.reason === "chosen")
  }

  first(...parts: ReadonlyArray<TablePart>): Assigned | undefined {
    for (const part of parts) {
      const found = this.#found.find((one) => one.part === part)
      if (found !== undefined) return found
    }
    return undefined
  }

  take(one: Assigned): void {
    this.#found.push(one)
    this.#used.add(one.column.name)
  }

  takeAs(column: Column, part: TablePart, reason: string, confidence: number): void {
    const isPlaced = part === "x" || part === "y" || part === "point"
    const language = isPlaced ? undefined : languageOf(column.own ?? column.name)?.language
    this.take({ column, part, language, confidence, reason })
  }

  /** Marks the column as ignored, so that nothing else uses it. */
  leave(column: Column): void {
    this.#used.add(column.name)
  }

  replace(one: Assigned, other: Assigned): void {
    this.#found[this.#found.indexOf(one)] = other
  }
}

const takeChosen = (to: Assignments, { chosen, columns }: Table): void => {
  for (const column of columns) {
    const part = chosen[column.name]
    if (part === null) to.leave(column)
    else if (part !== undefined) to.takeAs(column, part, "chosen", 1)
  }
}

/** Assigns the columns of the coordinates that were found. */
const takePlace = (to: Assignments, { columns, place }: Table): void => {
  if (place === undefined || place.from.kind === "geometry") return
  const wanted: ReadonlyArray<readonly [string, TablePart]> =
    place.from.kind === "columns"
      ? [
          [place.from.x, "x"],
          [place.from.y, "y"]
        ]
      : [[place.from.column, "point"]]
  for (const [name, part] of wanted) {
    const column = columns.find((one) => one.name === name)
    if (column !== undefined && !to.isUsed(name)) to.takeAs(column, part, place.reason, place.confidence)
  }
}

/** Parts that column names suggest and values do not contradict, surest first. */
const namedParts = (to: Assignments, { columns, country }: Table) =>
  columns
    .filter(({ name }) => !to.isUsed(name))
    .flatMap((column) =>
      column.named
        .filter(({ part }) => part !== "x" && part !== "y" && part !== "point")
        .map((named) => {
          const home = country !== undefined && named.countries.includes(country) ? 1.05 : 1
          const abroad = country !== undefined && named.countries.length > 0 && home === 1 ? 0.8 : 1
          const score = named.score * fits(named.part, column, country) * home * abroad
          return { column, named, score }
        })
    )
    // A part of a longer name is a weak sign; a known name is a good one, even over an empty column.
    .filter(({ named, score }) => score >= 0.3 && named.score >= 0.6)
    .sort(
      (one, other) =>
        other.score - one.score ||
        other.column.contents.filled - one.column.contents.filled ||
        one.column.index - other.column.index
    )

const takeNamed = (to: Assignments, table: Table): void => {
  for (const { column, named, score } of namedParts(to, table)) {
    if (to.isUsed(column.name) || !to.isOpen(named.part)) continue
    const language = languageOf(column.own ?? column.name)?.language
    const before = to.all.filter(({ part }) => part === named.part)
    const isTranslation =
      language !== undefined &&
      before.length > 0 &&
      before.every((one) => one.language !== undefined && one.language !== language)
    if (before.length > 0 && !isTranslation && !(several.has(named.part) && named.score >= 0.8)) continue
    to.take({
      column,
      part: named.part,
      language,
      confidence: Math.min(1, score),
      reason: `named like "${named.as}"${saying(named.part, column, table.country)}`
    })
  }
}

/** Assigns the column with the most street words. */
const takeStreet = (to: Assignments, country: string | undefined): void => {
  if (to.first("street", "streetAndNumber") !== undefined) return
  // In Japan, what looks like a street is the rest of the district's name.
  if (country === "JP" && to.first("district") !== undefined) return
  const best = to.free
    .map((column) => ({ column, share: streetShare(column.contents) * column.contents.filled }))
    .sort((one, other) => other.share - one.share)[0]
  if (best === undefined || best.share < 0.35 || best.column.contents.distinct <= 1) return
  const line = Math.max(best.column.contents.leading, best.column.contents.trailing) >= 0.7
  to.takeAs(best.column, line ? "streetAndNumber" : "street", `${percent(best.share)} have words of streets`, 0.6)
}

/** Assigns house numbers: within the street's column, or in one beside it. */
const takeNumber = (to: Assignments, isNamed: boolean): void => {
  const street = to.first("street")
  if (street === undefined || to.first("houseNumber", "streetAndNumber") !== undefined) return
  const { contents } = street.column
  if (Math.max(contents.leading, contents.trailing) >= 0.8 && streetShare(contents) > 0) {
    return to.replace(street, { ...street, part: "streetAndNumber", reason: `${street.reason}; with numbers` })
  }
  // In most tables the number follows the street; a street's key, with leading zeros, may precede it.
  const away = ({ index }: Column) => Math.abs(index - street.column.index) + (index < street.column.index ? 0.5 : 0)
  const near = to.free
    .filter(({ contents }) => contents.filled > 0.5 && contents.houseNumber >= 0.9 && contents.distinct > 1)
    .filter(({ contents }) => contents.values.every((value) => value.length <= 10 && !/^0\d/.test(value)))
    .sort((one, other) => away(one) - away(other))[0]
  if (near === undefined || (isNamed ? near.index - street.column.index !== 1 : away(near) > 3)) return
  to.takeAs(near, "houseNumber", "beside the street, with values like house numbers", 0.5)
  const next = to.free.find(({ index }) => index === near.index + 1)
  const isSuffix = next?.contents.values.every((value) => /^(?:\p{L}{0,2}|\d\/\d)$/u.test(value))
  const isMinor =
    next?.contents.values.every((value) => /^\d{1,4}$/.test(value)) === true &&
    next.contents.values.filter((value) => value === "0").length * 4 >= next.contents.values.length
  if (!isNamed && next !== undefined && isMinor) {
    to.takeAs(next, "houseNumberEnd", "beside the house number, minor numbers or zero", 0.45)
    return
  }
  if (!isNamed && next !== undefined && isSuffix === true) {
    to.takeAs(next, "houseNumberSuffix", "beside the house number, letters or nothing", 0.45)
  }
}

/** The end of a range is the number itself if there is no other. */
const takeNumberFromEnd = (to: Assignments): void => {
  const end = to.first("houseNumberEnd")
  if (end !== undefined && to.first("houseNumber") === undefined) to.replace(end, { ...end, part: "houseNumber" })
}

const takePostcode = (to: Assignments, country: string | undefined, isNamed: boolean): void => {
  if (to.first("postcode", "postcodeAndCity") !== undefined) return
  const found = to.free.filter(({ contents, index }) => {
    if (contents.filled < 0.5 || contents.distinct === 0) return false
    const filled = contents.values.filter((value) => value !== "")
    const telling = tellingPostcodes.some(
      ([pattern, code]) => (country === undefined || code === country) && filled.every((value) => pattern.test(value))
    )
    const known = country === undefined ? undefined : postcodeShare(contents, country)
    const beside = to.all.some(
      ({ column, part }) =>
        (part === "city" && Math.abs(column.index - index) <= 1) || (part === "street" && index > column.index)
    )
    return (
      telling ||
      (!isNamed && known !== undefined && known >= 0.98 && beside && filled.some((value) => value.length >= 4))
    )
  })
  // A year is a postcode that has lost its zero; a whole postcode, and one that differs between rows, is more likely.
  const rank = ({ contents }: Column) => {
    const filled = contents.values.filter((value) => value !== "")
    const longest = Math.max(...filled.map((value) => value.length))
    return (
      (country !== undefined && filled.every((value) => value.length === longest && longest !== 4) ? 2 : 0) +
      (contents.distinct > 1 ? 1 : 0)
    )
  }
  const best = found.toSorted((one, other) => rank(other) - rank(one))[0]
  const whose = country === undefined ? "" : ` of ${country}`
  if (best !== undefined) to.takeAs(best, "postcode", `values like postcodes${whose}`, 0.55)
}

/** Assigns regions, cities, districts and uses whose values are unmistakable. */
const takeTelling = (to: Assignments): void => {
  for (const column of to.free) {
    const filled = column.contents.values.filter((value) => value !== "")
    const part = endings.find(([pattern]) => filled.length > 0 && filled.every((value) => pattern.test(value)))?.[1]
    if (part !== undefined && to.first(part) === undefined) to.takeAs(column, part, "values end as its names do", 0.6)
    const { homes } = usesOf(column.contents)
    if (part === undefined && to.first("use") === undefined && homes.some((value) => value.length > 1)) {
      to.takeAs(column, "use", `values such as "${homes[0]}"`, 0.6)
    }
  }
}

/** Assigns the column of words next to the postcode or the street. */
const takeCity = (to: Assignments): void => {
  if (to.first("city", "postcodeAndCity") !== undefined) return
  const anchor = to.first("postcode", "street")
  if (anchor === undefined) return
  const away = ({ index }: Column) => Math.abs(index - anchor.column.index)
  const best = to.free
    .filter(({ contents }) => contents.filled > 0.8 && contents.letters >= 0.9 && contents.meanLength > 2)
    .filter(({ contents }) => !contents.values.some((value) => /\d/.test(value)) && streetShare(contents) < 0.35)
    .sort((one, other) => away(one) - away(other))[0]
  if (best !== undefined) to.takeAs(best, "city", "words beside the street, without numbers", 0.35)
}

/** A locality beside the city is a part of it. */
const takeLocality = (to: Assignments): void => {
  const city = to.first("city")
  if (city === undefined || to.first("district") !== undefined) return
  const column = to.free.find(
    ({ contents, named }) =>
      contents.filled >= 0.5 &&
      contents.letters >= 0.8 &&
      named.some(({ as, part, score }) => part === "city" && score >= 0.8 && as.startsWith("localit")) &&
      contents.values.some((value, row) => value !== "" && value !== city.column.contents.values[row])
  )
  if (column !== undefined) to.takeAs(column, "district", "a locality beside the city", 0.6)
}

/** Assigns columns by their names, surest first, and then by contents. What was assigned before stays. */
export const assign = (table: Table, before: ReadonlyArray<Assigned> = []): ReadonlyArray<Assigned> => {
  const to = new Assignments(table)
  takeChosen(to, table)
  for (const one of before) if (!to.isUsed(one.column.name) && to.isOpen(one.part)) to.take(one)
  takePlace(to, table)
  takeNamed(to, table)
  // If the names say nothing, the values may.
  const isNamed = table.columns.some(({ name }) => !/^column\d+$/.test(name))
  takeStreet(to, table.country)
  takeNumber(to, isNamed)
  takeNumberFromEnd(to)
  takePostcode(to, table.country, isNamed)
  takeLocality(to)
  if (!isNamed) {
    takeTelling(to)
    takeCity(to)
  }
  return to.all
}
