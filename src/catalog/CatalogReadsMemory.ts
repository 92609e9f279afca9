import { officialRegions } from "../gazetteer/OfficialRegions.ts"
import type { MemoryPlace, PoolEntry, ServedPools } from "../pool/MemoryPools.ts"

/** What reads of the catalog in memory have in common. */

export const entriesOf = (pools: ServedPools, country: string): ReadonlyArray<PoolEntry> =>
  Array.from(pools.get(country)?.entries.values() ?? [])

/** Every place of an address, and the official regions. */
export const placesOf = (pools: ServedPools, country: string): ReadonlyMap<bigint, MemoryPlace> => {
  if (!pools.isEnabled(country) || !pools.settings.has(country)) return new Map()
  const inUse = new Set(entriesOf(pools, country).flatMap((entry) => Object.values(entry.places)))
  const official = officialRegions(country).map((region): [bigint, MemoryPlace] => [
    region.key,
    { ...region, type: "region" }
  ])
  const published = Array.from(pools.get(country)?.places ?? []).filter(([key]) => inUse.has(key))
  return new Map([...official, ...published])
}
