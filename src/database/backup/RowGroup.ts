import { Option, Schema } from "effect"

/**
 * Rows of a table on one line, column by column: similar values are next to each other and compress well.
 *
 * A line is a JSON array of the number of rows, followed by the columns. A column is one of
 *
 * - a text or null: the value of all rows;
 * - an array with a text or null for each row;
 * - `{ "uuids": … }`: UUIDs, 32 digits each, without dashes;
 * - `{ "hashes": … }`: positive 63-bit numbers, 16 hexadecimal digits each.
 */

/** Rows on a line. */
export const rowsOfGroup = 2_000

/** PostgreSQL's text of a value. */
type Value = string | null
export type Row = ReadonlyArray<Value>

/** At least one row as columns, or the reverse. */
export const transposed = (rows: ReadonlyArray<Row>): ReadonlyArray<Row> =>
  rows[0]!.map((_, i) => rows.map((row) => row[i]!))

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
/** Shorter numbers are not hashes, and are smaller as they are. */
const key = /^[1-9]\d{15,18}$/

const uuidDigits = 32
const keyDigits = 16

const isAll = (column: Row, pattern: RegExp): column is ReadonlyArray<string> =>
  column.every((value) => value !== null && pattern.test(value))

const pack = (column: Row): unknown => {
  const [first] = column
  if (column.every((value) => value === first)) return first
  if (isAll(column, uuid)) return { uuids: column.join("").replaceAll("-", "") }
  if (isAll(column, key)) {
    return { hashes: column.map((value) => BigInt(value).toString(16).padStart(keyDigits, "0")).join("") }
  }
  return column
}

/** Encodes at least one row as a line. */
export const encode = (rows: ReadonlyArray<Row>): string => JSON.stringify([rows.length, ...transposed(rows).map(pack)])

const Column = Schema.Union([
  Schema.NullOr(Schema.String),
  Schema.Array(Schema.NullOr(Schema.String)),
  Schema.Struct({ uuids: Schema.String }),
  Schema.Struct({ hashes: Schema.String.check(Schema.isPattern(/^[0-9a-f]*$/)) })
])
type Column = typeof Column.Type
const decodeJson = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Unknown))
const decodeColumns = Schema.decodeUnknownOption(Schema.Array(Column))

const pieces = (text: string, length: number): ReadonlyArray<string> =>
  Array.from({ length: text.length / length }, (_, i) => text.slice(i * length, (i + 1) * length))

const dashed = (digits: string): string =>
  [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 16), digits.slice(16, 20), digits.slice(20)].join("-")

/** Whether a column has a value for each row. */
const fits = (column: Column, rows: number): boolean => {
  if (column === null || typeof column === "string") return true
  if ("uuids" in column) return column.uuids.length === rows * uuidDigits
  if ("hashes" in column) return column.hashes.length === rows * keyDigits
  return column.length === rows
}

const unpack = (column: Column, rows: number): Row => {
  if (column === null || typeof column === "string") return Array.from({ length: rows }, () => column)
  if ("uuids" in column) return pieces(column.uuids, uuidDigits).map(dashed)
  if ("hashes" in column) return pieces(column.hashes, keyDigits).map((digits) => BigInt(`0x${digits}`).toString())
  return column
}

/** How many rows and columns a line must have. */
export interface GroupSize {
  readonly rows: number
  readonly columns: number
}

/**
 * The columns of a line made by {@link encode}; undefined if the line has another size, or is no such line. Nothing is
 * unpacked before that is known: a few bytes can claim a million equal columns, or a billion equal rows.
 */
export const decode = (line: string, { columns, rows }: GroupSize): ReadonlyArray<Row> | undefined => {
  const values = Option.getOrUndefined(decodeJson(line))
  if (!Array.isArray(values) || values.length !== columns + 1 || values[0] !== rows) return undefined
  const packed = Option.getOrUndefined(decodeColumns(values.slice(1)))
  return packed?.every((column) => fits(column, rows)) ? packed.map((column) => unpack(column, rows)) : undefined
}

/** The number of rows on a line; one in version 1 of the format. */
export const rowsOn = (line: string): number => {
  const count = /^\[(\d+)/.exec(line)?.[1]
  return count === undefined ? 1 : Number(count)
}

/** Whether a line holds rows column by column, rather than one row as in version 1 of the format. */
export const isGroup = (line: string): boolean => /^\[\d/.test(line)
