import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { isOutdated, rebuild } from "../../pool/CatalogRebuild.ts"
import { tableOf } from "../../database/AddressTables.ts"
import { fromUuid } from "../../address/AddressUuid.ts"
import * as NewTable from "./NewTable.ts"
import * as Publication from "./PublicationSql.ts"
import { renamePlaces, touchPlaces } from "./RenamePlaces.ts"
import * as Shared from "./SharedRows.ts"
import type { SampleKeys } from "../stage/StagedColumns.ts"

export const settleCollisions = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  pool: Publication.Pool,
  sampleKey: SampleKeys
) {
  for (let attempt = 1; ; attempt++) {
    const collided = yield* Publication.collisions(sql, pool)
    if (collided.length === 0) return
    yield* Effect.forEach(collided, ({ id }) => Publication.rekey(sql, id, sampleKey(fromUuid(id), attempt)))
  }
})

export interface RemakeOptions<E> {
  readonly sampleKey: SampleKeys
  /** From how many affected addresses on the country's table may be rewritten. */
  readonly newTableFrom?: number
  /** Reports what will be done, from `difference`, before it is done. */
  readonly tell?: Effect.Effect<void, E>
}

/**
 * Rebuilds the addresses whose IDs are in the temporary table `affected`, from the records in `before_record` and
 * `after_record`, and everything derived from them. Returns whether the country's table was rewritten.
 */
export const remakeAffected = Effect.fnUntraced(function* <E = never>(
  sql: SqlClient.SqlClient,
  pool: Publication.Pool,
  { newTableFrom = NewTable.newTableFrom, sampleKey, tell = Effect.void }: RemakeOptions<E>
) {
  const { country } = pool
  yield* Publication.findDifferences(sql, pool)
  yield* tell
  const counts = yield* Publication.counted(sql)
  yield* settleCollisions(sql, pool, sampleKey)
  const isAnew = yield* NewTable.isLess(sql, country, newTableFrom)
  const table = isAnew ? NewTable.nextOf(country) : tableOf(country)
  if (isAnew) yield* NewTable.write(sql, pool, false)
  else yield* Publication.writeAddresses(sql, pool)
  yield* Publication.writeOthers(sql, pool)
  yield* isAnew ? Shared.touchAll(sql, country) : Shared.touch(sql)
  yield* touchPlaces(sql)
  yield* Shared.countTouched(sql, table)
  yield* Shared.removeUnused(sql, country, table)
  if (counts.added + counts.changed + counts.withdrawn > 0 || (yield* isOutdated(sql, country))) {
    yield* renamePlaces(sql, country)
    yield* rebuild(sql, country, table)
  }
  const { residential, residentialBefore, version } = yield* Publication.writePool(sql, pool, counts)
  yield* NewTable.place(sql, country, isAnew)
  return { isAnew, publication: { ...counts, poolVersion: version, residential, residentialBefore } }
})
