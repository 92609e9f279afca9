import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * The newest version of each country's pool that any process has answered from, in one row: who counts a request reads it
 * in the same statement, and only where its `mark` is another than the last one that was read. No backup keeps it.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE answered_version (
      mark text NOT NULL,
      versions jsonb NOT NULL,
      is_one boolean PRIMARY KEY DEFAULT true CHECK (is_one)
    ) WITH (fillfactor = 20)`
  yield* sql`INSERT INTO answered_version (mark, versions) VALUES ('', '{}')`
})
