import { Effect, Option } from "effect"
import type { SqlClient } from "effect/sql"
import { Recent } from "../../../address/Recent.ts"
import { type FormerAddress, type FormerRecord, moved, type MovedAddress, type MovedRecord } from "./FormerAddress.ts"
import * as Rows from "./FormerRows.ts"
import { prepareCountry, type Progress } from "./Moving.ts"

/** How many disk blocks are read at once by default: some thousand addresses. */
export const defaultBlocks = 128

/** Rows of shared tables that were written recently and need not be sent again. */
export interface Sent {
  readonly shared: Recent<true>
  readonly labels: Recent<true>
}

export const nothingSent = (): Sent => ({ shared: new Recent(50_000), labels: new Recent(50_000) })

const unsent = <A>(sent: Recent<true>, items: Iterable<A>, nameOf: (item: A) => string): ReadonlyArray<A> => {
  const fresh: Array<A> = []
  for (const item of items) {
    const name = nameOf(item)
    if (sent.get(name) !== undefined) continue
    sent.set(name, true)
    fresh.push(item)
  }
  return fresh
}

/** In their order on disk, which is the order of their source: streets stay together. */
const readAddresses = (sql: SqlClient.SqlClient, from: number, blocks: number) => {
  const block = (number: number) => sql.literal(`'(${number},0)'::tid`)
  return sql<FormerAddress>`
    SELECT id, country, sample_key, is_residential, names, document,
      to_char(updated_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS updated_at
    FROM former_address WHERE ctid >= ${block(from)} AND ctid < ${block(from + blocks)}`.unprepared
}

const readRecords = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, addresses: ReadonlyArray<FormerAddress>) {
  const rows = yield* sql<FormerRecord>`
    SELECT source, address_id, record_id, region, city, district, postcode, body, coordinates, residential,
      source_member, names
    FROM former_record WHERE address_id = ANY (${addresses.map(({ id }) => id)}::text[])`
  return Map.groupBy(rows, ({ address_id }) => address_id)
})

const write = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  country: string,
  addresses: ReadonlyArray<MovedAddress>,
  sent: Sent
) {
  const others = addresses.flatMap((address) => address.others)
  const records: ReadonlyArray<MovedRecord> = [...addresses.map(({ main }) => main), ...others]
  const streets = unsent(
    sent.shared,
    records.map(({ street }) => street),
    ({ key }) => `s${key}`
  )
  const origins = unsent(
    sent.shared,
    records.map(({ origin }) => origin),
    ({ key }) => `o${key}`
  )
  const labels = unsent(
    sent.labels,
    records.flatMap((record) => record.labels),
    ({ text }) => `${country}${text}`
  )
  yield* prepareCountry(sql, country)
  if (streets.length > 0) yield* Rows.writeStreets(sql, country, streets)
  if (origins.length > 0) yield* Rows.writeOrigins(sql, country, origins)
  if (labels.length > 0) yield* Rows.writeLabels(sql, country, labels)
  yield* Rows.writeAddresses(sql, country, addresses)
  if (others.length > 0) yield* Rows.writeOthers(sql, country, others)
})

/**
 * Moves the addresses of the next blocks, and records this in the same transaction, so that whoever continues neither
 * omits nor repeats anything.
 */
export const movePage = Effect.fnUntraced(
  function* (sql: SqlClient.SqlClient, sent: Sent, blocks: number) {
    const [at] = yield* sql<{ readonly next: number }>`SELECT next_block AS next FROM storage_upgrade FOR UPDATE`
    const former = yield* readAddresses(sql, at!.next, blocks)
    const records = yield* readRecords(sql, former)
    const addresses: Array<MovedAddress> = []
    for (const address of former) {
      const made = moved(address, records.get(address.id) ?? [])
      if (Option.isSome(made)) addresses.push(made.value)
    }
    for (const [country, own] of Map.groupBy(addresses, (address) => address.former.country)) {
      yield* write(sql, country, own, sent)
    }
    const differing = addresses.filter(({ differs }) => differs).length
    const [progress] = yield* sql<Progress>`
      UPDATE storage_upgrade SET next_block = least(next_block + ${blocks}::int, blocks),
        addresses = addresses + ${addresses.length}::int, differing = differing + ${differing}::int,
        lost = lost + ${former.length - addresses.length}::int
      RETURNING next_block AS done, blocks, addresses, differing, lost`
    return progress!
  },
  (effect, sql) => sql.withTransaction(effect)
)
