import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Fiber, Latch, Layer, Logger } from "effect"
import type { Scope } from "effect"
import { SqlClient } from "effect/sql"
import packageJson from "../../package.json" with { type: "json" }
import { Database, SlowDatabase } from "../../src/database/Database.ts"
import { expansion, type Migrations } from "../../src/database/Expansion.ts"
import { migrate, Migrator, refuseMismatch } from "../../src/database/Migrator.ts"
import { giveSign, silentAfterSeconds, takeLeave } from "../../src/database/Processes.ts"
import processes from "../../src/database/migrations/0019_processes.ts"
import { eventually } from "../support/Eventually.ts"
import { TestDatabase } from "../support/TestDatabase.ts"

/** Inserts a row each time it runs, so that a second run shows. */
const first = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE runs (name text NOT NULL)`
  // Long enough for the other processes to arrive while it runs.
  yield* sql`SELECT pg_sleep(0.3)`
  yield* sql`INSERT INTO runs VALUES ('first')`
})

const second = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`INSERT INTO runs VALUES ('second')`
})

const broken = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`INSERT INTO runs VALUES ('broken')`
  yield* sql`SELECT no_such_function()`
})

const filling = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`DO $$ BEGIN RAISE disk_full USING message = 'could not extend file'; END $$`
})

const nothing = Effect.void

const migrations: Migrations = { "0001_first": first, "0002_second": second }

const ran = Effect.flatMap(SlowDatabase, (sql) => sql<{ name: string }>`SELECT name FROM runs`).pipe(
  Effect.map((rows) => rows.map(({ name }) => name))
)

/** Separate clients for the same database, as each process has. */
const ownClients = Effect.gen(function* () {
  const database = yield* Database
  return yield* Layer.build(Layer.fresh(Database.layerNoDeps).pipe(Layer.provide(Layer.succeed(Database, database))))
})

const test = <E>(title: string, body: Effect.Effect<void, E, Database | SlowDatabase | Scope.Scope>) =>
  it.live(title, () => Effect.provide(body, Layer.fresh(TestDatabase.layer)))

describe("Migrator", () => {
  test(
    "MUST log what was migrated, but greet nobody with the list of all migrations of a new database",
    Effect.gen(function* () {
      const said: Array<string> = []
      const start = (known: Migrations) =>
        Layer.build(Layer.fresh(Migrator.layer(known))).pipe(
          Effect.provide(
            Logger.layer([Logger.make(({ message }) => void said.push(String(message)))], { mergeWithExisting: false })
          )
        )
      yield* start({ "0001_first": first })
      assert.deepStrictEqual(said, [])
      yield* start(migrations)
      yield* start(migrations)
      assert.deepStrictEqual(said, ["The database has been migrated: 0002_second"])
    })
  )

  test(
    "MUST run each migration once when many processes start together, and let all of them start",
    Effect.gen(function* () {
      const clients = yield* Effect.all(Array.from({ length: 8 }, () => ownClients))
      const outcomes = yield* Effect.forEach(clients, (context) => Effect.provide(migrate(migrations), context), {
        concurrency: "unbounded"
      })
      const busy = outcomes.filter((names) => names.length > 0)
      assert.deepStrictEqual(busy, [["0001_first", "0002_second"]])
      assert.deepStrictEqual(yield* ran, ["first", "second"])
    })
  )

  test(
    "MUST run only what is new",
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* migrate({ "0001_first": first }), ["0001_first"])
      assert.deepStrictEqual(yield* migrate(migrations), ["0002_second"])
      assert.deepStrictEqual(yield* migrate(migrations), [])
      assert.deepStrictEqual(yield* ran, ["first", "second"])
    })
  )

  test(
    "MUST leave the database unchanged if a migration fails, and say which and why",
    Effect.gen(function* () {
      yield* migrate({ "0001_first": first })
      const error = yield* Effect.flip(migrate({ ...migrations, "0003_broken": broken }))
      assert.strictEqual(error._tag, "MigrationsFailed")
      assert.include(error.message, "3_broken")
      assert.include(error.message, "no_such_function")
      assert.notInclude(error.message, "\n")
      const full = yield* Effect.flip(migrate({ ...migrations, "0003_filling": filling }))
      assert.match(
        full.message,
        /: could not extend file\. The database's disk is full: free some space there, and start/
      )
      assert.deepStrictEqual(yield* ran, ["first"])
      assert.deepStrictEqual(yield* migrate(migrations), ["0002_second"])
    })
  )

  test(
    "MUST refuse a database of a newer version, say which version it needs, and leave it unchanged",
    Effect.gen(function* () {
      const sql = yield* SlowDatabase
      yield* migrate(migrations)
      const { "0001_first": only } = migrations
      const unknown = yield* Effect.flip(migrate({ "0001_first": only! }))
      assert.strictEqual(unknown._tag, "DatabaseMismatch")
      assert.include(unknown.message, "A newer Doorstep has migrated the database (0002_second). This is Doorstep ")
      assert.include(unknown.message, ": start the Doorstep that migrated it or a later one, or restore a backup")
      yield* sql`COMMENT ON TABLE doorstep_migrations IS 'Doorstep 12.3.4'`
      for (const known of [{ "0001_first": only! }, {}]) {
        const error = yield* Effect.flip(migrate(known))
        assert.include(
          error.message,
          ": start Doorstep 12.3.4 or a later one, or restore a backup that this version wrote."
        )
        assert.strictEqual((yield* Effect.flip(refuseMismatch(known))).message, error.message)
      }
      assert.deepStrictEqual(yield* ran, ["first", "second"])
      yield* refuseMismatch(migrations)
      assert.deepStrictEqual(yield* migrate(migrations), [])
      const [row] = yield* sql`SELECT obj_description('doorstep_migrations'::regclass, 'pg_class') AS by`
      assert.deepStrictEqual(row, { by: "Doorstep 12.3.4" })
    })
  )

  test(
    "MUST run beside a newer version whose migrations permit it, and refuse any other",
    Effect.gen(function* () {
      const three = { ...migrations, "0003_third": expansion(2, [], nothing) }
      yield* migrate(three)
      assert.deepStrictEqual(yield* migrate(migrations), [])
      yield* refuseMismatch(migrations)
      // A program that would leave out unknown data is refused.
      const alone = yield* Effect.flip(refuseMismatch(migrations, true))
      assert.include(alone.message, "A newer Doorstep has migrated the database (0003_third).")
      const behind = yield* Effect.flip(migrate({ "0001_first": first }))
      assert.include(behind.message, "A newer Doorstep has migrated the database (0002_second, 0003_third).")
      yield* migrate({ ...three, "0004_fourth": expansion(3, [], nothing) })
      yield* migrate(three)
      assert.include((yield* Effect.flip(migrate(migrations))).message, "migrated the database (0004_fourth).")
      yield* migrate({ ...three, "0004_fourth": expansion(3, [], nothing), "0005_fifth": nothing })
      const broken = yield* Effect.flip(migrate({ ...three, "0004_fourth": expansion(3, [], nothing) }))
      assert.include(broken.message, "A newer Doorstep has migrated the database (0005_fifth).")
    })
  )

  test(
    "MUST work with a migration table that lacks the column for compatible versions",
    Effect.gen(function* () {
      const sql = yield* SlowDatabase
      yield* migrate(migrations)
      yield* sql`ALTER TABLE doorstep_migrations DROP COLUMN beside`
      assert.deepStrictEqual(yield* migrate(migrations), [])
      const { "0001_first": only } = migrations
      yield* Effect.flip(migrate({ "0001_first": only! }))
      yield* migrate({ ...migrations, "0003_third": expansion(2, [], nothing) })
      yield* migrate(migrations)
    })
  )

  test(
    "MUST let readers proceed while a table that it changes is in use, and change it once it is free",
    Effect.gen(function* () {
      const sql = yield* SlowDatabase
      yield* migrate(migrations)
      const held = yield* Latch.make()
      const holder = yield* Effect.forkScoped(
        sql.withTransaction(Effect.andThen(sql`INSERT INTO runs VALUES ('long')`, held.await))
      )
      const adding = SqlClient.SqlClient.use((client) => client`ALTER TABLE runs ADD COLUMN note text`)
      const change = Effect.asVoid(adding)
      const migrating = yield* Effect.forkScoped(
        migrate({ ...migrations, "0003_third": expansion(2, ["runs"], change) })
      )
      const waiting = sql`SELECT FROM pg_locks WHERE relation = 'runs'::regclass AND NOT granted`
      yield* eventually("The wait for the table", waiting, ({ length }) => length > 0)
      // Readers that arrive now queue behind the migration, which must not hold them up while it waits for the table.
      assert.deepStrictEqual(yield* ran, ["first", "second"])
      yield* held.open
      yield* Fiber.join(holder)
      assert.deepStrictEqual(yield* Fiber.join(migrating), ["0003_third"])
      assert.deepStrictEqual(yield* sql`SELECT note FROM runs LIMIT 1`, [{ note: null }])
    })
  )

  test(
    "MUST not wait for a second table while it has locked the first, which a reader of the second may wait for",
    Effect.gen(function* () {
      const sql = yield* SlowDatabase
      yield* migrate(migrations)
      yield* sql`CREATE TABLE other (name text)`
      yield* sql`CREATE TABLE third (name text)`
      const [held, has] = [yield* Latch.make(), yield* Latch.make()]
      const holder = yield* Effect.forkScoped(
        sql.withTransaction(
          Effect.gen(function* () {
            yield* sql`SELECT FROM third`
            yield* has.open
            yield* held.await
            // If the migration held `other` while waiting for `third`, both would wait forever.
            return yield* sql`SELECT FROM other`
          })
        )
      )
      yield* has.await
      const said: Array<string> = []
      const migrating = yield* Effect.forkScoped(
        migrate({ ...migrations, "0003_third": expansion(2, ["third", "other"], nothing) }).pipe(
          Effect.provide(
            Logger.layer([Logger.make(({ message }) => void said.push(String(message)))], { mergeWithExisting: false })
          )
        )
      )
      yield* eventually(
        "A line in the log",
        Effect.sync(() => said.length),
        (lines) => lines > 0
      )
      assert.deepStrictEqual(said, ["Waiting to migrate the database: its tables are in use."])
      assert.deepStrictEqual(
        yield* sql`SELECT FROM pg_locks WHERE relation IN ('other'::regclass, 'third'::regclass) AND NOT granted`,
        []
      )
      yield* held.open
      yield* Fiber.join(holder)
      assert.deepStrictEqual(yield* Fiber.join(migrating), ["0003_third"])
    })
  )

  test(
    "MUST not take anything away from a running process that needs it, and say which process that is",
    Effect.gen(function* () {
      const sql = yield* SlowDatabase
      const former = { ...migrations, "0003_processes": processes }
      yield* migrate(former)
      const sign = {
        name: "here-ab12:7",
        role: "serve",
        version: "0.0.9",
        schema: 3,
        startedAt: 0,
        report: {}
      } as const
      yield* giveSign(sql, sign)
      // Whoever was killed needs nothing any more.
      yield* giveSign(sql, { ...sign, name: "dead-cd34:8" })
      yield* sql`
        UPDATE process SET seen_at = now() - make_interval(secs => ${silentAfterSeconds + 1}) WHERE name = 'dead-cd34:8'`
      const said: Array<string> = []
      const migrating = yield* Effect.forkScoped(
        migrate({ ...former, "0004_fourth": expansion(3, [], nothing), "0005_fifth": nothing }).pipe(
          Effect.provide(
            Logger.layer([Logger.make(({ message }) => void said.push(String(message)))], { mergeWithExisting: false })
          )
        )
      )
      yield* eventually(
        "A line in the log",
        Effect.sync(() => said.length),
        (lines) => lines > 0
      )
      assert.include(said[0], "0005_fifth changes tables that running programs use: here-ab12:7 (Doorstep 0.0.9).")
      const [found] = yield* sql`SELECT max(migration_id) AS last FROM doorstep_migrations`
      assert.deepStrictEqual(found, { last: 3 })
      yield* takeLeave(sql, sign.name)
      assert.deepStrictEqual(yield* Fiber.join(migrating), ["0004_fourth", "0005_fifth"])
    })
  )

  test(
    "MUST record in the database which version has migrated it",
    Effect.gen(function* () {
      yield* migrate(migrations)
      const [row] = yield* (yield* SlowDatabase)`
        SELECT obj_description('doorstep_migrations'::regclass, 'pg_class') AS by`
      assert.deepStrictEqual(row, { by: `Doorstep ${packageJson.version}` })
    })
  )

  test(
    "MUST refuse a database whose migrations have other names under the same numbers, or with one missing",
    Effect.gen(function* () {
      yield* migrate(migrations)
      const renamed = yield* Effect.flip(migrate({ "0001_first": first, "0002_other": second, "0003_third": second }))
      assert.include(renamed.message, "The database has had the migration 0002_second, where Doorstep ")
      assert.include(renamed.message, " has 0002_other: something else made its tables. Use ")
      yield* (yield* SlowDatabase)`DELETE FROM doorstep_migrations WHERE migration_id = 1`
      const lacking = yield* Effect.flip(migrate(migrations))
      assert.include(lacking.message, "The database lacks 0001_first. It has had 0002_second")
      assert.deepStrictEqual(yield* ran, ["first", "second"])
    })
  )

  test(
    "MUST not leave a lock behind",
    Effect.gen(function* () {
      yield* migrate(migrations)
      yield* Effect.flip(migrate({ ...migrations, "0003_broken": broken }))
      const sql = Context.get(yield* ownClients, SlowDatabase)
      const locks = yield* sql`
        SELECT 1 FROM pg_locks JOIN pg_database ON database = pg_database.oid
        WHERE locktype = 'advisory' AND datname = current_database()
      `
      assert.deepStrictEqual(locks, [])
    })
  )
})
