import { Console, Effect, FileSystem, Option, Path, Redacted } from "effect"
import { Command, Flag } from "effect/cli"
import * as Os from "node:os"
import { EmbeddedPostgres } from "../../src/database/EmbeddedPostgres.ts"
import { chart } from "./Chart.ts"
import { dataOf, idsFrom, withDatabase, writeDocuments } from "./GeneratedPool.ts"
import { mixed, soak, warmUp } from "./LongDrives.ts"
import { measure, memoryOf } from "./Measurement.ts"
import { formatRun, formatVerdicts, growth, type Run, verdicts } from "./Report.ts"
import { type Scenario, scenarios, type World } from "./Scenarios.ts"
import { createToken, type Server, startOneRow, startService, startStatic } from "./Servers.ts"
import { runProgram } from "../support/RunProgram.ts"

/** The benchmark lacks something that it needs. */
class BenchmarkFailed extends Error {
  readonly _tag = "BenchmarkFailed"
}

const flags = {
  rows: Flag.Int("rows").pipe(Flag.withDescription("Addresses in the pool"), Flag.withDefault(1_000_000)),
  scenarios: Flag.String("scenarios").pipe(
    Flag.withDescription("Only scenarios with one of these texts in their name, comma-separated"),
    Flag.withDefault("")
  ),
  repeats: Flag.Int("repeats").pipe(Flag.withDescription("How often everything is measured"), Flag.withDefault(3)),
  seconds: Flag.Int("seconds").pipe(Flag.withDescription("Seconds of one measurement"), Flag.withDefault(3)),
  connections: Flag.Int("connections").pipe(Flag.withDescription("Concurrent connections"), Flag.withDefault(32)),
  workers: Flag.Int("workers").pipe(Flag.withDescription("Processes of the service"), Flag.withDefault(1)),
  data: Flag.String("data").pipe(
    Flag.withDescription("Where generated pools are kept for the next run"),
    Flag.withDefault(".data/bench")
  ),
  profile: Flag.String("profile").pipe(
    Flag.withDescription("Folder for a CPU profile of the service, which slows it down"),
    Flag.optional
  ),
  save: Flag.Boolean("save").pipe(
    Flag.withDescription("Keep the figures in test/bench/results, and draw the chart anew"),
    Flag.withDefault(false)
  ),
  soak: Flag.Int("soak").pipe(
    Flag.withDescription("Send so many requests of all scenarios, and watch the service's memory instead of its speed"),
    Flag.withDefault(0)
  ),
  load: Flag.Boolean("load").pipe(
    Flag.withDescription("Only generate the pool, and measure nothing"),
    Flag.withDefault(false)
  )
}

const started = (start: () => Promise<Server>) =>
  Effect.acquireRelease(
    Effect.tryPromise({ try: start, catch: (cause) => new BenchmarkFailed(String(cause)) }),
    (server) => Effect.promise(server.stop)
  )

const chosen = (filter: string): ReadonlyArray<Scenario> => {
  const texts = filter.split(",").filter((text) => text !== "")
  return scenarios.filter(({ name }) => texts.length === 0 || texts.some((text) => name.includes(text)))
}

const bench = Command.make(
  "bench",
  flags,
  Effect.fnUntraced(function* ({ connections, data, load, profile, repeats, rows, save, seconds, workers, ...given }) {
    const [fs, path] = [yield* FileSystem.FileSystem, yield* Path.Path]
    const dataDir = yield* dataOf(data, rows)
    if (load) return
    const list = chosen(given.scenarios)
    const world: World = {
      token: yield* Effect.promise(() => createToken(dataDir)),
      ...(yield* withDatabase(dataDir, idsFrom))
    }
    const start = () => startService({ dataDir, workers, profile: Option.getOrUndefined(profile) })
    const loadBefore = Os.loadavg()[0]!
    const service = yield* started(start)
    const embedded = yield* EmbeddedPostgres.make({ dataDir })
    const postmaster = yield* embedded.pid
    const ready = memoryOf(service, postmaster)
    if (given.soak > 0) {
      const options = { url: service.url, connections, requests: mixed(list, world) }
      yield* Effect.promise(() => soak(given.soak, options, () => memoryOf(service, postmaster).rss))
      return
    }
    yield* withDatabase(dataDir, writeDocuments(world, service.url))
    // Code is compiled while a new server runs, so it is warmed up before anything is measured.
    const bytes = yield* Effect.promise(() => warmUp([scenarios[1]!, ...list], service.url, world, connections))
    const a = yield* started(() => startStatic(bytes))
    const b = yield* started(() => startOneRow(Redacted.value(embedded.url)))
    const figures = yield* Effect.promise(() =>
      measure(list, { service, a, b, postmaster }, world, {
        connections,
        seconds,
        warmUpSeconds: 1,
        repeats,
        onRound: (text) => process.stderr.write(`${text}\n`)
      })
    )
    const { peak, rss } = memoryOf(service, postmaster)
    const run: Run = {
      rows,
      workers,
      machine: { node: process.version, processors: Os.cpus().length, load: [loadBefore, Os.loadavg()[0]!] },
      connections,
      repeats,
      seconds,
      readyMillis: Math.round(service.startedIn),
      memory: { ready: ready.rss, after: rss, peak },
      figures
    }
    yield* Console.log(`${rows.toLocaleString("en")} addresses, ${workers} process(es)\n\n${formatRun(run)}`)
    yield* Console.log(`\n${formatVerdicts(verdicts(run))}`)
    const results = path.join(import.meta.dirname, "results")
    const fileOf = (size: number) => path.join(results, `${size}.json`)
    if (save) {
      yield* fs.makeDirectory(results, { recursive: true })
      yield* fs.writeFileString(fileOf(rows), `${JSON.stringify(run, undefined, 2)}\n`)
    }
    const runs: Array<Run> = []
    for (const size of [100_000, 1_000_000, 10_000_000]) {
      if (yield* fs.exists(fileOf(size))) runs.push(JSON.parse(yield* fs.readFileString(fileOf(size))) as Run)
    }
    if (runs.length > 1) yield* Console.log(`\n${formatVerdicts(growth(runs[0]!, runs.at(-1)!))}`)
    const main = runs.find((each) => each.rows === 1_000_000)
    if (save && main !== undefined) yield* fs.writeFileString(path.join(import.meta.dirname, "chart.svg"), chart(main))
  }, Effect.scoped)
).pipe(Command.withDescription("Measure the service against bare servers on the same machine"))

runProgram(bench)
