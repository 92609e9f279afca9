import { type Context, Deferred, Effect, Exit } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { makeBatcher } from "./Batcher.ts"
import * as BucketSizes from "./BucketSizes.ts"
import { type PlaceType, placeTypes } from "./Identity.ts"
import { KeyCache } from "./KeyCache.ts"
import { PoolChanged, type PoolUnavailable } from "./PoolErrors.ts"
import { decodeKeys, late, likePattern, unavailable, unchanged } from "./PoolReadsPostgres.ts"
import type { Scope } from "./PoolStore.ts"
import * as Sampler from "./Sampler.ts"

/**
 * Memory for the keys of scopes in use, in bytes. Matches of texts have their own: other scopes, whose keys are read in a
 * moment, must not push out what takes seconds to enumerate.
 */
const keyBytes = 52 * 1024 * 1024
const matchBytes = 8 * 1024 * 1024

/** Memory for how many keys each bucket holds, in bytes. */
const sizeBytes = 12 * 1024 * 1024

/** A scope of up to so many addresses is read whole when it may be kept: that costs no more than a few of its buckets. */
const readWholeUpTo = 512

/** Buckets that are read for a text before its matches are enumerated. */
const fewBuckets = 4

/**
 * The part of a scope's buckets that draws have missed when all of them are read, or counted where there is no room for
 * them: what was missed so far has cost as much.
 */
const missedToRead = 1 / 8

/**
 * The part when all of them are read, and take the place of others that are in use: where more is drawn from than fits,
 * this costs a small part of what the draws cost that find nothing.
 */
const missedToReplace = 2

/** Addresses that one statement reads ahead or counts, about: it takes some milliseconds. */
const partOfScope = 16_384

/** Matches of a text that are enumerated at most; what is more frequent is met by drawing. */
const mostMatches = 250_000

interface AskedBuckets {
  readonly place: bigint
  readonly level: number
  readonly wanted: ReadonlyArray<number>
}

interface FoundKeys {
  readonly version: number | null | undefined
  readonly keys: ReadonlyArray<Sampler.SampleKeys>
}

interface KeysRow {
  readonly version: number | null
  readonly keys: Uint8Array | null
}

type Range = ReturnType<typeof Sampler.bucketRange>

/** Undefined: more than were to be enumerated. */
type Matches = Sampler.SampleKeys | undefined

/**
 * Reads the keys of scopes: from memory where they are known, else from the index of the scope's narrowest level, for all
 * requests at hand in one statement.
 *
 * @param slow for enumerations, which would hold up every draw that shares a pipelined connection with them
 * @param bytes memory for the keys of places
 */
