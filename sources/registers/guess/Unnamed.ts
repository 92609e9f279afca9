import type { TablePart } from "../../../schemas/TableGuess.ts"
import { type Assignments } from "./Assignments.ts"
import { type Contents, digitsOf, postcodeShare } from "./Contents.ts"
import type { Column } from "./Coordinates.ts"
import { areStates } from "./Country.ts"
import { filledOf } from "./Fields.ts"
import { wordsOf } from "./Names.ts"
import { directions, kindsBefore, kindsBehind } from "./StreetKinds.ts"

const areAll = (column: Column | undefined, form: RegExp, least: number): column is Column =>
  column !== undefined &&
  column.contents.filled >= least &&
  filledOf(column).filter((value) => form.test(value)).length >= filledOf(column).length * 0.9

const isName = ({ contents }: Column): boolean =>
  contents.filled >= 0.9 && contents.distinct > 1 && contents.numeric < 0.3

/** Streets whose kind is in a column of its own, with their directions. */
const takeKinds = (to: Assignments): void => {
  const at = (index: number) => to.free.find((column) => column.index === index)
  for (const column of to.free) {
    const isBehind = areAll(column, kindsBehind, 0.5)
    if ((!isBehind && !areAll(column, kindsBefore, 0.5)) || column.contents.distinct < 2) continue
    const name = at(column.index + (isBehind ? -1 : 1))
    if (name === undefined || !isName(name)) continue
    to.takeAs(name, "street", `beside ${column.name}, which has kinds of streets`, 0.55)
    to.takeAs(column, isBehind ? "streetSuffix" : "streetPrefix", "words for kinds of streets", 0.6)
    const [before, behind] = [at(name.index - 1), at(column.index + 1)]
    if (isBehind && areAll(before, directions, 0.01)) to.takeAs(before, "streetPrefix", "directions", 0.6)
    if (isBehind && areAll(behind, directions, 0.01)) to.takeAs(behind, "streetSuffix", "directions", 0.6)
    return
  }
}

const ofStreets: ReadonlySet<TablePart> = new Set(["street", "streetPrefix", "streetSuffix"])

/** The columns before and behind those that a street's name is put together from. */
export const aroundStreet = (to: Assignments): readonly [before: number, behind: number] | undefined => {
  const street = to.first("street")
  if (street === undefined) return undefined
  const empty = to.free.filter(({ contents }) => contents.filled === 0)
  const taken = new Set(
    [...to.all.filter(({ part }) => ofStreets.has(part)).map(({ column }) => column), ...empty].map(
      ({ index }) => index
    )
  )
  const end = (step: 1 | -1): number => {
    let index = street.column.index + step
    while (taken.has(index)) index += step
    return index
  }
  return [end(-1), end(1)]
}

/** Whether a column is called the kind of streets before their names, and has words, whatever these mean. */
const isNamedKind = (to: Assignments, { contents, name }: Column): boolean =>
  contents.filled >= 0.3 &&
  contents.letters >= 0.9 &&
  /^ti?po?\b|^type\b|^typ\b|^dug\b|тип/u.test(wordsOf(name).join(" ")) &&
  to.all.some(({ column, confidence, part }) => column.name === name && part === "streetPrefix" && confidence >= 0.8)

/** In records of JSON, the name beside a house number is that of its street: `line.name` beside `line.number`. */
export const takeNameBesideNumber = (to: Assignments): void => {
  const number = to.first("houseNumber")
  if (number === undefined || to.first("street", "streetAndNumber") !== undefined) return
  const within = /^.+\.(?=[^.]+$)/.exec(number.column.name)?.[0]
  const name = to.free.find(({ name }) => within !== undefined && name === `${within}name`)
  if (name !== undefined && name.contents.letters >= 0.9) to.takeAs(name, "street", `beside ${number.column.name}`, 0.6)
}

