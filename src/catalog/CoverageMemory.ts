import { Effect, Layer } from "effect"
import { unitMembers } from "../gazetteer/OfficialRegions.ts"
import type { CountrySettings } from "../pool/Countries.ts"
import { Coverage, judge, type Measured, select } from "./Coverage.ts"
import { MemoryCountries, type MemoryPool, MemoryPools } from "../pool/MemoryPools.ts"

const measure = (pools: ReadonlyMap<string, MemoryPool>, { country, targets }: CountrySettings): Measured => {
  const homes = Array.from(pools.get(country)?.entries.values() ?? []).filter((entry) => entry.residential)
  const members = unitMembers(country)
  const unitOf = new Map(members.map(({ region, unit }) => [region, unit]))
  // Without official subdivisions, all addresses are in the only unit, the country.
  const counts = new Map(members.length === 0 ? [[0n, 0]] : members.map(({ unit }) => [unit, 0]))
  for (const { places } of homes) {
    const unit = members.length === 0 ? 0n : unitOf.get(places.region ?? -1n)
    if (unit !== undefined) counts.set(unit, counts.get(unit)! + 1)
  }
  const units = Array.from(counts.values())
  return {
    residential: homes.length,
    units: units.length,
    covered: units.filter((count) => count > 0).length,
    reaching: units.filter((count) => count >= targets.regionalMinimum).length
  }
}

/** The coverage of the pools in `MemoryPools`, measured for each request. */
export const layer = Layer.effect(
  Coverage,
  Effect.gen(function* () {
    const pools = yield* MemoryPools
    const settings = yield* MemoryCountries
    return Coverage.of({
      report: (request) =>
        Effect.sync(() => {
          const enabled = Array.from(settings.values())
            .filter((country) => country.enabled)
            .sort((a, b) => (a.country < b.country ? -1 : 1))
          return select(
            enabled.map((country) => judge(country.country, country.targets, measure(pools, country))),
            request
          )
        })
    })
  })
)
