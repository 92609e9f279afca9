import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import type { Scope } from "effect"
import { SqlClient } from "effect/sql"
import packageJson from "../../package.json" with { type: "json" }
import { Database, SlowDatabase } from "../../src/database/Database.ts"
import type { Migrations } from "../../src/database/Migrator.ts"
import { migrate, refuseMismatch } from "../../src/database/Migrator.ts"
import { TestDatabase } from "../support/TestDatabase.ts"

/** Leaves a row each time it runs, so that a second run shows. */
const first = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE runs (name text NOT NULL)`
  // Long enough for the others to come while it runs.
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

const migrations: Migrations = { "0001_first": first, "0002_second": second }

const ran = Effect.flatMap(SlowDatabase, (sql) => sql<{ name: string }>`SELECT name FROM runs`).pipe(
  Effect.map((rows) => rows.map(({ name }) => name))
)

/** Clients of their own on the same database, as each process has. */
const ownClients = Effect.gen(function* () {
  const database = yield* Database
  return yield* Layer.build(Layer.fresh(Database.layerNoDeps).pipe(Layer.provide(Layer.succeed(Database, database))))
})

const test = <E>(title: string, body: Effect.Effect<void, E, Database | SlowDatabase | Scope.Scope>) =>
  it.live(title, () => Effect.provide(body, Layer.fresh(TestDatabase.layer)))

describe("Migrator", () => {
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
    "MUST leave the database as it was when a migration fails, and say which and why",
    Effect.gen(function* () {
      yield* migrate({ "0001_first": first })
      const error = yield* Effect.flip(migrate({ ...migrations, "0003_broken": broken }))
      assert.strictEqual(error._tag, "MigrationsFailed")
      assert.include(error.message, "3_broken")
      assert.include(error.message, "no_such_function")
      assert.notInclude(error.message, "\n")
      assert.deepStrictEqual(yield* ran, ["first"])
      assert.deepStrictEqual(yield* migrate(migrations), ["0002_second"])
    })
  )

  test(
    "MUST refuse a database of a newer version, say which version it needs, and leave it as it is",
    Effect.gen(function* () {
      const sql = yield* SlowDatabase
      yield* migrate(migrations)
      const { "0001_first": only } = migrations
      const unknown = yield* Effect.flip(migrate({ "0001_first": only! }))
      assert.strictEqual(unknown._tag, "DatabaseMismatch")
      assert.include(unknown.message, "A newer Doorstep has migrated the database (0002_second). This is Doorstep ")
      assert.include(unknown.message, ": start the Doorstep that migrated it, or a later one, or restore a backup")
      yield* sql`COMMENT ON TABLE doorstep_migrations IS 'Doorstep 12.3.4'`
      for (const known of [{ "0001_first": only! }, {}]) {
        const error = yield* Effect.flip(migrate(known))
        assert.include(error.message, ": start Doorstep 12.3.4, or a later one, or restore a backup of this one.")
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
    "MUST leave in the database which version has migrated it",
    Effect.gen(function* () {
      yield* migrate(migrations)
      const [row] = yield* (yield* SlowDatabase)`
        SELECT obj_description('doorstep_migrations'::regclass, 'pg_class') AS by`
      assert.deepStrictEqual(row, { by: `Doorstep ${packageJson.version}` })
    })
  )

  test(
    "MUST refuse a database whose migrations have other names under the same numbers, or lack one in between",
    Effect.gen(function* () {
      yield* migrate(migrations)
      const renamed = yield* Effect.flip(migrate({ "0001_first": first, "0002_other": second, "0003_third": second }))
      assert.include(renamed.message, "The database had the migration 0002_second, and Doorstep ")
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
