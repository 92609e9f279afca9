import { Effect, Layer } from "effect"
import { placeTypes } from "../../src/address/Identity.ts"
import { MemoryPools } from "../../src/pool/MemoryPools.ts"
import { PoolStore, type Scope } from "../../src/draw/store/PoolStore.ts"
import * as PoolStoreMemory from "../../src/draw/store/PoolStoreMemory.ts"
import * as Sampler from "../../src/draw/Sampler.ts"
import { type TextBounds, textBounds } from "../../src/draw/text/TextBounds.ts"
import type { Address } from "../../schemas/Address.ts"
import * as PublisherMemory from "../../src/sync/publish/PublisherMemory.ts"
import type { Storage } from "./Houses.ts"

/**
 * The in-memory store, except that it finds the keys and streets of each scope only once: uniformity takes tens of
 * thousands of draws.
 */
const store = (bounds: TextBounds) =>
  Layer.effect(
    PoolStore,
    Effect.gen(function* () {
      const scanning = yield* PoolStore
      const pools = yield* MemoryPools
      const byKey = new Map<string, ReadonlyMap<bigint, Address>>()

      /** The result of `find`, computed once per scope. */
      const once = <A, E>(find: (scope: Scope) => Effect.Effect<A, E>) => {
        const found = new Map<string, A>()
        return (scope: Scope) =>
          Effect.suspend(() => {
            const selection = placeTypes.map((level) => `${level} ${scope.selection[level]?.join()}`)
            const name = `${scope.country} ${scope.pool.version} ${selection.join()} ${scope.q}`
            const known = found.get(name)
            return known === undefined
              ? Effect.tap(find(scope), (one) => Effect.sync(() => found.set(name, one)))
              : Effect.succeed(known)
          })
      }
      const keys = once(scanning.keys)
      const weights = once(scanning.weights)
      const streets = once((scope) =>
        Effect.flatMap(weights(scope), (all) => {
          const indexes = Array.from({ length: all?.count ?? 0 }, (_, i) => i)
          return all === undefined ? Effect.succeed([]) : scanning.keysInStreets(scope, all, indexes)
        })
      )
      const documents = ({ country, pool: { version } }: Scope) => {
        const name = `${country} ${version}`
        const known = byKey.get(name)
        if (known !== undefined) return known
        const entries = Array.from(pools.get(country)?.entries.values() ?? [])
        const found = new Map(entries.map(({ address, key }) => [key, address]))
        byKey.set(name, found)
        return found
      }

      return PoolStore.of({
        ...scanning,
        keys,
        weights,
        keysInStreets: (scope, _, indexes) => Effect.map(streets(scope), (all) => indexes.map((index) => all[index]!)),
        matching: (scope, wanted) => Effect.map(keys(scope), (all) => Sampler.among(wanted, all)),
        addresses: (scope, wanted) =>
          Effect.sync(() => {
            const known = documents(scope)
            return Array.from({ length: Sampler.keyCount(wanted) }, (_, i) => known.get(Sampler.fromWords(wanted, i))!)
          }),
        buckets: (scope, level, buckets) =>
          Effect.map(keys(scope), (all) => buckets.map((bucket) => Sampler.bucketOf(all, level, bucket)))
      })
    })
  ).pipe(Layer.provide(PoolStoreMemory.layerWith(bounds)))

export const sortedWith = (bounds: TextBounds): Storage<never> =>
  Layer.mergeAll(store(bounds), PublisherMemory.layerNoDeps).pipe(Layer.provide(MemoryPools.layer))

export const sorted = sortedWith(textBounds)
