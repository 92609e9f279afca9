import "effect/schema/SchemaJITCompiler/enable"
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { ConfigProvider, Context, Effect, Layer, Logger, Scope } from "effect"
import * as DataSource from "../../../sources/DataSource.ts"
import { type as openaddresses } from "../../../sources/openaddresses/OpenAddresses.ts"
import { Reader } from "../../../sources/reading/Reader.ts"
import { Database, SlowDatabase } from "../../../src/database/Database.ts"
import { migrations } from "../../../src/database/Migrations.ts"
import { Migrator } from "../../../src/database/Migrator.ts"
import * as PublisherPostgres from "../../../src/sync/publish/PublisherPostgres.ts"
import { Synchronizer } from "../../../src/sync/run/Synchronizer.ts"

/**
 * Synchronizes a folder of OpenAddresses files in a separate process, which the bench measures and kills. Prints a line
 * of JSON at each progress, and one with the report at the end.
 */
const [folder, dataDir] = process.argv.slice(2)

const layer = Synchronizer.layerNoDeps.pipe(
  Layer.provide(PublisherPostgres.layerNoDeps()),
  Layer.provideMerge(DataSource.SourceRegistry.layer),
  Layer.provide(Migrator.layer(migrations)),
  Layer.provideMerge(Database.layer),
  Layer.provideMerge(Reader.layer.pipe(Layer.provide([NodeHttpClient.layerUndici, NodeServices.layer])))
)

const say = (line: object) => Effect.sync(() => void process.stdout.write(`${JSON.stringify(line)}\n`))

const program = Effect.gen(function* () {
  const context = yield* Layer.buildWithScope(layer, yield* Scope.Scope)
  const source = yield* openaddresses
    .configure("generated", { location: folder, country: "US" })
    .pipe(Effect.provide(context))
  yield* Context.get(context, DataSource.SourceRegistry).register(source)
  const started = performance.now()
  let readAt = started
  yield* say({ started: true })
  const [report] = yield* Context.get(context, Synchronizer).run({
    force: false,
    onProgress: ({ read }) =>
      Effect.suspend(() => {
        readAt = performance.now()
        return say({ read })
      })
  })
  const seconds = (performance.now() - started) / 1000
  yield* say({ ended: true })
  const sql = Context.get(context, SlowDatabase)
  const [held] = yield* sql`
    SELECT count(*)::int AS addresses, count(DISTINCT sample_key)::int AS keys,
      (SELECT sum(total)::int FROM street) AS streets, (SELECT sum(total)::int FROM scope_count) AS counted
    FROM address`
  yield* say({
    report,
    seconds,
    readingSeconds: (readAt - started) / 1000,
    peakMegabytes: Math.round(process.resourceUsage().maxRSS / 1024),
    cpuSeconds: (process.cpuUsage().user + process.cpuUsage().system) / 1e6,
    held
  })
})

await program.pipe(
  Effect.scoped,
  Effect.provide([
    ConfigProvider.layer(ConfigProvider.fromUnknown({ DATA_DIR: dataDir })),
    Logger.layer([Logger.withConsoleError(Logger.formatLogFmt)])
  ]),
  Effect.runPromise
)
