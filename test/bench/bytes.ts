/**
 * What an address takes on disk: the size of every table and index after VACUUM, and of a backup file.
 *
 *   npm run bytes -- --data DATA_DIR
 */
import { ConfigProvider, Console, Effect, FileSystem, Path } from "effect"
import { Command, Flag } from "effect/cli"
import type { SqlClient } from "effect/sql"
import { backup } from "../../src/database/backup/Backup.ts"
import { Database, SlowDatabase } from "../../src/database/Database.ts"
import { runProgram } from "../support/RunProgram.ts"
import { table } from "./Report.ts"

/** The most bytes that an address may take. */
const bar = 380

const flags = {
  data: Flag.String("data").pipe(
    Flag.withDescription("A DATA_DIR, such as one of those that npm run bench keeps in .data/bench")
  ),
  backup: Flag.Boolean("backup").pipe(
    Flag.withDescription("Write a backup as well, and say what it takes"),
    Flag.withDefault(false)
  )
}

interface Relation {
  readonly name: string
  /** The table that an index belongs to; null for a table. */
  readonly of: string | null
  readonly bytes: number
}

/**
 * The largest first, with indexes below their tables. Tables include what PostgreSQL stores beside them, such as long
 * values and free space maps.
 */
const relations = (sql: SqlClient.SqlClient) => sql<Relation>`
  SELECT c.relname AS name, t.relname AS "of",
    (CASE WHEN t.oid IS NULL THEN pg_table_size(c.oid) ELSE pg_relation_size(c.oid) END)::float8 AS bytes
  FROM pg_class c
  LEFT JOIN pg_index i ON i.indexrelid = c.oid
  LEFT JOIN pg_class t ON t.oid = i.indrelid
  WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'm', 'i')
  ORDER BY pg_total_relation_size(coalesce(t.oid, c.oid)) DESC, t.oid IS NOT NULL, bytes DESC`

const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 0 })

/** Relations that take fewer bytes per address than this are not listed. */
const least = 0.05

const bytes = Command.make(
  "bytes",
  flags,
  Effect.fnUntraced(function* (given) {
    const [fs, path] = [yield* FileSystem.FileSystem, yield* Path.Path]
    const report = Effect.gen(function* () {
      const sql = yield* SlowDatabase
      yield* sql`VACUUM`
      const all = yield* relations(sql)
      const [counted] = yield* sql<{ readonly homes: number; readonly total: number }>`
        SELECT coalesce(sum(residential), 0)::int AS homes, coalesce(sum(total), 0)::int AS total FROM scope_count`
      const { homes, total } = counted!
      const line = (name: string, taken: number) => [name, whole.format(taken), (taken / total).toFixed(1)]
      const sum = all.reduce((taken, each) => taken + each.bytes, 0)
      yield* Console.log(
        `${table([
          ["", "bytes", "an address"],
          ...all
            .filter((each) => each.bytes / total >= least)
            .map((each) => line(`${each.of === null ? "" : "  "}${each.name}`, each.bytes)),
          line("all", sum)
        ])}\n\n${whole.format(total)} addresses, ${whole.format(homes)} of them homes: ${(sum / total).toFixed(1)} bytes an address, ${(sum / homes).toFixed(1)} a home`
      )
      if (given.backup) {
        const folder = yield* fs.makeTempDirectoryScoped()
        const written = yield* backup(path.join(folder, "doorstep.backup"))
        yield* Console.log(`A backup: ${line("", written.bytes).join(" ")}`)
      }
      return sum / total
    })
    const taken = yield* report.pipe(
      Effect.provide(Database.layer),
      Effect.provide(ConfigProvider.layer(ConfigProvider.fromUnknown({ DATA_DIR: path.resolve(given.data) }))),
      Effect.scoped
    )
    if (taken > bar) return yield* Effect.fail(`The bar is ${bar} bytes.`)
  })
).pipe(Command.withDescription("Say what an address takes on disk, table by table"))

runProgram(bytes)
