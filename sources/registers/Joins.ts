import { Effect, Stream } from "effect"
import { isRejected, rejected, type Rejected, type SourceError } from "../DataSource.ts"
import { misconfigured, unreadable } from "../reading/Origin.ts"
import { mapGently } from "../reading/Parser.ts"
import type { Location } from "../reading/Reader.ts"
import { compileExpression, compileRules } from "./Expression.ts"
import { Lookup } from "./Lookup.ts"
import type { Join, Mapping } from "./Mapping.ts"
import { withEffort } from "./Pattern.ts"
import { readRows, type Row } from "./Rows.ts"
import { selected, selectionOf } from "./Selection.ts"

/** A table that was read: its rows by key. */
interface Table {
  readonly join: Join
  readonly rows: Lookup
}

/** Between the keys of a row that is known under several. */
const keySeparator = "|"

/** Reads the table of a join; of files with a first group only those whose group is `partition`. */
const readTable = Effect.fnUntraced(function* (
  location: Location,
  mapping: Mapping,
  join: Join,
  partition: string
): Effect.fn.Return<Table, SourceError> {
  const format = join.format ?? mapping.format
  const key = compileExpression(join.key)
  const keep = compileRules(join.keep ?? [])
  const needed = [...key.fields, ...keep.fields, ...join.fields.map((name) => ({ name, optional: false }))]
  const rows = new Lookup()
  let unread = 0
  let files = 0
  const take = (row: Row | Rejected): void => {
    const taken =
      !isRejected(row) &&
      withEffort(
        (effort) => {
          if (keep.broken(row.get, effort) !== undefined) return true
          const values = join.fields.map(row.get)
          for (const one of key.of(row.get, effort).split(keySeparator)) if (one !== "") rows.add(one, values)
          return true
        },
        () => false
      )
    if (!taken) unread += 1
  }
  yield* selected(location, selectionOf({ ...join, format })).pipe(
    Stream.filter(({ groups }) => (groups[0] ?? partition) === partition),
    Stream.flatMap(({ entry }) => {
      files += 1
      return readRows(entry, format, needed).pipe(mapGently(take))
    }),
    Stream.runDrain
  )
  if (files === 0) {
    return yield* misconfigured(location.origin, `it holds no file of the table "${join.as}" for "${partition}".`)
  }
  // Main rows would be completed wrongly, or left out, without a word.
  if (unread > 0) {
    return yield* unreadable(location.origin, `${unread} rows of its table "${join.as}" cannot be read.`)
  }
  return { join, rows }
})

/** What completes main rows: the tables of the joins, held in memory. */
export const readTables = (location: Location, mapping: Mapping, partition: string) =>
  Effect.forEach(mapping.joins ?? [], (join) => readTable(location, mapping, join, partition))

/** A row with the fields of its rows in the tables; a rejection where a required one is not there. */
export const completeWith = (tables: ReadonlyArray<Table>) => {
  const steps = tables.map(({ join, rows }) => ({
    join,
    rows,
    on: compileExpression(join.on),
    index: new Map(join.fields.map((field, at) => [`${join.as}.${field}`, at]))
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
      const values = key === "" ? undefined : rows.get(key)
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
