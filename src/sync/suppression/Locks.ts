import type { SqlClient } from "effect/sql"

/**
 * A suppressed area may lie in any country, also in one that is being published for the first time: while publications go
 * on, none is decided about, and while it is decided none begins. It comes before the lock of a country.
 */
const name = "suppressions"

/** What a publication holds until its transaction ends. */
export const holdSuppressions = (sql: SqlClient.SqlClient) =>
  sql`SELECT pg_advisory_xact_lock_shared(hashtextextended(${name}, 0))`

/** What a decision about an area holds until its transaction ends. */
export const decideAlone = (sql: SqlClient.SqlClient) => sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`
