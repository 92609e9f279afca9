import { NodeHttpClient, NodeServices } from "@effect/platform-node"
import { Config, Effect, Layer, Schema } from "effect"
import { SourceRegistry } from "../sources/DataSource.ts"
import * as OpenAddresses from "../sources/openaddresses/OpenAddresses.ts"
import * as OpenStreetMap from "../sources/openstreetmap/OpenStreetMap.ts"
import { Reader } from "../sources/reading/Reader.ts"
import * as FileType from "../sources/registers/FileType.ts"
import * as RegisterType from "../sources/registers/RegisterType.ts"
import * as Starter from "../sources/starter/Starter.ts"
import { Database } from "./database/Database.ts"
import { migrations } from "./database/Migrations.ts"
import { Migrator } from "./database/Migrator.ts"
import { ClientIp } from "./geoip/ClientIp.ts"
import { ClientLocator } from "./geoip/ClientLocator.ts"
import { GeoIpResolver } from "./geoip/GeoIpResolver.ts"
import * as IpRegionDraws from "./geoip/IpRegionDraws.ts"
import * as Authorization from "./http/Authorization.ts"
import * as Server from "./http/Server.ts"
import { settings } from "./http/Settings.ts"
import { Catalog } from "./pool/Catalog.ts"
import * as CatalogStorePostgres from "./pool/CatalogStorePostgres.ts"
import * as CountriesPostgres from "./pool/CountriesPostgres.ts"
import * as CoveragePostgres from "./pool/CoveragePostgres.ts"
import { PoolRepository } from "./pool/PoolRepository.ts"
import * as PoolStorePostgres from "./pool/PoolStorePostgres.ts"
import { ProfileMaker } from "./profile/ProfileMaker.ts"
import * as PublisherPostgres from "./sync/PublisherPostgres.ts"
import { ConfiguredSources } from "./sync/ConfiguredSources.ts"
import { PoolHealth } from "./sync/Health.ts"
import { SourceSettings } from "./sync/SourceSettings.ts"
import { Synchronizer } from "./sync/Synchronizer.ts"
import { RateLimit } from "./tokens/RateLimit.ts"
import { TokenStore } from "./tokens/TokenStore.ts"
import { Translator } from "./translation/Translator.ts"

/** Data sources that `SOURCES` can name. A source of your own goes here, by the name in its manifest. */
const knownSources: Readonly<Record<string, typeof Starter.layer>> = {
  starter: Starter.layer
}

/** `SOURCES` names a source that is not known. */
class UnknownSourceName extends Schema.TaggedError<UnknownSourceName>()("UnknownSourceName", {
  message: Schema.String
}) {}

/** The sources that `SOURCES` names (comma-separated; default `starter`), registered in that order. */
const sources = Layer.unwrap(
  Effect.gen(function* () {
    const setting = yield* Config.withDefault(Config.String("SOURCES"), "starter")
    const names = setting
      .split(",")
      .map((name) => name.trim())
      .filter((name) => name !== "")
    let registered: typeof Starter.layer = Layer.empty
    for (const name of names) {
      const source = knownSources[name]
      if (source === undefined) {
        return yield* new UnknownSourceName({
          message: `SOURCES names "${name}", which is no known data source. Known: ${Object.keys(knownSources).join(", ")}.`
        })
      }
      registered = Layer.provideMerge(source, registered)
    }
    return registered
  })
).pipe(Layer.provideMerge(SourceRegistry.layer))

/** Types of sources that an operator configures without code. */
const sourceTypes = [OpenStreetMap.type, OpenAddresses.type, RegisterType.type, FileType.type]

/** Sources from the database, beside the ones that are registered. They are there before anything is synchronized. */
const configured = Layer.effectDiscard(
  Effect.gen(function* () {
    for (const fault of yield* (yield* ConfiguredSources).refresh) {
      yield* Effect.logWarning(`The source ${fault.source} cannot be used: ${fault.message}`)
    }
  })
).pipe(
  Layer.provideMerge(ConfiguredSources.layerNoDeps(sourceTypes)),
  Layer.provide([
    SourceSettings.layerNoDeps,
    Reader.layer.pipe(Layer.provide([NodeHttpClient.layerUndici, NodeServices.layer]))
  ])
)

const synchronization = Layer.merge(
  Synchronizer.layerNoDeps.pipe(Layer.provideMerge(PublisherPostgres.layerNoDeps())),
  configured
)

/** What the command line works with, beside a running service or without one. */
export const layerCommandLine = Layer.mergeAll(
  synchronization,
  TokenStore.layer,
  CountriesPostgres.layerNoDeps,
  CoveragePostgres.layerNoDeps
).pipe(Layer.provide(Migrator.layer(migrations)), Layer.provide(Database.layer), Layer.provideMerge(sources))

const published = Layer.mergeAll(
  PoolRepository.layerNoDeps.pipe(Layer.provide(PoolStorePostgres.layerNoDeps)),
  Catalog.layerNoDeps.pipe(Layer.provide(CatalogStorePostgres.layerNoDeps)),
  CoveragePostgres.layerNoDeps,
  CountriesPostgres.layerNoDeps
)

/** The GeoIP databases are opened when somebody first asks for a place: the start does not wait for them. */
const located = IpRegionDraws.layerNoDeps.pipe(
  Layer.provideMerge(ClientLocator.layerNoDeps),
  Layer.provideMerge(GeoIpResolver.layer)
)

const serving = Layer.mergeAll(
  located,
  PoolHealth.layerNoDeps,
  TokenStore.layer,
  RateLimit.layer,
  ProfileMaker.layer,
  Translator.layerOffline
).pipe(Layer.provideMerge(published), Layer.provideMerge(synchronization))

/**
 * The service. Wrong settings end the start before anything is touched; everything that serves is built, and the
 * database is migrated, before the port opens.
 */
export const layerService = Layer.unwrap(
  Effect.map(settings, () =>
    Server.layer.pipe(
      Layer.provide(Authorization.layer),
      Layer.provideMerge(serving),
      Layer.provide(Migrator.layer(migrations)),
      Layer.provideMerge(Database.layerService),
      Layer.provideMerge(sources),
      Layer.provide(ClientIp.layer)
    )
  )
)
