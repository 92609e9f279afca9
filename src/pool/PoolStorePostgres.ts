import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { SlowDatabase } from "../database/Database.ts"
import { fromDocument } from "./AddressDocument.ts"
import { makeBatcher } from "./Batcher.ts"
import { countryOfAddressId } from "./Identity.ts"
import { AddressNotFound, PoolChanged } from "./PoolErrors.ts"
import { makeKeyReader } from "./keys/KeyReader.ts"
import { makeKeyStatements } from "./keys/KeyStatements.ts"
import { decodeKeys, late, memoized, unavailable, unchanged } from "./PoolReadsPostgres.ts"
import type { Names } from "./PoolRequests.ts"
import { makeScopes } from "./PoolScopesPostgres.ts"
import { PoolStore, type Scope } from "./PoolStore.ts"
import * as Sampler from "./Sampler.ts"

const bigints = (keys: Sampler.SampleKeys): ReadonlyArray<bigint> =>
  Array.from({ length: Sampler.keyCount(keys) }, (_, i) => Sampler.fromWords(keys, i))

interface FoundRows {
  readonly version: number | null | undefined
  readonly documents: ReadonlyArray<string>
}

/** The published pools in PostgreSQL. */
export const layerNoDeps = Layer.effect(
  PoolStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const context = yield* Effect.context<never>()

    const rowReader = memoized((country) => {
      const run = Effect.fnUntraced(function* (asked: ReadonlyArray<Sampler.SampleKeys>) {
        const rows = yield* unavailable(sql<{ readonly version: number | null; readonly document: string | null }>`
          SELECT (SELECT version FROM served_pool WHERE country = ${country}) AS version, a.document
          FROM unnest(${asked.flatMap(bigints)}::bigint[]) WITH ORDINALITY AS wanted (key, place)
          LEFT JOIN address a ON a.country = ${country} AND a.sample_key = wanted.key
          ORDER BY wanted.place`)
        let from = 0
        return asked.map((keys): FoundRows => {
          const own = rows.slice(from, (from += Sampler.keyCount(keys)))
          return { version: rows[0]?.version, documents: own.map((row) => row.document!) }
        })
      })
      return makeBatcher({ run, context, late, largest: 256, weigh: Sampler.keyCount })
    })

    const addresses = Effect.fnUntraced(function* (scope: Scope, wanted: Sampler.SampleKeys) {
      const { country } = scope
      if (wanted.length === 0) {
        yield* unchanged(
          scope,
          yield* unavailable(sql<{ readonly version: number | null }>`
            SELECT (SELECT version FROM served_pool WHERE country = ${country}) AS version`)
        )
        return []
      }
      const found = yield* rowReader(country)(wanted)
      if (found.version !== scope.pool.version) return yield* new PoolChanged({ country })
      return found.documents.map(fromDocument)
    })

    const readById = makeBatcher({
      run: Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
        const rows = yield* unavailable(sql<{ readonly document: string | null; readonly names: string | null }>`
          SELECT found.document, found.names
          FROM unnest(${ids}::text[]) WITH ORDINALITY AS wanted (id, place)
          LEFT JOIN LATERAL (
            SELECT a.document, a.names FROM address a JOIN served_pool p ON p.country = a.country
            WHERE a.id = wanted.id AND a.is_residential
          ) found ON true
          ORDER BY wanted.place`)
        return rows
      }),
      context,
      late,
      largest: 256,
      weigh: () => 1
    })

    const findRow = Effect.fnUntraced(function* (id: string) {
      const row = countryOfAddressId(id) === undefined ? undefined : yield* readById(id)
      if (row !== undefined && row.document !== null) return { document: row.document, names: row.names }
      return yield* new AddressNotFound({ id, message: `No published address has the ID "${id}".` })
    })

    return PoolStore.of({
      ...makeScopes(sql, context),
      ...makeKeyReader(makeKeyStatements(sql, yield* SlowDatabase, context), context),
      addresses,
      keysOfIds: (country, ids) =>
        Effect.map(
          unavailable(sql<{ readonly keys: Uint8Array | null }>`
            SELECT string_agg(int8send(sample_key), ''::bytea ORDER BY sample_key) AS keys
            FROM address WHERE country = ${country} AND id = ANY (${ids}::text[])`),
          (rows) => decodeKeys(rows[0]!.keys)
        ),
      findById: (id) => Effect.map(findRow(id), (row) => fromDocument(row.document)),
      findNamed: (id) =>
        Effect.map(findRow(id), (row) => ({
          address: fromDocument(row.document),
          names: row.names === null ? {} : (JSON.parse(row.names) as Names)
        })),
      counts: unavailable(
        sql<{
          readonly country: string
          readonly version: number
          readonly total: number
          readonly residential: number
        }>`SELECT country, version, total, residential FROM served_pool ORDER BY country COLLATE "C"`
      ),
      ready: Effect.asVoid(unavailable(sql`SELECT 1`))
    })
  })
)
