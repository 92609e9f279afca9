import * as NodeServices from "@effect/platform-node/NodeServices"
import { PgConnection } from "@effect/sql-pg"
import { Effect, Exit, FileSystem, Layer, Option, Path, Redacted, References, Scope } from "effect"
import type { TestProject } from "vitest/node"
import { openCluster } from "../../src/database/Cluster.ts"
import { Database } from "../../src/database/Database.ts"
import { EmbeddedPostgres } from "../../src/database/EmbeddedPostgres.ts"
import { isAlive, run as command, sendSignal } from "../../src/database/HostProcess.ts"
import { migrations } from "../../src/database/Migrations.ts"
import { Migrator } from "../../src/database/Migrator.ts"
import { isPostmaster, read } from "../../src/database/PostmasterPid.ts"
import { defaultPlaces } from "../../src/database/PrivatePlace.ts"
import { clusterFolder, commonFolder, places, prefix } from "./Scratch.ts"
import { shortLived } from "./TestServer.ts"

declare module "vitest" {
  export interface ProvidedContext {
    /** The URL of the server that the whole run shares, with the right to create databases. */
    readonly databaseUrl: string
    /** A database on that server with the current tables, to be copied. */
    readonly migratedTemplate: string
    /** A DATA_DIR with an empty cluster that is never started, to be copied. */
    readonly preparedDataDir: string
  }
}

/** Cleans up after test runs that were killed. */
const sweep = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  const found = yield* Effect.forEach(places, (place) =>
    Effect.map(
      Effect.orElseSucceed(fs.readDirectory(place), () => []),
      (names) => names.map((name) => ({ name, folder: `${place}/${name}` }))
    )
  )
  for (const { folder, name } of found.flat()) {
    const run = name.startsWith(prefix) ? Number(name.slice(prefix.length).split("-")[0]) : NaN
    if (!Number.isInteger(run) || (yield* isAlive(run))) continue
    const data = `${folder}/postgres`
    const server = yield* read(fs, data)
    if (Option.isSome(server) && (yield* isPostmaster(fs, server.value.pid, data))) {
      yield* sendSignal(server.value.pid, "SIGQUIT")
    }
    yield* fs.remove(folder, { recursive: true, force: true })
  }
}).pipe(Effect.ignore)

const prepare = Effect.gen(function* () {
  yield* sweep
  const [fs, path] = [yield* FileSystem.FileSystem, yield* Path.Path]
  const dataDir = yield* commonFolder
  yield* openCluster(fs, path, { dataDir, places: defaultPlaces(path), durable: false })
  return dataDir
})

/** Starts a server on a copy of the prepared cluster, in a fraction of the time that making a new one takes. */
const start = Effect.fnUntraced(function* (prepared: string) {
  const dataDir = yield* clusterFolder
  const { code, output } = yield* command("/bin/cp", ["-a", `${prepared}/postgres`, dataDir], {
    user: undefined,
    directory: "/"
  })
  if (code !== 0) return yield* Effect.die(new Error(output))
  return yield* EmbeddedPostgres.make({ dataDir, settings: shortLived })
})

const migrated = Effect.fnUntraced(function* (server: string) {
  const name = `doorstep_template_${process.pid}`
  const admin = (statement: string) =>
    Effect.scoped(
      Effect.flatMap(PgConnection.make({ url: Redacted.make(server) }), (connection) => connection.query(statement))
    )
  yield* Effect.acquireRelease(admin(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`), () =>
    Effect.orDie(admin(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`))
  )
  const url = new URL(server)
  url.pathname = `/${name}`
  const database = Layer.succeed(Database, Database.of({ url: Redacted.make(url.href), embedded: Option.none() }))
  yield* Effect.scoped(
    Layer.build(Migrator.layer(migrations).pipe(Layer.provide(Database.layerNoDeps), Layer.provide(database)))
  ).pipe(Effect.provideService(References.MinimumLogLevel, "Warn"))
  return name
})

/** Starts one server for the whole run, unless TEST_DATABASE_URL names one. */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  const scope = Scope.makeUnsafe()
  const run = <A, E>(effect: Effect.Effect<A, E, Scope.Scope | FileSystem.FileSystem | Path.Path>) =>
    effect.pipe(
      Scope.provide(scope),
      Effect.onError((cause) => Scope.close(scope, Exit.failCause(cause))),
      Effect.provide(NodeServices.layer),
      Effect.runPromise
    )
  const given = process.env["TEST_DATABASE_URL"]
  const prepared = await run(prepare)
  project.provide("preparedDataDir", prepared)
  const url = given === undefined || given === "" ? Redacted.value((await run(start(prepared))).url) : given
  project.provide("databaseUrl", url)
  project.provide("migratedTemplate", await run(migrated(url)))
  return () => Effect.runPromise(Scope.close(scope, Exit.void))
}
