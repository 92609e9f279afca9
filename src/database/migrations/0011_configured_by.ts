import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Who configured a source. Sources configured over HTTP may only read files and servers meant for them, even when the
 * command line runs them, so this is stored with the source. For existing sources, the audit log knows which came over
 * HTTP: it goes back a year, and the command line does not write to it.
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
  // From now on, every new source must state it.
  yield* sql`ALTER TABLE source_setting ALTER COLUMN configured_by DROP DEFAULT`
})
