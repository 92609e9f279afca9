import { memoryFinding } from "../../src/cli/doctor/MachineChecks.ts"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, FileSystem, Layer, Redacted } from "effect"
import type { Scope } from "effect"
import { Command } from "effect/cli"
import { SqlClient } from "effect/sql"
import * as Http from "node:http"
import type { AddressInfo } from "node:net"
import { backup } from "../../src/cli/admin/BackupCommand.ts"
import { doctor } from "../../src/cli/doctor/DoctorCommand.ts"
import { serve } from "../../src/cli/serve/ServeCommand.ts"
import { sync } from "../../src/cli/sync/SyncCommand.ts"
import { token } from "../../src/cli/admin/TokenCommand.ts"
import { ensureTable } from "../../src/database/AddressTables.ts"
import { Database } from "../../src/database/Database.ts"
import { migrations } from "../../src/database/Migrations.ts"
import { migrate } from "../../src/database/Migrator.ts"
import { giveSign } from "../../src/database/Processes.ts"
import { runCommand } from "../support/RunCommand.ts"
import { TestDatabase } from "../support/TestDatabase.ts"

const doorstep = Command.make("doorstep").pipe(Command.withSubcommands([doctor, token, sync, serve, backup]))

/** Reading the whole GeoIP databases takes longer than all other checks; one test does. */
const noGeoIp = { GEOIP_DATABASE: "/nowhere/City.mmdb" }

const run = (settings: Readonly<Record<string, string>>, ...args: ReadonlyArray<string>) =>
  runCommand(doorstep, { ...noGeoIp, ...settings })(...args)

/** A program that listens on a port and sends this response to every request. */
const program = (answer: string) =>
  Effect.acquireRelease(
    Effect.callback<Http.Server>((resume) => {
      const server = Http.createServer((_, response) =>
        response.setHeader("content-type", "application/json").end(answer)
      )
      server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
    }),
    (server) =>
      Effect.sync(() => {
        server.closeAllConnections()
        server.close()
      })
  ).pipe(Effect.map((server) => String((server.address() as AddressInfo).port)))

const test = (promise: string, body: Effect.Effect<void, unknown, Scope.Scope | FileSystem.FileSystem>) =>
  it.live(promise, () => Effect.scoped(Effect.provide(body, NodeServices.layer)))

/** A separate database and the settings for it. */
const deployment = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  const context = yield* Layer.build(Layer.fresh(TestDatabase.layer))
  const { url } = Context.get(context, Database)
  const DATA_DIR = yield* fs.makeTempDirectoryScoped()
  return { context, settings: { DATABASE_URL: Redacted.value(url), DATA_DIR, PORT: "0" } }
})

