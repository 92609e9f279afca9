import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Sources that an operator has configured: a name, a type, and the options that the type makes a source of. Options are
 * kept as they were given, so that a type which learns new ones still reads them.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    CREATE TABLE source_setting (
      name text PRIMARY KEY,
      type text NOT NULL,
      options jsonb NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now()
    )`
})
