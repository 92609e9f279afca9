import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { WholeAddress } from "./Compose.ts"
import { makeOrigins } from "./OriginsPostgres.ts"
import { wholeOf, type WholeRow } from "./StoredRows.ts"

/**
 * Puts rows together with what they share. Undefined for a row of which something has left meanwhile: whoever has read it
 * reads anew.
 */
export const makeWholeAddresses = (sql: SqlClient.SqlClient) => {
  const origins = makeOrigins(sql)
  return Effect.fnUntraced(function* (rows: ReadonlyArray<WholeRow>) {
    const known = yield* origins(rows)
    return rows.map((row): WholeAddress | undefined => wholeOf(row, (key) => known.get(key)))
  })
}
