import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { fold } from "../../../schemas/Fold.ts"
import { rowsOf } from "../../database/Rows.ts"
import { shownName } from "../stage/PlaceName.ts"

const nameRows = rowsOf({
  key: Schema.BigInt,
  name: Schema.String,
  addresses: Schema.Number,
  shown: Schema.String
})

/** Remembers the places of the streets in `street_touched`, before the unused ones are deleted. */
export const touchPlaces = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  yield* sql`
    CREATE TEMPORARY TABLE place_touched ON COMMIT DROP AS
    SELECT DISTINCT level.key
    FROM street_touched t JOIN street s ON s.key = t.key
    CROSS JOIN LATERAL unnest(ARRAY[s.city, s.district]) AS level (key)
    WHERE level.key <> 0`
  yield* sql`ANALYZE place_touched`
})

/** The names of places in `place_touched`, of those that have another name than the one shown. */
const namesInUse = (sql: SqlClient.SqlClient, country: string) =>
  nameRows(sql`
    WITH used AS (
      SELECT city AS key, city_name AS name, sum(total)::int AS addresses FROM street
      WHERE country = ${country} AND city IN (SELECT key FROM place_touched) GROUP BY 1, 2
      UNION ALL
      SELECT district, district_name, sum(total)::int FROM street
      WHERE country = ${country} AND district IN (SELECT key FROM place_touched) GROUP BY 1, 2
    )
    SELECT u.key, u.name, u.addresses, p.name AS shown FROM used u JOIN place p ON p.key = u.key
    WHERE u.key IN (SELECT o.key FROM used o JOIN place s ON s.key = o.key WHERE o.name <> s.name)`)

/**
 * Shows the cities and districts in `place_touched` by the name that most of the country's addresses state now, in its
 * best spelling: the one shown may have been of a source that is gone, or corrected. Call it once unused streets are
 * deleted and the others are counted.
 */
export const renamePlaces = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, country: string) {
  const renamed = Map.groupBy(yield* namesInUse(sql, country), ({ key }) => key)
    .values()
    .map((names) => ({ key: names[0]!.key, shown: names[0]!.shown, name: shownName(country, names) }))
    .filter(({ name, shown }) => name !== shown)
    .toArray()
  if (renamed.length === 0) return
  const keys = renamed.map(({ key }) => key)
  yield* sql`
    UPDATE place p SET name = n.name, folded = n.folded
    FROM unnest(
      ${keys}::bigint[],
      ${renamed.map(({ name }) => name)}::text[],
      ${renamed.map(({ name }) => fold(name))}::text[]
    ) AS n (key, name, folded)
    WHERE p.key = n.key`
  yield* sql`
    UPDATE place_name n SET alias = n.folded <> p.folded
    FROM place p
    WHERE p.key = ANY (${keys}::bigint[]) AND n.place = p.key AND n.alias <> (n.folded <> p.folded)`
})
