import { Effect, Layer } from "effect"
import type { Address } from "../../../schemas/Address.ts"
import { memoized } from "../../../schemas/Memoized.ts"
import { countryOfAddressId, placeTypes } from "../../address/Identity.ts"
import { type MemoryPool, type PoolEntry, type ServedPools, servedPools } from "../../pool/MemoryPools.ts"
import { addressNotFound, type AddressNotFound, PoolChanged } from "../../pool/PoolErrors.ts"
import { PoolStore, type Scope, type Selection } from "./PoolStore.ts"
import * as Sampler from "../Sampler.ts"
import { type TextBounds, textBounds } from "../text/TextBounds.ts"
import { Weights } from "../text/Weights.ts"

/** The homes of a pool, and its addresses by their keys. */
interface Read {
  readonly homes: ReadonlyArray<PoolEntry>
  readonly byKey: ReadonlyMap<bigint, Address>
}

/** Reads each pool once. Its contents never change, because each publication creates a new one. */
const reader = () => {
  const read = memoized((entries: MemoryPool["entries"]): Read => {
    const all = Array.from(entries.values())
    return {
      homes: all.filter(({ residential }) => residential),
      byKey: new Map(all.map(({ address, key }) => [key, address]))
    }
  }, new WeakMap<MemoryPool["entries"], Read>())
  return ({ entries }: Pick<MemoryPool, "entries">): Read => read(entries)
}

const selectedBy = (selection: Selection): ((home: PoolEntry) => boolean) => {
  const wanted = placeTypes.flatMap((level) => {
    const keys = selection[level]
    return keys === undefined ? [] : [{ level, keys }]
  })
  return ({ places }) =>
    wanted.every(({ keys, level }) => {
      const key = places[level]
      return key !== undefined && keys.includes(key)
    })
}

const hasLabel = ({ labels }: PoolEntry, q: string): boolean => labels.some((label) => label.includes(q))

const matchesText = (home: PoolEntry, q: string | undefined): boolean =>
  q === undefined || home.search.includes(q) || hasLabel(home, q)

type Service = PoolStore["Service"]

/** Homes of a country; none if it has no pool. */
type HomesOf = (country: string) => ReadonlyArray<PoolEntry>

/** Pools and places, for scopes. */
const makeScopes = (
  pools: ServedPools,
  homes: HomesOf
): Pick<Service, "pool" | "placesNamed" | "namesLike" | "sizeOf" | "counts"> => ({
  pool: (country) =>
    Effect.sync(() => {
      const pool = pools.get(country)
      if (pool === undefined) return undefined
      const { sources, version } = pool
      return { version, edition: String(version), sources, residential: homes(country).length }
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
        .filter(({ key, type }) => type === level && homes(country).some(selectedBy({ [level]: [key] })))
        .map(({ name, names: [folded = ""] }) => ({ name: name ?? folded, folded }))
    ),
  sizeOf: (country, selection) => Effect.sync(() => homes(country).filter(selectedBy(selection)).length),
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
  )
})

/** The country's pool, as long as it has the scope's version. */
const current = (pools: ServedPools, { country, pool: { version } }: Scope): Effect.Effect<MemoryPool, PoolChanged> => {
  const pool = pools.get(country)
  return pool?.version === version ? Effect.succeed(pool) : Effect.fail(new PoolChanged({ country }))
}

const keysAmong = (found: ReadonlyArray<PoolEntry>): Sampler.SampleKeys =>
  Sampler.sampleKeys(found.map(({ key }) => key))

const weightsOf = (found: ReadonlyArray<PoolEntry>, q: string, bounds: TextBounds): Weights | undefined => {
  const counts = new Map<bigint, number>()
  const named = new Set<bigint>()
  let labelled = 0
  for (const home of found) {
    const { search, street } = home
    counts.set(street, (counts.get(street) ?? 0) + 1)
    if (search.includes(q)) named.add(street)
    if (hasLabel(home, q)) labelled++
  }
  return named.size > bounds.streets || labelled > bounds.homes ? undefined : Weights.of(counts)
}

/** Keys of homes, for draws. */
const makeKeys = (
  bounds: TextBounds,
  entriesOf: (scope: Scope) => Effect.Effect<ReadonlyArray<PoolEntry>, PoolChanged>
): Pick<Service, "buckets" | "bucketSizes" | "keysAtHand" | "weights" | "keysInStreets" | "matching" | "keys"> => {
  const keys = (scope: Scope) => Effect.map(entriesOf(scope), keysAmong)
  return {
    buckets: (scope, level, buckets) =>
      Effect.map(keys(scope), (all) => buckets.map((bucket) => Sampler.bucketOf(all, level, bucket))),
    bucketSizes: () => undefined,
    keysAtHand: () => undefined,
    weights: (scope) => Effect.map(entriesOf(scope), (found) => weightsOf(found, scope.q ?? "", bounds)),
    keysInStreets: (scope, of, streets) =>
      Effect.map(entriesOf(scope), (found) =>
        streets.map((index) => keysAmong(found.filter(({ street }) => street === of.keyAt(index))))
      ),
    matching: (scope, wanted) => Effect.map(keys(scope), (all) => Sampler.among(wanted, all)),
    keys
  }
}

/** Homes by their IDs. */
const makeById = (pools: ServedPools): Pick<Service, "keysOfIds" | "findById" | "findNamed"> => {
  const find = (id: string): Effect.Effect<PoolEntry, AddressNotFound> =>
    Effect.suspend(() => {
      const entry = pools.get(countryOfAddressId(id) ?? "")?.entries.get(id)
      return entry?.residential === true ? Effect.succeed(entry) : Effect.fail(addressNotFound(id))
    })
  return {
    keysOfIds: (country, ids) =>
      Effect.sync(() => keysAmong(ids.flatMap((id) => pools.get(country)?.entries.get(id) ?? []))),
    findById: (id) => Effect.map(find(id), (entry) => entry.address),
    findNamed: (id) => Effect.map(find(id), ({ address, names = {} }) => ({ address, names }))
  }
}

const make = (bounds: TextBounds) =>
  Effect.gen(function* () {
    const pools = yield* servedPools
    const readOf = reader()
    const homes: HomesOf = (country) => {
      const pool = pools.get(country)
      return pool === undefined ? [] : readOf(pool).homes
    }
    const entriesOf = (scope: Scope) =>
      Effect.map(current(pools, scope), (pool) => {
        const isSelected = selectedBy(scope.selection)
        return readOf(pool).homes.filter((home) => isSelected(home) && matchesText(home, scope.q))
      })
    return PoolStore.of({
      ...makeScopes(pools, homes),
      ...makeKeys(bounds, entriesOf),
      ...makeById(pools),
      addresses: (scope, wanted) =>
        Effect.map(current(pools, scope), (pool) => {
          const { byKey } = readOf(pool)
          return Array.from({ length: Sampler.keyCount(wanted) }, (_, i) => byKey.get(Sampler.fromWords(wanted, i))!)
        }),
      ready: Effect.void
    })
  })

/** The pools of `MemoryPools`, read by scanning them: slow, but obviously correct. */
export const layerWith = (bounds: TextBounds) => Layer.effect(PoolStore, make(bounds))

export const layer = layerWith(textBounds)
