import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Windows of requests that all processes of a deployment count in together (`RATE_LIMIT_STORE=database`), one row a token.
 *
 * - Unlogged: a commit then waits for no disk, and what a crash of the server costs is the count of the minute.
 * - `granted` is what the last statement let through: a statement learns in its own answer what it got.
 * - A row is rewritten all the time: free space on its page keeps that out of the index.
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
