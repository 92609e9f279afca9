import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * By which rules the IDs of a pool's addresses were made. Pools of an earlier version have those of the first ones; they
 * move to new rules when the service or a command starts next, a country at a time.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE pool ADD COLUMN identity_rules integer NOT NULL DEFAULT 1`
})
