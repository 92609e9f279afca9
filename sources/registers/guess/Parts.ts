import type { TablePart } from "../../../schemas/TableGuess.ts"
import { type Assigned, Assignments, several, type Table } from "./Assignments.ts"
import {
  splitLine,
  takeBetterUse,
  takeCity,
  takeLines,
  takeLocality,
  takeNumberFromEnd,
  takeNumberOfLine,
  takePostcode,
  takeStreet,
  takeStreetOfLine,
  takeTelling,
  takeTownOfCode,
  takeUnitLine,
  takeUse
} from "./ByContents.ts"
import { type Column, isCalled } from "./Fields.ts"
import { languageOf, wordsOf } from "./Names.ts"
import { takeNumber, takeSuffix } from "./NumbersBeside.ts"
import { isOfPersons, ofPersons } from "./OtherPlaces.ts"
import { fits, saying } from "./PartFits.ts"
import {
  dropDistant,
  placeDirections,
  takeDirection,
  takeKind,
  takeLetters,
  takeNameBesideNumber,
  takeStreetName,
  takeStriking
} from "./Unnamed.ts"

const takeChosen = (to: Assignments, { chosen, columns }: Table): void => {
  for (const column of columns) {
    const part = chosen.get(column.name)
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

const plainName = ({ name, own }: Column): string => wordsOf(own ?? name).join("")

/** Whether a column is of the address that letters go to. */
export const isPosted = (column: Column): boolean => /^mail(?!box)/.test(plainName(column))

/**
 * Whether a table has the whole address that letters go to beside the address of the place: its city and postcode are
 * those of another place. Without a line of its own, they are those that the post uses for the place.
 */
const hasOtherPost = (all: ReturnType<typeof namedParts>, { columns }: Table): boolean =>
  columns.some((column) => /^mail(?:ing)?(?:addr?(?!ess(?:city|zip|state))|adr|line)/.test(plainName(column))) &&
  all.some(({ column, named }) => ["street", "streetAndNumber"].includes(named.part) && !isPosted(column))

/** Parts of which the address of an owner consists. */
const ofPlaces: ReadonlySet<TablePart> = new Set(["street", "streetAndNumber", "city", "region", "postcode", "unit"])

/**
 * The columns of an owner's address: those behind an owner's name that have the parts of one, if its street is among
 * them, and another elsewhere. They need not say whose they are: `OWNER_NAME,ST_ADDRESS,CITY_STATE,ZIP_CODE`.
 */
const ofOwners = (all: ReturnType<typeof namedParts>, { columns }: Table): ReadonlySet<Column> => {
  const partsOf = Map.groupBy(all, ({ column }) => column)
  const isStreet = (column: Column) =>
    partsOf.get(column)?.some(({ named: { part }, score }) => /^street(?:AndNumber)?$/.test(part) && score >= 0.6) ===
    true
  const found = new Set<Column>()
  let isWithin = false
  for (const column of columns) {
    const isOwner = /owner|taxpayer/.test(plainName(column))
    isWithin = isOwner || (isWithin && (partsOf.get(column)?.some(({ named }) => ofPlaces.has(named.part)) ?? false))
    if (isWithin && !isOwner) found.add(column)
  }
  const isElsewhere = columns.some((column) => isStreet(column) && !found.has(column))
  return isElsewhere && Array.from(found).some(isStreet) ? found : new Set()
}

const ofTowns: ReadonlySet<TablePart> = new Set(["city", "region", "postcode"])

/** The first word of a column's own name, which columns of one address often share: `situs_num`, `situs_city`. */
const firstWord = ({ name, own }: Column): string => wordsOf((own ?? name).split(".").at(-1) ?? "")[0] ?? ""

/**
 * Columns of places that begin as those of the street and its number do come before others that are called as well: the
 * city of `situs_street` is `situs_city`, not `addr_city`; and the street of `res_street_num` is `res_street_name`, not
 * the `full_name` of a person.
 */
const kinFirst = (all: ReturnType<typeof namedParts>): ReturnType<typeof namedParts> => {
  const firstOf = (part: TablePart) => all.find(({ named }) => named.part === part)?.column
  const number = firstOf("houseNumber") ?? firstOf("streetAndNumber")
  const word = number === undefined ? undefined : firstWord(number)
  const isKin = ({ column, score }: (typeof all)[number]) => score >= 0.75 && firstWord(column) === word
  const isOfNumber = all.some((one) => /^street(?:AndNumber)?$/.test(one.named.part) && isKin(one))
  if (word === undefined || !isOfNumber) return all
  const rank = (one: (typeof all)[number]) => {
    const { part } = one.named
    return one.score * (isKin(one) ? (ofTowns.has(part) ? 1.2 : part === "street" ? 1.25 : 1) : 1)
  }
  return all.toSorted((one, other) => rank(other) - rank(one))
}

/** Names of persons beside a street: `full_name` is that of a street in tables without them. */
const namesOfPersons = ({ columns }: Table): ReadonlySet<Column> => {
  const isStreet = (column: Column) =>
    !isOfPersons(column) && (["street", "streetAndNumber"] as const).some((part) => isCalled(column, part, 0.6))
  return new Set(columns.some(isStreet) ? ofPersons(columns).filter(isOfPersons) : [])
}

const takeNamed = (to: Assignments, table: Table): void => {
  const all = kinFirst(namedParts(to, table))
  const leavesPost = hasOtherPost(all, table)
  const owners = ofOwners(all, table)
  const persons = namesOfPersons(table)
  for (const { column, named, score } of all) {
    if ((leavesPost && isPosted(column)) || owners.has(column) || persons.has(column)) continue
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

/** Assigns columns by their names, surest first, and then by contents. What was assigned before stays. */
export const assign = (table: Table, before: ReadonlyArray<Assigned> = []): ReadonlyArray<Assigned> => {
  const to = new Assignments(table)
  takeChosen(to, table)
  for (const one of before) if (!to.isUsed(one.column.name) && to.isOpen(one.part)) to.take(one)
  takePlace(to, table)
  takeNamed(to, table)
  takeNumberOfLine(to)
  // If the names say nothing, the values may.
  const isNamed = table.columns.some(({ name, named }) => !/^column\d+$/.test(name) && named.length > 0)
  if (!isNamed) {
    takeTelling(to)
    takeStriking(to, table.country)
  }
  if (isNamed) {
    takeNameBesideNumber(to)
    takeStreetName(to)
  }
  takeStreet(to, table.country)
  takeKind(to)
  takeDirection(to)
  dropDistant(to)
  takeLetters(to)
  placeDirections(to)
  takeStreetOfLine(to)
  splitLine(to)
  takeNumber(to, isNamed, table.country)
  takeNumberFromEnd(to)
  if (isNamed) takeSuffix(to)
  takePostcode(to, table.country, isNamed)
  takeUnitLine(to)
  takeLines(to)
  takeTownOfCode(to, table.columns)
  takeLocality(to)
  if (isNamed) {
    takeUse(to)
    takeBetterUse(to)
  } else {
    takeCity(to)
    // A postcode before its city is beside nothing else.
    takePostcode(to, table.country, isNamed)
  }
  return to.all
}
