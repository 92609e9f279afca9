import { Layer } from "effect"
import type { SourceRegistry } from "../../../sources/DataSource.ts"
import { GeoIpResolver } from "../../../src/geoip/GeoIpResolver.ts"
import { Catalog } from "../../../src/catalog/Catalog.ts"
import * as CatalogStoreMemory from "../../../src/catalog/CatalogStoreMemory.ts"
import type { Countries } from "../../../src/pool/Countries.ts"
import * as CountriesMemory from "../../../src/pool/CountriesMemory.ts"
import type { Coverage } from "../../../src/catalog/Coverage.ts"
import * as CoverageMemory from "../../../src/catalog/CoverageMemory.ts"
import { MemoryPools } from "../../../src/pool/MemoryPools.ts"
import type { PoolRepository } from "../../../src/draw/PoolRepository.ts"
import { ConfiguredSources } from "../../../src/sync/configured/ConfiguredSources.ts"
import { PoolHealth } from "../../../src/sync/run/Health.ts"
import * as PublisherMemory from "../../../src/sync/publish/PublisherMemory.ts"
import { SourceSettings } from "../../../src/sync/configured/SourceSettings.ts"

/** What a server needs besides tokens. */
export type World =
  | PoolRepository
  | SourceRegistry
  | Catalog
  | Coverage
  | Countries
  | GeoIpResolver
  | PoolHealth
  | ConfiguredSources

/** Catalog, coverage and settings of the pools in `MemoryPools`. */
export const catalogMemory = Layer.mergeAll(
  Catalog.layerNoDeps.pipe(Layer.provide(CatalogStoreMemory.layer)),
  CoverageMemory.layer,
  CountriesMemory.layer
)

/** No source types can be configured. */
export const unconfigured = ConfiguredSources.layerNoDeps<never>([], (effect) => effect).pipe(
  Layer.provide(SourceSettings.layerMemory)
)

/** A pool, with nothing around it: no places, no settings, no GeoIP database. */
export const barren = <E>(pool: Layer.Layer<PoolRepository | SourceRegistry, E>) =>
  Layer.merge(PoolHealth.layerNoDeps.pipe(Layer.provide(PublisherMemory.layerNoDeps)), unconfigured).pipe(
    Layer.provideMerge(catalogMemory),
    Layer.provide(MemoryPools.layer),
    Layer.provideMerge(Layer.merge(pool, GeoIpResolver.layerTest(undefined)))
  )
