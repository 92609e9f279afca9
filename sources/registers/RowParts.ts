import { Effect, type Scope, Stream } from "effect"
import type { SourceError } from "../DataSource.ts"
import { layerOf } from "../reading/geopackage/GeoPackage.ts"
import { unreadable } from "../reading/Origin.ts"
import { parquetParts } from "../reading/ParquetRecords.ts"
import type { Entry } from "../reading/Reader.ts"
import type { Format } from "./Format.ts"
import { member, memberNames, type Row } from "./Row.ts"
import { type Fields, strangeFile } from "./StrangeRows.ts"

/** Whether there may be a member of this name, or at this path. */
const mayHave = (value: Readonly<Record<string, unknown>>, field: string): boolean =>
  Object.hasOwn(value, field) || Object.hasOwn(value, field.split(".")[0]!)

/** Formats whose files say where their records are. */
export type DividedFormat = Extract<Format, { readonly type: "geopackage" | "parquet" }>

export const isDivided = (format: Format): format is DividedFormat =>
  format.type === "geopackage" || format.type === "parquet"

/** Rows that can be read on their own, while their file is open. */
export interface RowPart {
  /** What distinguishes it from the file's other parts; empty if there are none. */
  readonly suffix: string
  readonly rows: Stream.Stream<Row, SourceError>
}

/** Opens a file for its rows, in parts. A file in which the mapping finds nothing fails with its first row. */
export const readRowParts = (
  entry: Entry,
  format: DividedFormat,
  fields: Fields
): Effect.Effect<ReadonlyArray<RowPart>, SourceError, Scope.Scope> => {
  const { origin } = entry
  const rowOf = ({ columns, number, point }: DividedRecord) => {
    const row: Row = {
      place: () => `${origin.place} row ${number}`,
      names: () => memberNames(columns),
      point,
      get: (field) => member(columns, field)
    }
    return number === 1 && fields.length > 0 && !fields.some(({ name }) => mayHave(columns, name))
      ? Effect.fail(unreadable(origin, strangeFile(row.names(), fields)))
      : Effect.succeed(row)
  }
  return Effect.map(openParts(entry, format, fields), (parts) =>
    parts.map(({ records, suffix }) => ({ suffix, rows: Stream.mapEffect(records, rowOf) }))
  )
}

interface DividedRecord {
  readonly number: number | bigint
  readonly columns: Readonly<Record<string, unknown>>
  readonly point: readonly [number, number] | undefined
}

interface DividedPart {
  readonly suffix: string
  readonly records: Stream.Stream<DividedRecord, SourceError>
}

const openParts = (
  entry: Entry,
  format: DividedFormat,
  fields: Fields
): Effect.Effect<ReadonlyArray<DividedPart>, SourceError, Scope.Scope> => {
  const names = fields.map(({ name }) => name)
  switch (format.type) {
    case "geopackage":
      return Effect.flatMap(layerOf(entry, format.layer), ({ columns, parts }) =>
        names.length > 0 && !names.some((name) => columns.includes(name))
          ? Effect.fail(unreadable(entry.origin, strangeFile(columns, fields)))
          : parts(names)
      )
    case "parquet":
      return parquetParts(entry, names, format.geometry)
  }
}
