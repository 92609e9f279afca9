import { ConfigProvider, Console, Effect, FileSystem, Layer, Option, Path, Redacted } from "effect"
import { Command, Flag } from "effect/cli"
import { SqlClient } from "effect/sql"
import * as Os from "node:os"
import { SourceRegistry } from "../../sources/DataSource.ts"
import { countryLiteral } from "../../src/database/AddressTables.ts"
import { Database } from "../../src/database/Database.ts"
import { EmbeddedPostgres } from "../../src/database/EmbeddedPostgres.ts"
import { migrations } from "../../src/database/Migrations.ts"
import { Migrator } from "../../src/database/Migrator.ts"
import { placeId } from "../../src/pool/Identity.ts"
import { fromUuid } from "../../src/pool/stored/AddressUuid.ts"
import * as PublisherPostgres from "../../src/sync/PublisherPostgres.ts"
import { chart } from "./Chart.ts"
import { fill } from "./Dataset.ts"
import { drive } from "./Driving.ts"
import { country, sizeOf } from "./GeneratedCountry.ts"
import { measure, memoryOf } from "./Measurement.ts"
import { formatRun, formatVerdicts, growth, type Run, verdicts } from "./Report.ts"
import { type Scenario, scenarios, type World } from "./Scenarios.ts"
import { createToken, type Server, startOneRow, startService, startStatic } from "./Servers.ts"
import { runProgram } from "../support/RunProgram.ts"

/** Raise it when the generated addresses, or the tables of published pools, become others. */
const datasetVersion = 2

/** Something that a benchmark cannot do without is not there. */
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

const withDatabase = <A, E, R>(dataDir: string, effect: Effect.Effect<A, E, R>) =>
  effect.pipe(
    Effect.provide(Migrator.layer(migrations).pipe(Layer.provideMerge(Database.layer))),
    Effect.provide(ConfigProvider.layer(ConfigProvider.fromUnknown({ DATA_DIR: dataDir })))
  )

const publisher = PublisherPostgres.layerNoDeps().pipe(Layer.provide(SourceRegistry.layer))

/** A DATA_DIR with so many addresses: the one of an earlier run, or a new one. */
const dataOf = Effect.fnUntraced(function* (folder: string, rows: number) {
  const [fs, path] = [yield* FileSystem.FileSystem, yield* Path.Path]
  const dataDir = path.resolve(folder, `${datasetVersion}-${rows}`)
  const mark = path.join(dataDir, "complete")
  if (yield* fs.exists(mark)) return dataDir
  yield* Console.log(`Generating ${rows.toLocaleString("en")} addresses in ${dataDir}`)
  yield* fs.remove(dataDir, { recursive: true, force: true })
  yield* fs.makeDirectory(dataDir, { recursive: true })
  yield* fs.chmod(dataDir, 0o755)
  yield* withDatabase(dataDir, fill(sizeOf(rows)).pipe(Effect.provide(publisher)))
  yield* fs.writeFileString(mark, "")
  return dataDir
})

/** IDs in the order of their sample keys, which is a random one. */
const idsFrom = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const ids = yield* sql<{ readonly id: string }>`
    SELECT id FROM address WHERE country = ${countryLiteral(sql, country)} AND is_residential
    ORDER BY sample_key LIMIT 5000`
  const places = yield* sql<{ readonly key: bigint; readonly type: "region" | "city" }>`
    SELECT key, type FROM place WHERE country = ${country} AND type IN ('region', 'city') AND residential > 0`
  const of = (wanted: string) => places.flatMap(({ key, type }) => (type === wanted ? [placeId(type, key)] : []))
  return { ids: ids.map(({ id }) => fromUuid(id)), regionIds: of("region"), cityIds: of("city") }
})

const addressOf = async ({ token }: World, url: string, id: string): Promise<string> => {
  const answer = await fetch(`${url}/api/v1/addresses/${id}`, { headers: { authorization: `Bearer ${token}` } })
  const { data } = (await answer.json()) as { readonly data: { readonly address: object } }
  return JSON.stringify(data.address)
}

