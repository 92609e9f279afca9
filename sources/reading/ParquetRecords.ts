import { Array as Arr, Effect, Stream } from "effect"
import type { SourceError } from "../DataSource.ts"
import type { ParquetGroup } from "./Parquet.ts"
import type { Entry } from "./Reader.ts"
import { pointOfWkb } from "./Wkb.ts"

/** A row of a Parquet file: its columns, and its point if it has one. */
export interface ParquetRecord {
  /** Counted from 1. */
  readonly number: number
  readonly columns: Readonly<Record<string, unknown>>
  readonly point: readonly [number, number] | undefined
}

/** Rows decoded at a time. */
const batchRows = 4096

/** The name that GeoParquet writers use for the geometry. https://geoparquet.org/releases/v1.1.0/ */
const usualGeometry = "geometry"

/** The rows of a Parquet file, with the columns that the fields begin with, or all columns if no field is named. */
export const parquetRecords = (
  entry: Entry,
  fields: ReadonlyArray<string>,
  geometry: string | undefined
): Stream.Stream<ParquetRecord, SourceError> =>
  Stream.unwrap(
    Effect.gen(function* () {
      // The Parquet reader is loaded on first use.
      const { openParquet } = yield* Effect.promise(() => import("./Parquet.ts"))
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
          point: read.length > columns.length ? pointOfWkb(held.at(-1)![at]) : undefined
        }))
      })

      let before = 0
      const groups = file.groups.map((group) => {
        const first = before
        before += group.rows
        return { group, first }
      })
      return Stream.fromIterable(groups).pipe(
        Stream.flatMap(({ first, group }) =>
          Stream.unwrap(
            Effect.map(group.read(read), (values) =>
              Stream.fromIterable(Arr.makeBy(Math.ceil(group.rows / batchRows), (index) => index * batchRows)).pipe(
                Stream.mapEffect((from) => batch(values, first, from, Math.min(from + batchRows, group.rows))),
                Stream.flattenIterable
              )
            )
          )
        )
      )
    })
  )
