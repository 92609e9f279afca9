import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Work that several processes share.
 *
 * - The schema `cluster` is for the tables of Effect's cluster (messages, replies, runners), which creates and upgrades
 *   them itself when a runner starts. Backups leave them out: work in progress in one database is not in progress in
 *   another.
 * - `runner` of a run is the name of the runner that works on it. `work` is the order that the run was begun for. If a
 *   process dies before it could report the order as done, the order is delivered again, and recognized by this as
 *   done.
 * - `claimed_by` and `claimed_until` of `schedule` are no longer used. They stay for this version, so that the previous
 *   one can run beside it.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE SCHEMA IF NOT EXISTS cluster`
  yield* sql`ALTER TABLE run ADD COLUMN runner text, ADD COLUMN work text`
  yield* sql`CREATE INDEX run_work ON run (work) WHERE work IS NOT NULL`
})
