import { Effect, Option, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { attach, createIndexes, createTable, tableOf } from "../../../database/AddressTables.ts"
import { rowsOf } from "../../../database/Rows.ts"
import { ownNamespace } from "../../../database/Values.ts"

const thereRows = rowsOf({ there: Schema.Boolean })
const progressRows = rowsOf({
  done: Schema.Number,
  blocks: Schema.Number,
  addresses: Schema.Number,
  differing: Schema.Number,
  lost: Schema.Number
})
const bytesRows = rowsOf({ bytes: Schema.Number })
const countryRows = rowsOf({ country: Schema.String })
const indexesRows = rowsOf({ indexes: Schema.Array(Schema.String) })

/**
 * The move from the former tables to the current ones: its beginning, its progress and its end. `storage_upgrade`
 * exists from the first step to the last, with one row.
 */

export interface Progress {
  /** Progress in the former table, in disk blocks. */
  readonly done: number
  readonly blocks: number
  readonly addresses: number
  /** How many addresses clients get with a different document than before. */
  readonly differing: number
  /** How many addresses have no record, or one that cannot be read. */
  readonly lost: number
}

export const percentOf = ({ blocks, done }: Progress): number =>
  blocks === 0 ? 100 : Math.floor((100 * done) / blocks)

const isThere = (sql: SqlClient.SqlClient, table: string) =>
  Effect.map(
    thereRows(sql`
      SELECT EXISTS (
        SELECT FROM pg_class WHERE relname = ${table} AND relnamespace = ${ownNamespace(sql)}
      ) AS there`),
    ([row]) => row!.there
  )

/** Whether there is anything left to move. */
export const isPending = (sql: SqlClient.SqlClient) => isThere(sql, "former_address")

/** The progress; none before it has begun, and when it is over. */
export const progress = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  if (!(yield* isThere(sql, "storage_upgrade"))) return Option.none<Progress>()
  const [found] = yield* progressRows(sql`
    SELECT next_block AS done, blocks, addresses, differing, lost FROM storage_upgrade`)
  return Option.fromNullishOr(found)
})

/** The share of the former tables' size that the new ones need in addition, until the former are dropped. */
const share = 0.2

/** Size of the former tables, and the free space that the move needs, in bytes. */
export const space = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const [row] = yield* bytesRows(sql`
    SELECT (pg_total_relation_size('former_address') + pg_total_relation_size('former_record'))::float8 AS bytes`)
  return { former: row!.bytes, needed: row!.bytes * share }
})

/** Indexes of shared tables that are created when these are full. */
const laterIndexes = ["street_in_country", "street_by_text", "label_by_text"]

/** Begins, unless it has begun already. */
export const begin = Effect.fnUntraced(
  function* (sql: SqlClient.SqlClient) {
    if (Option.isSome(yield* progress(sql))) return
    yield* sql`
      CREATE TABLE storage_upgrade (
        next_block integer NOT NULL DEFAULT 0,
        blocks integer NOT NULL,
        addresses integer NOT NULL DEFAULT 0,
        differing integer NOT NULL DEFAULT 0,
        lost integer NOT NULL DEFAULT 0,
        -- What makes the indexes that are left out until the end.
        indexes text[] NOT NULL
      )`
    yield* sql`
      INSERT INTO storage_upgrade (blocks, indexes)
      SELECT pg_relation_size('former_address') / current_setting('block_size')::int, ARRAY(
        SELECT pg_get_indexdef(oid) FROM pg_class
        WHERE relname = ANY (${laterIndexes}::text[]) AND relnamespace = ${ownNamespace(sql)}
      )`
    yield* Effect.forEach(laterIndexes, (name) => sql`DROP INDEX ${sql(name)}`)
  },
  (effect, sql) => sql.withTransaction(effect)
)

/** Creates the table that will become the country's, unless it exists. Nobody reads it before it is finished. */
export const prepareCountry = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, country: string) {
  if (!(yield* isThere(sql, tableOf(country)))) yield* createTable(sql, tableOf(country))
})

/** Countries whose table is not finished. */
export const unfinished = (sql: SqlClient.SqlClient) =>
  Effect.map(
    countryRows(sql`
      SELECT upper(right(relname, 2)) AS country FROM pg_class
      WHERE relname ~ '^address_[a-z]{2}$' AND relkind = 'r' AND NOT relispartition
        AND relnamespace = ${ownNamespace(sql)}
      ORDER BY 1`),
    (rows) => rows.map(({ country }) => country)
  )

/** Makes a country's addresses visible, all at once: with their indexes, and counted in their streets. */
export const finishCountry = Effect.fnUntraced(
  function* (sql: SqlClient.SqlClient, country: string) {
    const table = tableOf(country)
    yield* sql`SET LOCAL maintenance_work_mem = '256MB'`
    yield* createIndexes(sql, country, table)
    yield* attach(sql, country, table)
    yield* sql`
      UPDATE street s SET total = c.total, homes = c.homes
      FROM (
        SELECT street, count(*)::int AS total, (count(*) FILTER (WHERE is_residential))::int AS homes
        FROM ${sql(table)} GROUP BY street
      ) c
      WHERE s.key = c.street`
    yield* sql`ANALYZE ${sql(table)}`
  },
  (effect, sql) => sql.withTransaction(effect)
)

/** Creates the indexes that were left out, and drops the former tables. */
export const end = Effect.fnUntraced(
  function* (sql: SqlClient.SqlClient) {
    yield* sql`SET LOCAL maintenance_work_mem = '256MB'`
    const [row] = yield* indexesRows(sql`SELECT indexes FROM storage_upgrade`)
    yield* Effect.forEach(row!.indexes, (definition) => sql.unsafe(definition))
    yield* sql`ANALYZE street, origin, label, other_record`
    yield* sql`DROP TABLE former_address, former_record, storage_upgrade`
  },
  (effect, sql) => sql.withTransaction(effect)
)
