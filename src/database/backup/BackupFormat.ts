import { Schema } from "effect"

/**
 * A backup file: one line of text with the kind of file and the version of the format, then lines of JSON, compressed
 * with zstd (RFC 8878):
 *
 * 1. a `Header`;
 * 2. for each table: a `TableStart`, its rows with each value as PostgreSQL's text, and a `TableEnd` with the number of
 *    rows;
 * 3. a `Footer` with the SHA-256 of all lines before it.
 *
 * A line holds many rows (`RowGroup.ts`); in version 1 it held one, as an array of texts and nulls. Tables come in an
 * order in which they can be written: referenced tables first. Whatever can be computed from the rest is left out
 * (`CountryTables.ts`).
 */
export const formatVersion = 2

const magic = "doorstep-backup "

export const firstLine = `${magic}${formatVersion}\n`

/** The version that a first line tells; nothing when it is not a backup's. */
export const versionOf = (line: string): number | undefined => {
  const version = line.startsWith(magic) ? Number(line.slice(magic.length)) : Number.NaN
  return Number.isInteger(version) ? version : undefined
}

/** The first line is not longer than this. */
export const firstLineBytes = 64

/**
 * Bytes of a line that a reader accepts. Earlier versions wrote 2,000 rows on a line whatever their length, and a run's
 * row holds samples of what it rejected.
 */
export const longestLine = 128 * 1024 * 1024

export const Header = Schema.Struct({
  createdAt: Schema.String,
  /** The Doorstep that migrated the database last; absent in older files. */
  version: Schema.optionalKey(Schema.String),
  /** The migrations that the database had. */
  migrations: Schema.Array(Schema.String)
})
export type Header = typeof Header.Type

export const TableStart = Schema.Struct({ table: Schema.String, columns: Schema.NonEmptyArray(Schema.String) })
export type TableStart = typeof TableStart.Type

export const TableEnd = Schema.Struct({ rows: Schema.Int })

export const Footer = Schema.Struct({ tables: Schema.Int, sha256: Schema.String })

/** A line that is not a row. */
export const Marker = Schema.Union([Header, TableStart, TableEnd, Footer])

export const isRow = (line: string): boolean => line.startsWith("[")
