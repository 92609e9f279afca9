import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { isOutdated, rebuild } from "../pool/CatalogRebuild.ts"
import * as Publication from "./PublicationSql.ts"

/** Candidates for the key of an address in its country's key space; attempts above 0 where others have the ones before. */
export type SampleKeys = (addressId: string, attempt: number) => bigint

const settleCollisions = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  pool: Publication.Pool,
  sampleKey: SampleKeys
) {
  for (let attempt = 1; ; attempt++) {
    const collided = yield* Publication.collisions(sql, pool)
    if (collided.length === 0) return
    yield* Effect.forEach(collided, ({ id }) => Publication.rekey(sql, id, sampleKey(id, attempt)))
  }
})

/**
 * Makes the addresses anew whose IDs the temporary table `affected` holds, of the records as they are now, and all that is
 * derived from them. `tell` looks at what is to be done, in `difference`, before it is.
 */
export const remakeAffected = Effect.fnUntraced(function* <E>(
  sql: SqlClient.SqlClient,
  pool: Publication.Pool,
  sampleKey: SampleKeys,
  tell: Effect.Effect<void, E> = Effect.void
) {
  yield* Publication.mergeRecords(sql, pool)
  yield* Publication.findDifferences(sql)
  yield* tell
  const withdrawn = yield* Publication.withdraw(sql)
  yield* settleCollisions(sql, pool, sampleKey)
  const counts = { withdrawn, ...(yield* Publication.writeAddresses(sql, pool)) }
  if (counts.added + counts.changed + withdrawn > 0 || (yield* isOutdated(sql, pool.country))) {
    yield* rebuild(sql, pool.country)
  }
  const { residential, residentialBefore, version } = yield* Publication.writePool(sql, pool, counts)
  return { ...counts, poolVersion: version, residential, residentialBefore }
})
