/**
 * Draws from a replica, compared with draws from the primary: two services on one database, one of them with
 * DATABASE_READ_URLS. They are driven in turn, because other load on the machine affects whichever is running.
 *
 *   npm run bench:replicas -- --data .data/bench/2-100000
 */
import { Console, Effect, FileSystem, Path, Redacted } from "effect"
import { Command, Flag } from "effect/cli"
import { replication } from "../support/Replication.ts"
import { runProgram } from "../support/RunProgram.ts"
import { drive, type Driven, type Request } from "./Driving.ts"
import { createToken, startService } from "./Servers.ts"

/** The least share of the primary's draws per second that a replica must reach. */
const bar = 0.95

const flags = {
  data: Flag.String("data").pipe(
    Flag.withDescription(
      "A DATA_DIR with a pool of US, such as .data/bench/2-100000 from npm run bench -- --rows 100000; it is copied"
    )
  ),
  connections: Flag.Int("connections").pipe(Flag.withDefault(32)),
  seconds: Flag.Int("seconds").pipe(Flag.withDescription("Seconds of one measurement"), Flag.withDefault(5)),
  repeats: Flag.Int("repeats").pipe(Flag.withDescription("How often each is measured"), Flag.withDefault(7))
}

const median = (values: ReadonlyArray<number>): number => values.toSorted((a, b) => a - b)[values.length >> 1]!

interface Measured {
  readonly name: string
  readonly runs: Array<Driven>
}

const shown = ({ name, runs }: Measured) =>
  Console.log(
    `${name}: ${Math.round(median(runs.map(({ perSecond }) => perSecond)))}/s, ` +
      `p50 ${median(runs.map(({ p50 }) => p50)).toFixed(1)} ms, p99 ${median(runs.map(({ p99 }) => p99)).toFixed(1)} ms, ` +
      `${runs.reduce((sum, { failed }) => sum + failed, 0)} failed`
  )

const replicas = Command.make(
  "replicas",
  flags,
  Effect.fnUntraced(function* ({ connections, data, repeats, seconds }) {
    const [fs, path] = [yield* FileSystem.FileSystem, yield* Path.Path]
    const { primary, replicas } = yield* replication({
      data: path.resolve(data, "postgres"),
      replicas: 1,
      settings: { jit: "off", random_page_cost: "1.1", shared_buffers: "256MB" }
    })
    const dataDir = yield* fs.makeTempDirectoryScoped({ prefix: "doorstep-bench-" })
    const settings = { DATABASE_URL: Redacted.value(primary.url) }
    const reading = { ...settings, DATABASE_READ_URLS: Redacted.value(replicas[0]!.url) }
    const served = (settings: Readonly<Record<string, string>>) =>
      Effect.acquireRelease(
        Effect.promise(() => startService({ dataDir, workers: 1, profile: undefined, settings })),
        ({ stop }) => Effect.promise(stop)
      )
    const urls = { primary: (yield* served(settings)).url, replica: (yield* served(reading)).url }
    const headers = { authorization: `Bearer ${yield* Effect.promise(() => createToken(dataDir, settings))}` }
    const requests: ReadonlyArray<Request> = [{ path: "/api/v1/generate?country=US", headers }]
    const measured = { primary: [] as Array<Driven>, replica: [] as Array<Driven> }
    for (let repeat = 0; repeat < repeats; repeat++) {
      // The order alternates, since each inherits the machine in the state that the other left.
      for (const name of repeat % 2 === 0 ? (["primary", "replica"] as const) : (["replica", "primary"] as const)) {
        const options = { url: urls[name], connections, warmUpSeconds: repeat === 0 ? 3 : 1, seconds, requests }
        measured[name].push(yield* Effect.promise(() => drive(options)))
      }
    }
    yield* shown({ name: "primary", runs: measured.primary })
    yield* shown({ name: "replica", runs: measured.replica })
    const share = median(measured.replica.map(({ perSecond }, i) => perSecond / measured.primary[i]!.perSecond))
    yield* Console.log(`A replica gives ${share.toFixed(3)} times the primary's draws; the bar is ${bar}.`)
    if (!(share >= bar)) return yield* Effect.fail("The bar is missed.")
  }, Effect.scoped)
).pipe(Command.withDescription("Measure draws from a replica against draws from the primary"))

runProgram(replicas)
