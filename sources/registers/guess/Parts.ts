import type { TablePart } from "../../../schemas/TableGuess.ts"
import { anyPostcode, type Contents, postcodeShare, streetShare, tellingPostcodes, usesOf } from "./Contents.ts"
import type { Column, Place } from "./Coordinates.ts"
import { languageOf } from "./Names.ts"

/** What a column was taken for. */
export interface Assigned {
  readonly column: Column
  readonly part: TablePart
  readonly language: string | undefined
  readonly confidence: number
  readonly reason: string
}

/** Parts that several columns may be, next to one another in an address. */
const several: ReadonlySet<TablePart> = new Set(["streetPrefix", "streetSuffix", "houseNumberSuffix", "houseNumberEnd"])

/** Names of row numbers: they are others in each export, and identify nothing. */
const rowNumbers = /^(?:object_?id|fid|gid|oid|ogc_?fid|row_?(?:id|num|number)?|index|nr|nba|n|_?id_?)$/i

const isCounted = ({ values }: Contents): boolean => {
  const numbers = values.map(Number)
  return numbers.length > 3 && numbers.every((value, index) => index === 0 || value === numbers[index - 1]! + 1)
}

/** How names of places end in Korea, Japan and Taiwan. */
const endings: ReadonlyArray<readonly [RegExp, "region" | "city" | "district"]> = [
  [/(?:특별시|광역시|자치시|자치도|[남북]도|경기도|강원도|제주도|[都道府県]|縣)$/u, "region"],
  [/(?:\p{Script=Hangul}[시군구]|[市区區])$/u, "city"],
  [/(?:\p{Script=Hangul}[동읍면리가]|[町村鄉鎮])$/u, "district"]
]

/** How far the values of a column can be what its name says: 0 not at all, 1 wholly. */
const fits = (part: TablePart, { contents, name }: Column, country: string | undefined): number => {
  const { distinct, filled, letters, numeric, values } = contents
  if (filled === 0) return part === "x" || part === "y" || part === "recordId" || part === "use" ? 0 : 0.35
  switch (part) {
    case "houseNumber":
      return contents.houseNumber >= 0.6 && !(numeric > 0.9 && values.some((value) => /\d[.,]\d*[1-9]/.test(value)))
        ? 0.6 + 0.4 * contents.houseNumber
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
      return filled >= 0.98 && distinct >= values.length * 0.97 && !isCounted(contents) && !rowNumbers.test(name)
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
      return contents.meanLength <= 25 ? 1 : 0.3
    default:
      return 1
  }
}

const percent = (share: number): string => `${Math.round(share * 100)}%`

/** What is said of a part's values, besides the name. */
const saying = (part: TablePart, { contents }: Column, country: string | undefined): string => {
  if (contents.filled === 0) return "; empty in the first rows"
  if (part === "postcode" && country !== undefined) {
    const share = postcodeShare(contents, country)
    return share === undefined ? "" : `; ${percent(share)} are postcodes of ${country}`
  }
  if (part === "recordId") return "; different in each row"
  return contents.filled < 0.995 ? `; ${percent(contents.filled)} are filled` : ""
}

