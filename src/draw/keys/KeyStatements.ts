import { type Context, Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { memoized } from "../../../schemas/Memoized.ts"
import { countryLiteral } from "../../database/AddressTables.ts"
import { makeBatcher } from "../../shared/Batcher.ts"
import { placeTypes } from "../../address/Identity.ts"
import { PoolChanged } from "../../pool/PoolErrors.ts"
import { decodeKeys, late, unavailable, unchanged, editionOf } from "../store/PoolReadsPostgres.ts"
import type { Scope } from "../store/PoolStore.ts"
import * as Sampler from "../Sampler.ts"
import { hasTextByKeys } from "../text/TextCondition.ts"
import * as BucketSizes from "./BucketSizes.ts"

/** Buckets of one place of a level, or of a whole country. */
interface AskedBuckets {
  readonly place: bigint
  readonly ranges: ReadonlyArray<Sampler.KeyRange>
}

interface FoundKeys {
  readonly edition: string | null | undefined
  readonly keys: ReadonlyArray<Sampler.SampleKeys>
}

export interface KeysRow {
  readonly edition: string | null
  readonly keys: Uint8Array | null
}

/** How many buckets one statement reads at most, for all pending requests. */
const bucketsOfStatement = 512

/** What statements are made with. */
interface Clients {
  readonly sql: SqlClient.SqlClient
  /** For long reads, which would hold up every draw on the same pipelined connection. */
  readonly slow: SqlClient.SqlClient
}

const keysOfRows = (sql: SqlClient.SqlClient) =>
  sql`string_agg(int8send(a.sample_key), ''::bytea ORDER BY a.sample_key) AS keys`

/** Rows of the scope, with or without its text. */
const inScope = (sql: SqlClient.SqlClient, { country, selection }: Scope) =>
  sql.and([
    sql`a.is_residential`,
    sql`a.country = ${countryLiteral(sql, country)}`,
    ...placeTypes
      .filter((level) => selection[level] !== undefined)
      .map((level) => sql`a.${sql.literal(level)} = ANY (${selection[level]!}::bigint[])`)
  ])

/**
 * Serves all requests for one country and the places of one level with a single statement. The name is the country,
 * then the level.
 */
const makeBucketReader = ({ sql }: Clients, context: Context.Context<never>) =>
  memoized((name: string) => {
    const [country, level] = name.split("/") as [string, string]
    const here = sql`a.country = ${countryLiteral(sql, country)}`
    const inPlace = level === "" ? here : sql`${here} AND a.${sql.literal(level)} = bucket.place`
    const run = Effect.fnUntraced(function* (asked: ReadonlyArray<AskedBuckets>) {
      const ranges = asked.flatMap(({ ranges }) => ranges)
      const rows = yield* unavailable(sql<KeysRow>`
        SELECT ${editionOf(sql, country)}, found.keys
        FROM unnest(
          ${asked.flatMap(({ place, ranges }) => ranges.map(() => place))}::bigint[],
          ${ranges.map(({ low }) => low)}::bigint[],
          ${ranges.map(({ high }) => high)}::bigint[]
        ) WITH ORDINALITY AS bucket (place, low, high, nth)
        CROSS JOIN LATERAL (
          SELECT ${keysOfRows(sql)}
          FROM address a
          WHERE a.is_residential AND ${inPlace} AND a.sample_key BETWEEN bucket.low AND bucket.high
        ) found
        ORDER BY bucket.nth`)
      let from = 0
      return asked.map(({ ranges }): FoundKeys => {
        const own = rows.slice(from, (from += ranges.length))
        return { edition: own[0]?.edition, keys: own.map((row) => decodeKeys(row.keys)) }
      })
    })
    const weigh = ({ ranges }: AskedBuckets) => ranges.length
    return makeBatcher({ run, context, late, largest: bucketsOfStatement, weigh })
  })

/** Buckets of a selection with several places, or at several levels. */
const ofSelection = Effect.fnUntraced(function* (
  { sql }: Clients,
  scope: Scope,
  ranges: ReadonlyArray<Sampler.KeyRange>
) {
  const rows = yield* unavailable(sql<KeysRow>`
    SELECT ${editionOf(sql, scope.country)}, found.keys
    FROM unnest(
      ${ranges.map(({ low }) => low)}::bigint[],
      ${ranges.map(({ high }) => high)}::bigint[]
    ) WITH ORDINALITY AS bucket (low, high, nth)
    CROSS JOIN LATERAL (
      SELECT ${keysOfRows(sql)}
      FROM address a
      WHERE ${inScope(sql, scope)} AND a.sample_key BETWEEN bucket.low AND bucket.high
    ) found
    ORDER BY bucket.nth`)
  return (yield* unchanged(scope, rows)).map((row) => decodeKeys(row.keys))
})

/** Aggregates the scope's rows within a range, on a connection that draws do not use. */
const ofRange = Effect.fnUntraced(function* (
  { slow, sql }: Clients,
  scope: Scope,
  { high, low }: Sampler.KeyRange,
  select: (rows: Statement.Fragment) => Statement.Fragment
) {
  const rows = sql`FROM address a WHERE ${inScope(sql, scope)} AND a.sample_key BETWEEN ${low} AND ${high}`
  const found = yield* unavailable(slow<KeysRow>`
    SELECT ${editionOf(sql, scope.country)}, found.keys FROM (${select(rows)}) found`)
  const [row] = yield* unchanged(scope, found)
  return decodeKeys(row!.keys)
})

/** All matches of the scope's text, ascending: for draws that have found none of a frequent text. */
const allMatches = Effect.fnUntraced(function* ({ slow, sql }: Clients, scope: Scope) {
  const { country, q = "" } = scope
  const found = yield* unavailable(slow<KeysRow>`
    SELECT ${editionOf(sql, country)}, found.keys
    FROM (
      SELECT ${keysOfRows(sql)} FROM address a
      WHERE ${inScope(sql, scope)} AND ${hasTextByKeys(sql, country, sql`${q}`)}
    ) found`)
  const [row] = yield* unchanged(scope, found)
  return decodeKeys(row!.keys)
})

/** The statements that read keys. Each fails with `PoolChanged` if the scope's edition is superseded. */
export const makeKeyStatements = (
  sql: SqlClient.SqlClient,
  slow: SqlClient.SqlClient,
  context: Context.Context<never>
) => {
  const clients: Clients = { sql, slow }
  const bucketReader = makeBucketReader(clients, context)

  const ofOnePlace = Effect.fnUntraced(function* (
    { country, narrowest, pool }: Scope,
    place: bigint,
    ranges: ReadonlyArray<Sampler.KeyRange>
  ) {
    const found = yield* bucketReader(`${country}/${narrowest ?? ""}`)({ place, ranges })
    if (found.edition !== pool.edition) return yield* new PoolChanged({ country })
    return found.keys
  })

  return {
    /** The scope's keys in each of these buckets, ascending. */
    buckets: (scope: Scope, level: number, wanted: ReadonlyArray<number>) => {
      const { narrowest, selection } = scope
      const ranges = wanted.map((bucket) => Sampler.bucketRange(level, bucket))
      const levels = placeTypes.filter((type) => selection[type] !== undefined)
      const places = narrowest === undefined ? [0n] : selection[narrowest]!
      return levels.length < 2 && places.length === 1
        ? ofOnePlace(scope, places[0]!, ranges)
        : ofSelection(clients, scope, ranges)
    },

    matches: (scope: Scope) => allMatches(clients, scope),

    /** The scope's keys within the range, ascending. */
    keysWithin: (scope: Scope, range: Sampler.KeyRange) =>
      ofRange(clients, scope, range, (rows) => sql`SELECT ${keysOfRows(sql)} ${rows}`),

    /** Adds to the number of keys that each bucket holds, for keys within the range. */
    countWithin: Effect.fnUntraced(function* (
      scope: Scope,
      range: Sampler.KeyRange,
      level: number,
      counted: Uint8Array
    ) {
      const pairs = yield* ofRange(
        clients,
        scope,
        range,
        (rows) => sql`
          SELECT string_agg(int4send(bucket) || int4send(size), ''::bytea) AS keys
          FROM (SELECT (a.sample_key >> ${63 - level}::int)::int AS bucket, count(*)::int AS size ${rows} GROUP BY 1) b`
      )
      for (let i = 0; i < pairs.length; i += 2) BucketSizes.add(counted, pairs[i]!, pairs[i + 1]!)
    })
  }
}

export type KeyStatements = ReturnType<typeof makeKeyStatements>
