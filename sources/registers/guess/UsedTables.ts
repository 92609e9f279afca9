import type { TableGuess } from "../../../schemas/TableGuess.ts"
import { compileMapping } from "../Compile.ts"
import { compileExpression } from "../Expression.ts"
import type { Column } from "./Coordinates.ts"
import type { Mapping } from "../Mapping.ts"
import type { JoinedTable } from "./Joining.ts"

/** The tables that a mapping uses, or by way of which it finds these, each with the columns that it needs. */
const joinsFor = (mapping: Mapping, tables: ReadonlyArray<JoinedTable>): ReadonlyArray<JoinedTable> => {
  const used = new Set(compileMapping(mapping).fields.map(({ name }) => name))
  const found: Array<JoinedTable> = []
  // Each table follows those by way of which it is found.
  for (const table of tables.toReversed()) {
    const { join } = table
    const fields = join.fields.filter((name) => used.has(`${join.as}.${name}`))
    const [first, ...others] = fields
    if (first === undefined) continue
    for (const { name } of compileExpression(join.on).fields) used.add(name)
    found.unshift({ ...table, join: { ...join, fields: [first, ...others] } })
  }
  return found
}

/** A mapping with the joins that it uses. */
export const withTables = (
  made: Mapping,
  tables: ReadonlyArray<JoinedTable>
): { readonly joins: ReadonlyArray<JoinedTable>; readonly mapping: Mapping } => {
  const joins = joinsFor(made, tables)
  return { joins, mapping: joins.length === 0 ? made : { ...made, joins: joins.map(({ join }) => join) } }
}

/** Columns of the main table, and of those that are used, with where they are from. */
export const withReasons = (
  columns: TableGuess["columns"],
  tables: ReadonlyArray<JoinedTable>
): TableGuess["columns"] => {
  const files = new Map<string, string>(
    tables.flatMap(({ family, join }) => family.columns.map((name) => [`${join.as}.${name}`, family.label]))
  )
  return columns.map((column) => {
    const file = files.get(column.name)
    if (file === undefined) return column
    return { ...column, reason: column.part === null ? `in ${file}` : `${column.reason}; in ${file}` }
  })
}

/** Columns without the keys of joined tables, which say nothing that the main rows do not. */
export const withoutKeys = (
  columns: ReadonlyArray<Column>,
  tables: ReadonlyArray<JoinedTable>
): ReadonlyArray<Column> => {
  const keys = new Set(
    tables.flatMap(({ join }) => compileExpression(join.key).fields.map(({ name }) => `${join.as}.${name}`))
  )
  return columns.filter(({ name }) => !keys.has(name as `${string}.${string}`))
}