/** The name of a street beside its kind, whatever it is called: `Name` behind `PreDir`, and before `Type`. */
export const takeStreetName = (to: Assignments): void => {
  if (to.first("street", "streetAndNumber") !== undefined) return
  const columns = [...to.free, ...to.all.filter(({ part }) => ofStreets.has(part)).map(({ column }) => column)]
  for (const kind of columns) {
    const isBehind = areAll(kind, kindsBehind, 0.3)
    const isBefore = areAll(kind, kindsBefore, 0.3) || isNamedKind(to, kind)
    if ((!isBehind && !isBefore) || kind.contents.distinct < 2) continue
    const step = isBehind ? -1 : 1
    let index = kind.index + step
    while (to.all.some(({ column, part }) => column.index === index && ofStreets.has(part))) index += step
    const name = to.free.find((column) => column.index === index)
    if (name === undefined || !isName(name) || name.contents.letters < 0.5) continue
    to.takeAs(name, "street", `beside ${kind.name}, which has kinds of streets`, 0.6)
    return
  }
}

/** A column beside the street's that has nothing but kinds of streets, whatever it is called. */
export const takeKind = (to: Assignments): void => {
  const around = aroundStreet(to)
  if (around === undefined) return
  // A direction leaves room for the kind of street, as does what few streets have.
  const lacks = (part: "streetPrefix" | "streetSuffix") =>
    to.all.every((one) => one.part !== part || one.column.contents.filled < 0.3 || areAll(one.column, directions, 0.01))
  if (!lacks("streetPrefix") || !lacks("streetSuffix")) return
  const beside = around.map((wanted) => to.free.find(({ index }) => index === wanted))
  const before = beside.find((column) => areAll(column, kindsBefore, 0.5))
  if (before !== undefined && to.first("streetPrefix") === undefined) {
    to.takeAs(before, "streetPrefix", "words for kinds of streets", 0.6)
    return
  }
  const behind = beside.find((column) => areAll(column, kindsBehind, 0.5))
  if (behind !== undefined) to.takeAs(behind, "streetSuffix", "words for kinds of streets", 0.6)
}

/** Names of columns that say which of two directions of a street theirs is. */
const ofDirections = /dir|suf|sfx|post|quad|orient/i

/** Kinds of streets that few streets have before their names, such as highways. */
const takeKindBefore = (to: Assignments): void => {
  const before = to.free.find(({ index }) => index === aroundStreet(to)?.[0])
  if (!areAll(before, kindsBehind, 0.01) || before.contents.filled > 0.3 || before.contents.meanLength < 2) return
  if (to.first("streetSuffix") !== undefined && to.first("streetPrefix") === undefined)
    to.takeAs(before, "streetPrefix", "kinds of streets before the name", 0.6)
}

/** Directions before a street's name and behind its kind, without which it is another street. */
export const takeDirection = (to: Assignments): void => {
  takeKindBefore(to)
  const around = aroundStreet(to)
  if (around === undefined) return
  const [before, behind] = around.map((wanted) => to.free.find(({ index }) => index === wanted))
  const isSide = before !== undefined && /side|sector|ward|zone|district/i.test(before.name)
  const isDirected = to.all.some(({ column, part }) => part === "streetPrefix" && areAll(column, directions, 0.01))
  if (!isDirected && !isSide && areAll(before, directions, 0.01)) {
    to.takeAs(before, "streetPrefix", "directions before the street", 0.6)
  }
  if (to.first("streetSuffix") === undefined || behind === undefined) return
  const isTelling = ofDirections.test(behind.name) || filledOf(behind).some((value) => /^[ns][ew]$/i.test(value))
  if (areAll(behind, directions, isTelling ? 0.01 : 0.3)) {
    to.takeAs(behind, "streetSuffix", "directions behind the kind of street", 0.6)
  }
}

/** Names that say whether a direction stands before or behind the name of its street. */
const ofOneSide = /pre|pfx|suf|sfx|post|pos|quad|orient/i

/** The line that has the number and the street of each row, if there is one. */
const lineOf = (to: Assignments): Column | undefined =>
  to.first("streetAndNumber")?.column ??
  to.free.find(({ contents }) => Math.max(contents.leading, contents.trailing) >= 0.8)

