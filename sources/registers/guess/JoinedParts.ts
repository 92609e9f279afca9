import type { TablePart } from "../../../schemas/TableGuess.ts"
import type { Column } from "./Coordinates.ts"
import type { JoinedTable } from "./Joining.ts"
import type { Assigned } from "./Assignments.ts"
import { assign } from "./Parts.ts"
import { areCodes, isNaming } from "./References.ts"

/** Parts that a key stands for and is not: what it refers to has their names. */
const namedElsewhere: ReadonlySet<TablePart> = new Set([
  "street",
  "streetPrefix",
  "streetSuffix",
  "streetAndNumber",
  "district",
  "city",
  "region",
  "building",
  "use"
])

/** What stands around a street's name, or a house number, is not in another table than these. */
const around: ReadonlyMap<TablePart, TablePart> = new Map([
  ["streetPrefix", "street"],
  ["streetSuffix", "street"],
  ["houseNumberPrefix", "houseNumber"],
  ["houseNumberSuffix", "houseNumber"],
  ["houseNumberEnd", "houseNumber"]
])

const tableOf = ({ name, own }: Column): string => (own === undefined ? "" : name.split(".")[0]!)

/** A column of the main table that is called no more than a name, and holds house numbers. */
const takeNumber = (parts: ReadonlyArray<Assigned>, columns: ReadonlyArray<Column>): ReadonlyArray<Assigned> => {
  const isNumbered = parts.some(({ part }) => part === "houseNumber" || part === "streetAndNumber")
  const isIn = parts.some(({ part }) => part === "street" || part === "city")
  const column = columns.find(
    ({ contents, name, own }) =>
      own === undefined &&
      isNaming(name) &&
      contents.houseNumber >= 0.5 &&
      contents.distinct > 1 &&
      !parts.some((one) => one.column.name === name)
  )
  if (isNumbered || !isIn || column === undefined) return parts
  const reason = "its names are like house numbers"
  return [...parts, { column, part: "houseNumber", language: undefined, confidence: 0.6, reason }]
}

/** Parts of the main table stay; what it lacks is taken from the tables that complete it. */
export const assignJoined = (
  own: ReadonlyArray<Assigned>,
  given: Parameters<typeof assign>[0],
  tables: ReadonlyArray<JoinedTable>
): ReadonlyArray<Assigned> => {
  const keys = new Set(tables.flatMap(({ on }) => on))
  const isKey = (column: Column) => keys.has(column.name) && areCodes(column)
  const kept = own.filter(
    ({ column, part, reason }) => reason !== "chosen" && !(namedElsewhere.has(part) && isKey(column))
  )
  const columns = given.columns
    .filter(
      (column) => column.own !== undefined || given.chosen.has(column.name) || kept.some((one) => one.column === column)
    )
    .map((column) =>
      column.own !== undefined && isKey(column)
        ? { ...column, named: column.named.filter(({ part }) => !namedElsewhere.has(part)) }
        : column
    )
  const found = assign({ ...given, columns }, kept)
  const near = (one: Column, other: Column) => {
    const table = tables.find(({ join }) => join.as === tableOf(one))
    return (
      tableOf(one) === tableOf(other) ||
      (table !== undefined && table.on.some((name) => name.startsWith(`${tableOf(other)}.`)))
    )
  }
  const together = found.filter(({ column, part, reason }) => {
    const center = found.find((one) => one.part === around.get(part))
    return reason === "chosen" || center === undefined || near(column, center.column)
  })
  return takeNumber(together, given.columns)
}
