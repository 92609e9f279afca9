import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * The phases that a run has gone through, each with its progress: downloading, reading, checking, publishing. Runs of
 * earlier versions have none; their column `phase` holds what was known.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE run ADD COLUMN phases jsonb NOT NULL DEFAULT '[]'`
})
