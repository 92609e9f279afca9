import { type Assignments } from "./Assignments.ts"
import { streetShare } from "./Contents.ts"
import { type Column, isCalled } from "./Fields.ts"
import { isOfOtherNumber } from "./Names.ts"
import { shareInLines } from "./ByContents.ts"
import { areWholePostcodes, aroundStreet } from "./Unnamed.ts"

/** Whether these are streets with a number in their names, of which several rows have the same: `BEDOK STH AVE 1`. */
const areNumbered = ({ distinct, filled, values }: Column["contents"]): boolean =>
  distinct * 2 <= values.length * filled &&
  values.filter((value) => /\b(?:st|street|rd|road|ave?|avenue|dr|drive|lane|way|ring) \d+[a-z]?$/i.test(value))
    .length >=
    values.length * filled * 0.5

/** Whether values are like house numbers. A street's key has leading zeros. */
const areNumbers = ({ contents }: Column): boolean =>
  contents.filled > 0.5 &&
  contents.houseNumber >= 0.9 &&
  contents.distinct > 1 &&
  contents.values.every((value) => value.length <= 10 && !/^0\d|^\d+[.,]\d*[1-9]\d*$/.test(value))

/** Names of what else has numbers along a street. */
const ofOtherFigures =
  /year|area|acre|sq_?f|sq_?m|square|speed|limit|lane|width|length|height|depth|diam|dbh|floor|stor(?:e?y|ies)|bed|bath|room|price|value|cost|rate|fee|tax|count|total|quant|volume|aadt|traffic|popul|pers|inhab|dist|elev|zone|lot|block|section|segment|node|sort|order|seq|rank|grade|level|score|index|pci|day|hour|month|time|injur|fatal|kill|(?<!s)tree|baum|sign|pole|station|hydrant|watt|power|space|request|age$|jahr|l[aä]e?nge|breite|h[oö]e?he|fl[aä]e?che|anzahl|stamm|umfang|tempo|wert|preis|annee|longueur|largeur|hauteur|surface|nombre|ano$|anno|largo|ancho|altezza|lunghezza|larghezza|superf|alto$|cantidad|rok|dlugosc|szerok|pocet|delka|год|длина|площад|высота|этаж|кол/i

/** Of how many rows hardly all have a house number of their own. */
const manyRows = 60

/** Whether rows of one street have different numbers, some of which other streets have, too; undefined if none has several. */
const differAlong = (street: Column, { contents: { distinct, filled, values } }: Column): boolean | undefined => {
  if (values.length > manyRows && distinct > values.length * filled * 0.95) return false
  const along = Map.groupBy(values.keys(), (row) => street.contents.values[row] ?? "")
  along.delete("")
  const several = Array.from(along.values()).filter(({ length }) => length > 1)
  const rows = several.flat()
  const different = several.reduce((sum, all) => sum + new Set(all.map((row) => values[row])).size, 0)
  return rows.length === 0 ? undefined : different >= rows.length * 0.9
}

/** Letters and fractions in a few rows. */
const areLetters = ({ contents: { filled, values } }: Column): boolean =>
  filled > 0 &&
  filled < 0.5 &&
  values.every((value) => value === "" || /^(?:\p{L}{1,2}|bis|ter|quater|\d\/\d)$/iu.test(value))

/** A line with the number and the street of its row: `28 Oak St` in `full_civic` beside the street alone. */
const lineWith = (to: Assignments, street: Column): Column | undefined =>
  to.free.find(
    (column) =>
      Math.max(column.contents.leading, column.contents.trailing) >= 0.8 && shareInLines(street, column) >= 0.8
  )