/** Writes the addresses that baseline B answers with, in a schema of their own. */
const writeDocuments = Effect.fnUntraced(function* (world: World, url: string) {
  const sql = yield* SqlClient.SqlClient
  const documents = yield* Effect.forEach(world.ids, (id) => Effect.promise(() => addressOf(world, url, id)), {
    concurrency: 16
  })
  yield* sql`CREATE SCHEMA IF NOT EXISTS bench`
  yield* sql`CREATE TABLE IF NOT EXISTS bench.document (id text PRIMARY KEY, document text NOT NULL)`
  yield* sql`
    INSERT INTO bench.document SELECT * FROM unnest(${world.ids}::text[], ${documents}::text[]) ON CONFLICT DO NOTHING`
  yield* sql`ANALYZE bench.document`
})

const started = (start: () => Promise<Server>) =>
  Effect.acquireRelease(
    Effect.tryPromise({ try: start, catch: (cause) => new BenchmarkFailed(String(cause)) }),
    (server) => Effect.promise(server.stop)
  )

const chosen = (filter: string): ReadonlyArray<Scenario> => {
  const texts = filter.split(",").filter((text) => text !== "")
  return scenarios.filter(({ name }) => texts.length === 0 || texts.some((text) => name.includes(text)))
}

/** Seconds that a scenario is warmed up at least, and at most. */
const warmUpSeconds = { least: 2, most: 12 }

/** Requests that are sent for each different one: they come in random order, and of 20 this leaves out one. */
const warmUpTimes = 3

/**
 * Drives each scenario until hardly one of its requests was not sent yet: what is measured is a server that knows what it is
 * asked for. Returns the bytes of an answer of the first.
 */
const warmUp = async (list: ReadonlyArray<Scenario>, url: string, world: World, connections: number) => {
  let first: number | undefined
  for (const scenario of list) {
    const requests = scenario.requests(world)
    let sent = 0
    for (let seconds = 0; seconds < warmUpSeconds.most && (seconds === 0 || sent < requests.length * warmUpTimes);) {
      const driven = await drive({ url, connections, warmUpSeconds: 0, seconds: warmUpSeconds.least, requests })
      seconds += warmUpSeconds.least
      sent += driven.total
      first ??= driven.bytes
    }
  }
  return first!
}

/** Requests of all scenarios by turns, so that those that come one after another have little in common. */
const mixed = (list: ReadonlyArray<Scenario>, world: World) => {
  const all = list.map(({ requests }) => requests(world))
  return Array.from({ length: 100 * all.length }, (_, i) => {
    const requests = all[i % all.length]!
    return requests[(Math.floor(i / all.length) * 37) % requests.length]!
  })
}

/** Seconds after which a long drive is looked at. */
const soakStep = 20

/** Sends mixed requests until there were so many, and says what memory the service takes on the way. */
const soak = async (
  total: number,
  options: { readonly url: string; readonly connections: number; readonly requests: ReturnType<typeof mixed> },
  megabytes: () => number
) => {
  let [requests, failed] = [0, 0]
  while (requests < total) {
    const driven = await drive({ ...options, warmUpSeconds: 0, seconds: soakStep })
    requests += driven.total
    failed += driven.failed
    process.stdout.write(`${requests.toLocaleString("en")} requests, ${failed} failed: ${megabytes()} MB\n`)
  }
}

const bench = Command.make(
  "bench",
  flags,
  Effect.fnUntraced(function* ({ connections, data, load, profile, repeats, rows, save, seconds, workers, ...given }) {
    const [fs, path] = [yield* FileSystem.FileSystem, yield* Path.Path]
    const dataDir = yield* dataOf(data, rows)
    if (load) return
    const loadBefore = Os.loadavg()[0]!
    const service = yield* started(() => startService({ dataDir, workers, profile: Option.getOrUndefined(profile) }))
    const embedded = yield* EmbeddedPostgres.make({ dataDir })
    const postmaster = yield* embedded.pid
    const ready = memoryOf(service, postmaster)
    const world: World = {
      token: yield* Effect.promise(() => createToken(dataDir)),
      ...(yield* withDatabase(dataDir, idsFrom))
    }
    const list = chosen(given.scenarios)
    // A server that has just been started is slower than it will be: its code is compiled while it runs.
    if (given.soak > 0) {
      const options = { url: service.url, connections, requests: mixed(list, world) }
      yield* Effect.promise(() => soak(given.soak, options, () => memoryOf(service, postmaster).rss))
      return
    }
    yield* withDatabase(dataDir, writeDocuments(world, service.url))
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
