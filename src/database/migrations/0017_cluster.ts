import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Work that several processes share.
 *
 * - The schema `cluster` is for the tables of Effect's cluster (messages, replies, runners), which makes and upgrades them
 *   itself when a runner starts. No backup keeps them: what is under way in one database is not under way in another.
 * - `runner` of a run is the process that works on it, by the name under which it is a runner. `work` is the order that the
 *   run was begun for: an order that is delivered once more, because a process died before it could say that it is done, is
 *   seen by that to be done.
 * - `claimed_by` and `claimed_until` of `schedule` are no longer used. They stay for this version, so that the one before
 *   can run beside it.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE SCHEMA IF NOT EXISTS cluster`
  yield* sql`ALTER TABLE run ADD COLUMN runner text, ADD COLUMN work text`
  yield* sql`CREATE INDEX run_work ON run (work) WHERE work IS NOT NULL`
})
