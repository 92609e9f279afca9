import { Effect, Schema, Stream } from "effect"
import { SqlSchema } from "effect/sql"
import { createTable } from "../AddressTables.ts"
import type { SlowDatabase } from "../Database.ts"
import { RestoreFailed } from "./BackupErrors.ts"
import { linesOf } from "./BackupFile.ts"
import { isRow, TableEnd, TableStart } from "./BackupFormat.ts"
import { isCountryTable, ofStreet, withHashes } from "./CountryTables.ts"
import { decode, isGroup, type Row } from "./RowGroup.ts"
import { isKept } from "./Tables.ts"

/** Bytes and rows that are held in memory at once, where each has a line of its own. */
const bytesAtOnce = 4 * 1024 * 1024
const rowsAtOnce = 5_000

type Sql = SlowDatabase["Service"]

/** What was written. */
export interface Written {
  tables: number
  rows: number
  /** Tables of countries, which are full and not yet those that are read. */
  readonly countries: Array<string>
}

const Column = Schema.Struct({ name: Schema.String, type: Schema.String })

/** Columns that can be written, with their types. */
export const columnsOf = (sql: Sql, table: string) =>
  SqlSchema.findAll({
    Request: Schema.String,
    Result: Column,
    execute: (name) => sql`
      SELECT a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type FROM pg_attribute a
      WHERE a.attrelid = (
          SELECT oid FROM pg_class WHERE relname = ${name} AND relnamespace = current_schema()::regnamespace
        )
        AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''`
  })(table)

const isThere = (sql: Sql, table: string, kind: string) =>
  Effect.map(
    sql`
      SELECT FROM pg_class
      WHERE relname = ${table} AND relkind = ${kind} AND relnamespace = current_schema()::regnamespace`,
    (found) => found.length > 0
  )

const isNull = (value: string | null): boolean => value === null

const quoted = (columns: ReadonlyArray<string>): string => columns.map((column) => `"${column}"`).join(", ")

/** What writes rows of one table, a column behind the other. */
const writerOf = Effect.fnUntraced(function* (sql: Sql, file: string, { columns, table }: TableStart) {
  const isCountry = isCountryTable(table)
  if (isCountry && (yield* isThere(sql, "address", "p"))) yield* createTable(sql, table)
  const known = yield* columnsOf(sql, table)
  const types = columns.map((column) => known.find(({ name }) => name === column)?.type)
  if (!isKept(table) || known.length === 0 || types.includes(undefined)) {
    return yield* new RestoreFailed({
      reason: "Damaged",
      message: `${file} has a table "${table}" that this Doorstep does not know in this form.`
    })
  }
  // Some tables get rows of their own when they are made.
  yield* sql`DELETE FROM ${sql(table)}`
  const into = sql.literal(quoted(isCountry ? [...columns, ...ofStreet] : columns))
  const values = sql.literal(
    [
      ...types.map((type, i) => `g.c${i}::${type}`),
      ...(isCountry ? ofStreet.map((column) => `NULLIF(s.${column}, 0)`) : [])
    ].join(", ")
  )
  const street = `LEFT JOIN street s ON s.key = g.c${columns.indexOf("street")}::bigint`
  const joined = sql.literal(isCountry ? street : "")
  const names = sql.literal(columns.map((_, i) => `c${i}`).join(", "))
  return (given: ReadonlyArray<Row>) => {
    // Of an array of nothing but nulls the client cannot tell the type; a shorter one is filled up with nulls.
    const arrays = sql.join(
      ", ",
      false
    )(given.map((column) => (column.every(isNull) ? "NULL::text[]" : sql`${column}::text[]`)))
    return Effect.asVoid(sql`
      INSERT INTO ${sql(table)} (${into}) OVERRIDING SYSTEM VALUE
      SELECT ${values} FROM unnest(${arrays}) AS g (${names}) ${joined}`)
  }
})

const transposed = (rows: ReadonlyArray<Row>): ReadonlyArray<Row> => rows[0]!.map((_, i) => rows.map((row) => row[i]!))

const decodeRow = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Array(Schema.NullOr(Schema.String))))

/** What takes the lines of one table. */
const takerOf = Effect.fnUntraced(function* (sql: Sql, file: string, start: TableStart, written: Written) {
  const write = yield* writerOf(sql, file, start)
  const restored = isCountryTable(start.table) ? withHashes(start.columns) : undefined
  let waiting: Array<Row> = []
  let bytes = 0
  const put = (columns: ReadonlyArray<Row>) => {
    written.rows += columns[0]!.length
    return write(restored === undefined ? columns : transposed(transposed(columns).map(restored)))
  }
  const flush = Effect.suspend(() => {
    if (waiting.length === 0) return Effect.void
    const rows = waiting
    waiting = []
    bytes = 0
    return put(transposed(rows))
  })
  const take = (line: string) =>
    Effect.suspend(() => {
      if (isGroup(line)) return put(decode(line))
      waiting.push(decodeRow(line))
      bytes += line.length
      return bytes >= bytesAtOnce || waiting.length >= rowsAtOnce ? flush : Effect.void
    })
  return { take, flush }
})

const isStart = Schema.is(TableStart)
const isEnd = Schema.is(TableEnd)

/**
 * Writes the rows of a verified backup into the tables of the current schema, which have the form that they had when it was
 * made. Countries' tables are made for it.
 */
export const load = Effect.fnUntraced(function* (sql: Sql, file: string) {
  const written: Written = { tables: 0, rows: 0, countries: [] }
  let taker: Effect.Success<ReturnType<typeof takerOf>> | undefined
  yield* Stream.runForEachArray(linesOf(file), (lines) =>
    Effect.gen(function* () {
      for (const line of lines) {
        if (isRow(line)) {
          if (taker !== undefined) yield* taker.take(line)
          continue
        }
        const marker: unknown = JSON.parse(line)
        if (isEnd(marker) && taker !== undefined) yield* taker.flush
        else if (isStart(marker)) {
          taker = yield* takerOf(sql, file, marker, written)
          written.tables++
          if (isCountryTable(marker.table)) written.countries.push(marker.table)
        }
      }
    })
  )
  return written
})
