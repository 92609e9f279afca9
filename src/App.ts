import { join } from "node:path"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect, Layer } from "effect"
import { Activity } from "./admin/Activity.ts"
import { AdminPassword } from "./admin/AdminPassword.ts"
import { AdminSessions } from "./admin/AdminSessions.ts"
import { AuditLog } from "./admin/AuditLog.ts"
import { ConsoleTokens } from "./admin/ConsoleTokens.ts"
import { EffectiveSettings } from "./settings/EffectiveSettings.ts"
import * as Housekeeping from "./admin/Housekeeping.ts"
import { KnownDevices } from "./admin/KnownDevices.ts"
import { LiveRuns } from "./admin/LiveRuns.ts"
import { Uploads } from "./admin/Uploads.ts"
import { PoolJudge } from "./admin/PoolJudge.ts"
import { PoolViews } from "./admin/PoolViews.ts"
import { SignInGuard } from "./admin/SignInGuard.ts"
import * as Cluster from "./cluster/Cluster.ts"
import * as ClusterMetrics from "./cluster/Metrics.ts"
import { Database } from "./database/Database.ts"
import { databaseUrl } from "./database/DatabaseUrl.ts"
import { readSettings } from "./database/replicas/ReadSettings.ts"
import { migrations } from "./database/Migrations.ts"
import { Migrator } from "./database/Migrator.ts"
import { AddCountry } from "./directory/AddCountry.ts"
import { Directory } from "./directory/Directory.ts"
import { ClientIp } from "./geoip/ClientIp.ts"
import { Archives } from "./gazetteer/Archive.ts"
import { Gazetteer } from "./gazetteer/Gazetteer.ts"
import { ClientLocator } from "./geoip/ClientLocator.ts"
import { GeoIpResolver } from "./geoip/GeoIpResolver.ts"
import * as IpRegionDraws from "./geoip/IpRegionDraws.ts"
import * as AdminRoutes from "./http/admin/AdminRoutes.ts"
import * as ReadOnly from "./http/admin/ReadOnly.ts"
import * as Authorization from "./http/middleware/Authorization.ts"
import * as Metrics from "./http/handlers/Metrics.ts"
import * as Presence from "./http/Presence.ts"
import * as Server from "./http/Server.ts"
import * as PoolMetrics from "./observability/PoolMetrics.ts"
import * as ProcessMetrics from "./observability/ProcessMetrics.ts"
import { RequestStatistics } from "./observability/RequestStatistics.ts"
import * as Telemetry from "./observability/Telemetry.ts"
import { Catalog } from "./catalog/Catalog.ts"
import * as CatalogStorePostgres from "./catalog/CatalogStorePostgres.ts"
import * as CountriesPostgres from "./pool/CountriesPostgres.ts"
import * as CoveragePostgres from "./catalog/CoveragePostgres.ts"
import { PoolRepository } from "./draw/PoolRepository.ts"
import * as PoolStorePostgres from "./draw/store/PoolStorePostgres.ts"
import { PrimaryReads } from "./replicas/PublishedReads.ts"
import * as AnsweredVersionsPostgres from "./pool/AnsweredVersionsPostgres.ts"
import * as Replicas from "./replicas/Replicas.ts"
import { textBounds } from "./draw/text/TextBounds.ts"
import { ProfileMaker } from "./profile/ProfileMaker.ts"
import { readingLimits, sourceAccess } from "./settings/Reading.ts"
import type { Setting } from "./settings/Setting.ts"
import { settings } from "./settings/Settings.ts"
import { KeptAutomatically } from "./snapshot/KeptAutomatically.ts"
import * as KeptPoolsPostgres from "./snapshot/KeptPoolsPostgres.ts"
import { load } from "./snapshot/Load.ts"
import { refuseSnapshot } from "./snapshot/Mark.ts"
import type { SnapshotFile } from "./snapshot/SnapshotFile.ts"
import * as TerseClient from "./shared/TerseClient.ts"
import * as Sources from "./Sources.ts"
import { Suppressions } from "./sync/suppression/Suppressions.ts"
import { layerCompletionNoDeps } from "./sync/complete/Completion.ts"
import * as PublisherPostgres from "./sync/publish/PublisherPostgres.ts"
import { PoolHealth } from "./sync/run/Health.ts"
import { Schedules } from "./sync/run/Schedules.ts"
import { SourceRemoval } from "./sync/configured/SourceRemoval.ts"
import { StorageUpgrade } from "./sync/upgrade/StorageUpgrade.ts"
import { SyncJobs } from "./sync/run/SyncJobs.ts"
import { SyncRuns } from "./sync/run/SyncRuns.ts"
import { layerSyncConcurrency, Synchronizer } from "./sync/run/Synchronizer.ts"
import { findRegion } from "./gazetteer/Regions.ts"
import * as RateLimitSettings from "./tokens/RateLimitSettings.ts"
import { TokenStore } from "./tokens/TokenStore.ts"
import { translatorSettings } from "./translation/Settings.ts"
import { Translator } from "./translation/Translator.ts"

