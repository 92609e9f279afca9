/**
 * What a second runner gains: one source of many files is read by one `doorstep work` and by two, in turn, with one
 * embedded database. Each runner reads with one thread and, with --pin, on one processor, as on a single-core machine.
 * Beside the elapsed seconds, it prints the CPU time that each runner and the database spent while reading.
 *
 *   npm run bench:runners -- --kind xml --rows 800000 --repeats 3 --pin
 */
import { execFileSync } from "node:child_process"
import { randomUUID } from "node:crypto"
import { availableParallelism } from "node:os"
import { ConfigProvider, Console, Effect, FileSystem, Layer, Path, Schedule } from "effect"
import { Command, Flag } from "effect/cli"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { SourceRegistry } from "../../sources/DataSource.ts"
import { shardCount } from "../../src/cluster/Shards.ts"
import { seen } from "../../src/cluster/Picture.ts"
import * as Runner from "../../src/cluster/Runner.ts"
import { Database } from "../../src/database/Database.ts"
import { migrations } from "../../src/database/Migrations.ts"
import { Migrator } from "../../src/database/Migrator.ts"
import { Publisher } from "../../src/sync/publish/Publisher.ts"
import * as PublisherPostgres from "../../src/sync/publish/PublisherPostgres.ts"
import { Schedules } from "../../src/sync/run/Schedules.ts"
import { Synchronizer } from "../../src/sync/run/Synchronizer.ts"
import { WorkQueue } from "../../src/sync/run/WorkQueue.ts"
import { DoorstepProcess } from "../cli/DoorstepProcess.ts"
import { runProgram } from "../support/RunProgram.ts"
import { generate } from "../sync/bench/GenerateOpenAddresses.ts"
import { generateRegister, register } from "../sync/bench/GenerateRegister.ts"
import { table } from "./Report.ts"
import { childrenOf, usageOf } from "./Usage.ts"

const kinds = ["geojson", "xml"] as const
type Kind = (typeof kinds)[number]

const flags = {
  kind: Flag.Literals("kind", kinds).pipe(
    Flag.withDescription("Files of OpenAddresses as they are, or packed XML of a national register"),
    Flag.withDefault("xml" as Kind)
  ),
  rows: Flag.Int("rows").pipe(Flag.withDescription("Rows of the source"), Flag.withDefault(400_000)),
  files: Flag.Int("files").pipe(Flag.withDescription("Files that they are in"), Flag.withDefault(50)),
  pin: Flag.Boolean("pin").pipe(
    Flag.withDescription("Give each runner one processor, with all of its threads (Linux): without it one has both")
  ),
  repeats: Flag.Int("repeats").pipe(Flag.withDescription("How often each is measured"), Flag.withDefault(3))
}

/** How many times faster two runners must read. */
const bar = 1.6

const onlooker = Runner.layer(false).pipe(
  Layer.provideMerge(Layer.merge(Synchronizer.layerNoDeps, Schedules.layerNoDeps)),
  Layer.provideMerge(PublisherPostgres.layerNoDeps()),
  Layer.provide(SourceRegistry.layer),
  Layer.provide(Migrator.layer(migrations)),
  Layer.provideMerge(Database.layer)
)

const runner = (settings: Readonly<Record<string, string>>) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const process = new DoorstepProcess(["work"], settings)
      await process.waitFor(/^Running as /m)
      return process
    }),
    (process) => Effect.promise(() => process.signal("SIGTERM"))
  )

/** Limiting the reading threads is not enough: garbage collection, compilation and decompression have their own. */
const pinTo = (pid: number, processor: number): void =>
  void execFileSync("taskset", ["-a", "-p", "-c", String(processor), String(pid)], { stdio: "ignore" })

/** What one run took, in seconds: elapsed, and CPU time while reading. */
interface Took {
  readonly reading: number
  readonly all: number
  readonly database: number
  readonly runners: ReadonlyArray<number>
}

type Meter = () => Pick<Took, "database" | "runners">

/** The CPU time used since a given moment by the database, with all its sessions, and by each runner. */
const meterOf = (postmaster: number, runners: ReadonlyArray<number>): (() => Meter) => {
  const used = () => ({
    database: usageOf([postmaster, ...childrenOf(postmaster)]).cpu / 1_000_000,
    runners: runners.map((pid) => usageOf([pid]).cpu / 1_000_000)
  })
  return () => {
    const before = used()
    return () => {
      const now = used()
      return {
        database: now.database - before.database,
        runners: now.runners.map((seconds, i) => seconds - before.runners[i]!)
      }
    }
  }
}

