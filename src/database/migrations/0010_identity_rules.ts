import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * The rules by which the IDs of a pool's addresses were made. Pools of earlier versions have the first rules. They move
 * to new rules at the next start of the service or of a command, one country at a time.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE pool ADD COLUMN identity_rules integer NOT NULL DEFAULT 1`
})
