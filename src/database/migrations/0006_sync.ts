import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * Runs that can be watched, controlled and resumed, and schedules.
 *
 * - The process of a run writes its progress to the run's row, at most once a second, and reads there whether it should
 *   stop. Whether the process still lives is told by the advisory lock that it holds, not by the row.
 * - Staged records move from two tables for all runs to separate tables per staging (`staged_record_17`). These are
 *   written without an index and dropped as a whole, so that millions of rows need not be deleted one by one. They are
 *   unlogged: after a crash of the server they and the list of finished parts are empty, so that nobody resumes from
 *   them.
 * - `staging` names the tables that hold a run's records. A run that resumes an earlier one takes over its number.
 * - `schedule` has a row for every scheduled source. Processes also claim a due time through this row, so that it is
 *   run once.
 * - `disabled_source` names sources that are not read for now, including those of the setting SOURCES.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    ALTER TABLE run
      ADD COLUMN staging bigint,
      ADD COLUMN started_by text NOT NULL DEFAULT 'command',
      ADD COLUMN phase text NOT NULL DEFAULT 'reading',
      ADD COLUMN progress_at timestamptz,
      ADD COLUMN rate double precision,
      ADD COLUMN expected integer,
      ADD COLUMN cancel_requested boolean NOT NULL DEFAULT false,
      ADD COLUMN findings text[] NOT NULL DEFAULT '{}',
      ADD COLUMN samples jsonb NOT NULL DEFAULT '{}'`
  yield* sql`CREATE INDEX run_under_way ON run (id) WHERE outcome = 'running'`
  yield* sql`CREATE INDEX run_by_staging ON run (source, country, staging) WHERE staging IS NOT NULL`
  yield* sql`DROP TABLE staged_record, staged_place`
  yield* sql`
    CREATE TABLE schedule (
      source text PRIMARY KEY,
      -- Five or six fields, in UTC.
      cron text NOT NULL,
      enabled boolean NOT NULL DEFAULT true,
      -- Due times up to here are done with.
      settled_until timestamptz NOT NULL,
      -- Who runs the due time now, and until when that holds unless it is renewed.
      claimed_by text,
      claimed_until timestamptz
    )`
  yield* sql`CREATE TABLE disabled_source (source text PRIMARY KEY)`
})