describe("doorstep doctor", () => {
  test(
    "MUST find nothing to fix if nothing is wrong, and show no secret",
    Effect.gen(function* () {
      const { context, settings } = yield* deployment
      yield* Effect.provide(migrate(migrations), context)
      yield* Effect.provide(
        SqlClient.SqlClient.use(
          (sql) => sql`INSERT INTO pool VALUES ('US', 1, 5, 5, '{starter}', now()), ('DE', 1, 0, 0, '{town}', now())`
        ),
        context
      )
      assert.strictEqual((yield* run(settings, "token", "create", "--name", "one")).code, 0)
      const { code, text } = yield* run({ ...settings, GEOIP_DATABASE: "" }, "doctor")
      assert.strictEqual(code, 0, text)
      assert.match(text, /^ok +geoip +The GeoIP databases can be read\.$/m)
      assert.match(text, /^ok +settings +All settings are valid\.$/m)
      assert.match(text, /^ok +database +PostgreSQL 1\d\.\d+ answers\.$/m)
      assert.match(text, /^ok +tables +All \d+ migrations have run\.$/m)
      assert.match(text, /^ok +pools +US has 5 homes, published today\.$/m)
      assert.match(text, /^warning +pools +DE has 0 homes.+\n +Run: npm run doorstep -- sync --country DE/m)
      assert.match(text, /^ok +tokens +1 token is valid\.$/m)
      assert.match(text, /^ok +clock +/m)
      assert.match(text, /^ok +memory +\d+ GB\.$/m)
      assert.match(memoryFinding(512 * 1024 ** 2).message, /^537 MB: .+may kill a synchronization/)
      assert.notInclude(text, new URL(settings.DATABASE_URL).password)
    })
  )

  test(
    "MUST report the disk space of each country and of what they share, and the progress of a move to new tables",
    Effect.gen(function* () {
      const { context, settings } = yield* deployment
      const sql = Context.get(context, SqlClient.SqlClient)
      yield* Effect.provide(migrate(migrations), context)
      yield* ensureTable(sql, "US")
      yield* ensureTable(sql, "DE")
      yield* sql`
        INSERT INTO address_us (sample_key, updated_at, id, street, origin, evidence_rank, is_residential,
          has_others, country, record_id)
        SELECT i, now(), gen_random_uuid(), 1, 1, 10, true, false, 'US', repeat('x', 1000)
        FROM generate_series(1, 3000) i`
      const { text } = yield* run(settings, "doctor")
      const size = (found: RegExpExecArray | null) => found?.[1]
      assert.match(
        size(/^ok +space +The addresses of US take (\S+ MB) with their indexes\.$/m.exec(text)) ?? text,
        /^3\.\d MB$/
      )
      assert.match(
        size(/^ok +space +The addresses of DE take (\S+ kB) with their indexes\.$/m.exec(text)) ?? text,
        /^\d\d kB$/
      )
      assert.match(text, /^ok +space +Shared tables take \d+ kB: streets, sources, .+\.$/m)

      yield* sql`CREATE TABLE former_address ()`
      yield* sql`CREATE TABLE storage_upgrade AS SELECT 3 AS next_block, 4 AS blocks, 1 AS addresses, 0 AS differing, 0 AS lost`
      assert.match(
        (yield* run(settings, "doctor")).text,
        /^warning +tables +75 percent of the addresses have been moved/m
      )
    })
  )

  test(
    "MUST report everything that is wrong at once, each with what to do",
    Effect.gen(function* () {
      const { code, text } = yield* run(
        {
          PORT: "99999",
          TRUSTED_PROXIES: "10.0.0.0/33",
          RATE_LIMIT_STORE: "paper",
          SOURCES: "nothing",
          DATABASE_URL: "postgres://user:sesame@127.0.0.1:1/none"
        },
        "doctor"
      )
      assert.strictEqual(code, 1)
      for (const finding of [
        /^FAULT +settings +PORT must be a whole number/m,
        /^FAULT +settings +TRUSTED_PROXIES must be networks/m,
        /^FAULT +settings +RATE_LIMIT_STORE must be one of/m,
        /^FAULT +settings +SOURCES names "nothing"/m,
        /^FAULT +database +DATABASE_URL: no database server can be reached at 127\.0\.0\.1:1/m,
        /^warning +geoip +The GeoIP database City\.mmdb does not exist/m,
        /^5 problems, 1 warning\.$/m
      ]) {
        assert.match(text, finding)
      }
      assert.notInclude(text, "sesame")
    })
  )

  test(
    "MUST report missing, too new and skipped migrations, failed runs, and a read-only database",
    Effect.gen(function* () {
      const { context, settings } = yield* deployment
      const sql = Context.get(context, SqlClient.SqlClient)
      const text = Effect.map(run(settings, "doctor"), (ran) => `${ran.code} ${ran.text}`)
      const name = new URL(settings.DATABASE_URL).pathname.slice(1)
      yield* sql`ALTER DATABASE ${sql(name)} CONNECTION LIMIT 19`
      const fresh = yield* text
      assert.match(
        fresh,
        /^warning +tables +The database has no tables of Doorstep's yet\.\n +The first start creates/m
      )
      assert.match(
        fresh,
        /^warning +connections +The database test_\w+ has 1\d conn.+\n.+: ALTER DATABASE test_\w+ CONN/m
      )
      yield* Effect.provide(migrate({ "0001_pool": migrations["0001_pool"]! }), context)
      assert.match(yield* text, /^warning +tables +\d+ migrations have not run yet\.\n +They run at the next start/m)
      yield* Effect.provide(migrate(migrations), context)
      yield* sql`
        INSERT INTO run (source, country, fingerprint, started_at, outcome, message)
        VALUES ('town', 'DE', '', now(), 'failed', 'The server has no such file.')`
      const empty = yield* text
      assert.match(empty, /^0/)
      assert.match(empty, /^warning +pools +Nothing is published yet\.\n +Run: npm run doorstep -- sync/m)
      assert.match(empty, /^warning +tokens +No token is valid\./m)
      assert.match(empty, /^warning +sources +The last run of town in DE ended as failed: The server has no/m)
      const reader = `${name}-reader`
      yield* Effect.acquireRelease(
        sql`CREATE ROLE ${sql(reader)} LOGIN PASSWORD 'sesame' IN ROLE pg_read_all_data`,
        () => Effect.orDie(sql`DROP ROLE ${sql(reader)}`)
      )
      const DATABASE_URL = Object.assign(new URL(settings.DATABASE_URL), { username: reader, password: "sesame" }).href
      assert.match(
        (yield* run({ ...settings, DATABASE_URL }, "doctor")).text,
        /^warning +tables +Tables of Doorstep's belong to \w+: ("test_\w+-reader") can .+\n.+: GRANT \w+ TO \1$/m
      )
      yield* sql`DELETE FROM doorstep_migrations WHERE migration_id = 2`
      assert.match(yield* text, /^FAULT +tables +The database lacks 0002_tokens\./m)
      yield* sql`INSERT INTO doorstep_migrations (migration_id, name) VALUES (9999, 'future')`
      const newer = yield* text
      assert.match(newer, /^1/)
      assert.match(newer, /^FAULT +tables +A newer Doorstep has migrated the database \(9999_future\)\./m)
      // Every other command refuses: it could misread or omit tables that it does not know.
      for (const args of [["token", "list"], ["sync"], ["serve"], ["backup", `${settings.DATA_DIR}/newer.backup`]]) {
        const refused = yield* run(settings, ...args)
        assert.strictEqual(refused.code, 1, args.join(" "))
        assert.match(
          refused.text,
          /^A newer Doorstep has migrated the database \(9999_future\)\. This is .+$/,
          args.join(" ")
        )
      }
      yield* sql`ALTER DATABASE ${sql(name)} SET default_transaction_read_only = on`
      assert.match(yield* text, /^warning +database +The database is read-only/m)
    })
  )

  test(
    "MUST report running processes and what they do, silent ones, and that two versions are running",
    Effect.gen(function* () {
      const { context, settings } = yield* deployment
      const sql = Context.get(context, SqlClient.SqlClient)
      yield* Effect.provide(migrate(migrations), context)
      const sign = { role: "serve", version: "1.2.3", schema: 19, startedAt: 0 } as const
      const replica = { name: "copy:5432/homes", role: "replica", used: true, why: null, lagSeconds: 0.34 } as const
      const report = { cores: 0.52, memoryBytes: 4e8, listens: "http://10.0.0.7:8080", requestsPerSecond: 12.25 }
      const gone = { ...replica, name: "far:5432/homes", used: false, why: "It does not answer." }
      yield* giveSign(sql, { ...sign, name: "one-ab12:7", report: { ...report, readServers: [replica, gone] } })
      // A process of a version that reports in a different form.
      yield* giveSign(sql, { ...sign, name: "two-cd34:8", role: "work", version: "1.2.4", report: { all: "well" } })
      yield* giveSign(sql, { ...sign, name: "six-ef56:9", report })
      yield* sql`UPDATE process SET seen_at = now() - interval '40 seconds' WHERE name = 'six-ef56:9'`
      yield* sql`INSERT INTO doorstep_migrations (migration_id, name, beside) VALUES (9999, 'future', 19)`
      const { code, text } = yield* run({ ...settings, GEOIP_DATABASE: "" }, "doctor")
      assert.strictEqual(code, 0, text)
      assert.match(text, /^ok +geoip +The GeoIP databases can be read\.$/m)
      for (const finding of [
        /^ok +processes +one-ab12:7 serves on http:\/\/10\.0\.0\.7:8080 \(Doorstep 1\.2\.3, 12\.3 requests a second, 0\.5 cores\)\.$/m,
        /^ok +processes +one-ab12:7 reads from copy:5432\/homes, 0\.3 seconds behind\.$/m,
        /^warning +processes +one-ab12:7 does not read from far:5432\/homes: It does not answer\.\n +It is used again automatically/m,
        /^ok +processes +two-cd34:8 works \(Doorstep 1\.2\.4\)\.$/m,
        /^warning +processes +six-ef56:9 has sent no heartbeat for 4\d seconds\.$/m,
        /^warning +processes +Versions 1\.2\.3 and 1\.2\.4 are running\.\n +Finish the upgrade, or roll it back\.$/m,
        /^warning +tables +A newer Doorstep has migrated the database \(9999_future\)\. This is Doorstep \S+, which can/m
      ]) {
        assert.match(text, finding)
      }
      // A backup would omit what this version does not know.
      const backedUp = yield* run(settings, "backup", `${settings.DATA_DIR}/newer.backup`)
      assert.strictEqual(backedUp.code, 1)
      assert.match(backedUp.text, /^A newer Doorstep has migrated the database \(9999_future\)/)
      assert.strictEqual((yield* run(settings, "token", "list")).code, 0)
    })
  )

  test(
    "MUST tell a running service from a free port and from another program",
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const DATA_DIR = `${yield* fs.makeTempDirectoryScoped()}/none`
      const ask = (PORT: string) => Effect.map(run({ DATA_DIR, PORT }, "doctor"), ({ text }) => text)
      const other = yield* Effect.scoped(Effect.flatMap(program('{"name":"other"}'), ask))
      assert.match(
        other,
        /^FAULT +service +Port \d+ of 127\.0\.0\.1 is used by another program\.\n +Stop it, or set PORT/m
      )
      const unready = yield* Effect.scoped(Effect.flatMap(program('{"status":"ok"}'), ask))
      assert.match(unready, /^FAULT +service +A service is running on port \d+, but it is not ready/m)
      const free = yield* Effect.scoped(program(""))
      assert.match(yield* ask(free), /^ok +service +Nothing listens on port \d+\.$/m)
      for (const HOST of ["[::1]", "192.0.2.1"]) {
        assert.match(
          (yield* run({ DATA_DIR, PORT: free, HOST }, "doctor")).text,
          /^FAULT +service +The service cannot be started\.\n +HOST .+ is not an address .+ Name one of its addresses/m
        )
      }
      assert.match(yield* ask(free), /^ok +database +There is none yet: the first start creates it\./m)
      // The database may be on another disk.
      const linked = yield* fs.makeTempDirectoryScoped()
      yield* fs.symlink("far", `${linked}/postgres`)
      assert.match(
        (yield* run({ DATA_DIR: linked, PORT: free }, "doctor")).text,
        /^\S+ +disk .+ free in \S+[^\n]*(\n .+)?\n\S+ +disk .+ free in \S+\/far\.$/m
      )
      // Checking creates nothing.
      assert.isFalse(yield* fs.exists(DATA_DIR))
    })
  )
})
