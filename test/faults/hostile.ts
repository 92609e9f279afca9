import { Console, Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { EmbeddedPostgres } from "../../src/database/EmbeddedPostgres.ts"
import { createToken, startService } from "../bench/Servers.ts"
import { processesOf, usageOf } from "../bench/Usage.ts"
import { temporaryDataDir } from "../support/DataDir.ts"
import { eventually } from "../support/Eventually.ts"
import { harass } from "./support/Hostility.ts"
import { runProgram } from "../support/RunProgram.ts"

/** Megabytes by which each process may grow once warm. */
const growth = 100

/** Connections and requests after which a process counts as warm. */
const warm = 100_000

const flags = {
  count: Flag.Int("count").pipe(Flag.withDescription("Connections and requests together"), Flag.withDefault(1_000_000)),
  workers: Flag.Int("workers").pipe(Flag.withDescription("Processes of the service"), Flag.withDefault(1)),
  atOnce: Flag.Int("at-once").pipe(Flag.withDescription("Connections at a time"), Flag.withDefault(64)),
  seed: Flag.Int("seed").pipe(
    Flag.withDescription("Draws the same connections again"),
    Flag.withDefault(Date.now() % 1e9)
  )
}

/** The service, started as `npm start` does: its flags decide how much memory it takes. */
const started = (dataDir: string, workers: number) =>
  Effect.acquireRelease(
    Effect.promise(() => startService({ dataDir, workers, profile: undefined })),
    ({ stop }) => Effect.promise(stop)
  )

/** The service's processes, once all of them are running. */
const processesWhen = (pid: number, postmaster: number, workers: number) =>
  eventually(
    "All processes",
    Effect.sync(() => processesOf(pid, postmaster)),
    (pids) => pids.length >= (workers > 1 ? workers + 1 : 1)
  )

const hostile = Command.make(
  "hostile",
  flags,
  Effect.fnUntraced(function* ({ atOnce, count, seed, workers }) {
    const dataDir = yield* temporaryDataDir
    const service = yield* started(dataDir, workers)
    const port = Number(new URL(service.url).port)
    const token = yield* Effect.promise(() => createToken(dataDir))
    const postmaster = yield* (yield* EmbeddedPostgres.make({ dataDir })).pid
    const processes = yield* processesWhen(service.pid, postmaster, workers)
    const megabytes = () => Math.round(usageOf(processes).rss)
    yield* Console.log(`Seed ${seed}; ${megabytes()} MB at the start`)
    let base: number | undefined
    let told = 0
    const tell = (text: string) => Effect.runSync(Console.log(text))
    const endured = yield* Effect.promise(() =>
      harass(
        { port, token },
        {
          atOnce,
          count,
          seed,
          onProgress: ({ connections, requests }) => {
            const done = connections + requests
            if (done >= warm) base ??= megabytes()
            if (done - told < warm) return
            told = done
            tell(
              `${connections.toLocaleString("en")} connections, ${requests.toLocaleString("en")} requests: ${megabytes()} MB`
            )
          }
        }
      )
    )
    const response = yield* Effect.promise(() => fetch(`http://127.0.0.1:${port}/api/v1/health`))
    const left = processesOf(service.pid, postmaster)
    const ended = processes.filter((pid) => !left.includes(pid))
    yield* Console.log(JSON.stringify({ ...endured, megabytes: megabytes() }))
    const failures = Object.keys(endured.statuses).filter((status) => status >= "500" && status !== "503")
    const grown = megabytes() - (base ?? megabytes())
    if (response.status !== 200 || endured.refused > 0) return yield* Effect.fail("The service has ended.")
    if (ended.length > 0) return yield* Effect.fail(`${ended.length} of ${processes.length} processes have ended.`)
    if (failures.length > 0) return yield* Effect.fail(`Answers with ${failures.join(", ")}.`)
    if (grown > growth * processes.length) return yield* Effect.fail(`It has grown by ${grown} MB.`)
  }, Effect.scoped)
).pipe(Command.withDescription("Open hostile connections to the service, and see that its processes endure them"))

runProgram(hostile)