/** Derives what records lack, from data included in Doorstep and from what each source's records agree on. */
const completion = layerCompletionNoDeps.pipe(
  Layer.provide(Gazetteer.layerNoDeps((country, name) => findRegion(country, name)?.code)),
  Layer.provide(Sources.layerScratch),
  Layer.provide(Archives.layer),
  Layer.provide(NodeServices.layer)
)

const synchronization = Layer.mergeAll(Synchronizer.layerNoDeps, SyncRuns.layerNoDeps, Schedules.layerNoDeps).pipe(
  Layer.provideMerge(layerSyncConcurrency),
  Layer.provideMerge(Sources.layerThreads),
  Layer.provideMerge(Sources.layerDownloads),
  Layer.provideMerge(completion),
  Layer.provideMerge(
    PublisherPostgres.layerNoDeps().pipe(
      Layer.provide(Layer.effect(KeptAutomatically, settings.KEEP_POOL_VERSIONS.value))
    )
  ),
  Layer.provideMerge(Sources.layerConfigured)
)

/** Bytes that uploads leave free on the disk, because the database needs space too. */
const uploadReserve = 1024 ** 3

/** Uploaded files go into the first folder that the console's sources may read. */
const uploads = Layer.unwrap(
  Effect.gen(function* () {
    const [folder] = (yield* sourceAccess).folders
    const { fileBytes } = yield* readingLimits
    return Uploads.layerWith({
      folder: folder === undefined ? undefined : join(folder, "uploads"),
      fileBytes,
      reserve: uploadReserve
    })
  })
).pipe(Layer.provide(NodeServices.layer))

/** The tables of this version, with all data moved to them. */
const tables = StorageUpgrade.layer.pipe(Layer.provide(Migrator.layer(migrations)))

/** The same for work that changes pools, which refuses the data of a snapshot. */
const ownTables = Layer.effectDiscard(refuseSnapshot).pipe(Layer.provideMerge(tables))

/** What the command line needs in any case: with or without a running service, also on the data of a snapshot. */
export const layerAccess = Layer.mergeAll(
  TokenStore.layer,
  PoolJudge.layerNoDeps,
  CountriesPostgres.layerNoDeps,
  AdminPassword.layer,
  AuditLog.layer
).pipe(Layer.provide(tables), Layer.provide(Database.layer))

/** What the command line suppresses homes with. */
export const layerSuppressions = Layer.mergeAll(Suppressions.layerNoDeps, AuditLog.layer).pipe(
  Layer.provide(ownTables),
  Layer.provide(Database.layer)
)

/** What the command line needs to change pools and their sources. */
export const layerCommandLine = Layer.mergeAll(
  synchronization,
  CountriesPostgres.layerNoDeps,
  CoveragePostgres.layerNoDeps,
  AuditLog.layer
).pipe(Layer.provide(ownTables), Layer.provide(Database.layer), Layer.provideMerge(Sources.layer))

/** Reads of published pools on one server. */
const publishedOn = (keyBytes?: number) =>
  Layer.mergeAll(
    PoolRepository.layerNoDeps.pipe(
      Layer.provide(KeptPoolsPostgres.layerNoDeps),
      Layer.provideMerge(PoolStorePostgres.layerWith(textBounds, keyBytes)),
      Layer.provide(Sources.layerKeyPlace)
    ),
    Catalog.layerNoDeps.pipe(Layer.provide(CatalogStorePostgres.layerNoDeps)),
    CoveragePostgres.layerNoDeps,
    CountriesPostgres.layerNoDeps
  )

const published = publishedOn()

/** The same on all servers that the settings name. */
export const layerReads = Replicas.layerNoDeps(publishedOn)

/** An administrator immediately sees a change just made. */
const current = Layer.effectContext(PrimaryReads)

/** The GeoIP databases are opened at the first look-up, so that startup does not wait for them. */
const located = IpRegionDraws.layerNoDeps.pipe(
  Layer.provideMerge(ClientLocator.layerNoDeps),
  Layer.provideMerge(GeoIpResolver.layer)
)

/** Adding countries, with what is published. */
const adding = AddCountry.layerNoDeps.pipe(
  Layer.provide(CatalogStorePostgres.layerNoDeps),
  Layer.provideMerge(Directory.layerNoDeps.pipe(Layer.provide([Sources.layerReader, NodeServices.layer])))
)

/** What `doorstep add` needs. */
export const layerAdding = Layer.mergeAll(adding, PoolViews.layerNoDeps, TokenStore.layer, Sources.layerReader).pipe(
  Layer.provideMerge(published),
  Layer.provideMerge(synchronization),
  Layer.provide(ownTables),
  Layer.provide(Database.layer),
  Layer.provideMerge(Sources.layer)
)

