import { Effect, Predicate, Random } from "effect"
import { makeInstantBuffer } from "./InstantBuffer.ts"
import { type NoPoolCoverage, type PoolChanged, PoolUnavailable } from "./PoolErrors.ts"
import type { Draw, DrawMany, DrawManyRequest, DrawRequest, PoolFilters } from "./PoolRequests.ts"
import type { PoolStore, Scope } from "./PoolStore.ts"
import * as Sampler from "./Sampler.ts"
import { describe, noMatch, resolveScope } from "./Scope.ts"
import { makeScopeCache } from "./ScopeCache.ts"
import { SipHash } from "./SipHash.ts"

type Store = PoolStore["Service"]

/** Up to this size a batch reads the scope's keys once and ranks them, instead of drawing bucket by bucket. */
const rankedUpTo = 4096

/** Buckets asked for in the first query of a draw; each further query asks for twice as many. */
const firstBuckets = 4

/** Buckets that a batch reads for each of its positions in one query, before it looks at any of them. */
const batchBuckets = 6

/** Where the buckets of a scope are read. */
interface Buckets<E> {
  readonly read: (level: number, buckets: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<Sampler.SampleKeys>, E>
  /** How many keys they hold, where that is known. */
  readonly sizes: (level: number) => Uint8Array | undefined
}

/** Up to `count` attempts from `from` on that may draw from their buckets, as far as the sizes of these say. */
const attemptsFrom = (
  hash: SipHash,
  level: number,
  sizes: Uint8Array | undefined,
  from: number,
  count: number
): ReadonlyArray<number> => {
  const attempts: Array<number> = []
  for (let t = from; t < Sampler.bucketLimit && attempts.length < count; t++) {
    if (sizes === undefined || Sampler.mayDraw(hash, t, sizes[Sampler.bucketAt(hash, level, t)]!)) {
      attempts.push(t)
    }
  }
  return attempts
}

/** One key of a scope of `size` addresses, or none where `bucketLimit` buckets held too few that may be drawn. */
const drawKey = Effect.fnUntraced(function* <E>(
  { read, sizes: sizesOf }: Buckets<E>,
  hash: SipHash,
  size: number,
  taken: Sampler.TakenKeys
) {
  const level = Sampler.levelOf(size)
  if (level === 0) {
    const [all] = yield* read(0, [0])
    const drawn = Sampler.pickFromBucket(hash, 0, 0, taken.without(all!))
    return drawn.length > 0 ? drawn : undefined
  }
  const sizes = sizesOf(level)
  let ask = sizes === undefined ? firstBuckets : 1
  let attempts = attemptsFrom(hash, level, sizes, 0, ask)
  while (attempts.length > 0) {
    const found = yield* read(
      level,
      attempts.map((t) => Sampler.bucketAt(hash, level, t))
    )
    for (const [i, t] of attempts.entries()) {
      const drawn = Sampler.pickFromBucket(hash, level, t, taken.without(found[i]!))
      if (drawn.length > 0) return drawn
    }
    attempts = attemptsFrom(hash, level, sizes, attempts.at(-1)! + 1, (ask *= 2))
  }
  return undefined
})

const noKeys = new Uint32Array(0)
const nothingTaken = new Sampler.TakenKeys()

const fromKeys = (keys: Sampler.SampleKeys): Buckets<never> => ({
  read: (level, buckets) => Effect.succeed(buckets.map((bucket) => Sampler.bucketOf(keys, level, bucket))),
  sizes: () => undefined
})

const fromStore = (store: Store, scope: Scope): Buckets<PoolChanged | PoolUnavailable> => ({
  read: (level, buckets) => store.buckets(scope, level, buckets),
  sizes: (level) => store.bucketSizes(scope, level)
})

/**
 * All matches of a text in a selection that is small enough for them to be read, which is then drawn from and counted;
 * undefined otherwise. It depends on nothing but the selection, so that the same request gets the same answer.
 */
const matchesOf = (
  store: Store,
  scope: Scope
): Effect.Effect<Sampler.SampleKeys | undefined, PoolChanged | PoolUnavailable> =>
  scope.q !== undefined && scope.size <= rankedUpTo ? store.keys(scope) : Effect.undefined

/** Reads the first buckets of all positions at once, so that a batch costs few round trips. */
const readAhead = Effect.fnUntraced(function* (store: Store, scope: Scope, hashes: ReadonlyArray<SipHash>) {
  const level = Sampler.levelOf(scope.size)
  const sizes = store.bucketSizes(scope, level)
  const wanted = new Set<number>()
  for (const hash of hashes) {
    for (const t of attemptsFrom(hash, level, sizes, 0, sizes === undefined ? batchBuckets : 1)) {
      wanted.add(Sampler.bucketAt(hash, level, t))
    }
  }
  const buckets = Array.from(wanted)
  const found = yield* store.buckets(scope, level, buckets)
  const known = new Map(buckets.map((bucket, i) => [bucket, found[i]!]))
  const read = Effect.fnUntraced(function* (_: number, asked: ReadonlyArray<number>) {
    const missing = asked.filter((bucket) => !known.has(bucket))
    if (missing.length > 0) {
      const more = yield* store.buckets(scope, level, missing)
      missing.forEach((bucket, i) => known.set(bucket, more[i]!))
    }
    return asked.map((bucket) => known.get(bucket)!)
  })
  return { read, sizes: (): Uint8Array | undefined => sizes }
})

const emptyMatch = (scope: Scope, filters: PoolFilters): NoPoolCoverage =>
  noMatch(scope.country, scope.pool, "q", filters.q ?? "", describe(filters))

const word = (random: { readonly nextDoubleUnsafe: () => number }): string =>
  Math.floor(random.nextDoubleUnsafe() * 0x1_0000_0000)
    .toString(16)
    .padStart(8, "0")

const newSeed = Effect.map(Random.Random, (random) => word(random) + word(random))

const contextOf = (scope: Scope, seed: string, matches: Sampler.SampleKeys | undefined) => ({
  seed,
  poolVersion: scope.pool.version,
  ...(scope.q === undefined ? { eligibleCount: scope.size } : {}),
  ...(matches === undefined ? {} : { eligibleCount: Sampler.keyCount(matches) }),
  sourcesTried: scope.pool.sources
})

/** How often a draw begins anew because its pool was published meanwhile. */
const mostChanges = 8

/** Runs `use` on the scope of the request; when the pool is published anew meanwhile, again on the new one. */
const makeOnScope = (store: Store) => {
  const cache = makeScopeCache((country, filters) => resolveScope(store, country, filters))
  return <A, E>({ country, filters }: DrawRequest, use: (scope: Scope) => Effect.Effect<A, E | PoolChanged>) => {
    // A schedule for what hardly ever happens would be set up for every draw.
    const attempt = (changes: number): Effect.Effect<A, Exclude<E, PoolChanged> | NoPoolCoverage | PoolUnavailable> =>
      Effect.flatMap(cache.get(country, filters), use).pipe(
        Effect.catch((error) => {
          if (!isPoolChanged(error)) return Effect.fail(error as Exclude<E, PoolChanged>)
          cache.drop(country, filters)
          if (changes < mostChanges) return attempt(changes + 1)
          const message = `The pool of ${country} is being published; try again.`
          return Effect.fail(new PoolUnavailable({ message, cause: error }))
        })
      )
    return Effect.suspend(() => attempt(0))
  }
}

const isPoolChanged = (error: unknown): error is PoolChanged => Predicate.isTagged(error, "PoolChanged")

export const makeDraw = Effect.fnUntraced(function* (store: Store) {
  const onScope = makeOnScope(store)
  const keyOf = Effect.fnUntraced(function* <E>(buckets: Buckets<E>, scope: Scope, hash: SipHash) {
    const key = yield* drawKey(buckets, hash, scope.size, nothingTaken)
    return key ?? Sampler.pick(hash, yield* store.keys(scope))
  })
  const fromPool = (request: DrawRequest, seed: string) =>
    onScope(request, (scope) =>
      Effect.gen(function* () {
        const matches = scope.q === undefined ? undefined : yield* matchesOf(store, scope)
        const buckets = matches === undefined ? fromStore(store, scope) : fromKeys(matches)
        const key = yield* keyOf<PoolChanged | PoolUnavailable>(buckets, scope, SipHash.fromSeed(seed))
        // Keys may come from memory: this says whether their version still stands, also where there are none.
        const [address] = yield* store.addresses(scope, key)
        if (address === undefined) return yield* emptyMatch(scope, request.filters)
        const draw: Draw = { address, ...contextOf(scope, seed, matches) }
        return draw
      })
    )
  const fresh = (request: DrawRequest) => Effect.flatMap(newSeed, (seed) => fromPool(request, seed))
  /** As many fresh draws, their buckets and their addresses read together. */
  const freshMany = (request: DrawRequest, count: number) =>
    onScope(request, (scope) =>
      Effect.gen(function* () {
        const seeds: Array<string> = []
        for (let i = 0; i < count; i++) seeds.push(yield* newSeed)
        const hashes = seeds.map((seed) => SipHash.fromSeed(seed))
        const matches = yield* matchesOf(store, scope)
        const buckets = matches === undefined ? yield* readAhead(store, scope, hashes) : fromKeys(matches)
        const keys: Array<number> = []
        for (const hash of hashes) {
          const [hi, lo] = yield* keyOf<PoolChanged | PoolUnavailable>(buckets, scope, hash)
          if (hi === undefined || lo === undefined) break
          keys.push(hi, lo)
        }
        const addresses = yield* store.addresses(scope, Uint32Array.from(keys))
        return addresses.map((address, i): Draw => ({ address, ...contextOf(scope, seeds[i]!, matches) }))
      })
    )
  const buffer = yield* makeInstantBuffer(store, fresh, freshMany)
  return (request: DrawRequest): Effect.Effect<Draw, NoPoolCoverage | PoolUnavailable> => {
    if (request.seed !== undefined) return fromPool(request, request.seed)
    return request.strategy === "instant" ? buffer.take(request) : fresh(request)
  }
})

/** Keys of the batch's positions. Undefined: the scope holds no match of `q` at all. */
const batchKeys = Effect.fnUntraced(function* (store: Store, scope: Scope, request: DrawManyRequest, seed: SipHash) {
  const taken = new Sampler.TakenKeys()
  if (request.excludeAddressIds.length > 0) {
    taken.add(yield* store.keysOfIds(scope.country, request.excludeAddressIds))
  }
  let all = scope.size <= rankedUpTo ? yield* store.keys(scope) : undefined
  if (all?.length === 0) return undefined
  if (all !== undefined && request.unique) {
    return Sampler.rank(seed, taken.without(all)).subarray(0, request.count * 2)
  }
  const hashes = Array.from({ length: request.count }, (_, i) => Sampler.positionHash(seed, i))
  const size = all === undefined ? scope.size : Sampler.keyCount(taken.without(all))
  let buckets: Buckets<PoolChanged | PoolUnavailable> =
    all === undefined ? yield* readAhead(store, scope, hashes) : fromKeys(all)
  const drawn: Array<number> = []
  for (const hash of hashes) {
    let key = yield* drawKey(buckets, hash, size, taken)
    if (key === undefined) {
      // Matches are rare: from here on the same buckets are cut from all of them, without asking the store again.
      all ??= yield* store.keys(scope)
      if (all.length === 0) return undefined
      buckets = fromKeys(all)
      key = Sampler.pick(hash, taken.without(all))
    }
    if (key.length === 0) break
    drawn.push(key[0]!, key[1]!)
    if (request.unique) taken.add(key)
  }
  return Uint32Array.from(drawn)
})

export const makeDrawMany = (store: Store) => {
  const onScope = makeOnScope(store)
  return Effect.fnUntraced(function* (request: DrawManyRequest) {
    const seed = request.seed ?? (yield* newSeed)
    return yield* onScope(request, (scope) =>
      Effect.gen(function* () {
        const keys = yield* batchKeys(store, scope, request, SipHash.fromSeed(seed))
        const addresses = yield* store.addresses(scope, keys ?? noKeys)
        if (keys === undefined) return yield* emptyMatch(scope, request.filters)
        const batch: DrawMany = { addresses, ...contextOf(scope, seed, yield* matchesOf(store, scope)) }
        return batch
      })
    )
  })
}
