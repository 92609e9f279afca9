import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, layer } from "@effect/vitest"
import { Effect, FileSystem, Layer, Redacted, References } from "effect"
import { Command } from "effect/cli"
import { SqlClient } from "effect/sql"
import { hash } from "node:crypto"
import { zstdCompressSync, zstdDecompressSync } from "node:zlib"
import { backup, restore } from "../../src/cli/admin/BackupCommand.ts"
import { country } from "../../src/cli/pool/CountryCommand.ts"
import { source } from "../../src/cli/source/SourceCommand.ts"
import { sync } from "../../src/cli/sync/SyncCommand.ts"
import { token } from "../../src/cli/admin/TokenCommand.ts"
import { isKept, isOwn } from "../../src/database/backup/Tables.ts"
import { migrations } from "../../src/database/Migrations.ts"
import { migrate } from "../../src/database/Migrator.ts"
import { PoolRepository } from "../../src/draw/PoolRepository.ts"
import * as PoolStorePostgres from "../../src/draw/store/PoolStorePostgres.ts"
import { mark } from "../../src/snapshot/Mark.ts"
import { TokenStore } from "../../src/tokens/TokenStore.ts"
import { onDatabase, runCommand } from "../support/RunCommand.ts"
import { TestDatabase } from "../support/TestDatabase.ts"

// Each test runs several commands, which start with nothing in memory.

const doorstep = Command.make("doorstep").pipe(Command.withSubcommands([backup, country, restore, source, sync, token]))

const run = runCommand(doorstep, onDatabase())

const done = (...args: ReadonlyArray<string>) =>
  Effect.map(run(...args), ({ code, text }) => {
    assert.strictEqual(code, 0, text)
    return text
  })

/** Runs `effect` on a second database. */
const elsewhere = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.provide(effect, Layer.fresh(TestDatabase.layer))

/** Every table that backups contain, with a hash of its rows. */
const contents = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const tables = yield* sql<{ readonly name: string }>`
    SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY relname`
  const hashes: Record<string, string> = {}
  for (const { name } of tables.filter(({ name }) => isKept(name))) {
    const [row] = yield* sql<{ readonly hash: string }>`
      SELECT count(*) || ' ' || coalesce(md5(string_agg(t::text, E'\n' ORDER BY t::text)), '') AS hash FROM ${sql(name)} t`
    hashes[name] = row!.hash
  }
  return hashes
})

/** Tables, columns, constraints, indexes and views, as text. */
const shape = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return yield* sql`
    SELECT 'column' AS kind, table_name || '.' || column_name || ' ' || data_type || coalesce(column_default, '') || is_nullable AS text
    FROM information_schema.columns WHERE table_schema = 'public'
    UNION ALL SELECT 'index', indexdef FROM pg_indexes WHERE schemaname = 'public'
    UNION ALL SELECT 'constraint', conrelid::regclass || ' ' || pg_get_constraintdef(oid) FROM pg_constraint
      WHERE connamespace = 'public'::regnamespace AND contype <> 'n'
    UNION ALL SELECT 'view', pg_get_viewdef(oid) FROM pg_class WHERE relkind = 'v' AND relnamespace = 'public'::regnamespace
    UNION ALL SELECT 'schema', nspname FROM pg_namespace WHERE nspname LIKE 'doorstep%'
    ORDER BY 1, 2`
})

const draws = Effect.gen(function* () {
  const pool = yield* PoolRepository
  return yield* Effect.forEach(Array.from({ length: 40 }), (_, i) =>
    Effect.map(
      pool.draw({ strategy: "random", country: "US", filters: i % 2 === 0 ? {} : { region: "CA" }, seed: `s${i}` }),
      ({ address }) => address
    )
  )
}).pipe(Effect.provide(Layer.fresh(PoolRepository.layerNoDeps.pipe(Layer.provide(PoolStorePostgres.layerNoDeps)))))

const inFolder = <A, E, R>(use: (folder: string) => Effect.Effect<A, E, R>) =>
  Effect.scoped(Effect.flatMap(FileSystem.FileSystem, (fs) => Effect.flatMap(fs.makeTempDirectoryScoped(), use))).pipe(
    Effect.provide(NodeServices.layer)
  )

