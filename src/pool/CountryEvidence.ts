import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { EvidenceKind } from "../../schemas/Address.ts"
import { hasTable, tableOf } from "../database/AddressTables.ts"
import { isHome } from "../address/EvidenceRank.ts"
import { rowsOf } from "../database/Rows.ts"

const weakestRows = rowsOf({ weakest: EvidenceKind })
const countRows = rowsOf({ count: Schema.Number })

/** The weakest evidence accepted for a home in the country. */
export const weakestEvidence = (sql: SqlClient.SqlClient, country: string) =>
  Effect.map(
    weakestRows(sql`SELECT weakest_evidence AS weakest FROM country WHERE code = ${country}`),
    ([row]): EvidenceKind => row?.weakest ?? "assumed"
  )

/**
 * Decides for each of the country's addresses whether it is a home, by the strongest evidence of its records, and
 * returns how many changed. Call it in a transaction that holds the country's lock and rebuilds its catalog.
 */
export const applyWeakest = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  country: string,
  weakest: EvidenceKind
) {
  if (!(yield* hasTable(sql, country))) return 0
  const [row] = yield* countRows(sql`
    WITH changed AS (
      UPDATE ${sql(tableOf(country))} SET is_residential = NOT is_residential
      WHERE is_residential <> (${isHome(sql, weakest)})
      RETURNING street, is_residential
    ), counted AS (
      UPDATE street s SET homes = s.homes + c.more
      FROM (SELECT street, sum(CASE WHEN is_residential THEN 1 ELSE -1 END)::int AS more FROM changed GROUP BY street) c
      WHERE s.key = c.street
    )
    SELECT count(*)::int AS count FROM changed`)
  return row!.count
})
