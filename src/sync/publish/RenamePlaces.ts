import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { fold } from "../../../schemas/Fold.ts"
import { rowsOf } from "../../database/Rows.ts"
import { inNameOrder } from "../stage/PlaceName.ts"

const namedRows = rowsOf({ key: Schema.BigInt, name: Schema.String })

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

/**
 * Shows the cities and districts in `place_touched` by the best of the spellings that the country's streets have now:
 * the one shown may have been of a source that is gone, or corrected. Call it once unused streets are deleted.
 */
export const renamePlaces = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, country: string) {
  const renamed = yield* namedRows(sql`
    SELECT best.key, best.name
    FROM (
      SELECT DISTINCT ON (used.key) used.key, used.name
      FROM (
        SELECT city AS key, city_name AS name FROM street
        WHERE country = ${country} AND city IN (SELECT key FROM place_touched) GROUP BY 1, 2
        UNION ALL
        SELECT district, district_name FROM street
        WHERE country = ${country} AND district IN (SELECT key FROM place_touched) GROUP BY 1, 2
      ) used
      ORDER BY used.key, ${inNameOrder(sql, "used")}
    ) best
    JOIN place p ON p.key = best.key
    WHERE p.name <> best.name`)
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
