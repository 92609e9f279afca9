import { Effect } from "effect"
import { SqlClient } from "effect/sql"

/**
 * What a run's result is explained by, and what the run changed.
 *
 * - `facts` is what a run noticed about its records, by which its result is explained. The parts of a staging keep
 *   their facts for a run that resumes, including parts staged before this version.
 * - `explanations` are stored as worded when the run ended, from the options and the pool of that time. Runs of earlier
 *   versions have none, and are explained by their counts.
 * - `run_change` has the regions and streets that gained and lost most, and examples. It is a separate table because
 *   lists of runs do not show them.
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
