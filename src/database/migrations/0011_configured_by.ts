import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Who configured a source. Those that were configured over HTTP read files and servers that are meant for it alone, also
 * when the command line runs them: so it is kept with the source. Of those that are there already the audit knows which
 * came over HTTP; it is kept for a year, and the command line does not write to it.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    ALTER TABLE source_setting
      ADD COLUMN configured_by text NOT NULL DEFAULT 'command' CHECK (configured_by IN ('command', 'console'))`
  yield* sql`
    UPDATE source_setting SET configured_by = 'console'
    WHERE EXISTS (
      SELECT FROM audit
      WHERE target = name AND result = 'done' AND action IN ('addSource', 'editSource')
    )`
  // Who adds one says who.
  yield* sql`ALTER TABLE source_setting ALTER COLUMN configured_by DROP DEFAULT`
})
