import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { EvidenceKind } from "../../schemas/Address.ts"
import { isHome } from "../address/EvidenceRank.ts"

/** The weakest evidence that makes a home in the country. */
export const weakestEvidence = (sql: SqlClient.SqlClient, country: string) =>
  Effect.map(
    sql<{ readonly weakest: EvidenceKind }>`SELECT weakest_evidence AS weakest FROM country WHERE code = ${country}`,
    ([row]): EvidenceKind => row?.weakest ?? "assumed"
  )

/**
 * Makes homes of the country's addresses, or none of them, by the evidence that their records have; gives how many
 * changed. It belongs into a transaction that has the country's lock, and that makes its catalog anew.
 */
export const applyWeakest = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  country: string,
  weakest: EvidenceKind
) {
  const [row] = yield* sql<{ readonly count: number }>`
    WITH strongest AS (
      SELECT address_id, min(evidence_rank) AS evidence_rank FROM record WHERE country = ${country} GROUP BY address_id
    ), judged AS (
      SELECT address_id, ${isHome(sql, weakest)} AS is_home FROM strongest
    ), changed AS (
      UPDATE address a SET is_residential = j.is_home FROM judged j
      WHERE a.id = j.address_id AND a.country = ${country} AND a.is_residential <> j.is_home
      RETURNING 1
    )
    SELECT count(*)::int AS count FROM changed`
  return row!.count
})
