import { Effect, Stream } from "effect"
import { isRejected, type Rejected } from "../../DataSource.ts"
import { mapGently } from "../../reading/Parser.ts"
import type { Location } from "../../reading/Reader.ts"
import { compileExpression, compileRules } from "../Expression.ts"
import { completeWith, keySeparator, type Table } from "../Joins.ts"
import { Lookup } from "../Lookup.ts"
import type { Join, Mapping } from "../Mapping.ts"
import { withEffort } from "../Pattern.ts"
import type { Row } from "../Row.ts"
import { readRows } from "../Rows.ts"
import { selected, selectionOf } from "../Selection.ts"
import type { Allowance, Sample } from "./Sample.ts"

/** How many rows and bytes of a table are read, to show what a mapping gives. */
const mostRows = 250_000
const mostBytes = 16 * 1024 ** 2

interface Setting {
  readonly location: Location
  readonly mapping: Mapping
  /** The first group in the path of the main rows. */
  readonly partition: string
  readonly allowed: Allowance
}

/** The rows of a join's table that have a wanted key, or all, as far as they are read. */
const tableOf: (join: Join, wanted: ReadonlySet<string> | undefined, setting: Setting) => Effect.Effect<Table> =
  Effect.fnUntraced(function* (join, wanted, setting) {
    const { allowed, location, mapping, partition } = setting
    const format = join.format ?? mapping.format
    const key = compileExpression(join.key)
    const keep = compileRules(join.keep ?? [])
    const inner = yield* Effect.forEach(join.joins ?? [], (table) => tableOf(table, undefined, setting))
    const complete = completeWith(inner)
    const fields = join.fields.map((name) => name.replace(/\?$/, ""))
    const rows = new Lookup()
    const most = Math.min(mostBytes, allowed.left)
    let bytes = 0
    let read = 0
    const take = (given: Row | Rejected): void => {
      const row = isRejected(given) ? given : complete(given)
      if (isRejected(row)) return
      const keys = withEffort(
        (effort) => (keep.broken(row.get, effort) === undefined ? key.of(row.get, effort).split(keySeparator) : []),
        () => []
      )
      for (const one of keys) {
        if (one === "" || (wanted !== undefined && !wanted.has(one))) continue
        rows.add(
          one,
          fields.map((name) => row.get(name))
        )
      }
    }
    yield* selected(location, selectionOf({ ...join, format }), { mayBeNone: true }).pipe(
      Stream.filter(({ groups }) => (groups[0] ?? partition) === partition),
      Stream.flatMap(({ entry }) => {
        const counted = Stream.tap(entry.bytes, ({ length }) => Effect.sync(() => (bytes += length)))
        return readRows({ ...entry, bytes: counted }, format, [], { mayBeEmpty: true })
      }),
      mapGently((row) => {
        take(row)
        read += 1
        return read < mostRows && bytes <= most
      }),
      Stream.takeWhile((goesOn) => goesOn),
      Stream.runDrain,
      // A run says what is wrong with a table; here, what can be shown is shown.
      Effect.ignore
    )
    allowed.left -= bytes
    return { join, rows }
  })

/** The rows of a sample with those of the tables that a mapping joins, as far as these are among the first rows of theirs. */
export const completedBy = Effect.fnUntraced(function* (
  mapping: Mapping,
  sample: Sample,
  location: Location,
  allowed: Allowance
) {
  const partition = selectionOf(mapping).files.exec(sample.entry.path)?.[1] ?? ""
  const setting = { location, mapping, partition, allowed }
  let rows = sample.rows
  for (const join of mapping.joins ?? []) {
    const on = compileExpression(join.on)
    const wanted = rows.map((row) =>
      withEffort(
        (effort) => on.of(row.get, effort),
        () => ""
      )
    )
    const complete = completeWith([yield* tableOf(join, new Set(wanted), setting)])
    rows = rows.flatMap((row) => {
      const found = complete(row)
      return isRejected(found) ? [] : [found]
    })
  }
  return rows
})
