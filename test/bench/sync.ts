/**
 * What a synchronization costs: runs `doorstep sync` of a checkout, started as its package.json does, with a separate
 * embedded database. Given a second checkout, both run in turn, because other load on the machine affects the figures.
 *
 *   npm run bench:sync -- --rows 500000
 *   npm run bench:sync -- --extract grown.osm.pbf --against ../doorstep-before --repeats 3
 */
import { Console, Effect, FileSystem, Option, Path } from "effect"
import { Command, Flag } from "effect/cli"
import { spawn } from "node:child_process"
import { generate } from "../sync/bench/GenerateOpenAddresses.ts"
import { runProgram } from "../support/RunProgram.ts"
import { table } from "./Report.ts"
import { childrenOf, ownCpuOf, peakOf, usageOf } from "./Usage.ts"

const flags = {
  rows: Flag.Int("rows").pipe(
    Flag.withDescription("Synchronize so many generated OpenAddresses rows"),
    Flag.withDefault(500_000)
  ),
  scattered: Flag.Boolean("scattered").pipe(
    Flag.withDescription("With the rows of 4,000 towns mixed up, which no list has: nothing is met again soon"),
    Flag.withDefault(false)
  ),
  extract: Flag.String("extract").pipe(
    Flag.withDescription("Synchronize this OpenStreetMap extract instead"),
    Flag.optional
  ),
  country: Flag.String("country").pipe(Flag.withDescription("Of the extract"), Flag.withDefault("US")),
  against: Flag.String("against").pipe(
    Flag.withDescription("Folder of another checkout, with its dependencies installed"),
    Flag.optional
  ),
  repeats: Flag.Int("repeats").pipe(Flag.withDescription("How often each is measured"), Flag.withDefault(1))
}

/** What one synchronization took. */
interface Cost {
  readonly kept: number
  readonly wallSeconds: number
  /** Of the process with all its threads. */
  readonly cpuSeconds: number
  readonly databaseSeconds: number
  readonly peakMegabytes: number
}

/** Milliseconds between two readings of a process, which may exit before the next one. Each reading takes about 1 ms. */
const lookEvery = 100

interface Ran {
  readonly output: string
  readonly wallSeconds: number
  readonly cpuSeconds: number
  readonly databaseSeconds: number
  readonly peakMegabytes: number
}

const run = (checkout: string, start: ReadonlyArray<string>, args: ReadonlyArray<string>, dataDir: string) =>
  new Promise<Ran>((resolve, reject) => {
    const from = performance.now()
    const child = spawn(process.execPath, [...start, ...args], {
      cwd: checkout,
      env: { PATH: process.env["PATH"], HOME: process.env["HOME"], DATA_DIR: dataDir },
      stdio: ["ignore", "pipe", "pipe"]
    })
    const pid = child.pid!
    const most = { cpu: 0, database: 0, peak: 0 }
    const look = () => {
      most.cpu = Math.max(most.cpu, ownCpuOf(pid))
      most.peak = Math.max(most.peak, peakOf(pid))
      // Only the database server has children of its own.
      const servers = childrenOf(pid).filter((server) => childrenOf(server).length > 0)
      for (const server of servers)
        most.database = Math.max(most.database, usageOf([server, ...childrenOf(server)]).cpu)
    }
    const looking = setInterval(look, lookEvery)
    let output = ""
    let said = ""
    child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString("utf8")))
    child.stderr.on("data", (chunk: Buffer) => (said = (said + chunk.toString("utf8")).slice(-2_000)))
    child.on("error", reject)
    child.on("close", (code) => {
      clearInterval(looking)
      if (code !== 0) return reject(new Error(`${checkout}: ${args.join(" ")} ended with ${code}:\n${output}${said}`))
      resolve({
        output,
        wallSeconds: (performance.now() - from) / 1000,
        cpuSeconds: most.cpu / 1e6,
        databaseSeconds: most.database / 1e6,
        peakMegabytes: most.peak
      })
    })
  })

interface Input {
  readonly type: string
  readonly country: string
  readonly location: string
}

