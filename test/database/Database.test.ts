import * as NodeServices from "@effect/platform-node/NodeServices"
import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, Exit, Fiber, FileSystem, Layer, Option, Redacted, Scope } from "effect"
import type { Path } from "effect"
import { SqlClient } from "effect/sql"
import * as Net from "node:net"
import { inject } from "vitest"
import { Database, SlowDatabase } from "../../src/database/Database.ts"
import { databaseUrl } from "../../src/database/DatabaseUrl.ts"
import { EmbeddedPostgres } from "../../src/database/EmbeddedPostgres.ts"
import { outage } from "../../src/database/Outage.ts"
import { read } from "../../src/database/PostmasterPid.ts"
import { settings as known } from "../../src/settings/Settings.ts"
import { preparedDataDir } from "../support/DataDir.ts"
import { eventually } from "../support/Eventually.ts"
import { TestDatabase } from "../support/TestDatabase.ts"
import { noDurability } from "../support/TestServer.ts"

const settings = (values: Record<string, string>) =>
  Layer.provide(ConfigProvider.layer(ConfigProvider.fromEnv({ env: values })))

const test = <E>(title: string, body: Effect.Effect<void, E, Scope.Scope | FileSystem.FileSystem | Path.Path>) =>
  it.live(title, () => Effect.provide(body, NodeServices.layer))

const failure = (url: string) =>
  Effect.gen(function* () {
    const error = yield* Effect.flip(
      Effect.scoped(Layer.build(Layer.fresh(Database.layer).pipe(settings({ DATABASE_URL: url }))))
    )
    assert.include(error.message, "DATABASE_URL")
    assert.notInclude(error.message, "sesame")
    assert.notInclude(error.message, "\n")
    // The setting itself refuses a value that is not a URL, before any server is contacted.
    if (error._tag === "SettingError") return { reason: "Invalid", message: error.message }
    return error._tag === "DatabaseUrlError" ? error : yield* Effect.die("unreachable")
  })

