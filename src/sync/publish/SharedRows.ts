import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { labelColumns } from "../../database/AddressTables.ts"
import { originColumns, streetColumns } from "../stage/SharedRowsGiven.ts"
import { tablesOf } from "../stage/StagedTables.ts"
import { rowsOf } from "../../database/Rows.ts"

const keyRows = rowsOf({ key: Schema.BigInt })
const textRows = rowsOf({ text: Schema.String })

/**
 * What addresses of a country share: streets, origins and labels exist as long as a record has them, and streets count
 * their addresses. They belong to one country each, and change only in transactions that hold its lock.
 */

/** The texts of labels in a table of records. Each column is grouped by itself, which several processors can do. */
export const labelsIn = (sql: SqlClient.SqlClient, table: string) =>
  sql.literal(
    labelColumns
      .map((name) => `SELECT ${name} AS text FROM ${table} WHERE ${name} IS NOT NULL GROUP BY ${name}`)
      .join(" UNION ")
  )

/** Writes the staged streets, origins and labels that `after_record` uses. */
export const writeShared = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { country, staging }: { readonly country: string; readonly staging: bigint }
) {
  const { labels, origins, streets } = tablesOf(sql, staging)
  yield* sql`
    INSERT INTO street (country, ${sql.literal(streetColumns)})
    SELECT ${country}, ${sql.literal(streetColumns)} FROM ${streets}
    WHERE key IN (SELECT street FROM after_record)
    ON CONFLICT DO NOTHING`
  yield* sql`
    INSERT INTO origin (country, ${sql.literal(originColumns)})
    SELECT ${country}, ${sql.literal(originColumns)} FROM ${origins}
    WHERE key IN (SELECT origin FROM after_record)
    ON CONFLICT DO NOTHING`
  yield* sql`
    INSERT INTO label (country, text, folded)
    SELECT ${country}, text, folded FROM ${labels} WHERE text IN (${labelsIn(sql, "after_record")})
    ON CONFLICT DO NOTHING`
})

/** Counts the addresses of the streets in `street_touched`, in a table with the current addresses. */
export const countTouched = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, addresses: string) {
  yield* sql`
    UPDATE street s SET total = c.total, homes = c.homes
    FROM (
      SELECT t.key, count(a.street)::int AS total, (count(*) FILTER (WHERE a.is_residential))::int AS homes
      FROM street_touched t LEFT JOIN ${sql(addresses)} a ON a.street = t.key
      GROUP BY t.key
    ) c
    WHERE s.key = c.key AND (s.total, s.homes) IS DISTINCT FROM (c.total, c.homes)`
})

/** Remembers the current and former streets of affected addresses. */
export const touch = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  yield* sql`
    CREATE TEMPORARY TABLE street_touched ON COMMIT DROP AS
    SELECT street AS key FROM before_record UNION SELECT street FROM after_record`
  yield* sql`ANALYZE street_touched`
})

/** The same for all streets of the country. */
export const touchAll = (sql: SqlClient.SqlClient, country: string) =>
  sql`CREATE TEMPORARY TABLE street_touched ON COMMIT DROP AS SELECT key FROM street WHERE country = ${country}`

/**
 * Deletes streets, origins and labels of the affected addresses that no record of the country has any more. Most are
 * still in use, so the country is searched only for the few remaining candidates.
 */
export const removeUnused = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, country: string, addresses: string) {
  const table = sql(addresses)
  yield* sql`
    DELETE FROM street s USING street_touched t
    WHERE s.key = t.key AND s.total = 0
      AND NOT EXISTS (SELECT FROM other_record r WHERE r.country = ${country} AND r.street = s.key)`
  const origins = yield* keyRows(sql`
    SELECT origin AS key FROM before_record EXCEPT SELECT origin FROM after_record`)
  if (origins.length > 0) {
    yield* sql`
      DELETE FROM origin o
      WHERE o.key = ANY (${origins.map(({ key }) => key)}::bigint[])
        AND NOT EXISTS (SELECT FROM ${table} a WHERE a.origin = o.key)
        AND NOT EXISTS (SELECT FROM other_record r WHERE r.country = ${country} AND r.origin = o.key)`
  }
  const labels = yield* textRows(sql`
    (${labelsIn(sql, "before_record")}) EXCEPT (${labelsIn(sql, "after_record")})`)
  if (labels.length > 0) {
    const named = (name: string) => sql`
      AND NOT EXISTS (SELECT FROM ${table} a WHERE a.${sql.literal(name)} = l.text)
      AND NOT EXISTS (SELECT FROM other_record r WHERE r.country = ${country} AND r.${sql.literal(name)} = l.text)`
    const [number, unit, building] = labelColumns
    yield* sql`
      DELETE FROM label l
      WHERE l.country = ${country} AND l.text = ANY (${labels.map(({ text }) => text)}::text[])
        ${named(number)} ${named(unit)} ${named(building)}`
  }
})
