import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { expansion } from "../Expansion.ts"

/**
 * The newest version of each country's pool that any process has answered from, in one row. The statement that counts a
 * request reads it too, and only when its `mark` differs from the last one read. Backups leave it out.
 */
export default expansion(
  18,
  [],
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`
      CREATE TABLE answered_version (
        mark text NOT NULL,
        versions jsonb NOT NULL,
        is_one boolean PRIMARY KEY DEFAULT true CHECK (is_one)
      ) WITH (fillfactor = 20)`
    yield* sql`INSERT INTO answered_version (mark, versions) VALUES ('', '{}')`
  })
)
