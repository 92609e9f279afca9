import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { WholeAddress } from "./Compose.ts"
import { makeOrigins } from "./OriginsPostgres.ts"
import { wholeOf, type WholeRow } from "./StoredRows.ts"

/**
 * Joins rows with their shared parts. Undefined for a row whose shared parts were deleted meanwhile: the caller must
 * read it again.
 */
export const makeWholeAddresses = (sql: SqlClient.SqlClient) => {
  const origins = makeOrigins(sql)
  return Effect.fnUntraced(function* (rows: ReadonlyArray<WholeRow>) {
    const known = yield* origins(rows)
    return rows.map((row): WholeAddress | undefined => wholeOf(row, (key) => known.get(key)))
  })
}
