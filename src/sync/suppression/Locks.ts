import type { SqlClient } from "effect/sql"

/**
 * A suppressed area may be in any country, even in one that is being published for the first time. So no area is
 * decided while publications are in progress, and none begins while an area is being decided. Take this lock before the
 * lock of a country.
 */
const name = "suppressions"

/** Held by a publication until its transaction ends. */
export const holdSuppressions = (sql: SqlClient.SqlClient) =>
  sql`SELECT pg_advisory_xact_lock_shared(hashtextextended(${name}, 0))`

/** Held by a decision about an area until its transaction ends. */
export const decideAlone = (sql: SqlClient.SqlClient) => sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`
