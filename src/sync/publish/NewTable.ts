import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { isHome } from "../../address/EvidenceRank.ts"
import {
  addressColumns,
  createIndexes,
  createTableAs,
  dropTable,
  exchange,
  keepFromCleaning,
  tableOf
} from "../../database/AddressTables.ts"
import { weakestEvidence } from "../../pool/CountryEvidence.ts"
import * as Publication from "./PublicationSql.ts"
import { originColumns, streetColumns } from "../stage/SharedRowsGiven.ts"
import { recordColumns, tablesOf } from "../stage/StagedTables.ts"
import { labelsIn } from "./SharedRows.ts"
import { rowsOf } from "../../database/Rows.ts"

const affectedThereRows = rowsOf({ affected: Schema.Number, there: Schema.Number })
const anyRows = rowsOf({ any: Schema.Boolean })

/**
 * Publishes the first addresses of a country, or a change of most of them: a new table is written beside the one being
 * read, gets its indexes when it is full, and replaces the old one at the end of the transaction. Building indexes on a
 * full table costs a third of filling them row by row, or less the more rows there are; and a table created in the same
 * transaction needs no write-ahead log if the server permits that. Draws read the old table until the transaction ends,
 * and wait only while the names change. Publications of other countries do not wait.
 *
 * A property requires the same outcome as from a publication row by row.
 */

/** From how many affected addresses on a new table is worth it. */
export const newTableFrom = 10_000

/** Whether rewriting the country's table is less work than changing the affected rows of the existing one. */
export const isLess = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, country: string, from: number) {
  const [row] = yield* affectedThereRows(sql`
    SELECT (SELECT count(*)::int FROM affected) AS affected, (SELECT count(*)::int FROM ${sql(tableOf(country))}) AS there`)
  const { affected, there } = row!
  return affected >= from && affected * 2 >= there
})

/** Name of the table that will become the country's. */
export const nextOf = (country: string): string => `${tableOf(country)}_next`

/** Name of the table with a first publication's streets in the order of the new table. {@link endFirst} drops it. */
const orderOf = (country: string): string => `${nextOf(country)}_street`

/**
 * Exposes what is staged as `after_record` and `difference` when nothing is published yet, so that everything is added.
 * {@link endFirst} drops the views.
 */
export const beginFirst = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { source, staging }: Pick<Publication.Target, "source" | "staging">
) {
  const { records, streets } = tablesOf(sql, staging)
  yield* sql`
    CREATE TEMPORARY VIEW after_record AS
    SELECT ${sql.literal(recordColumns)}, sample_key, ${sql.literal(`'${source.replaceAll("'", "''")}'`)}::text AS source,
      0 AS nth, true AS is_main, false AS has_others
    FROM ${records}`
  yield* sql`
    CREATE TEMPORARY VIEW difference AS
    -- Each record has a street. With a LEFT JOIN, who does not ask for regions does not read streets.
    SELECT r.id, s.region, r.sample_key, 'added'::text AS kind
    FROM ${records} r LEFT JOIN ${streets} s ON s.key = r.street`
})

export const endFirst = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, country: string) {
  yield* sql`DROP VIEW difference, after_record`
  yield* sql`DROP TABLE ${sql(orderOf(country))}`
})

/**
 * Writes what the records of a first publication share, including streets with their counts. Streets are numbered in the
 * order that the new table has: sorting millions of addresses by one small number takes half as long as by three keys.
 */
export const writeSharedFirst = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { country, staging }: Pick<Publication.Target, "country" | "staging">
) {
  const { labels, origins, records, streets } = tablesOf(sql, staging)
  const weakest = yield* weakestEvidence(sql, country)
  const order = sql(orderOf(country))
  // Not a temporary table, which would keep all statements that read it from running in parallel.
  yield* sql`
    CREATE UNLOGGED TABLE ${order} AS
    SELECT key, region, city, district, postcode, c.total, c.homes,
      (row_number() OVER (ORDER BY region, city, key))::int AS place
    FROM ${streets} JOIN (
      SELECT street, count(*)::int AS total, (count(*) FILTER (WHERE ${isHome(sql, weakest)}))::int AS homes
      FROM ${records} GROUP BY street
    ) c ON c.street = key`
  yield* sql`ANALYZE ${order} (key)`
  // Sorted, so that the index by key is filled from one end.
  yield* sql`
    INSERT INTO street (country, ${sql.literal(streetColumns)}, total, homes)
    SELECT ${country}, s.*, o.total, o.homes
    FROM (SELECT ${sql.literal(streetColumns)} FROM ${streets}) s JOIN ${order} o ON o.key = s.key
    ORDER BY s.key`
  yield* sql`
    INSERT INTO origin (country, ${sql.literal(originColumns)})
    SELECT ${country}, ${sql.literal(originColumns)} FROM ${origins} WHERE key IN (SELECT origin FROM ${records})`
  // In a table of their own first: an INSERT would look for them on one processor alone.
  yield* sql`
    CREATE TEMPORARY TABLE used_label ON COMMIT DROP AS ${labelsIn(sql, `staged_record_${staging}`)}`
  yield* sql`
    INSERT INTO label (country, text, folded)
    SELECT ${country}, text, folded FROM ${labels} WHERE text IN (SELECT text FROM used_label)`
})

/**
 * Writes the new table with its indexes: unchanged rows, and the affected ones in their new form. Rows of a street are
 * adjacent, and so are those of a city, so that draws among them touch few pages.
 */
export const write = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, pool: Publication.Pool, isFirst: boolean) {
  const { country } = pool
  const next = nextOf(country)
  if (!isFirst) yield* keepFromCleaning(sql, country)
  yield* sql`SET LOCAL maintenance_work_mem = '256MB'`
  // On a small machine, half of the processors sort faster than all of them, with less coordination.
  yield* sql`SET LOCAL max_parallel_maintenance_workers = 1`
  const made = yield* Publication.rows(sql, pool, isFirst ? orderOf(country) : undefined)
  const columns = sql.literal(addressColumns)
  const kept = sql`
    SELECT ${columns} FROM ${sql(tableOf(country))} a WHERE NOT EXISTS (SELECT FROM affected f WHERE f.id = a.id)
    UNION ALL`
  yield* createTableAs(
    sql,
    country,
    next,
    isFirst
      ? sql`SELECT ${columns} FROM (${made}) n ORDER BY place`
      : sql`${kept} SELECT ${columns} FROM (${made}) n ORDER BY region, city, street`
  )
  yield* createIndexes(sql, country, next)
  yield* sql`ANALYZE ${sql(next)}`
})

/** The last step of a publication: puts the new table in place. A country without addresses has no table. */
export const place = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, country: string, isAnew: boolean) {
  const next = isAnew ? nextOf(country) : tableOf(country)
  const [left] = yield* anyRows(sql`SELECT EXISTS (SELECT FROM ${sql(next)}) AS any`)
  if (isAnew && left!.any) return yield* exchange(sql, country, next)
  if (left!.any) return
  if (isAnew) yield* sql`DROP TABLE ${sql(next)}`
  yield* dropTable(sql, country)
})
