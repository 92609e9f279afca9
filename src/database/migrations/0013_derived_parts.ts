import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * How many homes in a pool's sample have parts that their records lack, by how these were derived. The samples are
 * taken again when somebody next looks at them.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE pool_view ADD COLUMN derived jsonb NOT NULL DEFAULT '{}'`
  yield* sql`DELETE FROM pool_view`
})
