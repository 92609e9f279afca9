import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { expansion } from "../Expansion.ts"

/**
 * Who is running: each process that serves or does work writes a heartbeat every few seconds. The others delete what is
 * too old. The table is unlogged: replicas do not need it, and after a restart of the server the processes write it
 * again.
 *
 * - `schema` is the last migration that the process knows: a migration that would take something away from it needs to
 *   know.
 * - `report` is what the process does, as src/cluster/Heartbeat.ts writes it.
 */
export default expansion(
  18,
  [],
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`
      CREATE UNLOGGED TABLE process (
        name text PRIMARY KEY,
        role text NOT NULL,
        version text NOT NULL,
        schema integer NOT NULL,
        started_at timestamptz NOT NULL,
        seen_at timestamptz NOT NULL,
        report jsonb NOT NULL
      ) WITH (fillfactor = 50)`
  })
)
