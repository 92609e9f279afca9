import * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect, Exit, FileSystem, Option, Path, Redacted, Scope } from "effect"
import * as Os from "node:os"
import type { TestProject } from "vitest/node"
import { openCluster } from "../../src/database/Cluster.ts"
import { EmbeddedPostgres } from "../../src/database/EmbeddedPostgres.ts"
import { isAlive, sendSignal } from "../../src/database/HostProcess.ts"
import { isPostmaster, read } from "../../src/database/PostmasterPid.ts"
import { defaultPlaces } from "../../src/database/PrivatePlace.ts"
import { noDurability } from "./TestServer.ts"

declare module "vitest" {
  export interface ProvidedContext {
    /** The server that the whole run shares, by a URL with the right to create databases. */
    readonly databaseUrl: string
    /** A DATA_DIR with an empty cluster that is never started, to be copied. */
    readonly preparedDataDir: string
  }
}

const prefix = "doorstep-test-run-"

/** Clears away what test runs left behind that were killed. */
const sweep = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  for (const name of yield* fs.readDirectory(Os.tmpdir())) {
    const run = name.startsWith(prefix) ? Number(name.slice(prefix.length).split("-")[0]) : NaN
    if (!Number.isInteger(run) || (yield* isAlive(run))) continue
    const folder = `${Os.tmpdir()}/${name}`
    const data = `${folder}/postgres`
    const server = yield* read(fs, data)
    if (Option.isSome(server) && (yield* isPostmaster(fs, server.value.pid, data))) {
      yield* sendSignal(server.value.pid, "SIGQUIT")
    }
    yield* fs.remove(folder, { recursive: true, force: true })
  }
}).pipe(Effect.ignore)

/** A folder that the server's user can enter, also when the tests are run by root. */
const makeFolder = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  const folder = yield* fs.makeTempDirectoryScoped({ prefix: `${prefix}${process.pid}-` })
  yield* fs.chmod(folder, 0o755)
  return yield* fs.realPath(folder)
})

const prepare = Effect.gen(function* () {
  yield* sweep
  const [fs, path] = [yield* FileSystem.FileSystem, yield* Path.Path]
  const dataDir = yield* makeFolder
  yield* openCluster(fs, path, { dataDir, places: defaultPlaces(path), durable: false })
  return dataDir
})

const start = Effect.gen(function* () {
  return yield* EmbeddedPostgres.make({ dataDir: yield* makeFolder, settings: noDurability })
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
  project.provide("preparedDataDir", await run(prepare))
  project.provide("databaseUrl", given === undefined || given === "" ? Redacted.value((await run(start)).url) : given)
  return () => Effect.runPromise(Scope.close(scope, Exit.void))
}
