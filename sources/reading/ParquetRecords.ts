import { Array as Arr, Effect, type Scope, Stream } from "effect"
import type { SourceError } from "../DataSource.ts"
import type { StatedGeometry } from "./GeoParquet.ts"
import { pointOfJson } from "./JsonGeometry.ts"
import type { ParquetGroup } from "./Parquet.ts"
import { rangesOf } from "./ParquetRanges.ts"
import type { Entry } from "./Reader.ts"
import { positionOfWkb } from "./Wkb.ts"

/** A row of a Parquet file: its columns, and its point if it has one. */
export interface ParquetRecord {
  /** Counted from 1. */
  readonly number: number
  readonly columns: Readonly<Record<string, unknown>>
  readonly point: readonly [number, number] | undefined
}

// The Parquet reader is loaded on first use.
const loaded = Effect.promise(() => import("./Parquet.ts"))

/** What a Parquet file says of its geometries, which only its footer is read for. */
export const geometryIn = Effect.fnUntraced(function* (
  entry: Entry
): Effect.fn.Return<StatedGeometry | undefined, SourceError, Scope.Scope> {
  const { openParquet } = yield* loaded
  return (yield* openParquet(entry.origin, yield* entry.randomAccess("ranges"), new Map())).geometry
})

/** Rows decoded at a time. */
const batchRows = 4096

/** The name that GeoParquet writers use for the geometry. https://geoparquet.org/releases/v1.1.0/ */
export const usualGeometry = "geometry"

/** The most rows of a part, unless a single row group has more. */
const mostRows = 100_000

const pointOf = (value: unknown) => (value instanceof Uint8Array ? positionOfWkb(value) : pointOfJson(value))

/** Rows of a Parquet file that can be read on their own, while the file is open. */
export interface ParquetPart {
  /** What distinguishes it from the file's other parts; empty if there are none. */
  readonly suffix: string
  readonly records: Stream.Stream<ParquetRecord, SourceError>
}

/**
 * Opens a Parquet file for its rows, in parts, with the columns that the fields begin with, or all columns if no field
 * is named. An empty file has no parts.
 */
export const parquetParts = Effect.fnUntraced(function* (
  entry: Entry,
  fields: ReadonlyArray<string>,
  geometry: string | undefined
): Effect.fn.Return<ReadonlyArray<ParquetPart>, SourceError, Scope.Scope> {
  const { openParquet } = yield* loaded
  const file = yield* openParquet(entry.origin, yield* entry.randomAccess("ranges"), "all")
  const wkb = geometry ?? usualGeometry
  const asked = new Set(fields.flatMap((field) => [field, field.split(".")[0]!]))
  const columns = file.columns.filter((name) => name !== wkb && (asked.size === 0 || asked.has(name)))
  const read = file.columns.includes(wkb) ? [...columns, wkb] : columns

  const batch = Effect.fnUntraced(function* (
    values: Effect.Success<ReturnType<ParquetGroup["read"]>>,
    before: number,
    from: number,
    to: number
  ) {
    const held = yield* Effect.forEach(read, (column) => values(column, from, to))
    return Array.from({ length: to - from }, (_, at): ParquetRecord => ({
      number: before + from + at + 1,
      columns: Object.fromEntries(columns.map((name, index) => [name, held[index]![at]])),
      point: read.length > columns.length ? pointOf(held.at(-1)![at]) : undefined
    }))
  })

  const firstOf = new Map<ParquetGroup, number>()
  let rows = 0
  for (const group of file.groups) {
    firstOf.set(group, rows)
    rows += group.rows
  }
  const recordsOf = (group: ParquetGroup) =>
    Stream.unwrap(
      Effect.map(group.read(read), (values) =>
        Stream.fromIterable(Arr.makeBy(Math.ceil(group.rows / batchRows), (index) => index * batchRows)).pipe(
          Stream.mapEffect((from) => batch(values, firstOf.get(group)!, from, Math.min(from + batchRows, group.rows))),
          Stream.flattenIterable
        )
      )
    )
  return rangesOf(file.groups, mostRows).map(({ groups, suffix }) => ({
    suffix,
    records: Stream.flatMap(Stream.fromIterable(groups), recordsOf)
  }))
})