const synchronize = async (
  checkout: string,
  start: ReadonlyArray<string>,
  input: Input,
  dataDir: string
): Promise<Cost> => {
  const { country, location, type } = input
  const add = ["source", "add", "bench", "--type", type, "--country", country, "--location", location]
  await run(checkout, start, add, dataDir)
  const { output, ...ran } = await run(checkout, start, ["sync", "--source", "bench", "--country", country], dataDir)
  const kept = Number(/kept ([\d,]+)/.exec(output)?.[1]?.replaceAll(",", ""))
  return { ...ran, kept }
}

/** Node.js arguments of `npm run doorstep` in the checkout. */
const startOf = Effect.fnUntraced(function* (checkout: string) {
  const [fs, path] = [yield* FileSystem.FileSystem, yield* Path.Path]
  const manifest = JSON.parse(yield* fs.readFileString(path.join(checkout, "package.json"))) as {
    readonly scripts: { readonly doorstep: string }
  }
  return manifest.scripts.doorstep.split(" ").slice(1)
})

const median = (values: ReadonlyArray<number>): number => values.toSorted((a, b) => a - b)[values.length >> 1]!

const figures = ({ cpuSeconds, databaseSeconds, kept, peakMegabytes, wallSeconds }: Cost) =>
  [
    ["addresses", kept],
    ["wall s", wallSeconds],
    ["addresses a second", kept / wallSeconds],
    ["CPU s", cpuSeconds],
    ["addresses a second of CPU", kept / cpuSeconds],
    ["database's CPU s", databaseSeconds],
    ["peak MB", peakMegabytes]
  ] as const

const shown = new Intl.NumberFormat("en", { maximumSignificantDigits: 4 })

const compared = (here: ReadonlyArray<Cost>, there: ReadonlyArray<Cost>): string => {
  const names = figures(here[0]!).map(([name]) => name)
  const of = (costs: ReadonlyArray<Cost>, at: number) => median(costs.map((cost) => figures(cost)[at]![1]))
  return table([
    there.length === 0 ? ["", "here"] : ["", "here", "there", "times"],
    ...names.map((name, at) =>
      there.length === 0
        ? [name, shown.format(of(here, at))]
        : [name, shown.format(of(here, at)), shown.format(of(there, at)), (of(here, at) / of(there, at)).toFixed(2)]
    )
  ])
}

const sync = Command.make(
  "sync",
  flags,
  Effect.fnUntraced(function* ({ against, country, extract, repeats, rows, scattered }) {
    const [fs, path] = [yield* FileSystem.FileSystem, yield* Path.Path]
    const home = yield* fs.makeTempDirectoryScoped()
    // When this runs as root, the database server runs as another user, who needs access.
    yield* fs.chmod(home, 0o755)
    const files = path.join(home, "files")
    const input = Option.isSome(extract)
      ? { type: "openstreetmap", country, location: path.resolve(extract.value) }
      : { type: "openaddresses", country: "US", location: files }
    if (Option.isNone(extract)) {
      const order = scattered ? "scattered" : "by-town"
      yield* Effect.promise(() => generate(files, rows, Math.ceil(rows / 100_000), order))
    }
    const here = path.resolve(import.meta.dirname, "../..")
    const checkouts = [here, ...Option.toArray(against).map((folder) => path.resolve(folder))]
    const costs: ReadonlyArray<Array<Cost>> = [[], []]
    for (let repeat = 0; repeat < repeats; repeat++) {
      for (const [nth, checkout] of checkouts.entries()) {
        const dataDir = path.join(home, "data")
        yield* fs.makeDirectory(dataDir)
        yield* fs.chmod(dataDir, 0o755)
        const start = yield* startOf(checkout)
        const cost = yield* Effect.promise(() => synchronize(checkout, start, input, dataDir))
        costs[nth]!.push(cost)
        yield* Console.error(
          `${checkout}: ${figures(cost)
            .map(([name, value]) => `${name} ${shown.format(value)}`)
            .join(", ")}`
        )
        yield* fs.remove(dataDir, { recursive: true })
      }
    }
    yield* Console.log(compared(costs[0]!, costs[1]!))
  }, Effect.scoped)
).pipe(Command.withDescription("Measure what a synchronization costs"))

runProgram(sync)
