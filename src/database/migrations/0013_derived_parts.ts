import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * How many homes of a pool's sample have parts that their records do not say, by the way in which these were derived. The
 * samples are taken anew when somebody next looks at them.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE pool_view ADD COLUMN derived jsonb NOT NULL DEFAULT '{}'`
  yield* sql`DELETE FROM pool_view`
})
