import { Effect, Predicate, Random } from "effect"
import { makeInstantBuffer } from "./InstantBuffer.ts"
import { beingPublished, mostChanges, type NoPoolCoverage, type PoolChanged } from "../pool/PoolErrors.ts"
import type { Draw, DrawMany, DrawManyRequest, DrawRequest, PoolFilters } from "../pool/PoolRequests.ts"
import type { PoolStore, Scope } from "./store/PoolStore.ts"
import * as Sampler from "./Sampler.ts"
import { describe, noMatch, resolveScope } from "./Scope.ts"
import { makeScopeCache } from "./ScopeCache.ts"
import { SipHash } from "./SipHash.ts"
import { urnOfKeys, urnOfSelection } from "./urns/BucketUrns.ts"
import { urnOfFrequent } from "./urns/FrequentUrn.ts"
import { urnOfMatches } from "./urns/MatchUrn.ts"
import type { Urn, UrnError } from "./urns/Urn.ts"
import type { StorageUnavailable } from "../database/Outage.ts"

type Store = PoolStore["Service"]

/** Up to this size a batch reads the scope's keys once and ranks them, instead of drawing bucket by bucket. */
const rankedUpTo = 4096

/** Where draws from the scope take their keys. */
const urnOf = (store: Store, scope: Scope): Effect.Effect<Urn, UrnError> =>
  scope.q === undefined
    ? Effect.succeed(urnOfSelection(store, scope))
    : Effect.map(store.weights(scope), (weights) =>
        weights === undefined ? urnOfFrequent(store, scope) : urnOfMatches(store, scope, weights)
      )

const noKeys = new Uint32Array(0)
const nothingTaken = new Sampler.TakenKeys()

const emptyMatch = (scope: Scope, filters: PoolFilters): NoPoolCoverage =>
  noMatch(scope.country, scope.pool, "q", filters.q ?? "", describe(filters))

const word = (random: { readonly nextDoubleUnsafe: () => number }): string =>
  Math.floor(random.nextDoubleUnsafe() * 0x1_0000_0000)
    .toString(16)
    .padStart(8, "0")

const newSeed = Effect.map(Random.Random, (random) => word(random) + word(random))

const contextOf = ({ pool }: Scope, seed: string, { size }: Urn) => ({
  seed,
  poolVersion: pool.version,
  ...(size === undefined ? {} : { eligibleCount: size }),
  sourcesTried: pool.sources
})

/** Runs `use` on the scope of the request, and again on the new one if the pool is published meanwhile. */
const makeOnScope = (store: Store) => {
  const cache = makeScopeCache((country, filters) => resolveScope(store, country, filters))
  return <A, E>({ country, filters }: DrawRequest, use: (scope: Scope) => Effect.Effect<A, E | PoolChanged>) => {
    // `Effect.retry` would set up its schedule for every draw, for something that hardly ever happens.
    const attempt = (
      changes: number
    ): Effect.Effect<A, Exclude<E, PoolChanged> | NoPoolCoverage | StorageUnavailable> =>
      Effect.flatMap(cache.get(country, filters), use).pipe(
        Effect.catch((error) => {
          if (!isPoolChanged(error)) return Effect.fail(error as Exclude<E, PoolChanged>)
          cache.drop(country, filters)
          if (changes < mostChanges) return attempt(changes + 1)
          return Effect.fail(beingPublished(country))
        })
      )
    return Effect.suspend(() => attempt(0))
  }
}

const isPoolChanged = (error: unknown): error is PoolChanged => Predicate.isTagged(error, "PoolChanged")

/** Draws with a seed that the caller chose. */
const seededOn = (store: Store, onScope: ReturnType<typeof makeOnScope>) => (request: DrawRequest, seed: string) =>
  onScope(request, (scope) =>
    Effect.gen(function* () {
      const urn = yield* urnOf(store, scope)
      const key = yield* urn.draw(SipHash.fromSeed(seed), nothingTaken)
      // Keys may come from memory, so this checks that their edition is still current, even if there are none.
      const [address] = yield* store.addresses(scope, key)
      if (address === undefined) return yield* emptyMatch(scope, request.filters)
      const draw: Draw = { address, ...contextOf(scope, seed, urn) }
      return draw
    })
  )

