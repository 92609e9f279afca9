import { Effect, Layer } from "effect"
import type { Address } from "../../../schemas/Address.ts"
import { countryOfAddressId, placeTypes } from "../../address/Identity.ts"
import { type MemoryPool, type PoolEntry, servedPools } from "../../pool/MemoryPools.ts"
import { AddressNotFound, PoolChanged } from "../../pool/PoolErrors.ts"
import { PoolStore, type Scope, type Selection } from "./PoolStore.ts"
import * as Sampler from "../Sampler.ts"
import { type TextBounds, textBounds } from "../text/TextBounds.ts"
import { Weights } from "../text/Weights.ts"

/** The homes of a pool, and its addresses by their keys. */
interface Read {
  readonly homes: ReadonlyArray<PoolEntry>
  readonly byKey: ReadonlyMap<bigint, Address>
}

/** Reads each pool once: a publication makes another, and what one has never changes. */
const reader = () => {
  const known = new WeakMap<ReadonlyMap<string, PoolEntry>, Read>()
  return ({ entries }: Pick<MemoryPool, "entries">): Read => {
    const there = known.get(entries)
    if (there !== undefined) return there
    const all = Array.from(entries.values())
    const read = {
      homes: all.filter(({ residential }) => residential),
      byKey: new Map(all.map(({ address, key }) => [key, address]))
    }
    known.set(entries, read)
    return read
  }
}

const matches = (home: PoolEntry, selection: Selection): boolean =>
  placeTypes.every((level) => {
    const wanted = selection[level]
    const key = home.places[level]
    return wanted === undefined || (key !== undefined && wanted.includes(key))
  })

const hasLabel = ({ labels }: PoolEntry, q: string): boolean => labels.some((label) => label.includes(q))

const matchesText = (home: PoolEntry, q: string | undefined): boolean =>
  q === undefined || home.search.includes(q) || hasLabel(home, q)

const make = (bounds: TextBounds) =>
  Effect.gen(function* () {
    const pools = yield* servedPools
    const readOf = reader()
    const homes = (country: string): ReadonlyArray<PoolEntry> => {
      const pool = pools.get(country)
      return pool === undefined ? [] : readOf(pool).homes
    }

    const current = (scope: Scope): Effect.Effect<MemoryPool, PoolChanged> => {
      const pool = pools.get(scope.country)
      return pool !== undefined && pool.version === scope.pool.version
        ? Effect.succeed(pool)
        : Effect.fail(new PoolChanged({ country: scope.country }))
    }

    const entriesOf = (scope: Scope) =>
      Effect.map(current(scope), (pool) =>
        readOf(pool).homes.filter((home) => matches(home, scope.selection) && matchesText(home, scope.q))
      )

    const keysAmong = (found: ReadonlyArray<PoolEntry>) => Sampler.sampleKeys(found.map(({ key }) => key))

    const keys = (scope: Scope) => Effect.map(entriesOf(scope), keysAmong)

    const weights = (scope: Scope) =>
      Effect.map(entriesOf(scope), (found) => {
        const counts = new Map<bigint, number>()
        const named = new Set<bigint>()
        let labelled = 0
        for (const home of found) {
          const { search, street } = home
          counts.set(street, (counts.get(street) ?? 0) + 1)
          if (search.includes(scope.q ?? "")) named.add(street)
          if (hasLabel(home, scope.q ?? "")) labelled++
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
                residential: homes(country).length
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
            .filter(({ key, type }) => type === level && homes(country).some((one) => matches(one, { [level]: [key] })))
            .map(({ name, names: [folded = ""] }) => ({ name: name ?? folded, folded }))
        ),
      sizeOf: (country, selection) =>
        Effect.sync(() => homes(country).filter((home) => matches(home, selection)).length),
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
          const { byKey } = readOf(pool)
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
            residential: homes(country).length
          }))
          .sort((a, b) => (a.country < b.country ? -1 : 1))
      ),
      ready: Effect.void
    })
  })

/** The pools of `MemoryPools`, read by scanning them: slow, and plainly right. */
export const layerWith = (bounds: TextBounds) => Layer.effect(PoolStore, make(bounds))

export const layer = layerWith(textBounds)
