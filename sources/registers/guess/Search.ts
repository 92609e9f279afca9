import { Effect, Stream } from "effect"
import { isRejected, type Rejected } from "../../DataSource.ts"
import { unpackedName } from "../../reading/Compression.ts"
import { mapGently } from "../../reading/Parser.ts"
import type { Location } from "../../reading/Reader.ts"
import { compileRules, type Rule } from "../Expression.ts"
import type { Format } from "../Format.ts"
import type { Row } from "../Row.ts"
import { readRows } from "../Rows.ts"
import { Density } from "./References.ts"
import { type Allowance, makeKeep } from "./Sample.ts"

/** How many bytes of one table are searched at once, and of all tables of a guess. */
const mostOfTable = 16 * 1024 ** 2
const mostOfAll = 128 * 1024 ** 2

/** How many rows of a table are searched, in whichever format it is. */
const mostRows = 250_000

/** How many rows of a table are kept. */
const mostKept = 2000

/** Of how many rows it is known whether their keys are unique. */
const mostCounted = 20_000

export const searchAllowance = (): Allowance => ({ left: mostOfAll })

/** Values that are looked for in columns of a table. */
export interface Wanted {
  readonly columns: ReadonlyArray<string>
  /** What of the values counts. */
  readonly plain: (value: string) => string
  readonly values: ReadonlySet<string>
}

/** The rows that have the wanted values. */
export interface Hits {
  readonly rows: Map<string, Row>
  /** Values that several rows have, and those whose rows differ in what they say. */
  readonly repeated: Set<string>
  readonly contradictory: Set<string>
  /** Whether no two of all rows have the same value, as far as they were counted. */
  isUnique: boolean
  readonly density: Density
}

/** Separates the values of several columns. */
export const between = "/"

const keyOf = ({ columns, plain }: Pick<Wanted, "columns" | "plain">, get: Row["get"]): string => {
  const values = columns.map((name) => plain(get(name).trim()))
  return values.every((value) => value === "") ? "" : values.join(between)
}

/** A table's files in a location. */
export interface Place {
  readonly location: Location
  readonly paths: ReadonlySet<string>
  readonly format: Format
  /** Other rows are none of the table's. */
  readonly keep: ReadonlyArray<Rule>
  /** All of its rows, if they are known. */
  readonly known: ReadonlyArray<Row> | undefined
}

/** Rows of some files until the allowance is used up; `true` as the result means that these were all. */
export const readSome = Effect.fnUntraced(function* (
  { format, known, location, paths }: Place,
  allowed: Allowance,
  take: (row: Row) => boolean
) {
  if (known !== undefined) return known.every(take)
  const all = Array.from(paths)
  const most = Math.min(mostOfTable, allowed.left)
  let bytes = 0
  let rows = 0
  let isWhole = true
  const visit = (row: Row | Rejected) => {
    rows += 1
    const goesOn = (isRejected(row) || take(row)) && bytes <= most && rows < mostRows
    if (!goesOn) isWhole = false
    return goesOn
  }
  yield* location
    .entries({
      select: (path) => paths.has(unpackedName(path)) || all.some((wanted) => wanted.startsWith(`${path}/`))
    })
    .pipe(
      Stream.filter(({ path }) => paths.has(path)),
      Stream.flatMap((entry) => {
        const counted = Stream.tap(entry.bytes, ({ length }) => Effect.sync(() => (bytes += length)))
        return readRows({ ...entry, bytes: counted }, format, [], { mayBeEmpty: true }).pipe(mapGently(visit))
      }),
      Stream.takeWhile((goesOn) => goesOn),
      Stream.runDrain,
      // What cannot be read is not joined.
      Effect.catch(() => Effect.sync(() => (isWhole = false)))
    )
  allowed.left -= bytes
  return isWhole
})

/**
 * Searches a table for values, one kind of key after another, without holding it: of rows that have one, what they say
 * is kept. `said` are the columns in which rows of one key may not differ.
 */
export const search = Effect.fnUntraced(function* (
  place: Place,
  wanted: ReadonlyArray<Wanted>,
  said: ReadonlyArray<string>,
  allowed: Allowance
) {
  const keep = makeKeep([])
  const searched = wanted.map((one) => {
    const hits: Hits = {
      rows: new Map(),
      repeated: new Set(),
      contradictory: new Set(),
      isUnique: true,
      density: new Density()
    }
    return { one, hits, known: new Set<string>() }
  })
  const first = new Map<string, string>()
  const varying = new Set<string>()
  const names = new Set(wanted.flatMap(({ columns }) => columns))
  let kept = 0
  let counted = 0
  const { broken } = compileRules(place.keep)
  const isWhole = yield* readSome(place, allowed, (row) => {
    if (broken(row.get) !== undefined) return true
    let copy: Row | undefined
    for (const name of names) {
      if (varying.has(name)) continue
      const value = row.get(name)
      if (!first.has(name)) first.set(name, value)
      else if (first.get(name) !== value) varying.add(name)
    }
    counted += 1
    for (const { hits, known, one } of searched) {
      const key = keyOf(one, row.get)
      if (key === "") continue
      if (counted <= mostCounted) {
        hits.density.add(key)
        if (known.has(key)) hits.isUnique = false
        known.add(key)
      }
      if (!one.values.has(key)) continue
      const before = hits.rows.get(key)
      if (before === undefined) {
        copy ??= keep(row).kept
        hits.rows.set(key, copy)
        kept += 1
      } else {
        hits.repeated.add(key)
        if (said.length === 0 || said.some((name) => before.get(name) !== row.get(name))) hits.contradictory.add(key)
      }
    }
    return kept < mostKept
  })
  return { hits: searched.map(({ hits }) => hits), varying, isWhole }
})
