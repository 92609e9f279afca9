import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { LeastRecentlyUsed } from "../../shared/LeastRecentlyUsed.ts"
import type { StoredOrigin } from "./StoredAddress.ts"
import { originColumns, originOf, type OriginRow, type WholeRow } from "./StoredRows.ts"

/** Cache size for origins, in characters. */
const capacity = 4_000_000

const weightOf = ({ attribution, detail = "", license, source, url }: StoredOrigin): number =>
  200 + attribution.length + detail.length + license.length + source.length + url.length

/**
 * Reads the origins of rows by key, each once as long as it is in use, because the content under a key never changes.
 * If one is missing from the result, it was deleted with all its addresses.
 */
export const makeOrigins = (sql: SqlClient.SqlClient) => {
  const known = new LeastRecentlyUsed<StoredOrigin, bigint>(capacity, weightOf)
  return Effect.fnUntraced(function* (rows: ReadonlyArray<WholeRow>) {
    const found = new Map<bigint, StoredOrigin>()
    const missing = new Set<bigint>()
    const look = (key: bigint): void => {
      if (found.has(key)) return
      const origin = known.get(key)
      if (origin === undefined) missing.add(key)
      else found.set(key, origin)
    }
    for (const row of rows) {
      look(row.origin)
      for (const { origin } of row.others ?? []) look(BigInt(origin))
    }
    if (missing.size === 0) return found
    const read = yield* sql<OriginRow>`
      SELECT ${originColumns(sql)} FROM origin o WHERE o.key = ANY (${Array.from(missing)}::bigint[])`
    for (const row of read) {
      const origin = originOf(row)
      known.set(origin.key, origin)
      found.set(origin.key, origin)
    }
    return found
  })
}