/** A service that counts requests together with other processes must also agree with them on pool versions. */
export const answeredVersions = Layer.unwrap(
  Effect.map(settings.RATE_LIMIT_STORE.value, (store) =>
    store === "database" ? AnsweredVersionsPostgres.layerNoDeps : Layer.empty
  )
)

const serving = Layer.mergeAll(
  located,
  PoolHealth.layerNoDeps,
  TokenStore.layer,
  RateLimitSettings.layerNoDeps,
  ProfileMaker.layer,
  Translator.layer,
  adding
).pipe(
  Layer.provideMerge(layerReads),
  Layer.provideMerge(SyncJobs.layerNoDeps.pipe(Layer.provide(Cluster.layerNoDeps))),
  Layer.provideMerge(synchronization),
  Layer.provide(answeredVersions)
)

/** What the console needs, including its background work. */
const administration = Layer.mergeAll(
  Housekeeping.layer,
  Activity.layerFlushing,
  PoolViews.layerRefreshing,
  LiveRuns.layerNoDeps,
  SourceRemoval.layerNoDeps,
  Sources.layerConfinedGuesses,
  uploads,
  PoolMetrics.layer,
  ClusterMetrics.layer,
  ProcessMetrics.layer
).pipe(
  Layer.provideMerge(
    Layer.mergeAll(
      AdminPassword.layer,
      AdminSessions.layer,
      AuditLog.layer,
      SignInGuard.layer,
      KnownDevices.layer,
      ConsoleTokens.layerNoDeps,
      Activity.layerNoDeps,
      PoolViews.layerNoDeps,
      PoolJudge.layerNoDeps,
      Suppressions.layerNoDeps,
      EffectiveSettings.layer.pipe(Layer.provide(NodeServices.layer)),
      RequestStatistics.layerObserver
    )
  ),
  Layer.provideMerge(RequestStatistics.layer)
)

/** The migrated database alone, locked as the service locks it: for the process that supervises workers. */
export const layerStorage = tables.pipe(Layer.provideMerge(Database.layerService))

const administered = <E, R>(routes: Layer.Layer<never, E, R>) =>
  Presence.layerNoDeps.pipe(
    Layer.provideMerge(Server.layerWithRoutes({}, Layer.merge(routes, Metrics.layerNoDeps))),
    Layer.provide(Authorization.layer),
    Layer.provideMerge(administration),
    Layer.provideMerge(serving)
  )

const adminRoutes = AdminRoutes.layerNoDeps.pipe(Layer.provide(current))

/** The service, given a database and sources. */
export const layerServiceNoDeps = administered(adminRoutes).pipe(Layer.provide(ownTables))

/** Every setting by itself, and the settings that depend on each other. */
const plainSettings = [
  ...Object.values<Setting<unknown>>(settings).map(({ value }) => Effect.asVoid(value)),
  Effect.asVoid(databaseUrl),
  Effect.asVoid(readSettings),
  Effect.asVoid(translatorSettings)
]

/**
 * Wrong settings end the start before anything is touched. Everything is built, and the database migrated, before the
 * port opens.
 */
const started = <A, E, R>(service: Layer.Layer<A, E, R>) =>
  Layer.unwrap(
    Effect.map(Effect.all(plainSettings), () =>
      service.pipe(
        Layer.provideMerge(Database.layerService),
        Layer.provideMerge(Sources.layer),
        Layer.provide(ClientIp.layer),
        Layer.provideMerge(Telemetry.layer.pipe(Layer.provide(TerseClient.layer)))
      )
    )
  )

/** The service. */
export const layerService = started(layerServiceNoDeps)

/**
 * A runner of synchronizations, without anything that serves. It runs beside a service, even on its embedded database.
 */
export const layerWork = Layer.unwrap(
  Effect.map(Effect.all(plainSettings), () =>
    Cluster.layerRunner.pipe(
      Layer.provideMerge(synchronization),
      Layer.provide(ownTables),
      Layer.provideMerge(Database.layer),
      Layer.provideMerge(Sources.layer),
      Layer.provideMerge(NodeServices.layer),
      Layer.provideMerge(Telemetry.layer.pipe(Layer.provide(TerseClient.layer)))
    )
  )
)

/** The service on snapshots, which changes nothing. They are loaded into its database unless they are already there. */
export const layerSnapshot = (files: ReadonlyArray<SnapshotFile>) =>
  started(
    administered(adminRoutes.pipe(Layer.provide(ReadOnly.guard.layer))).pipe(
      Layer.provide(Layer.effectDiscard(load(files)).pipe(Layer.provideMerge(tables)))
    )
  )

/** What is wrong with the settings, each fault once, so that one does not hide another. */
export const settingFaults = Effect.gen(function* () {
  const tried = [...plainSettings, Effect.asVoid(Layer.build(Layer.fresh(Sources.layer)))]
  const results = yield* Effect.scoped(Effect.all(tried, { mode: "result" }))
  const faults = results.flatMap((result) => (result._tag === "Failure" ? [result.failure] : []))
  return Array.from(new Map(faults.map((fault) => [fault.message, fault])).values())
})