export const makeKeys = (
  sql: SqlClient.SqlClient,
  slow: SqlClient.SqlClient,
  context: Context.Context<never>,
  bytes = keyBytes
) => {
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

  const keysOfRows = sql`string_agg(int8send(a.sample_key), ''::bytea ORDER BY a.sample_key) AS keys`

  const ofPlaces = new KeyCache(bytes)
  const ofTexts = new KeyCache(matchBytes)
  const sizes = new BucketSizes.BucketSizes(sizeBytes)
  const cacheOf = ({ q }: Scope): KeyCache => (q === undefined ? ofPlaces : ofTexts)
  const enumerating = new Map<Scope, Deferred.Deferred<Matches, PoolChanged | PoolUnavailable>>()
  /** Scopes whose text is too frequent to enumerate its matches. */
  const frequent = new WeakSet<Scope>()

  /** Buckets of several scopes of one country, each of one place of the same level, or of the whole country. */
  const bucketReaders = new Map<string, (asked: AskedBuckets) => Effect.Effect<FoundKeys, PoolUnavailable>>()
  const bucketReader = (country: string, level: PlaceType | undefined) => {
    const name = `${country}/${level}`
    const known = bucketReaders.get(name)
    if (known !== undefined) return known
    const inPlace = level === undefined ? sql`a.country = ${country}` : sql`a.${sql.literal(level)} = bucket.place`
    const run = Effect.fnUntraced(function* (asked: ReadonlyArray<AskedBuckets>) {
      const ranges = asked.flatMap(({ level, wanted }) => wanted.map((bucket) => Sampler.bucketRange(level, bucket)))
      const rows = yield* unavailable(sql<KeysRow>`
          SELECT (SELECT version FROM served_pool WHERE country = ${country}) AS version, found.keys
          FROM unnest(
            ${asked.flatMap(({ place, wanted }) => wanted.map(() => place))}::bigint[],
            ${ranges.map((range) => range.low)}::bigint[],
            ${ranges.map((range) => range.high)}::bigint[]
          ) WITH ORDINALITY AS bucket (place, low, high, nth)
          CROSS JOIN LATERAL (
            SELECT ${keysOfRows}
            FROM address a
            WHERE a.is_residential AND ${inPlace} AND a.sample_key BETWEEN bucket.low AND bucket.high
          ) found
          ORDER BY bucket.nth`)
      let from = 0
      return asked.map(({ wanted }): FoundKeys => {
        const own = rows.slice(from, (from += wanted.length))
        return { version: own[0]?.version, keys: own.map((row) => decodeKeys(row.keys)) }
      })
    })
    const reader = makeBatcher({
      run,
      context,
      late,
      largest: 512,
      weigh: ({ wanted }: AskedBuckets) => wanted.length
    })
    bucketReaders.set(name, reader)
    return reader
  }

  const readBuckets = Effect.fnUntraced(function* (scope: Scope, level: number, wanted: ReadonlyArray<number>) {
    const { country, narrowest, q, selection } = scope
    const levels = placeTypes.filter((type) => selection[type] !== undefined)
    const places = narrowest === undefined ? [0n] : selection[narrowest]!
    if (q === undefined && levels.length < 2 && places.length === 1) {
      const found = yield* bucketReader(country, narrowest)({ place: places[0]!, level, wanted })
      if (found.version !== scope.pool.version) return yield* new PoolChanged({ country })
      return found.keys
    }
    const ranges = wanted.map((bucket) => Sampler.bucketRange(level, bucket))
    const text = q === undefined ? sql`` : sql`AND strpos(a.search, ${q}) > 0`
    const rows = yield* unavailable(sql<KeysRow>`
        SELECT (SELECT version FROM served_pool WHERE country = ${country}) AS version, found.keys
        FROM unnest(
          ${ranges.map((range) => range.low)}::bigint[],
          ${ranges.map((range) => range.high)}::bigint[]
        ) WITH ORDINALITY AS bucket (low, high, place)
        CROSS JOIN LATERAL (
          SELECT ${keysOfRows}
          FROM address a
          WHERE ${inScope(scope)} AND a.sample_key BETWEEN bucket.low AND bucket.high ${text}
        ) found
        ORDER BY bucket.place`)
    return (yield* unchanged(scope, rows)).map((row) => decodeKeys(row.keys))
  })

  /** All matches of a text in the scope, by the trigram index; undefined when there are more than `most`. */
  const enumerate = Effect.fnUntraced(function* (scope: Scope, q: string, most: number) {
    const rows = yield* unavailable(slow<KeysRow & { readonly count: number }>`
        SELECT (SELECT version FROM served_pool WHERE country = ${scope.country}) AS version, found.*
        FROM (
          SELECT count(*)::int AS count, string_agg(int8send(m.sample_key), ''::bytea ORDER BY m.sample_key) AS keys
          FROM (
            SELECT a.sample_key FROM address a
            WHERE ${inScope(scope)} AND a.search LIKE ${likePattern(q)}
            LIMIT ${most + 1}
          ) m
        ) found`)
    const [row] = yield* unchanged(scope, rows)
    return row!.count > most ? undefined : decodeKeys(row!.keys)
  })

  /** How many buckets draws have missed of a scope since it was read or counted last. */
  const missed = new WeakMap<Scope, number>()

  const addMissed = (scope: Scope, buckets: number): void => {
    missed.set(scope, (missed.get(scope) ?? 0) + buckets)
  }

  /** As a part of the scope's buckets. */
  const partMissed = (scope: Scope): number => (missed.get(scope) ?? 0) / 2 ** Sampler.levelOf(scope.size)

  /** Keeps all keys of a scope, unless others that are in use would have to go for what was hardly drawn from. */
  const keep = (scope: Scope, all: Sampler.SampleKeys): void => {
    if (scope.q !== undefined) return ofTexts.set(scope, all)
    sizes.learn(scope, all)
    if (!ofPlaces.hasRoomFor(scope) && partMissed(scope) <= missedToReplace) return
    ofPlaces.set(scope, all)
    missed.delete(scope)
  }

  /** Whoever wants the same scope's keys at the same time waits for the same statement. */
  const shared = (
    scope: Scope,
    read: Effect.Effect<Matches, PoolChanged | PoolUnavailable>
  ): Effect.Effect<Matches, PoolChanged | PoolUnavailable> =>
    Effect.suspend(() => {
      const known = cacheOf(scope).get(scope)
      if (known !== undefined) return Effect.succeed(known.keys)
      const under = enumerating.get(scope)
      if (under !== undefined) return Deferred.await(under)
      const deferred = Deferred.makeUnsafe<Matches, PoolChanged | PoolUnavailable>()
      enumerating.set(scope, deferred)
      Effect.runForkWith(context)(
        Effect.onExit(read, (exit) =>
          Effect.sync(() => {
            enumerating.delete(scope)
            if (Exit.isSuccess(exit) && exit.value !== undefined) keep(scope, exit.value)
            Deferred.doneUnsafe(deferred, exit)
          })
        )
      )
      return Deferred.await(deferred)
    })

  const keys = (scope: Scope) => {
    const { q, size } = scope
    const all = Effect.suspend(() => {
      addMissed(scope, 2 ** Sampler.levelOf(size))
      return Effect.map(readBuckets(scope, 0, [0]), ([found]) => found)
    })
    return Effect.map(shared(scope, q === undefined ? all : enumerate(scope, q, size)), (found) => found!)
  }

  /** Cuts the buckets from all matches, where these are few enough to be enumerated. */
  const matching = Effect.fnUntraced(function* (scope: Scope, q: string, level: number, wanted: ReadonlyArray<number>) {
    // The first buckets of a draw hold a match of any frequent text.
    if (wanted.length > fewBuckets && !frequent.has(scope)) {
      const matches = yield* shared(scope, enumerate(scope, q, mostMatches))
      if (matches !== undefined) return wanted.map((bucket) => Sampler.bucketOf(matches, level, bucket))
      frequent.add(scope)
    }
    return yield* readBuckets(scope, level, wanted)
  })

  /** The key space in parts of about `partOfScope` addresses of the scope: inclusive ranges, each of whole buckets. */
  const partsOf = (scope: Scope, level: number) => {
    const ofLevel = Math.min(level, Math.max(0, Math.ceil(Math.log2(scope.size / partOfScope))))
    return Array.from({ length: 2 ** ofLevel }, (_, part) => Sampler.bucketRange(ofLevel, part))
  }

  /** What a statement beside the draws says of one part of a scope's rows. */
  const ofPart = Effect.fnUntraced(function* (
    scope: Scope,
    { high, low }: Range,
    select: (rows: Statement.Fragment) => Statement.Fragment
  ) {
    const rows = sql`FROM address a WHERE ${inScope(scope)} AND a.sample_key BETWEEN ${low} AND ${high}`
    const found = yield* unavailable(slow<KeysRow>`
      SELECT (SELECT version FROM served_pool WHERE country = ${scope.country}) AS version, found.keys
      FROM (${select(rows)}) found`)
    const [row] = yield* unchanged(scope, found)
    return decodeKeys(row!.keys)
  })

  /** Reads all keys of a scope, a part after the other. */
  const readAll = Effect.fnUntraced(function* (scope: Scope, level: number) {
    const all = new Uint32Array(scope.size * 2)
    let length = 0
    for (const part of partsOf(scope, level)) {
      const found = yield* ofPart(scope, part, (rows) => sql`SELECT ${keysOfRows} ${rows}`)
      all.set(found, length)
      length += found.length
    }
    keep(scope, all.subarray(0, length))
  })

  /** Counts the keys of all buckets of a scope. */
  const count = Effect.fnUntraced(function* (scope: Scope, level: number) {
    const counted = new Uint8Array(2 ** level)
    for (const part of partsOf(scope, level)) {
      const pairs = yield* ofPart(
        scope,
        part,
        (rows) => sql`
          SELECT string_agg(int4send(bucket) || int4send(size), ''::bytea) AS keys
          FROM (SELECT (a.sample_key >> ${63 - level}::int)::int AS bucket, count(*)::int AS size ${rows} GROUP BY 1) b`
      )
      for (let i = 0; i < pairs.length; i += 2) BucketSizes.add(counted, pairs[i]!, pairs[i + 1]!)
    }
    sizes.set(scope, level, counted)
  })

  /** What is to be read beside the draws after what they have missed; undefined: nothing. */
  const worthReading = (scope: Scope, level: number) => {
    const part = partMissed(scope)
    if (part <= missedToRead) return undefined
    if (ofPlaces.hasRoomFor(scope) || (part > missedToReplace && ofPlaces.mayKeep(scope))) return readAll(scope, level)
    return sizes.get(scope, level) === undefined ? count(scope, level) : undefined
  }

  let isReading = false

  /**
   * Reads all of a scope that is drawn from often, or counts it, beside the draws. What comes of it does not concern
   * them. One at a time: on its way from the server a scope takes several times the memory of its keys.
   */
  const readBeside = (scope: Scope, level: number, missing: number): void => {
    addMissed(scope, missing)
    const reading = isReading ? undefined : worthReading(scope, level)
    if (reading === undefined) return
    isReading = true
    Effect.runForkWith(context)(
      Effect.onExit(reading, () =>
        Effect.sync(() => {
          isReading = false
          missed.delete(scope)
        })
      )
    )
  }

  const isReadWhole = (scope: Scope, level: number): boolean =>
    level === 0 ||
    (scope.size <= readWholeUpTo && (sizes.get(scope, level) === undefined || ofPlaces.hasRoomFor(scope)))

  const buckets = (scope: Scope, level: number, wanted: ReadonlyArray<number>) => {
    const known = cacheOf(scope).get(scope)
    if (known !== undefined) return Effect.succeed(wanted.map((bucket) => known.bucket(level, bucket)))
    if (scope.q !== undefined) return matching(scope, scope.q, level, wanted)
    if (isReadWhole(scope, level)) {
      return Effect.map(keys(scope), (all) => wanted.map((bucket) => Sampler.bucketOf(all, level, bucket)))
    }
    return Effect.tap(readBuckets(scope, level, wanted), () =>
      Effect.sync(() => readBeside(scope, level, wanted.length))
    )
  }

  const bucketSizes = (scope: Scope, level: number) => sizes.get(scope, level)

  return { buckets, bucketSizes, keys }
}
