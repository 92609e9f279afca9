import { Effect, Layer, Stream } from "effect"
import type { Coordinates } from "../../../schemas/Address.ts"
import * as DataSource from "../../../sources/DataSource.ts"
import { Catalog } from "../../../src/catalog/Catalog.ts"
import * as CatalogStoreMemory from "../../../src/catalog/CatalogStoreMemory.ts"
import { MemoryPools } from "../../../src/pool/MemoryPools.ts"
import { PoolRepository } from "../../../src/draw/PoolRepository.ts"
import * as PoolStoreMemory from "../../../src/draw/store/PoolStoreMemory.ts"
import * as PublisherMemory from "../../../src/sync/publish/PublisherMemory.ts"
import { Synchronizer } from "../../../src/sync/run/Synchronizer.ts"

/** No evidence says that this is a home: it is synchronized, but never drawn. */
const offices = undefined
const homes = { kind: "declared", detail: "Made up for tests." } as const

const listed = (
  count: number,
  place: { readonly city: string; readonly region: string; readonly coordinates?: Coordinates },
  evidence: typeof homes | undefined
) =>
  Array.from({ length: count }, (_, i): DataSource.RawRecord => {
    const houseNumber = String(i + 1)
    return {
      recordId: `${place.city}:${houseNumber}`,
      houseNumber,
      street: "Main Street",
      ...place,
      evidence,
      language: "en"
    }
  })

export const milton: Coordinates = { latitude: 47.2482, longitude: -122.3129 }

const records = [
  ...listed(12, { city: "Milton", region: "WA", coordinates: milton }, homes),
  ...listed(30, { city: "Seattle", region: "WA", coordinates: { latitude: 47.6062, longitude: -122.3321 } }, homes),
  ...listed(20, { city: "Portland", region: "OR", coordinates: { latitude: 45.5152, longitude: -122.6784 } }, homes),
  ...listed(3, { city: "Bend", region: "OR" }, offices),
  ...listed(3, { city: "Boise", region: "ID" }, offices)
]

const source = DataSource.make({
  manifest: {
    name: "tiny",
    countries: ["US"],
    license: "CC0-1.0",
    attribution: "Made up for tests",
    homepage: "https://example.com/",
    evidence: "Declared: made up for tests."
  },
  fingerprint: Effect.succeed("1"),
  records: () => Stream.fromIterable(records)
})

const synchronized = Layer.effectDiscard(Synchronizer.use((synchronizer) => synchronizer.run({}))).pipe(
  Layer.provide(Synchronizer.layerNoDeps.pipe(Layer.provide(PublisherMemory.layerNoDeps)))
)

/**
 * Pools and catalog in memory: 12 homes in Milton and 30 in Seattle, Washington, 20 in Portland, Oregon. Bend in Oregon
 * and Boise in Idaho have addresses but no homes.
 */
export const world = Layer.mergeAll(
  PoolRepository.layerNoDeps.pipe(Layer.provide(PoolStoreMemory.layer)),
  Catalog.layerNoDeps.pipe(Layer.provide(CatalogStoreMemory.layer))
).pipe(
  Layer.provideMerge(synchronized),
  Layer.provide(MemoryPools.layer),
  Layer.provide(DataSource.layer(source).pipe(Layer.provideMerge(DataSource.SourceRegistry.layer)))
)

/** The ID of a region, from its ISO 3166-2 code. */
export const regionId = (code: string) => idOf({ country: "US", level: "region", names: [code] })
export const cityId = (name: string) => idOf({ country: "US", level: "city", names: [name] })

const idOf = (request: Parameters<Catalog["Service"]["locate"]>[0]) =>
  Catalog.use((catalog) => catalog.locate(request)).pipe(
    Effect.flatMap(Effect.fromOption),
    Effect.map(({ id }) => id),
    Effect.orDie
  )
