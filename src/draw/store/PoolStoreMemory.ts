import { Effect, Layer } from "effect"
import { countryOfAddressId, placeTypes } from "../../address/Identity.ts"
import { type MemoryPool, type PoolEntry, servedPools } from "../../pool/MemoryPools.ts"
import { AddressNotFound, PoolChanged } from "../../pool/PoolErrors.ts"
import { PoolStore, type Scope, type Selection } from "./PoolStore.ts"
import * as Sampler from "../Sampler.ts"
import { type TextBounds, textBounds } from "../text/TextBounds.ts"
import { Weights } from "../text/Weights.ts"

const matches = (entry: PoolEntry, selection: Selection): boolean =>
  entry.residential &&
  placeTypes.every((level) => {
    const wanted = selection[level]
    const key = entry.places[level]
    return wanted === undefined || (key !== undefined && wanted.includes(key))
  })

const matchesText = ({ labels, search }: PoolEntry, q: string | undefined): boolean =>
  q === undefined || search.includes(q) || labels.some((label) => label.includes(q))

const make = (bounds: TextBounds) =>
  Effect.gen(function* () {
    const pools = yield* servedPools
    const entries = (country: string) => Array.from(pools.get(country)?.entries.values() ?? [])

    const current = (scope: Scope): Effect.Effect<MemoryPool, PoolChanged> => {
      const pool = pools.get(scope.country)
      return pool !== undefined && pool.version === scope.pool.version
        ? Effect.succeed(pool)
        : Effect.fail(new PoolChanged({ country: scope.country }))
    }

    const entriesOf = (scope: Scope) =>
      Effect.map(current(scope), (pool) =>
        Array.from(pool.entries.values()).filter(
          (entry) => matches(entry, scope.selection) && matchesText(entry, scope.q)
        )
      )

    const keysAmong = (found: ReadonlyArray<PoolEntry>) => Sampler.sampleKeys(found.map(({ key }) => key))

    const keys = (scope: Scope) => Effect.map(entriesOf(scope), keysAmong)

    const weights = (scope: Scope) =>
      Effect.map(entriesOf(scope), (found) => {
        const counts = new Map<bigint, number>()
        const named = new Set<bigint>()
        let labelled = 0
        for (const { search, street } of found) {
          counts.set(street, (counts.get(street) ?? 0) + 1)
          if (search.includes(scope.q ?? "")) named.add(street)
          else labelled++
        }
        return named.size > bounds.streets || labelled > bounds.homes ? undefined : Weights.of(counts)
      })

    const find = (id: string): Effect.Effect<PoolEntry, AddressNotFound> =>
      Effect.suspend(() => {
        const entry = pools.get(countryOfAddressId(id) ?? "")?.entries.get(id)
        return entry?.residential === true
          ? Effect.succeed(entry)
          : Effect.fail(new AddressNotFound({ id, message: `No published address has the ID "${id}".` }))
      })

    return PoolStore.of({
      pool: (country) =>
        Effect.sync(() => {
          const pool = pools.get(country)
          return pool === undefined
            ? undefined
            : {
                version: pool.version,
                sources: pool.sources,
                residential: entries(country).filter((entry) => entry.residential).length
              }
        }),
      placesNamed: (country, level, folded) =>
        Effect.sync(() =>
          Array.from(pools.get(country)?.places.values() ?? [])
            .filter((place) => place.type === level && place.names.includes(folded))
            .map((place) => place.key)
        ),
      namesLike: (country, level) =>
        Effect.sync(() =>
          Array.from(pools.get(country)?.places.values() ?? [])
            .filter(
              ({ key, type }) => type === level && entries(country).some((one) => matches(one, { [level]: [key] }))
            )
            .map(({ name, names: [folded = ""] }) => ({ name: name ?? folded, folded }))
        ),
      sizeOf: (country, selection) =>
        Effect.sync(() => entries(country).filter((entry) => matches(entry, selection)).length),
      buckets: (scope, level, buckets) =>
        Effect.map(keys(scope), (all) => buckets.map((bucket) => Sampler.bucketOf(all, level, bucket))),
      bucketSizes: () => undefined,
      keysAtHand: () => undefined,
      weights,
      keysInStreets: (scope, of, streets) =>
        Effect.map(entriesOf(scope), (found) =>
          streets.map((index) => keysAmong(found.filter(({ street }) => street === of.keyAt(index))))
        ),
      matching: (scope, wanted) => Effect.map(keys(scope), (all) => Sampler.among(wanted, all)),
      keys,
      addresses: (scope, wanted) =>
        Effect.map(current(scope), (pool) => {
          const byKey = new Map(Array.from(pool.entries.values(), (entry) => [entry.key, entry.address] as const))
          return Array.from({ length: Sampler.keyCount(wanted) }, (_, i) => byKey.get(Sampler.fromWords(wanted, i))!)
        }),
      keysOfIds: (country, ids) =>
        Effect.sync(() =>
          Sampler.sampleKeys(
            ids.flatMap((id) => {
              const entry = pools.get(country)?.entries.get(id)
              return entry === undefined ? [] : [entry.key]
            })
          )
        ),
      findById: (id) => Effect.map(find(id), (entry) => entry.address),
      findNamed: (id) => Effect.map(find(id), ({ address, names = {} }) => ({ address, names })),
      counts: Effect.sync(() =>
        Array.from(pools.all)
          .filter(([country]) => pools.isEnabled(country))
          .map(([country, pool]) => ({
            country,
            version: pool.version,
            total: pool.entries.size,
            residential: entries(country).filter((entry) => entry.residential).length
          }))
          .sort((a, b) => (a.country < b.country ? -1 : 1))
      ),
      ready: Effect.void
    })
  })

/** The pools of `MemoryPools`, read by scanning them: slow, and plainly right. */
export const layerWith = (bounds: TextBounds) => Layer.effect(PoolStore, make(bounds))

export const layer = layerWith(textBounds)
