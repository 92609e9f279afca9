import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { LeastRecentlyUsed } from "../LeastRecentlyUsed.ts"
import type { ShownStreet, WholeAddress } from "./Compose.ts"
import { makeOrigins } from "./OriginsPostgres.ts"
import { originsOf, streetOf, wholeOf, type WholeRow } from "./StoredRows.ts"

/** Streets that are remembered with their places' IDs. */
const streetsKept = 16_384

/**
 * Puts rows together with what they share. Undefined for a row of which something has left meanwhile: whoever has read it
 * reads anew.
 */
export const makeWholeAddresses = (sql: SqlClient.SqlClient) => {
  const origins = makeOrigins(sql)
  const streets = new LeastRecentlyUsed<ShownStreet, bigint>(streetsKept)

  const streetFor = (key: bigint, text: string): ShownStreet => {
    let street = streets.get(key)
    if (street === undefined) {
      street = streetOf(key, text)
      streets.set(key, street)
    }
    return street
  }

  return Effect.fnUntraced(function* (rows: ReadonlyArray<WholeRow>) {
    const known = yield* origins(rows.flatMap(originsOf))
    const originOf = (key: bigint) => known.get(key)!
    return rows.map((row): WholeAddress | undefined =>
      row.streetRow === null || !originsOf(row).every((key) => known.has(key))
        ? undefined
        : wholeOf(row, streetFor(row.street, row.streetRow), originOf)
    )
  })
}
