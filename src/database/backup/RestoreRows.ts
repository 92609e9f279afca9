import { Effect, Option, Schema, Stream } from "effect"
import type { SqlError } from "effect/sql"
import { createTable } from "../AddressTables.ts"
import type { SlowDatabase } from "../Database.ts"
import { rowsOf } from "../Rows.ts"
import { RestoreFailed } from "./BackupErrors.ts"
import { linesOf } from "./BackupFile.ts"
import { isRow, TableEnd, TableStart } from "./BackupFormat.ts"
import { isCountryTable, ofStreet, withHashes } from "./CountryTables.ts"
import { decode, isGroup, type Row, rowsOn, transposed } from "./RowGroup.ts"
import { isKept } from "./Tables.ts"
import { ownNamespace } from "../Values.ts"

/** Bytes and rows held in memory at once, when each row has a line of its own. */
const bytesAtOnce = 4 * 1024 * 1024
const rowsAtOnce = 5_000

type Sql = SlowDatabase["Service"]

/** What was written. */
export interface Written {
  tables: number
  rows: number
  /** Tables of countries that are full but not attached yet. */
  readonly countries: Array<string>
}

const columnRows = rowsOf({ name: Schema.String, type: Schema.String })

/** The writable columns and their types. */
export const columnsOf = (sql: Sql, table: string) =>
  columnRows(sql`
    SELECT a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type FROM pg_attribute a
    WHERE a.attrelid = (
        SELECT oid FROM pg_class WHERE relname = ${table} AND relnamespace = ${ownNamespace(sql)}
      )
      AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''`)

const isThere = (sql: Sql, table: string, kind: string) =>
  Effect.map(
    sql`
      SELECT FROM pg_class
      WHERE relname = ${table} AND relkind = ${kind} AND relnamespace = ${ownNamespace(sql)}`,
    (found) => found.length > 0
  )

const isNull = (value: string | null): boolean => value === null

/** Rows for a statement, given column by column: the table `g` with the columns `c0`, `c1` and so on, all of them texts. */
export const rowsGiven = (sql: Sql, columns: ReadonlyArray<Row>) => {
  // The client cannot tell the type of an array that holds only nulls. A shorter array is padded with nulls.
  const arrays = columns.map((column) => (column.every(isNull) ? "NULL::text[]" : sql`${column}::text[]`))
  const names = columns.map((_, i) => `c${i}`).join(", ")
  return sql`unnest(${sql.join(", ", false)(arrays)}) AS g (${sql.literal(names)})`
}

const quoted = (columns: ReadonlyArray<string>): string => columns.map((column) => `"${column}"`).join(", ")

/** Writes rows of one table, given column by column. */
const writerOf = Effect.fnUntraced(function* (sql: Sql, file: string, { columns, table }: TableStart) {
  const isCountry = isCountryTable(table)
  if (isCountry && (yield* isThere(sql, "address", "p"))) yield* createTable(sql, table)
  const known = yield* columnsOf(sql, table)
  const types = columns.map((column) => known.find(({ name }) => name === column)?.type)
  const isTwice = new Set(columns).size < columns.length
  if (!isKept(table) || known.length === 0 || isTwice || types.includes(undefined)) {
    return yield* new RestoreFailed({
      reason: "Damaged",
      message: `${file} has a table "${table}" with columns that this Doorstep does not know.`
    })
  }
  // Some tables get rows when they are created.
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
  return (given: ReadonlyArray<Row>) =>
    Effect.asVoid(sql`
      INSERT INTO ${sql(table)} (${into}) OVERRIDING SYSTEM VALUE
      SELECT ${values} FROM ${rowsGiven(sql, given)} ${joined}`)
})

const decodeRow = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Array(Schema.NullOr(Schema.String))))

/** Consumes the lines of one table. */
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
  const columns = start.columns.length
  const foreign = new RestoreFailed({
    reason: "Damaged",
    message: `${file} is damaged: the table "${start.table}" has rows with other columns than it names. Use another copy.`
  })
  const take = (line: string) =>
    Effect.suspend((): Effect.Effect<void, SqlError.SqlError | RestoreFailed> => {
      if (isGroup(line)) {
        const group = decode(line, { rows: rowsOn(line), columns })
        return group === undefined ? Effect.fail(foreign) : put(group)
      }
      const row = Option.getOrUndefined(decodeRow(line))
      if (row?.length !== columns) return Effect.fail(foreign)
      waiting.push(row)
      bytes += line.length
      return bytes >= bytesAtOnce || waiting.length >= rowsAtOnce ? flush : Effect.void
    })
  return { take, flush }
})

const isStart = Schema.is(TableStart)
const isEnd = Schema.is(TableEnd)

/**
 * Writes the rows of a verified backup into the tables of the current schema, which must have the form they had when
 * the backup was made. Creates the tables of countries.
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
