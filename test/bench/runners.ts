/**
 * What a second runner is good for: one source of many files, read by one `doorstep work` and by two, in turn, over one
 * embedded database. Each runner reads with one thread, and so stands for a machine with one core.
 *
 *   npm run bench:runners -- --rows 400000 --repeats 3
 */
import { randomUUID } from "node:crypto"
import { ConfigProvider, Console, Effect, FileSystem, Layer, Path, Schedule } from "effect"
import { Command, Flag } from "effect/cli"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { SourceRegistry } from "../../sources/DataSource.ts"
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
import { table } from "./Report.ts"

const flags = {
  rows: Flag.Int("rows").pipe(Flag.withDescription("Rows of the source"), Flag.withDefault(400_000)),
  files: Flag.Int("files").pipe(Flag.withDescription("Files that they are in"), Flag.withDefault(50)),
  repeats: Flag.Int("repeats").pipe(Flag.withDescription("How often each is measured"), Flag.withDefault(3))
}

/** What two runners have to be faster by, at reading. */
const bar = 1.6

const onlooker = Runner.layer(false).pipe(
  Layer.provideMerge(Layer.merge(Synchronizer.layerNoDeps, Schedules.layerNoDeps)),
  Layer.provideMerge(PublisherPostgres.layerNoDeps()),
  Layer.provide(SourceRegistry.layer),
  Layer.provide(Migrator.layer(migrations)),
  Layer.provide(Database.layer)
)

const runner = (settings: Readonly<Record<string, string>>) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const process = new DoorstepProcess(["work"], settings)
      await process.waitFor(/^Works as /m)
      return process
    }),
    (process) => Effect.promise(() => process.signal("SIGTERM"))
  )

interface Took {
  readonly reading: number
  readonly all: number
}

/** One run with so many runners, which have shared out the work before it is ordered. */
const measure = Effect.fnUntraced(function* (settings: Readonly<Record<string, string>>, count: number) {
  yield* Effect.forEach(Array.from({ length: count }), () => runner(settings))
  yield* Effect.sleep("8 seconds")
  const queue = yield* WorkQueue
  const publisher = yield* Publisher
  const order = randomUUID()
  yield* queue.put({ source: "bench", country: "US", force: true, order, startedBy: "service" })
  yield* Effect.repeat(publisher.attempts(order), {
    until: ({ isDone }) => isDone,
    schedule: Schedule.spaced("200 millis")
  })
  const [run] = yield* publisher.runs(1)
  if (run?.outcome !== "published")
    return yield* Effect.die(new Error(`The run ended as ${run?.outcome}: ${run?.message}`))
  const reading = run.phases.find(({ phase }) => phase === "reading")!
  return { reading: (reading.endedAt! - reading.startedAt) / 1000, all: (run.endedAt! - run.startedAt) / 1000 } as Took
}, Effect.scoped)

const median = (values: ReadonlyArray<number>): number => values.toSorted((a, b) => a - b)[values.length >> 1]!

const compare = Effect.fnUntraced(function* (settings: Readonly<Record<string, string>>, repeats: number) {
  const took: Readonly<Record<1 | 2, Array<Took>>> = { 1: [], 2: [] }
  // The first publication writes the country's table, and is no like of the others.
  yield* measure(settings, 1)
  for (let i = 0; i < repeats; i++) {
    for (const count of [1, 2] as const) {
      const one = yield* measure(settings, count)
      took[count].push(one)
      yield* Console.error(`${count}: reading ${one.reading.toFixed(2)} s, all ${one.all.toFixed(2)} s`)
    }
  }
  const of = (count: 1 | 2, what: keyof Took) => median(took[count].map((one) => one[what]))
  const row = (name: string, what: keyof Took) => [
    name,
    of(1, what).toFixed(2),
    of(2, what).toFixed(2),
    (of(1, what) / of(2, what)).toFixed(2)
  ]
  yield* Console.log(table([["seconds", "one", "two", "times"], row("reading", "reading"), row("all", "all")]))
  yield* Console.log(`The bar for reading: ${bar} times.`)
})

const runners = Command.make(
  "runners",
  flags,
  Effect.fnUntraced(function* ({ files, repeats, rows }) {
    const [fs, path] = [yield* FileSystem.FileSystem, yield* Path.Path]
    const home = yield* fs.makeTempDirectoryScoped()
    const data = path.join(home, "data")
    yield* fs.makeDirectory(data)
    // For the user that the database's server runs as when this is run by root.
    yield* Effect.forEach([home, data], (folder) => fs.chmod(folder, 0o755))
    const location = path.join(home, "files")
    yield* Effect.promise(() => generate(location, rows, files, "by-town"))
    const settings = { DATA_DIR: data, READ_THREADS: "1", LOG_LEVEL: "Warn" }
    const add = ["source", "add", "bench", "--type", "openaddresses", "--country", "US", "--location", location]
    const added = yield* Effect.promise(() => new DoorstepProcess(add, settings).finished())
    if (added.code !== 0) return yield* Effect.die(new Error(added.stderr))
    yield* compare(settings, repeats).pipe(
      Effect.provide(onlooker),
      Effect.provide(ConfigProvider.layer(ConfigProvider.fromUnknown(settings))),
      Effect.provide(NodeServices.layer)
    )
  }, Effect.scoped)
).pipe(Command.withDescription("Measure what a second runner is good for"))

runProgram(runners)