/** Whether lines have a direction behind the street's name, or before it; undefined if none has it. */
const isBehindIn = (line: Column | undefined, street: Column, column: Column): boolean | undefined => {
  const found = column.contents.values.flatMap((value, row) => {
    const text = ` ${line?.contents.values[row]?.toUpperCase() ?? ""} `
    const at = text.indexOf(` ${street.contents.values[row]?.toUpperCase()} `)
    if (value === "" || at < 0) return []
    const word = ` ${value.toUpperCase()} `
    const [before, behind] = [text.slice(0, at + 1).endsWith(word), text.slice(at + 1).includes(word)]
    return before === behind ? [] : [behind]
  })
  return found.length === 0 ? undefined : found.filter((isBehind) => isBehind).length * 2 > found.length
}

/** Names of which nothing says that they are those of streets. */
const bareNames = /^(?:suffix|sfx|prefix|pref|pre|dir|direction)$/

/** What stands apart from a street's name, and is not said to be of it, is part of something else, such as of a lot. */
export const dropDistant = (to: Assignments): void => {
  const around = aroundStreet(to)
  if (around === undefined) return
  const apart = to.all.filter(
    ({ column, part, reason }) =>
      (part === "streetSuffix" || part === "streetPrefix") &&
      reason !== "chosen" &&
      column.contents.filled > 0 &&
      bareNames.test(wordsOf(column.name).join(" ")) &&
      (column.index < around[0] || column.index > around[1])
  )
  for (const one of apart) to.drop(one)
}

/** Letters in a few rows that are neither kinds of streets nor directions are those of house numbers. */
export const takeLetters = (to: Assignments): void => {
  if (to.first("houseNumber") === undefined || to.first("houseNumberSuffix") !== undefined) return
  const one = to.all.find(
    ({ column, part, reason }) =>
      part === "streetSuffix" &&
      reason !== "chosen" &&
      column.contents.filled < 0.5 &&
      areAll(column, /^[A-Z]$/i, 0.001) &&
      !areAll(column, directions, 0.001)
  )
  if (one !== undefined) to.replace(one, { ...one, part: "houseNumberSuffix" })
}

/**
 * Directions whose column does not say where they belong stand as in a whole line beside it, or else as it does: before the street's name in
 * `StreetDirection,StreetName`.
 */
export const placeDirections = (to: Assignments): void => {
  const street = to.first("street")
  if (street === undefined) return
  const line = lineOf(to)
  for (const one of to.all) {
    const { column, part, reason } = one
    if (part !== "streetSuffix" && part !== "streetPrefix") continue
    if (reason === "chosen" || ofOneSide.test(column.name) || !areAll(column, directions, 0.01)) continue
    const isBehind = isBehindIn(line, street.column, column) ?? column.index > street.column.index
    const side = isBehind ? "streetSuffix" : "streetPrefix"
    if (side !== part) to.replace(one, { ...one, part: side })
  }
}

const takeStates = (to: Assignments, country: string | undefined): void => {
  const column = to.free.find((one) => one.contents.filled > 0.9 && areStates(filledOf(one), country))
  if (column !== undefined) to.takeAs(column, "region", "codes of states", 0.6)
}

/** In Japan, the part of the city stands between it and the numbers of blocks. */
const takeJapanese = (to: Assignments): void => {
  const city = to.first("city")
  if (city === undefined || to.first("district") !== undefined) return
  const column = to.free.find(({ index }) => index === city.column.index + 1)
  const isName = column !== undefined && column.contents.filled > 0.9 && column.contents.houseNumber < 0.5
  if (isName) to.takeAs(column, "district", "behind the city", 0.55)
}

/** Parts that stand out among columns without names: kinds of streets and their names, and codes of states. */
export const takeStriking = (to: Assignments, country: string | undefined): void => {
  takeKinds(to)
  takeStates(to, country)
  if (country === "JP") takeJapanese(to)
}

/** Whether all values are whole postcodes of the country, of one length that house numbers hardly all have. */
export const areWholePostcodes = (contents: Contents, country: string | undefined): boolean => {
  const lengths = new Set(contents.values.filter((value) => value !== "").map(({ length }) => length))
  const [length = 0] = lengths
  return (
    country !== undefined &&
    lengths.size === 1 &&
    length >= 4 &&
    length === digitsOf(country) &&
    (postcodeShare(contents, country) ?? 0) === 1
  )
}
