import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Sources that an operator has configured: a name, a type, and the options from which the type makes a source. Options
 * are stored as given, so that a later version of the type, with more options, still reads them.
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
