import type { SqlClient } from "effect/sql"

/** How many runs of a source in a country are recorded, besides the last one of each outcome. */
const runsRecorded = 200

/**
 * Deletes the runs of a source and country that nobody asks for any more, with what they changed. A schedule would
 * otherwise let the history grow without end. What is said of the source now comes from the last run of each outcome, and
 * a run that has something staged may be published or continued.
 */
export const forgetRuns = (sql: SqlClient.SqlClient, source: string, country: string) => sql`
  WITH own AS (
    SELECT id, outcome, staging, row_number() OVER (ORDER BY id DESC) AS place,
      row_number() OVER (PARTITION BY outcome ORDER BY id DESC) AS "placeOfOutcome"
    FROM run WHERE source = ${source} AND country = ${country}
  )
  DELETE FROM run USING own
  WHERE run.id = own.id AND own.place > ${runsRecorded}::int AND own."placeOfOutcome" > 1 AND own.staging IS NULL`
