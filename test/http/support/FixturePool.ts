import { Effect, Layer, Stream } from "effect"
import * as DataSource from "../../../sources/DataSource.ts"
import { GeoIpResolver } from "../../../src/geoip/GeoIpResolver.ts"
import { MemoryPools } from "../../../src/pool/MemoryPools.ts"
import { PoolRepository } from "../../../src/draw/PoolRepository.ts"
import * as PoolStoreMemory from "../../../src/draw/store/PoolStoreMemory.ts"
import { PoolHealth } from "../../../src/sync/run/Health.ts"
import * as PublisherMemory from "../../../src/sync/publish/PublisherMemory.ts"
import { Synchronizer } from "../../../src/sync/run/Synchronizer.ts"
import { catalogMemory, unconfigured } from "./World.ts"

const evidence = { kind: "declared", detail: "Made up for tests." } as const

const listed = (
  count: number,
  street: string,
  place: { city: string; region: string; postcode: string },
  kind?: typeof evidence
) =>
  Array.from({ length: count }, (_, i): DataSource.RawRecord => {
    const houseNumber = String(i + 1)
    const recordId = `${place.city}:${street}:${houseNumber}`
    return { recordId, houseNumber, street, ...place, evidence: kind, language: "en" }
  })

const records: Record<string, ReadonlyArray<DataSource.RawRecord>> = {
  US: [
    ...listed(12, "East Gwinnett Street", { city: "Savannah", region: "GA", postcode: "31401" }, evidence),
    ...listed(30, "Main Street", { city: "Springfield", region: "IL", postcode: "62701" }, evidence),
    ...listed(30, "Oak Avenue", { city: "Springfield", region: "MO", postcode: "65801" }, evidence)
  ],
  // No evidence says that this is a home: it is synchronized, but never drawn.
  CA: listed(1, "Bay Street", { city: "Toronto", region: "ON", postcode: "M5H 2R2" })
}

const source = (name: string, countries: readonly [string, ...Array<string>]) =>
  DataSource.make({
    manifest: {
      name,
      countries: [...countries],
      license: "CC0-1.0",
      attribution: "Made up for tests",
      homepage: "https://example.com/",
      evidence: "Declared: made up for tests."
    },
    fingerprint: Effect.succeed("1"),
    records: (country) => Stream.fromIterable(name === "fixture" ? (records[country] ?? []) : [])
  })

const sources = Layer.merge(
  DataSource.layer(source("fixture", ["US", "CA"])),
  DataSource.layer(source("barren", ["FR"]))
).pipe(Layer.provideMerge(DataSource.SourceRegistry.layer))

const synchronized = Layer.effectDiscard(Synchronizer.use((synchronizer) => synchronizer.run({}))).pipe(
  Layer.provide(Synchronizer.layerNoDeps),
  Layer.provideMerge(PublisherMemory.layerNoDeps)
)

/** The places of the IP addresses that tests use. No other address has one. */
const geoIp = GeoIpResolver.layerTest({
  "8.0.0.1": {
    country: "US",
    region: { name: "Illinois", names: ["Illinois"], code: "US-IL" },
    city: { name: "Springfield", names: ["Springfield"] },
    level: "city"
  },
  "2a00::7": { country: "FR", level: "country" }
})

/**
 * Pools in memory, synchronized from the source `fixture`: 72 homes in US, and one address in CA that is not a home.
 * The source `barren` has no records for FR.
 */
export const layer = Layer.merge(PoolHealth.layerNoDeps, unconfigured).pipe(
  Layer.provideMerge(PoolRepository.layerNoDeps),
  Layer.provide(PoolStoreMemory.layer),
  Layer.provideMerge(catalogMemory),
  Layer.provide(synchronized),
  Layer.provide(MemoryPools.layer),
  Layer.provideMerge(sources),
  Layer.merge(geoIp)
)
