import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * What a run's result shows, and what it changed.
 *
 * - `facts` has what a run noticed of its records, by which its result is explained; the parts of a staging keep theirs for
 *   a run that goes on, also those that were staged before this version.
 * - `explanations` are kept as they were told when the run ended, by the options and the pool of that time. Runs of earlier
 *   versions have none, and are explained by their counts.
 * - `run_change` has the regions and streets that gained and lost, and examples: tables of their own, since lists of runs
 *   do not show them.
 */
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`ALTER TABLE run ADD COLUMN facts jsonb, ADD COLUMN explanations jsonb`
  yield* sql`
    CREATE TABLE run_change (
      run bigint PRIMARY KEY REFERENCES run (id) ON DELETE CASCADE,
      changes jsonb NOT NULL
    )`
  const staged = yield* sql<{ readonly name: string }>`
    SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema() AND tablename ~ '^staged_part_[0-9]+$'`
  yield* Effect.forEach(staged, ({ name }) => sql`ALTER TABLE ${sql(name)} ADD COLUMN facts jsonb`, { discard: true })
})