describe("DATABASE_URL", () => {
  for (const [url, fault] of [
    ["no url", /must be a PostgreSQL URL/],
    ["mysql://user:sesame@127.0.0.1/db", /must be a PostgreSQL URL/],
    ["postgres://user:12?sesame=@127.0.0.1/db", /must be a PostgreSQL URL\. .*Percent-encode/],
    ["postgres://user:sesame@127.0.0.1/db?sslmode=often", /sslmode that is none of disable, .*verify-full\.$/],
    ["postgres://user:sesame@127.0.0.1/db?ssl=true", /parameter ssl, .*Write sslmode=require/],
    ["postgres://user:sesame@127.0.0.1/db?schema=homes", /parameter "schema", .*Leave it out/],
    ["postgres:///db?service=homes&password=sesame", /parameter "service"/],
    ["postgres://user:sesame@10.0.0.1:5432,10.0.0.2:5432/db", /several hosts/],
    ["postgres://user:sesame@/db?host=10.0.0.1,10.0.0.2", /several hosts/]
  ] as const) {
    test(
      `MUST be refused in one line: ${url.replace("sesame", "…")}`,
      Effect.gen(function* () {
        const { message, reason } = yield* failure(url)
        assert.strictEqual(reason, "Invalid")
        assert.match(message, fault)
      })
    )
  }

  it.effect("MUST be refused in DATABASE_READ_URLS for the same parameters, with their number", () =>
    Effect.gen(function* () {
      const urls = "postgres://a.example.com/db, postgres://user:sesame@b.example.com/db?ssl=true"
      const { message } = yield* Effect.flip(
        Effect.provide(
          known.DATABASE_READ_URLS.value,
          ConfigProvider.layer(ConfigProvider.fromEnv({ env: { DATABASE_READ_URLS: urls } }))
        )
      )
      assert.match(message, /^DATABASE_READ_URLS cannot be used: number 2 has the parameter ssl/)
    })
  )

  it.effect("MUST be used with the parameters of PostgreSQL's own clients that make no difference", () =>
    Effect.gen(function* () {
      const given = "postgres://app@db.example.com/homes?sslmode=require&channel_binding=require&keepalives=1"
      const url = yield* Effect.provide(
        databaseUrl,
        ConfigProvider.layer(ConfigProvider.fromEnv({ env: { DATABASE_URL: given } }))
      )
      assert.strictEqual(Redacted.value(Option.getOrThrow(url)), given)
    })
  )

  test(
    "MUST be refused in one line if nothing listens there",
    Effect.gen(function* () {
      const port = yield* Effect.scoped(Effect.map(listen, (server) => (server.address() as Net.AddressInfo).port))
      const error = yield* failure(`postgres://user:sesame@127.0.0.1:${port}/db`)
      assert.strictEqual(error.reason, "Unreachable")
      assert.include(error.message, `127.0.0.1:${port}/db`)
    })
  )

  test(
    "MUST be refused in one line with the server's reason if the password is wrong or the database unknown",
    Effect.gen(function* () {
      const wrong = new URL(inject("databaseUrl"))
      wrong.password = "sesame"
      const error = yield* failure(wrong.href)
      assert.strictEqual(error.reason, "Refused")
      assert.include(error.message, "password authentication failed")
      const unknown = new URL(inject("databaseUrl"))
      unknown.pathname = "/no_such_database"
      assert.include((yield* failure(unknown.href)).message, 'database "no_such_database" does not exist')
    })
  )

  it.effect(
    "MUST be used if it names a user and no host, as PostgreSQL's own clients permit, and change nothing else",
    () =>
      Effect.gen(function* () {
        for (const [given, read] of [
          ["postgres://app@/homes?host=/run/postgresql", "postgres://app@localhost/homes?host=/run/postgresql"],
          ["postgresql://app:p%40ss@:6432/homes", "postgresql://app:p%40ss@localhost:6432/homes"],
          ["postgres://app@", "postgres://app@localhost"],
          ["postgres://app:p@:5@db.example.com/homes", undefined],
          ["postgres://app:p@:@db.example.com/homes", undefined],
          ["postgres:///homes?user=a@/b", undefined]
        ] as const) {
          const environment = { DATABASE_URL: given, DATABASE_READ_URLS: `${given}, ${given}` }
          const urls = yield* Effect.all([databaseUrl, known.DATABASE_READ_URLS.value]).pipe(
            Effect.provide(ConfigProvider.layer(ConfigProvider.fromEnv({ env: environment })))
          )
          const [one, many] = urls
          assert.strictEqual(Redacted.value(Option.getOrThrow(one)), read ?? given)
          assert.deepStrictEqual(many, [read ?? given, read ?? given])
        }
      })
  )

  test(
    "MUST be used if it is right, by any number of services",
    Effect.gen(function* () {
      const layer = Layer.fresh(Database.layerService).pipe(settings({ DATABASE_URL: inject("databaseUrl") }))
      const services = yield* Effect.all([Layer.build(layer), Layer.build(Layer.fresh(layer))])
      for (const context of services) {
        const { embedded } = yield* Effect.provide(Database, context)
        assert.isTrue(Option.isNone(embedded))
        assert.deepStrictEqual(
          yield* Effect.provide(
            Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT 1 AS one`),
            context
          ),
          [{ one: 1 }]
        )
      }
    })
  )
})

describe("without DATABASE_URL", () => {
  test(
    "MUST serve from the embedded server of DATA_DIR, as one service, and stop it",
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const dataDir = yield* preparedDataDir
      const layer = Layer.fresh(Database.layerService).pipe(settings({ DATABASE_URL: "", DATA_DIR: dataDir }))
      yield* Effect.scoped(
        Effect.gen(function* () {
          const context = yield* Layer.build(layer)
          const select = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT 1 AS one`)
          assert.deepStrictEqual(yield* Effect.provide(select, context), [{ one: 1 }])
          const second = yield* Effect.flip(Effect.scoped(Layer.build(Layer.fresh(layer))))
          assert.strictEqual(second._tag, "DataDirInUse")
          // The command line does not need the lock.
          const beside = Layer.fresh(Database.layer).pipe(settings({ DATA_DIR: dataDir }))
          assert.deepStrictEqual(yield* Effect.provide(select, beside), [{ one: 1 }])
          assert.deepStrictEqual(yield* Effect.provide(select, context), [{ one: 1 }])
        })
      )
      assert.isTrue(Option.isNone(yield* read(fs, `${dataDir}/postgres`)))
    })
  )
})