/** Columns by what they are, the surest first; then by contents what no name told. */
export const assign = (given: {
  readonly columns: ReadonlyArray<Column>
  readonly place: Place | undefined
  readonly country: string | undefined
  readonly chosen: Readonly<Record<string, TablePart | null>>
}): ReadonlyArray<Assigned> => {
  const { chosen, columns, country, place } = given
  const found: Array<Assigned> = []
  const used = new Set<string>()
  const take = (one: Assigned) => {
    found.push(one)
    used.add(one.column.name)
  }
  const firstOf = (part: TablePart) => found.find((one) => one.part === part)
  const sure = (column: Column, part: TablePart, reason: string, confidence: number): Assigned => ({
    column,
    part,
    language: languageOf(column.name)?.language,
    confidence,
    reason
  })

  for (const column of columns) {
    const part = chosen[column.name]
    if (part === undefined) continue
    used.add(column.name)
    if (part !== null) take(sure(column, part, "chosen", 1))
  }
  const isOpen = (part: TablePart) =>
    !found.some((one) => one.part === part && one.reason === "chosen") || several.has(part)

  if (place !== undefined && place.from.kind !== "geometry") {
    const wanted: ReadonlyArray<readonly [string, TablePart]> =
      place.from.kind === "columns"
        ? [
            [place.from.x, "x"],
            [place.from.y, "y"]
          ]
        : [[place.from.column, "point"]]
    for (const [name, part] of wanted) {
      const column = columns.find((one) => one.name === name)
      if (column !== undefined && !used.has(name)) take(sure(column, part, place.reason, place.confidence))
    }
  }

  const candidates = columns
    .filter(({ name }) => !used.has(name))
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
    // Part of a longer name is a weak sign; a name that is known, over an empty column, is a good one.
    .filter(({ named, score }) => score >= 0.3 && named.score >= 0.6)
    .sort(
      (one, other) =>
        other.score - one.score ||
        other.column.contents.filled - one.column.contents.filled ||
        one.column.index - other.column.index
    )

  for (const { column, named, score } of candidates) {
    if (used.has(column.name) || !isOpen(named.part)) continue
    const language = languageOf(column.name)?.language
    const before = found.filter(({ part }) => part === named.part)
    const isTranslation =
      language !== undefined &&
      before.length > 0 &&
      before.every((one) => one.language !== undefined && one.language !== language)
    if (before.length > 0 && !isTranslation && !(several.has(named.part) && named.score >= 0.8)) continue
    take({
      column,
      part: named.part,
      language,
      confidence: Math.min(1, score),
      reason: `named like "${named.as}"${saying(named.part, column, country)}`
    })
  }

  // What no name tells, the values may.
  const free = () => columns.filter(({ name }) => !used.has(name) && chosen[name] === undefined)
  const number = () => firstOf("houseNumber") ?? firstOf("streetAndNumber")
  const isNamed = columns.some(({ name }) => !/^column\d+$/.test(name))

  if (firstOf("street") === undefined && firstOf("streetAndNumber") === undefined) {
    const best = free()
      .map((column) => ({ column, share: streetShare(column.contents) * column.contents.filled }))
      .sort((one, other) => other.share - one.share)[0]
    if (best !== undefined && best.share >= 0.35 && best.column.contents.distinct > 1) {
      const line = Math.max(best.column.contents.leading, best.column.contents.trailing) >= 0.7
      take(sure(best.column, line ? "streetAndNumber" : "street", `${percent(best.share)} have words of streets`, 0.6))
    }
  }
  const street = firstOf("street")
  if (number() === undefined && street !== undefined) {
    const { contents } = street.column
    if (Math.max(contents.leading, contents.trailing) >= 0.8 && streetShare(contents) > 0) {
      found[found.indexOf(street)] = { ...street, part: "streetAndNumber", reason: `${street.reason}; with numbers` }
    } else {
      // Numbers stand behind most streets; a street's key, with its noughts, may stand before.
      const away = ({ index }: Column) =>
        Math.abs(index - street.column.index) + (index < street.column.index ? 0.5 : 0)
      const near = free()
        .filter(({ contents }) => contents.filled > 0.5 && contents.houseNumber >= 0.9 && contents.distinct > 1)
        .filter(({ contents }) => contents.values.every((value) => value.length <= 10 && !/^0\d/.test(value)))
        .sort((one, other) => away(one) - away(other))[0]
      if (near !== undefined && (!isNamed ? away(near) <= 3 : near.index - street.column.index === 1)) {
        take(sure(near, "houseNumber", "beside the street, with values like house numbers", 0.5))
        const next = free().find(({ index }) => index === near.index + 1)
        if (
          !isNamed &&
          next !== undefined &&
          next.contents.values.every((value) => /^(?:\p{L}{0,2}|\d\/\d)$/u.test(value))
        ) {
          take(sure(next, "houseNumberSuffix", "beside the house number, letters or nothing", 0.45))
        }
      }
    }
  }
  if (firstOf("houseNumber") === undefined) {
    const end = firstOf("houseNumberEnd")
    if (end !== undefined) found[found.indexOf(end)] = { ...end, part: "houseNumber" }
  }
  if (firstOf("postcode") === undefined && firstOf("postcodeAndCity") === undefined) {
    const best = free().find(({ contents, index }) => {
      if (contents.filled < 0.5 || contents.distinct === 0) return false
      const filled = contents.values.filter((value) => value !== "")
      const telling = tellingPostcodes.some(
        ([pattern, code]) => (country === undefined || code === country) && filled.every((value) => pattern.test(value))
      )
      const known = country === undefined ? undefined : postcodeShare(contents, country)
      const beside = found.some(
        ({ column, part }) =>
          (part === "city" && Math.abs(column.index - index) <= 1) || (part === "street" && index > column.index)
      )
      return (
        telling ||
        (!isNamed && known !== undefined && known >= 0.98 && beside && filled.some((value) => value.length >= 4))
      )
    })
    if (best !== undefined)
      take(sure(best, "postcode", `values like postcodes${country === undefined ? "" : ` of ${country}`}`, 0.55))
  }
  if (!isNamed) {
    for (const column of free()) {
      const filled = column.contents.values.filter((value) => value !== "")
      const part = endings.find(([pattern]) => filled.length > 0 && filled.every((value) => pattern.test(value)))?.[1]
      if (part !== undefined && firstOf(part) === undefined) take(sure(column, part, "values end as its names do", 0.6))
      const { homes } = usesOf(column.contents)
      if (part === undefined && firstOf("use") === undefined && homes.some((value) => value.length > 1)) {
        take(sure(column, "use", `values such as "${homes[0]}"`, 0.6))
      }
    }
  }
  if (!isNamed && firstOf("city") === undefined && firstOf("postcodeAndCity") === undefined) {
    const anchor = firstOf("postcode") ?? firstOf("street")
    const away = ({ index }: Column) => Math.abs(index - (anchor?.column.index ?? 0))
    const best = free()
      .filter(({ contents }) => contents.filled > 0.8 && contents.letters >= 0.9 && contents.meanLength > 2)
      .filter(({ contents }) => !contents.values.some((value) => /\d/.test(value)))
      .sort((one, other) => away(one) - away(other))[0]
    if (anchor !== undefined && best !== undefined)
      take(sure(best, "city", "words beside the street, without numbers", 0.35))
  }
  return found
}
