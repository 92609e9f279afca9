import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Windows in which all processes of a deployment count requests together (`RATE_LIMIT_STORE=database`), one row per
 * token.
 *
 * - Unlogged: commits wait for no disk, and a crash of the server loses only the counts of the current minute.
 * - `granted` is how many requests the last statement let through: each statement learns from its own result what it
 *   was granted.
 * - Rows are updated all the time: free space on their pages keeps the updates out of the index.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE UNLOGGED TABLE rate_window (
      token_id text PRIMARY KEY,
      started_at timestamptz NOT NULL,
      allowance integer NOT NULL,
      used integer NOT NULL,
      granted integer NOT NULL
    ) WITH (fillfactor = 20, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000)`
})
