import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { expansion } from "../Expansion.ts"

/**
 * Who is there: each process that serves or does work writes every few seconds that it is. What is too old is deleted by the
 * others. It is not logged: replicas need none of it, and a server that was restarted is told anew.
 *
 * - `schema` is the last migration that the process knows: what others need to know who would take it away from it.
 * - `report` is what it does, as src/cluster/Heartbeat.ts writes it.
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
