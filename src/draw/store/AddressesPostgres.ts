import { type Context, Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { Address } from "../../../schemas/Address.ts"
import { memoized } from "../../../schemas/Memoized.ts"
import { countryLiteral, sameId } from "../../database/AddressTables.ts"
import { makeBatcher } from "../../shared/Batcher.ts"
import { countryOfAddressId } from "../../address/Identity.ts"
import { addressNotFound, beingPublished, mostChanges, PoolChanged } from "../../pool/PoolErrors.ts"
import { decodeKeys, late, unavailable, unchanged, editionOf } from "./PoolReadsPostgres.ts"
import type { Scope } from "./PoolStore.ts"
import * as Sampler from "../Sampler.ts"
import { toUuid } from "../../address/AddressUuid.ts"
import { composeHome, namesOf, type WholeAddress } from "../../pool/stored/Compose.ts"
import { wholeColumns, type WholeRow } from "../../pool/stored/StoredRows.ts"
import { makeWholeAddresses } from "../../pool/stored/WholeAddresses.ts"

interface FoundAddresses {
  readonly edition: string | null | undefined
  readonly addresses: ReadonlyArray<WholeAddress | undefined>
}

/** A row for each address looked up: all columns are null if there is none. */
type Sought = { readonly [Name in keyof WholeRow]: WholeRow[Name] | null } & { readonly edition: string | null }

const isFound = (row: Sought): row is WholeRow & { readonly edition: string | null } => row.id !== null

/** Composes addresses from the rows that were found. */
const makeWholeOrNone = (sql: SqlClient.SqlClient) => {
  const wholeAddresses = makeWholeAddresses(sql)
  return Effect.fnUntraced(function* (rows: ReadonlyArray<Sought>) {
    const whole = yield* unavailable(wholeAddresses(rows.filter(isFound)))
    let next = 0
    return rows.map((row) => (isFound(row) ? whole[next++] : undefined))
  })
}

type WholeOrNone = ReturnType<typeof makeWholeOrNone>

/** Homes by key, for all pending requests of a country. */
const makeByKey = (sql: SqlClient.SqlClient, wholeOrNone: WholeOrNone, context: Context.Context<never>) =>
  memoized((country: string) => {
    const run = Effect.fnUntraced(function* (asked: ReadonlyArray<Sampler.SampleKeys>) {
      const rows = yield* unavailable(sql<Sought>`
        SELECT ${editionOf(sql, country)}, ${wholeColumns(sql)}
        FROM unnest(${asked.flatMap(Sampler.bigintsOf)}::bigint[]) WITH ORDINALITY AS wanted (key, place)
        LEFT JOIN address a
          ON a.country = ${countryLiteral(sql, country)} AND a.sample_key = wanted.key AND a.is_residential
        LEFT JOIN street s ON s.key = a.street
        ORDER BY wanted.place`)
      const whole = yield* wholeOrNone(rows)
      let from = 0
      return asked.map((keys): FoundAddresses => {
        const addresses = whole.slice(from, (from += Sampler.keyCount(keys)))
        return { edition: rows[0]?.edition, addresses }
      })
    })
    return makeBatcher({ run, context, late, largest: 256, weigh: Sampler.keyCount })
  })

/** Homes by ID, for all pending requests of a country. */
const makeById = (sql: SqlClient.SqlClient, wholeOrNone: WholeOrNone, context: Context.Context<never>) =>
  memoized((country: string) => {
    const run = Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
      const rows = yield* unavailable(sql<Sought>`
        SELECT ${editionOf(sql, country)}, ${wholeColumns(sql)}
        FROM unnest(${ids.map(toUuid)}::uuid[]) WITH ORDINALITY AS wanted (id, place)
        LEFT JOIN address a
          ON a.country = ${countryLiteral(sql, country)} AND ${sameId(sql, "a", "wanted")} AND a.is_residential
        LEFT JOIN street s ON s.key = a.street
        ORDER BY wanted.place`)
      // The addresses of a country that is not served are stored, but must not be found.
      const whole = yield* wholeOrNone(rows.map((row) => (row.edition === null ? { ...row, id: null } : row)))
      return rows.map(({ edition, id }, i) => ({ isThere: edition !== null && id !== null, whole: whole[i] }))
    })
    return makeBatcher({ run, context, late, largest: 256, weigh: () => 1 })
  })

const keysOfIds = (sql: SqlClient.SqlClient, country: string, ids: ReadonlyArray<string>) =>
  Effect.map(
    unavailable(sql<{ readonly keys: Uint8Array | null }>`
      SELECT string_agg(int8send(a.sample_key), ''::bytea ORDER BY a.sample_key) AS keys
      FROM (
        SELECT DISTINCT id
        FROM unnest(${ids.filter((id) => countryOfAddressId(id) === country).map(toUuid)}::uuid[]) AS given (id)
      ) wanted
      JOIN address a ON a.country = ${countryLiteral(sql, country)} AND ${sameId(sql, "a", "wanted")}`),
    (rows) => decodeKeys(rows[0]!.keys)
  )

/** Addresses by key and by ID, composed from rows. Each statement serves all pending requests. */
export const makeAddresses = (sql: SqlClient.SqlClient, context: Context.Context<never>) => {
  const wholeOrNone = makeWholeOrNone(sql)
  const byKey = makeByKey(sql, wholeOrNone, context)
  const byId = makeById(sql, wholeOrNone, context)

  const addresses = Effect.fnUntraced(function* (scope: Scope, wanted: Sampler.SampleKeys) {
    const { country } = scope
    if (wanted.length === 0) {
      const edition = sql<{ readonly edition: string | null }>`SELECT ${editionOf(sql, country)}`
      yield* unchanged(scope, yield* unavailable(edition))
      return []
    }
    const found = yield* byKey(country)(wanted)
    if (found.edition !== scope.pool.edition) return yield* new PoolChanged({ country })
    const composed: Array<Address> = []
    for (const whole of found.addresses) {
      // A publication has removed what its row shared.
      if (whole === undefined) return yield* new PoolChanged({ country })
      composed.push(composeHome(whole))
    }
    return composed
  })

  const findWhole = Effect.fnUntraced(function* (id: string) {
    const country = countryOfAddressId(id)
    if (country === undefined) return yield* addressNotFound(id)
    for (let attempt = 0; attempt < mostChanges; attempt++) {
      const { isThere, whole } = yield* byId(country)(id)
      if (whole !== undefined) return whole
      if (!isThere) return yield* addressNotFound(id)
      // Between two statements, a publication removed what the row shares. By now the row is gone as well, or shares
      // something else.
    }
    return yield* beingPublished(country)
  })

  return {
    addresses,
    keysOfIds: (country: string, ids: ReadonlyArray<string>) => keysOfIds(sql, country, ids),
    findById: (id: string) => Effect.map(findWhole(id), composeHome),
    findNamed: (id: string) =>
      Effect.map(findWhole(id), (whole) => ({ address: composeHome(whole), names: namesOf(whole) ?? {} }))
  }
}