/** The column with the street's numbers, whatever it is called: one that is called an address, or stands beside it. */
const numberNear = (to: Assignments, street: Column): Column | undefined => {
  const [first, behind] = aroundStreet(to) ?? [street.index - 1, street.index + 1]
  // Between the number and the street, its letter may have a column of its own.
  const isLetter = (index: number) =>
    to.all.some(({ column, part }) => column.index === index && part === "houseNumberSuffix") ||
    to.free.some((column) => column.index === index && areLetters(column))
  const before = isLetter(first) ? first - 1 : first
  // Where every row has a flat and none has a number, doors are houses.
  const flat = to.all.filter(
    ({ column, part, reason }) => part === "unit" && reason !== "chosen" && column.contents.filled > 0.95
  )
  const all = [...to.free, ...flat.map(({ column }) => column)].filter(areNumbers)
  const isOther = ({ name }: Column) => isOfOtherNumber(name) || ofOtherFigures.test(name)
  const at = (index: number) => all.find((column) => column.index === index && !isOther(column))
  const [one, other] = [at(behind), at(before)]
  return (
    all.find((column) => isCalled(column, "streetAndNumber", 0.8)) ??
    // In most tables, the number follows the street; before it, there may be the street's key.
    (one !== undefined && differAlong(street, one) !== false ? one : undefined) ??
    (other !== undefined && differAlong(street, other) === true ? other : undefined)
  )
}

const numberNearUnnamed = (to: Assignments, street: Column, country: string | undefined): Column | undefined => {
  // In most tables the number follows the street.
  const away = ({ index }: Column) => Math.abs(index - street.index) + (index < street.index ? 0.5 : 0)
  const near = to.free
    .filter((column) => areNumbers(column) && !areWholePostcodes(column.contents, country))
    .sort((one, other) => away(one) - away(other))[0]
  return near === undefined || away(near) > 3 ? undefined : near
}

/** Assigns house numbers: within the street's column, or in one beside it. */
export const takeNumber = (to: Assignments, isNamed: boolean, country: string | undefined): void => {
  const street = to.first("street") ?? (country === "JP" && !isNamed ? to.first("district") : undefined)
  if (street === undefined || to.first("houseNumber", "streetAndNumber") !== undefined) return
  const { contents } = street.column
  if (Math.max(contents.leading, contents.trailing) >= 0.8 && streetShare(contents) > 0 && !areNumbered(contents)) {
    return to.replace(street, { ...street, part: "streetAndNumber", reason: `${street.reason}; with numbers` })
  }
  const near = isNamed ? numberNear(to, street.column) : numberNearUnnamed(to, street.column, country)
  if (near === undefined) {
    const line = lineWith(to, street.column)
    if (line !== undefined) to.takeAs(line, "streetAndNumber", "has the street of its row, with a number", 0.6)
    return
  }
  const flat = to.first("unit")
  const reason = "beside the street, with values like house numbers"
  if (flat?.column === near) to.replace(flat, { ...flat, part: "houseNumber", reason, confidence: 0.5 })
  else to.takeAs(near, "houseNumber", reason, 0.5)
  const next = to.free.find(({ index }) => index === near.index + 1)
  const isSuffix = next?.contents.values.every((value) => /^(?:\p{L}{0,2}|bis|ter|quater|\d\/\d)$/iu.test(value))
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

/** Letters that say something else of a row: directions, sides of a street, and yes or no. */
const codesOfLetters = /^(?:[nsewlryjtf]|[ns][ew])$/i

/** Names of other parts that letters may stand for, so that they are none of the number. */
const ofOtherLetters =
  /bloc|blok|epulet|lepcso|scara|stiege|vchod|unit|flat|floor|wing|tower|stair|entr|door|side|type|class|dir|code|b(?:ui)?ld|knisa|scala|esca|etage|trap|lot|ward|zone|grade|band|вход|под(?:ъезд|їзд)|під.?їзд|секц|блок|етаж|этаж|εισοδ|σκαλα|כניסה/i

/** Letters and fractions in a few rows behind the house number belong to it, whatever their column is called. */
export const takeSuffix = (to: Assignments): void => {
  const number = to.first("houseNumber")
  if (number === undefined || to.first("houseNumberSuffix", "houseNumberEnd") !== undefined) return
  const next = to.free.find(({ index }) => index === number.column.index + 1)
  if (next === undefined || !areLetters(next) || ofOtherLetters.test(next.name)) return
  if (next.contents.values.every((value) => value === "" || codesOfLetters.test(value))) return
  to.takeAs(next, "houseNumberSuffix", "behind the house number, letters or nothing", 0.6)
}
