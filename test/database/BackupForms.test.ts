import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber, FileSystem, Layer, References, Result, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { dirname } from "node:path"
import { createIndexes, createTableAs, exchange } from "../../src/database/AddressTables.ts"
import { backup } from "../../src/database/backup/Backup.ts"
import { linesOf } from "../../src/database/backup/BackupFile.ts"
import { restore } from "../../src/database/backup/Restore.ts"
import { isKept } from "../../src/database/backup/Tables.ts"
import { Database, SlowDatabase } from "../../src/database/Database.ts"
import { migrations } from "../../src/database/Migrations.ts"
import { keepSuppressions } from "../../src/sync/suppression/Restored.ts"
import { moveAll, upgradeStorage } from "../../src/sync/upgrade/StorageUpgrade.ts"
import { eventually } from "../support/Eventually.ts"
import { TestDatabase } from "../support/TestDatabase.ts"
import { formerBackup, formerDatabase, formerlyServed, migrated, served } from "./FormerDatabase.ts"

const quiet = Effect.provideService(References.MinimumLogLevel, "Error")

const restored = (file: string, replace = false) =>
  quiet(restore(file, migrations, { replace, upgrade: (sql) => moveAll(sql), withhold: keepSuppressions }))

/** The database after the first start of this version. */
const upgraded = quiet(Effect.andThen(migrated, upgradeStorage))

/** Runs `effect` on a second database. */
const elsewhere = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.provide(effect, Layer.fresh(TestDatabase.layer))

/** A file that is deleted after the test. */
const inFile = <A, E, R>(use: (file: string) => Effect.Effect<A, E, R>) =>
  Effect.scoped(
    Effect.flatMap(FileSystem.FileSystem, (fs) =>
      Effect.flatMap(fs.makeTempDirectoryScoped(), (folder) => use(`${folder}/backup`))
    )
  ).pipe(Effect.provide(NodeServices.layer))

/** The rows of every table that backups contain. */
const contents = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const tables = yield* sql<{ readonly name: string }>`
    SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY relname`
  const found: Record<string, ReadonlyArray<object>> = {}
  for (const { name } of tables.filter((table) => isKept(table.name))) {
    found[name] = yield* sql`SELECT t::text FROM ${sql(name)} t ORDER BY t::text COLLATE "C"`
  }
  return found
})

/** The address tables with their parents, bounds and indexes. */
const shape = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`
    SELECT c.relname, c.relkind::text, i.inhparent::regclass::text AS parent, pg_get_expr(c.relpartbound, c.oid) AS bound,
      ARRAY(SELECT indexdef FROM pg_indexes WHERE tablename = c.relname AND schemaname = 'public' ORDER BY 1) AS indexes
    FROM pg_class c LEFT JOIN pg_inherits i ON i.inhrelid = c.oid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') ORDER BY 1`
)

const databaseName = (sql: SlowDatabase["Service"]) =>
  Effect.map(sql<{ readonly name: string }>`SELECT current_database() AS name`, ([row]) => row!.name)

/** The same database, on connections of its own. */
const reconnected = Database.layerNoDeps

const isWaiting = Effect.fnUntraced(function* (sql: SlowDatabase["Service"], relation: string) {
  const waits = sql`
    SELECT FROM pg_locks l WHERE NOT l.granted AND l.relation = ${relation}::regclass
      AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())`
  yield* eventually(`The wait for ${relation}`, waits, (rows) => rows.length > 0)
})

