import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Console, Effect, References } from "effect"
import { Command, Flag } from "effect/cli"
import { usageOf } from "../bench/Usage.ts"
import { DoorstepProcess } from "../cli/DoorstepProcess.ts"
import { temporaryDataDir } from "../support/DataDir.ts"
import { harass } from "./support/Hostility.ts"

/** Megabytes by which a process may grow once it is warm. */
const growth = 100

/** Connections and requests after which a process is warm. */
const warm = 100_000

const flags = {
  count: Flag.Int("count").pipe(Flag.withDescription("Connections and requests together"), Flag.withDefault(1_000_000)),
  atOnce: Flag.Int("at-once").pipe(Flag.withDescription("Connections at a time"), Flag.withDefault(64)),
  seed: Flag.Int("seed").pipe(
    Flag.withDescription("Draws the same connections again"),
    Flag.withDefault(Date.now() % 1e9)
  )
}

const started = Effect.fnUntraced(function* (dataDir: string) {
  return yield* Effect.acquireRelease(
    Effect.promise(async () => {
      const process = new DoorstepProcess(["serve"], { DATA_DIR: dataDir, PORT: "0" })
      const [, port] = await process.waitFor(/listens on http:\/\/127\.0\.0\.1:(\d+)/)
      const [, token] = await process.waitFor(/Bearer (dst_[\w-]+)/)
      await process.waitFor(/^Ready\./m)
      return { process, port: Number(port), token: token! }
    }),
    ({ process }) => Effect.promise(() => process.signal("SIGTERM"))
  )
})

const hostile = Command.make(
  "hostile",
  flags,
  Effect.fnUntraced(function* ({ atOnce, count, seed }) {
    const { port, process: service, token } = yield* started(yield* temporaryDataDir)
    const megabytes = () => Math.round(usageOf([service.pid]).rss)
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
    yield* Console.log(JSON.stringify({ ...endured, megabytes: megabytes() }))
    const failures = Object.keys(endured.statuses).filter((status) => status >= "500" && status !== "503")
    const grown = megabytes() - (base ?? megabytes())
    if (response.status !== 200 || endured.refused > 0) return yield* Effect.fail("The service has ended.")
    if (failures.length > 0) return yield* Effect.fail(`Answers with ${failures.join(", ")}.`)
    if (grown > growth) return yield* Effect.fail(`It has grown by ${grown} MB.`)
  }, Effect.scoped)
).pipe(Command.withDescription("Open hostile connections to one process, and see that it endures them"))

hostile.pipe(
  Command.run({ version: "1.0.0" }),
  Effect.provide(NodeServices.layer),
  Effect.provideService(References.MinimumLogLevel, "Warn"),
  NodeRuntime.runMain()
)
