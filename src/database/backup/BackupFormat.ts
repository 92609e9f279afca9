import { Schema } from "effect"

/**
 * A backup file: one line of text that says what it is and which version of this format it has, then lines of JSON,
 * packed with zstd (RFC 8878):
 *
 * 1. a `Header`;
 * 2. for each table a `TableStart`, its rows, with the text that PostgreSQL gives for each value, and a `TableEnd` with their
 *    number;
 * 3. a `Footer` with the SHA-256 of all lines before it.
 *
 * Rows stand on lines of many (`RowGroup.ts`); in version 1 each was a line of its own, an array of texts and nulls. Tables
 * come in an order in which they can be written: what is referred to comes first. What follows from something else
 * is left out (`CountryTables.ts`).
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