layer(formerDatabase, { excludeTestServices: true })("A backup", (it) => {
  it.effect("MUST move addresses of the former tables to the current ones, from a file in either format", () =>
    inFile(
      Effect.fnUntraced(function* (file) {
        const before = yield* formerlyServed
        yield* backup(file)
        const [first, second] = yield* Effect.forEach([formerBackup, file], (from) =>
          elsewhere(
            Effect.gen(function* () {
              yield* restored(from)
              assert.deepStrictEqual(yield* served, before)
              const { catalog_secret: _secret, ...rows } = yield* contents
              return { rows, shape: yield* shape }
            })
          )
        )
        assert.deepStrictEqual(first, second)
        const names = Object.keys(first!.rows)
        assert.includeMembers(names, ["address_de", "address_jp", "address_us", "other_record"])
        assert.notIncludeMembers(names, ["record", "address"])
      })
    )
  )

  it.effect("MUST be refused while addresses are being moved, and of a database without tables", () =>
    inFile(
      Effect.fnUntraced(function* (file) {
        const none = yield* Effect.flip(elsewhere(backup(file)))
        assert.match(none.message, /^The database has no tables of Doorstep's: .+ Check DATABASE_URL and DATA_DIR\.$/)
        yield* migrated
        const { message } = yield* Effect.flip(backup(file))
        assert.match(message, /^The addresses are still being moved to the tables of this version\. Start the service/)
      })
    )
  )

  it.effect("MUST bring every row of every table back, countries' addresses into tables of their own", () =>
    inFile(
      Effect.fnUntraced(function* (file) {
        const sql = yield* SlowDatabase
        yield* upgraded
        // An address whose key is not its first candidate, as after a collision.
        yield* sql`UPDATE address_us SET sample_key = 7 WHERE id = (SELECT min(id::text) FROM address_us)::uuid`
        const before = yield* contents
        const shaped = yield* shape
        const fs = yield* FileSystem.FileSystem
        const { rows } = yield* backup(file)
        assert.strictEqual(rows, Object.values(before).flat().length)
        assert.isBelow(Number((yield* fs.stat(file)).size), Number((yield* fs.stat(formerBackup)).size) / 2)
        yield* elsewhere(
          Effect.gen(function* () {
            const report = yield* restored(file)
            assert.strictEqual(report.rows, rows)
            assert.deepStrictEqual(yield* contents, before)
            assert.deepStrictEqual(yield* shape, shaped)
            // Replacing existing data.
            yield* restored(formerBackup, true)
            yield* restored(file, true)
            const { country: _country, pool: _pool, ...again } = yield* contents
            for (const [table, found] of Object.entries(again)) assert.deepStrictEqual(found, before[table], table)
            assert.deepStrictEqual(yield* shape, shaped)
          })
        )
      })
    )
  )

  it.effect("MUST bring every value back, whatever form the user's settings give it", () =>
    inFile(
      Effect.fnUntraced(function* (file) {
        const sql = yield* SlowDatabase
        yield* upgraded
        const before = yield* contents
        const name = yield* databaseName(sql)
        yield* sql`ALTER DATABASE ${sql(name)} SET DateStyle = 'SQL, DMY'`
        yield* sql`ALTER DATABASE ${sql(name)} SET TimeZone = 'Asia/Kolkata'`
        yield* sql`ALTER DATABASE ${sql(name)} SET extra_float_digits = -3`
        yield* Effect.provide(backup(file), Layer.fresh(reconnected))
        yield* elsewhere(
          Effect.gen(function* () {
            yield* restored(file)
            assert.deepStrictEqual(yield* contents, before)
          })
        )
      })
    )
  )

  it.effect("MUST be whole if another is written to the same file meanwhile, which is refused", () =>
    inFile(
      Effect.fnUntraced(function* (file) {
        yield* upgraded
        const written = yield* Effect.forEach([1, 2], () => Effect.result(backup(file)), { concurrency: 2 })
        const refused = written.filter(Result.isFailure).map(({ failure }) => failure.message)
        assert.lengthOf(refused, 1)
        assert.match(refused[0]!, /already exists/)
        const fs = yield* FileSystem.FileSystem
        assert.deepStrictEqual(yield* fs.readDirectory(dirname(file)), ["backup"])
        yield* elsewhere(restored(file))
      })
    )
  )

  it.effect("MUST have lines of bounded length, however long the rows are", () =>
    inFile(
      Effect.fnUntraced(function* (file) {
        const sql = yield* SlowDatabase
        yield* upgraded
        yield* sql`
          INSERT INTO audit (at, action, target, result, detail)
          SELECT now(), 'test', 'test', 'done', repeat(md5(i::text), 4000) FROM generate_series(1, 100) i`
        yield* backup(file)
        let longest = 0
        yield* Stream.runForEach(linesOf(file), (line) =>
          Effect.sync(() => {
            longest = Math.max(longest, line.length)
          })
        )
        assert.isBelow(longest, 10_000_000)
        const before = yield* contents
        yield* elsewhere(
          Effect.gen(function* () {
            yield* restored(file)
            assert.deepStrictEqual((yield* contents)["audit"], before["audit"])
          })
        )
      })
    )
  )

  it.effect("MUST leave the database unchanged if its addresses cannot be moved", () =>
    Effect.gen(function* () {
      const sql = yield* SlowDatabase
      yield* upgraded
      const before = yield* contents
      const shaped = yield* shape
      const upgrade = (inside: SlowDatabase["Service"]) =>
        Effect.andThen(
          moveAll(inside),
          Effect.asVoid(inside`DO $$ BEGIN RAISE disk_full USING message = 'could not extend file'; END $$`)
        )
      const error = yield* Effect.flip(
        restore(formerBackup, migrations, { replace: true, upgrade, withhold: keepSuppressions }).pipe(
          quiet,
          Effect.provide(NodeServices.layer)
        )
      )
      assert.match(
        error.message,
        /^The database cannot be restored: .*could not extend file\. It is unchanged\. Its disk is full: free some space/
      )
      const whileReadOnly = Effect.andThen(
        sql`SET TRANSACTION READ ONLY`,
        restore(formerBackup, migrations, { replace: true, upgrade, withhold: keepSuppressions })
      ).pipe(sql.withTransaction, Effect.flip, Effect.provide(NodeServices.layer))
      assert.match(
        (yield* whileReadOnly).message,
        /read-only transaction\. It is unchanged\. Point DATABASE_URL to the primary server/
      )
      assert.deepStrictEqual(yield* contents, before)
      assert.deepStrictEqual(yield* shape, shaped)
      assert.deepStrictEqual(yield* sql`SELECT nspname FROM pg_namespace WHERE nspname LIKE 'doorstep%'`, [])
    })
  )

  it.effect("MUST contain the addresses from before a publication that exchanges a country's table meanwhile", () =>
    inFile(
      Effect.fnUntraced(function* (file) {
        const sql = yield* SlowDatabase
        yield* upgraded
        const before = yield* contents
        const publish = Effect.gen(function* () {
          yield* createTableAs(sql, "US", "address_us_next", sql`SELECT * FROM address_us LIMIT 10`)
          yield* createIndexes(sql, "US", "address_us_next")
          yield* exchange(sql, "US", "address_us_next")
        }).pipe(sql.withTransaction)
        const [held, go] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
        // Blocks the backup at the first table that it reads.
        const holding = yield* Effect.gen(function* () {
          yield* sql`LOCK TABLE activity IN ACCESS EXCLUSIVE MODE`
          yield* Deferred.succeed(held, undefined)
          yield* Deferred.await(go)
        }).pipe(sql.withTransaction, Effect.forkScoped)
        yield* Deferred.await(held)
        const writing = yield* Effect.forkScoped(backup(file))
        yield* isWaiting(sql, "activity")
        const publishing = yield* Effect.forkScoped(publish)
        yield* isWaiting(sql, "addresses_us")
        yield* Deferred.succeed(go, undefined)
        yield* Fiber.join(holding)
        yield* Fiber.join(writing)
        yield* Fiber.join(publishing)
        assert.strictEqual((yield* contents)["address_us"]!.length, 10)
        yield* elsewhere(
          Effect.gen(function* () {
            yield* restored(file)
            assert.deepStrictEqual((yield* contents)["address_us"], before["address_us"])
          })
        )
      })
    )
  )

  it.effect("MUST contain all addresses if a publication that was exchanging a country's table ends meanwhile", () =>
    inFile(
      Effect.fnUntraced(function* (file) {
        const sql = yield* SlowDatabase
        yield* upgraded
        const [exchanged, go] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
        const publishing = yield* Effect.gen(function* () {
          yield* createTableAs(sql, "US", "address_us_next", sql`SELECT * FROM address_us LIMIT 5`)
          yield* createIndexes(sql, "US", "address_us_next")
          yield* exchange(sql, "US", "address_us_next")
          yield* Deferred.succeed(exchanged, undefined)
          yield* Deferred.await(go)
        }).pipe(sql.withTransaction, Effect.forkScoped)
        yield* Deferred.await(exchanged)
        const writing = yield* Effect.forkScoped(backup(file))
        yield* isWaiting(sql, "addresses_us")
        yield* Deferred.succeed(go, undefined)
        yield* Fiber.join(publishing)
        yield* Fiber.join(writing)
        const published = (yield* contents)["address_us"]
        assert.strictEqual(published!.length, 5)
        yield* elsewhere(
          Effect.gen(function* () {
            yield* restored(file)
            assert.deepStrictEqual((yield* contents)["address_us"], published)
          })
        )
      })
    )
  )
})
