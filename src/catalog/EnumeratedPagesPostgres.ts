import { type Context, Effect, Schema, Semaphore } from "effect"
import type { SqlClient } from "effect/sql"
import {
  behind,
  edition,
  hasText,
  isRow,
  type Page,
  pageRows,
  source,
  unavailable,
  wholeCountry
} from "./CatalogReadsPostgres.ts"
import type { Listing, Position } from "./CatalogStore.ts"
import { decodeNumbers } from "../database/Values.ts"
import { rowsOf } from "../database/Rows.ts"
import { StorageUnavailable } from "../database/Outage.ts"
import { LeastRecentlyUsed } from "../shared/LeastRecentlyUsed.ts"
import { makeSharedReads } from "../shared/SharedReads.ts"

const placesRows = rowsOf({ places: Schema.Number })
const editionKeysRows = rowsOf({ edition: Schema.String, keys: Schema.NullOr(Schema.Uint8Array) })
const keyRows = rowsOf({ key: Schema.BigInt })

/** The keys of a list's places, in the list's order, of one edition of the catalog. */
interface Matches {
  readonly edition: string
  readonly keys: BigInt64Array
}

/** Memory in bytes for all lists together: four million keys. */
const capacity = 32_000_000

/** Even an empty list has a weight: its name, and its entry in the map. */
const weight = ({ keys }: Matches, name: string): number => keys.byteLength + 800 + 2 * name.length

/** Lists up to this length may be enumerated on the connections that all requests share. */
const shortList = 20_000

/** How often a list is enumerated again if the catalog is published meanwhile. */
const attempts = 8

/** A country without a catalog. */
const noMatches: Matches = { edition: "", keys: new BigInt64Array(0) }

/** Tells one list from all others, in any edition of the catalog. */
export const nameOf = ({ country, only, text, type, within }: Listing): string =>
  JSON.stringify([country, type, within?.level, within?.places.join(), only?.join(), text])

/**
 * Reads the keys of a whole list.
 *
 * @param turns for lists on the connections that all requests share
 */
const enumerate = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  slow: SqlClient.SqlClient,
  turns: Semaphore.Semaphore,
  listing: Listing
): Effect.fn.Return<Matches, StorageUnavailable> {
  const { country, type, within } = listing
  const [bound] = yield* unavailable(
    placesRows(sql`
    SELECT coalesce(sum(places), 0)::int AS places FROM catalog_total
    WHERE country = ${country} AND type = ${type} AND parent = ANY (${within?.places ?? [wholeCountry]}::bigint[])`)
  )
  // Long lists would delay every request that shares a pipelined connection with them.
  const isShort = listing.only !== undefined || bound!.places <= shortList
  const client = isShort ? sql : slow
  const read = unavailable(
    editionKeysRows(client`
    SELECT ${edition(client)}, (
      SELECT string_agg(int8send(p.key), ''::bytea ORDER BY p.folded, p.key)
      FROM ${source(sql, listing)} ${hasText(sql, listing)}
    ) AS keys
    FROM country c WHERE c.code = ${country} AND c.enabled`)
  )
  const [row] = yield* isShort ? turns.withPermit(read) : read
  return row === undefined
    ? noMatches
    : { edition: row.edition, keys: new BigInt64Array(decodeNumbers(row.keys, "swap64")) }
})

/** Rows of these places, in their order, and the edition of the catalog that they come from. */
const rowsOfKeys = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { country, type, within }: Listing,
  keys: ReadonlyArray<bigint>
) {
  const counted =
    type === "postcode" && within !== undefined
      ? sql`
          SELECT wanted.place, p.key, p.folded, p.name, w.total, w.residential
          FROM unnest(${keys}::bigint[]) WITH ORDINALITY AS wanted (key, place)
          JOIN place p ON p.key = wanted.key
          CROSS JOIN LATERAL (
            SELECT sum(w.total)::int AS total, sum(w.residential)::int AS residential FROM part w
            WHERE w.country = ${country} AND w.parent = ANY (${within.places}::bigint[])
              AND w.folded = p.folded AND w.postcode = p.key
          ) w`
      : sql`
          SELECT wanted.place, p.key, p.folded, p.name, p.total, p.residential
          FROM unnest(${keys}::bigint[]) WITH ORDINALITY AS wanted (key, place)
          JOIN place p ON p.key = wanted.key`
  const rows = yield* unavailable(
    pageRows(sql`
    SELECT ${edition(sql)}, 0 AS size, r.*
    FROM country c LEFT JOIN LATERAL (${counted}) r ON true
    WHERE c.code = ${country} AND c.enabled
    ORDER BY r.place`)
  )
  return { edition: rows[0]?.edition, rows: rows.filter(isRow) }
})

/** The index in `keys` at which the page after a position starts. */
const startOf = Effect.fnUntraced(function* (
  slow: SqlClient.SqlClient,
  listing: Listing,
  keys: BigInt64Array,
  after: Position | undefined
) {
  if (after === undefined) return 0
  const known = keys.indexOf(after.key)
  if (known >= 0) return known + 1
  // The place has left the list meanwhile: continue with the next one.
  const [next] = yield* unavailable(
    keyRows(slow`
    SELECT p.key FROM ${source(slow, listing)} ${hasText(slow, listing)} ${behind(slow, after)}
    ORDER BY p.folded, p.key LIMIT 1`)
  )
  const start = next === undefined ? -1 : keys.indexOf(next.key)
  return start < 0 ? keys.length : start
})

/**
 * Pages of lists that no index holds in order, such as searches by text: their keys are read once per edition of the
 * catalog, for all who ask at the same time, and cached for further pages.
 */
export const makeEnumerated = (
  sql: SqlClient.SqlClient,
  slow: SqlClient.SqlClient,
  context: Context.Context<never>
) => {
  const matches = new LeastRecentlyUsed<Matches>(capacity, weight)
  const shared = makeSharedReads<string, Matches, StorageUnavailable>(context)
  // Each takes some ten milliseconds, and whoever draws would wait for all that one client asks for at once.
  const turns = Semaphore.makeUnsafe(1)
  return Effect.fnUntraced(function* (
    listing: Listing,
    after: Position | undefined,
    limit: number
  ): Effect.fn.Return<Page, StorageUnavailable> {
    const name = nameOf(listing)
    for (let attempt = 0; attempt < attempts; attempt++) {
      const found =
        matches.get(name) ??
        (yield* shared(name, enumerate(sql, slow, turns, listing), (read) => matches.set(name, read)))
      const start = yield* startOf(slow, listing, found.keys, after)
      const { edition, rows } = yield* rowsOfKeys(sql, listing, Array.from(found.keys.subarray(start, start + limit)))
      if (edition === undefined) return { edition, total: 0, rows: [] }
      if (edition === found.edition) return { edition, total: found.keys.length, rows }
      matches.delete(name)
    }
    const why = `The catalog of ${listing.country} is being published; try again.`
    return yield* new StorageUnavailable({ reason: "Republished", message: why })
  })
}
