import { Context, Effect, Layer, References } from "effect"
import * as DataSource from "../../../sources/DataSource.ts"
import { GeoIpResolver } from "../../../src/geoip/GeoIpResolver.ts"
import { Catalog } from "../../../src/catalog/Catalog.ts"
import * as CatalogStorePostgres from "../../../src/catalog/CatalogStorePostgres.ts"
import { Countries } from "../../../src/pool/Countries.ts"
import * as CountriesPostgres from "../../../src/pool/CountriesPostgres.ts"
import * as CoveragePostgres from "../../../src/catalog/CoveragePostgres.ts"
import { MemoryPools } from "../../../src/pool/MemoryPools.ts"
import { PoolRepository } from "../../../src/draw/PoolRepository.ts"
import * as PoolStoreMemory from "../../../src/draw/store/PoolStoreMemory.ts"
import * as PoolStorePostgres from "../../../src/draw/store/PoolStorePostgres.ts"
import { PoolHealth } from "../../../src/sync/run/Health.ts"
import * as PublisherMemory from "../../../src/sync/publish/PublisherMemory.ts"
import * as PublisherPostgres from "../../../src/sync/publish/PublisherPostgres.ts"
import { Synchronizer } from "../../../src/sync/run/Synchronizer.ts"
import { catalogMemory, unconfigured } from "../../http/support/World.ts"
import { TestDatabase } from "../../support/TestDatabase.ts"
import { houses, neighbours } from "./Houses.ts"
import { StorageUnavailable } from "../../../src/database/Outage.ts"

/** What is wrong with the pools of a world at the moment. */
export type Fault = "none" | "outage" | "defect"

/** Breaks the pools, and repairs them. */
export class Weather extends Context.Service<Weather, { fault: Fault }>()("doorstep/test/Weather") {}

const sources = Layer.merge(DataSource.layer(houses), DataSource.layer(neighbours)).pipe(
  Layer.provideMerge(DataSource.SourceRegistry.layer)
)

/** An IP address that the rows use, and its place. */
export const located = { ip: "8.0.0.1", country: "US", region: "Illinois", city: "Springfield" }

const at = (region: string | undefined, city: string | undefined, country = "US") => ({
  country,
  ...(region !== undefined && { region: { name: region, names: [region] } }),
  ...(city !== undefined && { city: { name: city, names: [city] } }),
  level: city !== undefined ? ("city" as const) : region !== undefined ? ("region" as const) : ("country" as const)
})

const geoIp = GeoIpResolver.layerTest({
  [located.ip]: at(located.region, located.city),
  "8.0.0.2": at("Ohio", "Nowhere"),
  "8.0.0.3": at(undefined, undefined),
  "8.0.0.4": at("North Holland", "Amsterdam", "NL"),
  "2a00::1": at("Georgia", "Savannah"),
  "2a00::2": at(undefined, undefined, "FR")
})

/** A disabled country, none of whose homes may be visible. */
export const disabled = "NL"

/** Publishes everything, disables one country, and sets targets for VA. */
const published = Layer.effectDiscard(
  Effect.gen(function* () {
    const [countries, synchronizer] = [yield* Countries, yield* Synchronizer]
    const reports = yield* synchronizer.run({})
    // An empty source publishes nothing.
    const failed = reports.filter(({ country, outcome }) => outcome !== "published" && country !== "FR")
    if (failed.length > 0) return yield* Effect.die(new Error(`Not published: ${JSON.stringify(failed)}`))
    yield* countries.setTargets("VA", { total: 3, coverage: 1, regionalMinimum: 3 })
    yield* countries.setEnabled(disabled, false)
  })
)

/** The pools, with the fault of the moment. */
const breakable = Layer.effect(
  PoolRepository,
  Effect.gen(function* () {
    const pool = yield* PoolRepository
    const weather = yield* Weather
    const exposed = <A, E>(work: Effect.Effect<A, E>): Effect.Effect<A, E | StorageUnavailable> =>
      Effect.suspend((): Effect.Effect<A, E | StorageUnavailable> => {
        if (weather.fault === "defect") return Effect.die(new Error("A defect that a test made."))
        if (weather.fault === "none") return work
        return Effect.fail(new StorageUnavailable({ reason: "Connection", message: "An outage that a test made." }))
      })
    return PoolRepository.of({
      draw: (request) => exposed(pool.draw(request)),
      drawMany: (request) => exposed(pool.drawMany(request)),
      findById: (id) => exposed(pool.findById(id)),
      findNamed: (id) => exposed(pool.findNamed(id)),
      counts: exposed(pool.counts),
      ready: exposed(pool.ready)
    })
  })
).pipe(Layer.provide(PoolRepository.layerNoDeps))

const common = Layer.merge(
  Layer.sync(Weather, () => ({ fault: "none" as Fault })),
  geoIp
)

/** The services on top of the stores. */
const services = PoolHealth.layerNoDeps.pipe(Layer.provideMerge(breakable), Layer.merge(unconfigured))

/** Two sources, five countries with a pool, and places for some IP addresses, in memory. */
export const memory = services.pipe(
  Layer.provide(PoolStoreMemory.layer),
  Layer.provide(published),
  Layer.provide(Synchronizer.layerNoDeps),
  Layer.provide(PublisherMemory.layerNoDeps),
  Layer.provideMerge(catalogMemory),
  Layer.provide(MemoryPools.layer),
  Layer.provideMerge(sources),
  Layer.provideMerge(common)
)

const catalogPostgres = Layer.mergeAll(
  Catalog.layerNoDeps.pipe(Layer.provide(CatalogStorePostgres.layerNoDeps)),
  CoveragePostgres.layerNoDeps,
  CountriesPostgres.layerNoDeps
)

const quiet = Layer.succeed(References.MinimumLogLevel, "Warn")

/** The same in a PostgreSQL database of its own. */
export const postgres = services.pipe(
  Layer.provide(PoolStorePostgres.layerNoDeps),
  Layer.provide(published),
  Layer.provide(Synchronizer.layerNoDeps),
  Layer.provide(PublisherPostgres.layerNoDeps()),
  Layer.provideMerge(catalogPostgres),
  Layer.provide(TestDatabase.layerMigrated.pipe(Layer.provide(quiet))),
  Layer.provideMerge(sources),
  Layer.provideMerge(common)
)
