import "effect/schema/SchemaJITCompiler/enable"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { ConfigProvider, Console, Effect, Exit, FileSystem, Layer, Logger, Redacted, References } from "effect"
import { Command } from "effect/cli"
import { TestConsole } from "effect/testing"
import { join } from "node:path"
import packageJson from "../../../package.json" with { type: "json" }
import { kindOfRank } from "../../../src/address/EvidenceRank.ts"
import { source } from "../../../src/cli/source/SourceCommand.ts"
import { sync } from "../../../src/cli/sync/SyncCommand.ts"
import { Database, SlowDatabase } from "../../../src/database/Database.ts"
import { files } from "./RealFiles.ts"

/**
 * node test/sources/real/run.ts FOLDER
 *
 * Configures a source for each file of real addresses in the folder, synchronizes them all into a separate database
 * with the commands of the command line, and prints a table of the results. Missing files are named.
 */
const [folder] = process.argv.slice(2)

/** The peak memory of this process while an effect runs, in MB. */
const peakOf = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    let peak = 0
    const timer = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage.rss())
    }, 20)
    const value = yield* effect
    clearInterval(timer)
    return { value, megabytes: Math.round(Math.max(peak, process.memoryUsage.rss()) / 1024 / 1024) }
  })

const program = Effect.gen(function* () {
  if (folder === undefined) return yield* Console.error("Name the folder of real data.")
  const fs = yield* FileSystem.FileSystem
  const sql = yield* SlowDatabase
  const { url } = yield* Database
  const settings = ConfigProvider.fromUnknown({ DATABASE_URL: Redacted.value(url), SOURCES: "" })
  const doorstep = (command: typeof source | typeof sync, args: ReadonlyArray<string>) =>
    Command.runWith(command as typeof source, { version: packageJson.version })(args).pipe(
      Effect.provide([NodeServices.layer, ConfigProvider.layer(settings)]),
      // Only the table is to be printed, not the output of the commands.
      Effect.provide(Layer.fresh(TestConsole.layer)),
      Effect.exit
    )
  const rows: Array<ReadonlyArray<string | number>> = []
  for (const { country, name, options, path, type } of files) {
    const location = join(folder, path)
    if (!(yield* fs.exists(location))) {
      yield* Console.error(`${path} is not in the folder.`)
      continue
    }
    const json = JSON.stringify(options ?? {})
    const added = ["add", name, "--type", type, "--location", location, "--options", json]
    const tellsCountry = type === "register" || type === "file"
    yield* doorstep(source, tellsCountry ? added : [...added, "--country", country])
    const { megabytes, value } = yield* peakOf(doorstep(sync, ["--source", name]))
    const [run] = yield* sql<{
      readonly outcome: string
      readonly read: number
      readonly kept: number
      readonly rejected: Readonly<Record<string, number>>
      readonly seconds: number
      readonly message: string | null
    }>`
      SELECT outcome, read_count AS read, kept_count AS kept, rejected, message,
        extract(epoch FROM ended_at - started_at)::float8 AS seconds
      FROM run WHERE source = ${name} ORDER BY id DESC LIMIT 1`
    const held = yield* sql<{ readonly rank: number; readonly count: number }>`
      SELECT evidence_rank AS rank, count(*)::int AS count FROM record WHERE source = ${name} GROUP BY 1 ORDER BY 1`
    const evidence = held.map(({ count, rank }) => `${kindOfRank(rank) ?? "none"} ${count}`).join(", ")
    const rejected = Object.entries(run?.rejected ?? {})
      .sort(([, a], [, b]) => b - a)
      .map(([reason, count]) => `${reason} ${count}`)
    if (run === undefined || (run.outcome !== "published" && run.kept > 0)) {
      yield* Console.error(
        `${name}: ${run?.outcome ?? "no run"}. ${run?.message ?? (Exit.isSuccess(value) ? "" : "It failed.")}`
      )
    }
    rows.push([
      path,
      country,
      run?.outcome ?? "none",
      run?.read ?? 0,
      run?.kept ?? 0,
      rejected.join(", "),
      evidence,
      (run?.seconds ?? 0).toFixed(2),
      megabytes
    ])
  }
  const heading = ["file", "country", "outcome", "read", "kept", "rejected", "evidence of kept", "seconds", "peak MB"]
  yield* Console.log([heading, heading.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n"))
  const [total] = yield* sql<{ readonly count: number; readonly homes: number }>`
    SELECT count(*)::int AS count, (count(*) FILTER (WHERE is_residential))::int AS homes FROM address`
  yield* Console.log(`\n${total!.count} addresses are published together, ${total!.homes} of them homes.`)
})

const dataDir = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  const made = yield* fs.makeTempDirectoryScoped({ prefix: "doorstep-real-" })
  // When this runs as root, the database server runs as another user, who needs access.
  yield* fs.chmod(made, 0o755)
  return made
})

await Effect.gen(function* () {
  const settings = ConfigProvider.layer(ConfigProvider.fromUnknown({ DATA_DIR: yield* dataDir }))
  yield* program.pipe(Effect.provide(Database.layer.pipe(Layer.provide(settings))))
}).pipe(
  Effect.scoped,
  Effect.provide([NodeServices.layer, Logger.layer([Logger.withConsoleError(Logger.formatLogFmt)])]),
  Effect.provideService(References.MinimumLogLevel, "Warn"),
  Effect.runPromise
)
