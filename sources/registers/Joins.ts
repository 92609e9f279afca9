import { Effect, Stream } from "effect"
import { isRejected, rejected, type Rejected, type SourceError } from "../DataSource.ts"
import { misconfigured, unreadable } from "../reading/Origin.ts"
import { mapGently } from "../reading/Parser.ts"
import type { Location } from "../reading/Reader.ts"
import { compileExpression, compileRules } from "./Expression.ts"
import { Lookup } from "./Lookup.ts"
import type { Join, Mapping } from "./Mapping.ts"
import { withEffort } from "./Pattern.ts"
import type { Row } from "./Row.ts"
import { readRows } from "./Rows.ts"
import { hasGroups, selected, selectionOf } from "./Selection.ts"
import type { Template } from "./Template.ts"

/** A table in memory: its rows by key. */
export interface Table {
  readonly join: Join
  readonly rows: Lookup
}

/** Separates the keys of a row that has several, and those that a main row refers to. */
export const keySeparator = "|"

/** The row of the first key that the table has. */
const matchIn = (rows: Lookup, keys: string): ReadonlyArray<string> | undefined => {
  for (const key of keys.split(keySeparator)) {
    const found = key === "" ? undefined : rows.get(key)
    if (found !== undefined) return found
  }
  return undefined
}

/** Fields of a table, and whether its files may lack them. */
const columnsOf = (join: Join): Template["fields"] =>
  join.fields.map((field) =>
    field.endsWith("?") ? { name: field.slice(0, -1), optional: true } : { name: field, optional: false }
  )

/** Reads the table of a join; of files with a first group, only those whose group is `partition`. */
const readTable: (
  location: Location,
  mapping: Mapping,
  join: Join,
  partition: string
) => Effect.Effect<Table, SourceError> = Effect.fnUntraced(function* (location, mapping, join, partition) {
  const format = join.format ?? mapping.format
  const key = compileExpression(join.key)
  const keep = compileRules(join.keep ?? [])
  const columns = columnsOf(join)
  const inner = join.joins ?? []
  const innerNames = new Set(inner.map((table) => table.as))
  const needed = [
    ...key.fields,
    ...keep.fields,
    ...columns,
    ...inner.flatMap(({ on }) => compileExpression(on).fields)
  ].filter(({ name }) => !innerNames.has(name.split(".")[0]!))
  const complete = completeWith(yield* Effect.forEach(inner, (table) => readTable(location, mapping, table, partition)))
  const rows = new Lookup()
  let unread = 0
  let files = 0
  const take = (given: Row | Rejected): void => {
    const row = isRejected(given) ? given : complete(given)
    // A row that lacks a required match is left out, not reported as unreadable.
    if (isRejected(row) && row.reason === "filtered") return
    const taken =
      !isRejected(row) &&
      withEffort(
        (effort) => {
          if (keep.broken(row.get, effort) !== undefined) return true
          const values = columns.map(({ name }) => row.get(name))
          for (const one of key.of(row.get, effort).split(keySeparator)) if (one !== "") rows.add(one, values)
          return true
        },
        () => false
      )
    if (!taken) unread += 1
  }
  yield* selected(location, selectionOf({ ...join, format }), { mayBeNone: join.optional === true }).pipe(
    Stream.filter(({ groups }) => (groups[0] ?? partition) === partition),
    Stream.flatMap(({ entry }) => {
      files += 1
      return readRows(entry, format, needed, { mayBeEmpty: true }).pipe(mapGently(take))
    }),
    Stream.runDrain
  )
  if (files === 0 && join.optional !== true) {
    return yield* misconfigured(location.origin, `it holds no file of the table "${join.as}" for "${partition}".`)
  }
  // Otherwise main rows would silently be completed wrongly, or left out.
  if (unread > 0) {
    return yield* unreadable(location.origin, `${unread} rows of its table "${join.as}" cannot be read.`)
  }
  return { join, rows }
})

/** Whether the files of a table, or of those that complete it, belong to some main files and not to all. */
export const isPartitioned = (mapping: Mapping, join: Join): boolean =>
  [join, ...(join.joins ?? [])].some((table) =>
    hasGroups(selectionOf({ ...table, format: table.format ?? mapping.format }))
  )

/**
 * What completes main rows: the tables of the joins, held in memory. Tables for all partitions are taken from `common`,
 * if it has them.
 */
export const readTables = (
  location: Location,
  mapping: Mapping,
  partition: string,
  common: ReadonlyArray<Table> = []
): Effect.Effect<ReadonlyArray<Table>, SourceError> =>
  Effect.forEach(mapping.joins ?? [], (join) => {
    const known = common.find((table) => table.join === join)
    return known === undefined ? readTable(location, mapping, join, partition) : Effect.succeed(known)
  })

/** The tables that complete the main files of all partitions. */
export const readCommonTables = (location: Location, mapping: Mapping) =>
  Effect.forEach(
    (mapping.joins ?? []).filter((join) => !isPartitioned(mapping, join)),
    (join) => readTable(location, mapping, join, "")
  )

/** A row with the fields of its matches in the tables; a rejection if a required match is missing. */
export const completeWith = (tables: ReadonlyArray<Table>) => {
  const steps = tables.map(({ join, rows }) => ({
    join,
    rows,
    on: compileExpression(join.on),
    index: new Map(columnsOf(join).map(({ name }, at) => [`${join.as}.${name}`, at]))
  }))
  return (row: Row): Row | Rejected => {
    let complete = row
    for (const { index, join, on, rows } of steps) {
      const { get } = complete
      const key = withEffort(
        (effort) => on.of(get, effort),
        (why) => rejected("malformed-record", `${row.place()} ${why}.`)
      )
      if (typeof key !== "string") return key
      const values = matchIn(rows, key)
      if (values === undefined) {
        if (join.required === true) {
          return rejected("filtered", `${row.place()} has no row "${key}" in the table "${join.as}".`)
        }
        continue
      }
      complete = {
        ...complete,
        get: (field) => {
          const at = index.get(field)
          return at === undefined ? get(field) : (values[at] ?? "")
        }
      }
    }
    return complete
  }
}