/** All homes of a scope, by the keys that `keysOf` reads. */
export const homesOf = (
  store: Store,
  request: DrawRequest,
  keysOf: (scope: Scope) => Effect.Effect<Sampler.SampleKeys, UrnError>
) =>
  makeOnScope(store)(request, (scope) =>
    Effect.gen(function* () {
      const keys = yield* keysOf(scope)
      return keys.length === 0 ? yield* emptyMatch(scope, request.filters) : { scope, keys }
    })
  )

/** Draws without background work: `instant` prepares nothing. */
export const makePlainDraw = (store: Store) => {
  const fromPool = seededOn(store, makeOnScope(store))
  return (request: DrawRequest): Effect.Effect<Draw, NoPoolCoverage | StorageUnavailable> =>
    request.seed === undefined
      ? Effect.flatMap(newSeed, (seed) => fromPool(request, seed))
      : fromPool(request, request.seed)
}

export const makeDraw = Effect.fnUntraced(function* (store: Store) {
  const onScope = makeOnScope(store)
  const fromPool = seededOn(store, onScope)
  const fresh = (request: DrawRequest) => Effect.flatMap(newSeed, (seed) => fromPool(request, seed))
  /** `count` fresh draws, whose keys and addresses are read together. */
  const freshMany = (request: DrawRequest, count: number) =>
    onScope(request, (scope) =>
      Effect.gen(function* () {
        const urn = yield* urnOf(store, scope)
        const seeds: Array<string> = []
        for (let i = 0; i < count; i++) seeds.push(yield* newSeed)
        const hashes = seeds.map((seed) => SipHash.fromSeed(seed))
        yield* urn.readAhead(hashes)
        const keys: Array<Sampler.SampleKeys> = []
        for (const hash of hashes) keys.push(yield* urn.draw(hash, nothingTaken))
        const addresses = yield* store.addresses(scope, Sampler.joined(keys))
        const draws = addresses.map((address, i): Draw => ({ address, ...contextOf(scope, seeds[i]!, urn) }))
        return { edition: scope.pool.edition, draws }
      })
    )
  const buffer = yield* makeInstantBuffer(store, fresh, freshMany)
  return (request: DrawRequest): Effect.Effect<Draw, NoPoolCoverage | StorageUnavailable> => {
    if (request.seed !== undefined) return fromPool(request, request.seed)
    return request.strategy === "instant" ? buffer.take(request) : fresh(request)
  }
})

/** Keys of the batch's positions, in order. */
const positionKeys = Effect.fnUntraced(function* (
  urn: Urn,
  { count, unique }: DrawManyRequest,
  seed: SipHash,
  taken: Sampler.TakenKeys
) {
  const hashes = Array.from({ length: count }, (_, i) => Sampler.positionHash(seed, i))
  yield* urn.readAhead(hashes)
  const keys: Array<Sampler.SampleKeys> = []
  for (const hash of hashes) {
    const key = yield* urn.draw(hash, taken)
    if (key.length === 0) break
    keys.push(key)
    if (unique) taken.add(key)
  }
  return Sampler.joined(keys)
})

/** Keys of the batch's positions. */
const batchKeys = Effect.fnUntraced(function* (store: Store, urn: Urn, request: DrawManyRequest, seed: SipHash) {
  const { count, country, excludeAddressIds, unique } = request
  const taken = new Sampler.TakenKeys()
  if (excludeAddressIds.length > 0) taken.add(yield* store.keysOfIds(country, excludeAddressIds))
  if (urn.size === undefined || urn.size > rankedUpTo) return yield* positionKeys(urn, request, seed, taken)
  const left = taken.without(yield* urn.keys)
  return unique
    ? Sampler.rank(seed, left).subarray(0, count * 2)
    : yield* positionKeys(urnOfKeys(left), request, seed, nothingTaken)
})

export const makeDrawMany = (store: Store) => {
  const onScope = makeOnScope(store)
  return Effect.fnUntraced(function* (request: DrawManyRequest) {
    const seed = request.seed ?? (yield* newSeed)
    return yield* onScope(request, (scope) =>
      Effect.gen(function* () {
        const urn = yield* urnOf(store, scope)
        const isEmpty = urn.size === 0
        const keys = isEmpty ? noKeys : yield* batchKeys(store, urn, request, SipHash.fromSeed(seed))
        const addresses = yield* store.addresses(scope, keys)
        if (isEmpty) return yield* emptyMatch(scope, request.filters)
        const batch: DrawMany = { addresses, ...contextOf(scope, seed, urn) }
        return batch
      })
    )
  })
}