/** One run with `count` runners, ordered once they have divided the shards among themselves. */
const measure = Effect.fnUntraced(function* (source: Source, count: number) {
  const processes = yield* Effect.forEach(Array.from({ length: count }), () => runner(source.settings))
  if (source.pin) processes.forEach(({ pid }, i) => pinTo(pid, i % availableParallelism()))
  yield* Effect.repeat(seen, {
    until: ({ runners }) => runners.filter(({ shards: held }) => held === shardCount / count).length === count,
    schedule: Schedule.spaced("200 millis")
  })
  const [queue, publisher, fs] = [yield* WorkQueue, yield* Publisher, yield* FileSystem.FileSystem]
  const [line] = (yield* fs.readFileString(`${source.settings["DATA_DIR"]}/postgres/postmaster.pid`)).split("\n")
  const start = meterOf(
    Number(line),
    processes.map(({ pid }) => pid)
  )
  const order = randomUUID()
  const meter = start()
  let read: ReturnType<Meter> | undefined
  yield* queue.put({ source: "bench", country: source.country, force: true, order, startedBy: "service" })
  yield* Effect.repeat(
    Effect.gen(function* () {
      const [run] = yield* publisher.runs(1)
      if (run?.outcome === "running" && run.phases.some(({ phase }) => phase === "checking")) read ??= meter()
      return yield* publisher.attempts({ source: "bench", country: source.country, order })
    }),
    { until: ({ isDone }) => isDone, schedule: Schedule.spaced("200 millis") }
  )
  const [run] = yield* publisher.runs(1)
  if (run?.outcome !== "published")
    return yield* Effect.die(new Error(`The run ended as ${run?.outcome}: ${run?.message}`))
  const reading = run.phases.find(({ phase }) => phase === "reading")!
  const took: Took = {
    reading: (reading.endedAt! - reading.startedAt) / 1000,
    all: (run.endedAt! - run.startedAt) / 1000,
    ...(read ?? meter())
  }
  return took
}, Effect.scoped)

const median = (values: ReadonlyArray<number>): number => values.toSorted((a, b) => a - b)[values.length >> 1]!

const sumOf = (values: ReadonlyArray<number>): number => values.reduce((sum, value) => sum + value, 0)

const compare = Effect.fnUntraced(function* (source: Source, repeats: number) {
  const took: Readonly<Record<1 | 2, Array<Took>>> = { 1: [], 2: [] }
  // The first publication creates the country's table, so it cannot be compared with the others.
  yield* measure(source, 1)
  for (let i = 0; i < repeats; i++) {
    for (const count of [1, 2] as const) {
      const one = yield* measure(source, count)
      took[count].push(one)
      yield* Console.error(
        `${count}: reading ${one.reading.toFixed(2)} s, all ${one.all.toFixed(2)} s; processors while reading: ` +
          `runners ${one.runners.map((seconds) => seconds.toFixed(1)).join(" and ")} s, database ${one.database.toFixed(1)} s`
      )
    }
  }
  const of = (count: 1 | 2, what: (took: Took) => number) => median(took[count].map(what))
  const row = (name: string, what: (took: Took) => number) => [
    name,
    of(1, what).toFixed(2),
    of(2, what).toFixed(2),
    (of(1, what) / of(2, what)).toFixed(2)
  ]
  yield* Console.log(
    table([
      ["seconds", "one", "two", "times"],
      row("reading", ({ reading }) => reading),
      row("all", ({ all }) => all),
      row("processors of runners, reading", ({ runners }) => sumOf(runners)),
      row("processors of the database, reading", ({ database }) => database)
    ])
  )
  const pairs = took[1].map(({ reading }, i) => reading / took[2][i]!.reading)
  yield* Console.log(`Reading, pair by pair: ${pairs.map((times) => times.toFixed(2)).join(" ")}. The bar: ${bar}.`)
})

/** Where the files are written, and the arguments of `source add` for them. */
const sources: Readonly<
  Record<
    Kind,
    {
      readonly country: string
      readonly write: (location: string, rows: number, files: number) => Promise<unknown>
      readonly arguments: (location: string) => ReadonlyArray<string>
    }
  >
> = {
  geojson: {
    country: "US",
    write: (location, rows, files) => generate(location, rows, files, "by-town"),
    arguments: (location) => ["--type", "openaddresses", "--country", "US", "--location", location]
  },
  xml: {
    country: "PL",
    write: generateRegister,
    arguments: (location) => ["--type", "register", "--options", JSON.stringify({ register, location })]
  }
}

interface Source {
  readonly country: string
  readonly settings: Readonly<Record<string, string>>
  readonly pin: boolean
}

const runners = Command.make(
  "runners",
  flags,
  Effect.fnUntraced(function* ({ files, kind, pin, repeats, rows }) {
    const [fs, path] = [yield* FileSystem.FileSystem, yield* Path.Path]
    const home = yield* fs.makeTempDirectoryScoped()
    const data = path.join(home, "data")
    yield* fs.makeDirectory(data)
    // When this runs as root, the database server runs as another user, who needs access.
    yield* Effect.forEach([home, data], (folder) => fs.chmod(folder, 0o755))
    const location = path.join(home, "files")
    const { arguments: of, country, write } = sources[kind]
    yield* Effect.promise(() => write(location, rows, files))
    const settings = { DATA_DIR: data, READ_THREADS: "1", LOG_LEVEL: "Warn" }
    const add = ["source", "add", "bench", ...of(location)]
    const added = yield* Effect.promise(() => new DoorstepProcess(add, settings).finished())
    if (added.code !== 0) return yield* Effect.die(new Error(added.stderr))
    yield* compare({ country, settings, pin }, repeats).pipe(
      Effect.provide(onlooker),
      Effect.provide(ConfigProvider.layer(ConfigProvider.fromUnknown(settings))),
      Effect.provide(NodeServices.layer)
    )
  }, Effect.scoped)
).pipe(Command.withDescription("Measure what a second runner is good for"))

runProgram(runners)