layer(TestDatabase.layer.pipe(Layer.provide(Layer.succeed(References.MinimumLogLevel, "Warn"))), {
  excludeTestServices: true
})("a backup", (it) => {
  let issued = ""

  it.effect("MUST include each table, or leave it out on purpose", () =>
    Effect.gen(function* () {
      yield* migrate(migrations)
      const sql = yield* SqlClient.SqlClient
      const there = yield* sql<{ readonly name: string }>`
        SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`
      assert.deepStrictEqual(
        there.map(({ name }) => name).filter((name) => !isOwn(name)),
        []
      )
    })
  )

  it.effect(
    "MUST restore pools, tokens, sources and countries into an empty database, with the same results for seeds",
    () =>
      inFolder((folder) =>
        Effect.gen(function* () {
          const fs = yield* FileSystem.FileSystem
          yield* done("sync")
          issued = yield* done("token", "create", "--name", "kept", "--rate-limit", "7")
          yield* done("token", "create", "--name", "gone")
          yield* done("token", "revoke", "gone")
          yield* done("country", "set", "US", "--target-total", "4321")
          yield* done("country", "disable", "FR")
          // Any existing file will do: it is not read.
          const there = import.meta.filename
          yield* done("source", "add", "town", "--type", "openaddresses", "--country", "DE", "--location", there)
          const before = yield* contents
          const file = `${folder}/a.backup`
          assert.match(yield* done("backup", file), /a\.backup: [\d,]+ rows of \d+ tables, \d+ [kM]B\.$/)
          assert.strictEqual((yield* fs.stat(file)).mode & 0o777, 0o600)
          assert.deepStrictEqual(yield* fs.readDirectory(folder), ["a.backup"])
          const wanted = yield* draws
          const shaped = yield* shape
          yield* elsewhere(
            Effect.gen(function* () {
              assert.match(yield* done("restore", file), /^Restored [\d,]+ rows of \d+ tables, as of 20\S+Z\.$/)
              assert.deepStrictEqual(yield* contents, before)
              assert.deepStrictEqual(yield* shape, shaped)
              assert.deepStrictEqual(yield* draws, wanted)
              const { authenticate } = yield* TokenStore
              assert.strictEqual((yield* authenticate(Redacted.make(issued.trim()))).rateLimit, 7)
              // Later synchronizations build on what was restored.
              yield* done("sync", "--source", "starter", "--force")
              assert.deepStrictEqual(yield* draws, wanted)
            }).pipe(Effect.provide(Layer.fresh(TokenStore.layer)))
          )
        })
      )
  )

  it.effect("MUST replace other data only if that is requested, completely or not at all, while services run", () =>
    inFolder((folder) =>
      Effect.gen(function* () {
        const file = `${folder}/b.backup`
        yield* done("backup", file)
        const before = yield* contents
        const wanted = yield* draws
        const refused = yield* run("restore", file)
        assert.strictEqual(refused.code, 1)
        assert.match(refused.text, /^The database already holds data\..+--replace\.$/)
        assert.deepStrictEqual(yield* contents, before)
        yield* done("token", "create", "--name", "later")
        const sql = yield* SqlClient.SqlClient
        const version = Effect.map(sql<{ readonly version: number }>`SELECT version FROM pool`, ([row]) => row!.version)
        const old = yield* version
        yield* done("restore", file, "--replace")
        // Services cache a pool by its version, so the restored pool must have a different one.
        assert.strictEqual(yield* version, old + 1)
        const { country: _country, pool: _pool, ...after } = yield* contents
        for (const [table, hash] of Object.entries(after)) assert.strictEqual(hash, before[table], table)
        assert.deepStrictEqual(yield* draws, wanted)
      })
    )
  )

  it.effect("MUST NOT replace a snapshot that is served", () =>
    inFolder((folder) =>
      Effect.gen(function* () {
        const file = `${folder}/c.backup`
        yield* done("backup", file)
        yield* elsewhere(
          Effect.gen(function* () {
            yield* migrate(migrations)
            yield* mark(yield* SqlClient.SqlClient, ["0123"])
            const refused = yield* run("restore", file, "--replace")
            assert.strictEqual(refused.code, 1)
            assert.match(refused.text, /^This data folder is that of the snapshot 0123\./)
          })
        )
      })
    )
  )

  it.effect("MUST be refused if it is not a backup, truncated, changed or newer, and change nothing", () =>
    inFolder((folder) =>
      Effect.gen(function* () {
        const fs = yield* FileSystem.FileSystem
        const whole = `${folder}/whole`
        yield* done("backup", whole)
        const bytes = Buffer.from(yield* fs.readFile(whole))
        const head = bytes.indexOf(10) + 1
        const text = zstdDecompressSync(bytes.subarray(head)).toString()
        const packed = (changed: string, first = bytes.subarray(0, head).toString()) =>
          Buffer.concat([Buffer.from(first), zstdCompressSync(changed)])
        const flipped = Buffer.from(bytes)
        flipped[Math.floor(bytes.length / 2)]! ^= 0xff
        const lines = text.split("\n")
        const row = lines.findIndex((line) => line.startsWith("["))
        /** Complete and unaltered as far as its checksum tells. */
        const { tables: all } = JSON.parse(lines.at(-2)!) as { readonly tables: number }
        const resealed = (content: ReadonlyArray<string>, tables = all) => {
          const sha256 = hash("sha256", content.map((line) => `${line}\n`).join(""), "hex")
          return packed(`${content.join("\n")}\n${JSON.stringify({ tables, sha256 })}\n`)
        }
        const otherRow = (other: string) => resealed(lines.slice(0, -2).with(row, other))
        const rows = /^\[\d+/.exec(lines[row]!)![0]
        const faults: ReadonlyArray<readonly [string, Buffer, RegExp]> = [
          ["nothing", Buffer.alloc(0), /is not a backup written by Doorstep/],
          ["another file", Buffer.from("%PDF-1.7\n"), /is not a backup written by Doorstep/],
          ["a newer format", packed(text, "doorstep-backup 3\n"), /written by a newer Doorstep \(format 3/],
          [
            "a newer database",
            packed(text.replace('"0001_pool"', '"9999_future","0001_pool"')),
            /is damaged|9999_future/
          ],
          ["that of a database without tables", resealed(['{"createdAt":"","migrations":[]}'], 0), /holds no tables/],
          ["half of it", bytes.subarray(0, bytes.length / 2), /is damaged/],
          ["all but its last words", bytes.subarray(0, bytes.length - 40), /is damaged/],
          ["a flipped byte", flipped, /is damaged/],
          ["another row", packed(text.replace("Street", "Straat")), /is damaged: its contents have changed/],
          ["a row that claims to be a billion", otherRow("[1000000000,null]"), /claims 1000000000 rows/],
          ["more columns than there are", otherRow(`${rows}${",null".repeat(1_000)}]`), /has rows with other columns/],
          ["a line without end", packed("[".padEnd(200_000_000)), /is damaged: a line of it is longer than \d+ bytes/],
          [
            "less rows than its table had",
            resealed(lines.slice(0, -2).toSpliced(row, 1)),
            /its parts are out of order/
          ],
          [
            "a table more than it had",
            resealed([...lines.slice(0, -2), '{"table":"label","columns":["text"]}', '{"rows":0}']),
            /is damaged: its contents have changed/
          ],
          ["no JSON", otherRow(`${rows},`), /has rows with other columns/],
          ["a lost row", packed(lines.toSpliced(row, 1).join("\n")), /is damaged/],
          ["no end", packed(lines.slice(0, -2).join("\n")), /is damaged: it is truncated/],
          ["something behind its end", packed(`${text}[]\n`), /is damaged/]
        ]
        const before = yield* contents
        for (const [name, content, message] of faults) {
          const file = `${folder}/fault`
          yield* fs.writeFile(file, content)
          const { code, text } = yield* run("restore", file, "--replace")
          assert.strictEqual(code, 1, name)
          assert.match(text, message, name)
          assert.notInclude(text, "\n", name)
        }
        assert.match((yield* run("restore", `${folder}/missing`)).text, /cannot be read/)
        assert.deepStrictEqual(yield* contents, before)
        assert.match((yield* run("backup", whole)).text, /already exists/)
        assert.match((yield* run("backup", `${folder}/no/folder`)).text, /cannot be written/)
      })
    )
  )
})
