import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Evidence against a home, and the weakest evidence that a country accepts.
 *
 * - Ranks of evidence get gaps between them (src/address/EvidenceRank.ts), for the kinds that speak against a home and
 *   for future ones. They used to be 1 to 5, and 9 for none.
 * - `weakest_evidence` is the weakest kind that makes a home in the country. Addresses with weaker evidence are counted
 *   but never drawn.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE country ADD COLUMN weakest_evidence text NOT NULL DEFAULT 'assumed'`
  // Records that a run left staged, to be resumed or published anyway.
  const left = yield* sql<{ readonly table: string }>`
    SELECT relname AS "table" FROM pg_class
    WHERE relkind = 'r' AND relnamespace = quote_ident(current_schema())::regnamespace AND relname ~ '^staged_record_[0-9]+$'`
  yield* Effect.forEach(
    ["record", ...left.map(({ table }) => table)],
    (table) => sql`
      ALTER TABLE ${sql(table)} ALTER COLUMN evidence_rank TYPE smallint
      USING CASE WHEN evidence_rank = 5 THEN 60 WHEN evidence_rank < 10 THEN evidence_rank * 10 ELSE evidence_rank END`
  )
})
