import { Effect, Layer } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { Address } from "../../schemas/Address.ts"
import { SlowDatabase } from "../database/Database.ts"
import { countryOfAddressId, placeTypes } from "./Identity.ts"
import { AddressNotFound, PoolChanged, PoolUnavailable } from "./PoolErrors.ts"
import type { Names } from "./PoolRequests.ts"
import { type Pool, PoolStore, type Scope, type Selection } from "./PoolStore.ts"
import * as Sampler from "./Sampler.ts"

const unavailable = Effect.mapError(
  (cause: SqlError.SqlError) =>
    new PoolUnavailable({ message: "The address pool cannot be read: its database does not answer.", cause })
)

/** Keys come as one string of bytes, eight a key, most significant first: no object per key. */
const decodeKeys = (bytes: Uint8Array | null): Sampler.SampleKeys => {
  if (bytes === null) return new Uint32Array(0)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const words = new Uint32Array(bytes.byteLength >>> 2)
  for (let i = 0; i < words.length; i++) words[i] = view.getUint32(i * 4)
  return words
}

const bigints = (keys: Sampler.SampleKeys): ReadonlyArray<bigint> =>
  Array.from({ length: Sampler.keyCount(keys) }, (_, i) => Sampler.fromWords(keys, i))

const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, "\\$&")}%`

/** Documents are written by the publication alone, so that they need no second check on the way out. */
const parse = (document: string): Address => JSON.parse(document) as Address

/** The published pools in PostgreSQL. */
export const layerNoDeps = Layer.effect(
  PoolStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    // Enumerations may take long, and would hold up every draw that shares a pipelined connection with them.
    const slow = yield* SlowDatabase

    /** Rows of the scope, by the narrowest level's index; place keys are unique over all countries. */
    const inScope = ({ country, narrowest, selection }: Scope) =>
      sql.and([
        sql`a.is_residential`,
        narrowest === undefined
          ? sql`a.country = ${country}`
          : sql`a.${sql.literal(narrowest)} = ANY (${selection[narrowest]!}::bigint[])`,
        ...placeTypes
          .filter((level) => level !== narrowest && selection[level] !== undefined)
          .map((level) => sql`a.${sql.literal(level)} = ANY (${selection[level]!}::bigint[])`)
      ])

    const unchanged = <Row extends { readonly version: number | null }>(scope: Scope, rows: ReadonlyArray<Row>) =>
      rows.every((row) => row.version === scope.pool.version)
        ? Effect.succeed(rows)
        : Effect.fail(new PoolChanged({ country: scope.country }))

    const buckets = Effect.fnUntraced(function* (scope: Scope, level: number, wanted: ReadonlyArray<number>) {
      const ranges = wanted.map((bucket) => Sampler.bucketRange(level, bucket))
      const text = scope.q === undefined ? sql`` : sql`AND strpos(a.search, ${scope.q}) > 0`
      const rows = yield* unavailable(sql<{ readonly version: number | null; readonly keys: Uint8Array | null }>`
        SELECT (SELECT version FROM served_pool WHERE country = ${scope.country}) AS version, found.keys
        FROM unnest(
          ${ranges.map((range) => range.low)}::bigint[],
          ${ranges.map((range) => range.high)}::bigint[]
        ) WITH ORDINALITY AS bucket (low, high, place)
        CROSS JOIN LATERAL (
          SELECT string_agg(int8send(a.sample_key), ''::bytea ORDER BY a.sample_key) AS keys
          FROM address a
          WHERE ${inScope(scope)} AND a.sample_key BETWEEN bucket.low AND bucket.high ${text}
        ) found
        ORDER BY bucket.place`)
      return (yield* unchanged(scope, rows)).map((row) => decodeKeys(row.keys))
    })

    const keys = Effect.fnUntraced(function* (scope: Scope) {
      const client = scope.q === undefined ? sql : slow
      const text = scope.q === undefined ? sql`` : sql`AND a.search LIKE ${likePattern(scope.q)}`
      const rows = yield* unavailable(client<{ readonly version: number | null; readonly keys: Uint8Array | null }>`
        SELECT (SELECT version FROM served_pool WHERE country = ${scope.country}) AS version,
          string_agg(int8send(a.sample_key), ''::bytea ORDER BY a.sample_key) AS keys
        FROM address a
        WHERE ${inScope(scope)} ${text}`)
      return decodeKeys((yield* unchanged(scope, rows))[0]!.keys)
    })

    const addresses = Effect.fnUntraced(function* (scope: Scope, wanted: Sampler.SampleKeys) {
      const rows = yield* unavailable(sql<{ readonly version: number | null; readonly document: string | null }>`
        SELECT (SELECT version FROM served_pool WHERE country = ${scope.country}) AS version, a.document
        FROM unnest(${bigints(wanted)}::bigint[]) WITH ORDINALITY AS wanted (key, place)
        LEFT JOIN address a ON a.country = ${scope.country} AND a.sample_key = wanted.key
        ORDER BY wanted.place`)
      return (yield* unchanged(scope, rows)).map((row) => parse(row.document!))
    })

    const sizeOf = Effect.fnUntraced(function* (country: string, selection: Selection) {
      const levels = placeTypes.filter((level) => selection[level] !== undefined)
      const [only] = levels
      const query =
        levels.length === 1
          ? sql<{ readonly size: number }>`
              SELECT coalesce(sum(residential), 0)::int AS size FROM place
              WHERE key = ANY (${selection[only!]!}::bigint[]) AND country = ${country}`
          : sql<{ readonly size: number }>`
              SELECT coalesce(sum(residential), 0)::int AS size FROM scope_count
              WHERE ${sql.and([
                sql`country = ${country}`,
                ...levels.map((level) => sql`${sql.literal(level)} = ANY (${selection[level]!}::bigint[])`)
              ])}`
      return (yield* unavailable(query))[0]!.size
    })

    const findRow = Effect.fnUntraced(function* (id: string) {
      const [row] =
        countryOfAddressId(id) === undefined
          ? []
          : yield* unavailable(sql<{ readonly document: string; readonly names: string | null }>`
              SELECT a.document, a.names FROM address a JOIN served_pool p ON p.country = a.country
              WHERE a.id = ${id} AND a.is_residential`)
      if (row !== undefined) return row
      return yield* new AddressNotFound({ id, message: `No published address has the ID "${id}".` })
    })

    return PoolStore.of({
      pool: (country) =>
        Effect.map(
          unavailable(sql<Pool>`SELECT version, residential, sources FROM served_pool WHERE country = ${country}`),
          (rows) => rows[0]
        ),
      placesNamed: (country, level, folded) =>
        Effect.map(
          unavailable(sql<{ readonly place: bigint }>`
            SELECT place FROM place_name WHERE country = ${country} AND type = ${level} AND folded = ${folded}`),
          (rows) => rows.map((row) => row.place)
        ),
      sizeOf,
      buckets,
      keys,
      addresses,
      keysOfIds: (country, ids) =>
        Effect.map(
          unavailable(sql<{ readonly keys: Uint8Array | null }>`
            SELECT string_agg(int8send(sample_key), ''::bytea ORDER BY sample_key) AS keys
            FROM address WHERE country = ${country} AND id = ANY (${ids}::text[])`),
          (rows) => decodeKeys(rows[0]!.keys)
        ),
      findById: (id) => Effect.map(findRow(id), (row) => parse(row.document)),
      findNamed: (id) =>
        Effect.map(findRow(id), (row) => ({
          address: parse(row.document),
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