describe("the clients", () => {
  it.live("MUST limit statements that serve requests, and not the slow ones", () =>
    Effect.gen(function* () {
      const fast = yield* PgClient.PgClient
      const slow = yield* SlowDatabase
      assert.deepStrictEqual(yield* fast`SHOW statement_timeout`, [{ statement_timeout: "4s" }])
      assert.deepStrictEqual(yield* slow`SHOW statement_timeout`, [{ statement_timeout: "0" }])
    }).pipe(Effect.provide(TestDatabase.layer))
  )

  it.live("MUST end a transaction that has lost its connection as its work ends, which sees an outage", () =>
    Effect.gen(function* () {
      for (const sql of [yield* SqlClient.SqlClient, yield* SlowDatabase]) {
        const lose = sql`SELECT pg_terminate_backend(pg_backend_pid())`
        const lost = yield* Effect.flip(outage("It is away.")(sql.withTransaction(lose)))
        assert.deepInclude(lost, { message: "It is away.", reason: "Connection" })
        const own = Effect.andThen(Effect.exit(lose), Effect.fail("It has changed its mind."))
        assert.strictEqual(yield* Effect.flip(sql.withTransaction(own)), "It has changed its mind.")
      }
    }).pipe(Effect.provide(TestDatabase.layer))
  )

  it.live("MUST not let slow work delay requests", () =>
    Effect.gen(function* () {
      const fast = yield* PgClient.PgClient
      const slow = yield* SlowDatabase
      const work = yield* Effect.forkChild(
        Effect.forEach(Array.from({ length: 6 }), () => slow`SELECT pg_sleep(60)`, { concurrency: 6 })
      )
      const sleeping = fast`SELECT 1 FROM pg_stat_activity WHERE query LIKE '%pg_sleep(60)%'`
      yield* eventually("All slow work", sleeping, ({ length }) => length >= 6)
      yield* Effect.forEach(Array.from({ length: 200 }), () => fast`SELECT 1`, { concurrency: 50 })
      yield* Fiber.interrupt(work)
    }).pipe(Effect.provide(Layer.fresh(TestDatabase.layer)))
  )

  test(
    "MUST survive a server that stops and comes back on its port: errors meanwhile, results afterwards",
    Effect.gen(function* () {
      const dataDir = yield* preparedDataDir
      const up = yield* Scope.make()
      const server = yield* EmbeddedPostgres.make({ dataDir, settings: noDurability }).pipe(Scope.provide(up))
      const port = Number(new URL(Redacted.value(server.url)).port)
      const context = yield* Layer.build(
        Layer.fresh(Database.layerNoDeps).pipe(Layer.provide(Database.layerUrl(server.url)))
      )
      const select = (client: SqlClient.SqlClient) => client`SELECT 1 AS one`
      const each = (use: (client: SqlClient.SqlClient) => Effect.Effect<void, unknown>) =>
        Effect.gen(function* () {
          yield* use(yield* SqlClient.SqlClient)
          yield* use(yield* SlowDatabase)
        }).pipe(Effect.provide(context))
      const answers = each((client) => Effect.map(select(client), (rows) => assert.deepStrictEqual(rows, [{ one: 1 }])))

      yield* answers
      yield* Scope.close(up, Exit.void)
      yield* each((client) =>
        Effect.gen(function* () {
          // As many queries at once as in a busy service: none may hang.
          const errors = yield* Effect.forEach(Array.from({ length: 40 }), () => Effect.flip(select(client)), {
            concurrency: "unbounded"
          })
          for (const error of errors) assert.isTrue(error.isRetryable, error.message)
        })
      )
      yield* EmbeddedPostgres.make({ dataDir, settings: noDurability, port })
      yield* answers
    })
  )

  test(
    "MUST survive a crash of the embedded server, which restarts by itself",
    Effect.gen(function* () {
      const dataDir = yield* preparedDataDir
      const server = yield* EmbeddedPostgres.make({ dataDir, settings: noDurability })
      const clients = Layer.fresh(Database.layerNoDeps).pipe(
        Layer.provide(Database.layerEmbedded),
        Layer.provide(Layer.succeed(EmbeddedPostgres, server))
      )
      const context = yield* Layer.build(clients)
      const select = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT 1 AS one`).pipe(Effect.provide(context))
      yield* select
      yield* Effect.sync(() => process.kill(Effect.runSync(server.pid), "SIGKILL"))
      yield* eventually("The failure", Effect.exit(select), Exit.isFailure)
      yield* eventually("The server's return", Effect.exit(select), Exit.isSuccess)
    })
  )
})

const listen = Effect.acquireRelease(
  Effect.callback<Net.Server>((resume) => {
    const server = Net.createServer().listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
  }),
  (server) => Effect.callback<void>((resume) => void server.close(() => resume(Effect.void)))
)
