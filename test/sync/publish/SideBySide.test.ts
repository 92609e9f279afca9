import { assert, layer } from "@effect/vitest"
import { Context, Effect, Fiber, Layer, Result, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { SlowDatabase } from "../../../src/database/Database.ts"
import { Countries } from "../../../src/pool/Countries.ts"
import * as CountriesPostgres from "../../../src/pool/CountriesPostgres.ts"
import * as PoolStorePostgres from "../../../src/draw/store/PoolStorePostgres.ts"
import { normalize } from "../../../src/sync/normalize/Normalize.ts"
import type { Publisher } from "../../../src/sync/publish/Publisher.ts"
import * as PublisherPostgres from "../../../src/sync/publish/PublisherPostgres.ts"
import { database, emptied, postgres } from "../../properties/Houses.ts"
import { eventually, homes, manifestOf, opened, sourceOf } from "../support.ts"

/** Every publication rewrites its country's table. */
const bulk = Layer.mergeAll(PoolStorePostgres.layerNoDeps, PublisherPostgres.layerNoDeps(undefined, 1))

/** Runs statements on a separate connection; an open transaction is rolled back at the end. */
const session = Effect.gen(function* () {
  const connection = yield* (yield* SlowDatabase).reserve
  const tell = (statement: string) => connection.execute(statement, [], undefined)
  yield* Effect.addFinalizer(() => Effect.ignore(tell("ROLLBACK")))
  return tell
})

/** The locks that are waited for, with their modes. */
const waits = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<{ readonly mode: string; readonly on: string }>`
    SELECT mode, coalesce(relation::regclass::text, locktype) AS on FROM pg_locks
    WHERE NOT granted AND (locktype = 'transactionid'
      OR (locktype = 'advisory' OR relation IS NOT NULL)
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))`
)

/** A run of a source that has staged `count` homes and is ready to publish. */
const staged = Effect.fnUntraced(function* (publisher: Publisher["Service"], source: string, count: number) {
  const staging = yield* publisher.begin(source, "US", "1")
  const part = yield* staging.part("")
  yield* part.stage(homes(count).map((one) => Result.getOrThrow(normalize(manifestOf(source), "US", one))))
  const totals = { read: count, kept: count, rejected: {} }
  yield* part.finish(totals)
  return { staging, publish: staging.publish({ totals, limits: { records: 1, cities: 1 }, anyway: false }) }
})

layer(database)("Concurrent publications", (it) => {
  it.effect(
    "MUST follow one another within a country: two sources at once give the same result as one after the other",
    () =>
      Effect.gen(function* () {
        yield* emptied
        const sql = yield* SqlClient.SqlClient
        const sources = ["alpha", "beta"].map((name) => sourceOf(name, () => Stream.fromIterable(homes(9))))
        const { publisher, synchronizer } = yield* opened(postgres, sources)
        const tell = yield* session
        yield* tell("BEGIN")
        // Keeps the first publication from writing what the country's addresses share.
        yield* tell("LOCK TABLE street IN SHARE MODE")
        const running = yield* Effect.forkChild(synchronizer.run({}))
        // One publication waits for the table, and the other for the first one.
        const waiting = yield* eventually(waits, ({ length }) => length >= 2)
        yield* tell("COMMIT")
        const reports = yield* Fiber.join(running)
        assert.deepStrictEqual(
          reports.map(({ outcome }) => outcome),
          ["published", "published"]
        )
        assert.sameMembers(
          waiting.map(({ on }) => on),
          ["street", "advisory"]
        )
        const [both] = yield* sql`
        SELECT (SELECT count(*)::int FROM address WHERE has_others) AS addresses,
          (SELECT count(*)::int FROM other_record WHERE nth = 1) AS others`
        assert.deepStrictEqual(both, { addresses: 9, others: 9 })
        assert.lengthOf(yield* publisher.running, 0)
      }).pipe(Effect.scoped)
  )

  it.effect("MUST publish nothing if the connection that holds the run's lock is gone", () =>
    Effect.gen(function* () {
      yield* emptied
      const sql = yield* SqlClient.SqlClient
      const { pool, publisher, synchronizer } = yield* opened(postgres, [
        sourceOf("alpha", () => Stream.fromIterable(homes(5)))
      ])
      const { publish } = yield* staged(publisher, "alpha", 9)
      yield* sql`
        SELECT pg_terminate_backend(pid) FROM pg_locks l
        WHERE locktype = 'advisory' AND granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`
      const lost = yield* eventually(publisher.running, ({ length }) => length === 0)
      assert.deepStrictEqual(lost, [])
      assert.strictEqual((yield* Effect.flip(publish))._tag, "StorageUnavailable")
      assert.deepStrictEqual(yield* pool.counts, [])
      // The lock is free again, so another run can publish, and its publication is the only one.
      assert.deepInclude((yield* synchronizer.run({}))[0], { outcome: "published", kept: 5 })
    }).pipe(Effect.scoped)
  )

  it.effect("MUST not abort readers of the tables by a deadlock while these are exchanged", () =>
    Effect.gen(function* () {
      yield* emptied
      const sql = yield* SqlClient.SqlClient
      const { publisher } = yield* opened(bulk, [])
      yield* Effect.flatMap(staged(publisher, "alpha", 9), ({ publish }) => publish).pipe(Effect.scoped)
      const { publish } = yield* staged(publisher, "alpha", 20)
      const tell = yield* session
      // A reader such as a dump or an operator, which detects deadlocks at once.
      yield* tell("BEGIN")
      yield* tell("SET LOCAL deadlock_timeout = '10ms'")
      yield* tell("SELECT count(*) FROM address_us")
      const publishing = yield* Effect.forkChild(publish)
      // Between two attempts, the publication has returned to its savepoint and released its locks.
      const refused = sql`
        SELECT FROM pg_stat_activity WHERE state = 'idle in transaction' AND query LIKE 'RELEASE SAVEPOINT%'`
      const seen = eventually(refused, ({ length }) => length > 0)
      assert.isNotEmpty(yield* Effect.raceFirst(seen, Effect.as(Fiber.join(publishing), [])))
      yield* tell("SELECT count(*) FROM address")
      yield* tell("COMMIT")
      assert.strictEqual((yield* Fiber.join(publishing)).added, 11)
    }).pipe(TestClock.withLive, Effect.scoped)
  )

  it.effect("MUST name whoever keeps the table in use for minutes, such as a dump, and be done by the next run", () =>
    Effect.gen(function* () {
      yield* emptied
      const sql = yield* SqlClient.SqlClient
      const { pool, publisher } = yield* opened(bulk, [])
      yield* Effect.flatMap(staged(publisher, "alpha", 9), ({ publish }) => publish).pipe(Effect.scoped)
      const tell = yield* session
      yield* tell("BEGIN")
      yield* tell("SET LOCAL application_name = 'pg_dump'")
      yield* tell("LOCK TABLE address_us IN ACCESS SHARE MODE")
      const [dump] = (yield* tell("SELECT pg_backend_pid() AS pid")) as ReadonlyArray<{ readonly pid: number }>
      const error = yield* Effect.gen(function* () {
        const { publish } = yield* staged(publisher, "alpha", 20)
        const publishing = yield* Effect.forkChild(Effect.flip(publish))
        yield* Effect.andThen(TestClock.adjust("1 second"), sql`SELECT 1`).pipe(
          Effect.repeat({ until: () => publishing.pollUnsafe() !== undefined })
        )
        return yield* Fiber.join(publishing)
      }).pipe(Effect.scoped)
      const told = `Process ${dump!.pid} of the database's server (pg_dump) keeps the addresses of US in use since `
      assert.include(error.message, told)
      assert.include(error.message, `SELECT pg_terminate_backend(${dump!.pid})`)
      assert.deepInclude((yield* pool.counts)[0], { version: 1, total: 9 })
      yield* tell("ROLLBACK")
      const { publish } = yield* staged(publisher, "alpha", 20)
      assert.strictEqual((yield* publish).added, 11)
    }).pipe(Effect.scoped)
  )

  it.effect("MUST not wait for publications of other countries, in whichever way each of them works", () =>
    Effect.gen(function* () {
      for (const other of [bulk, postgres]) {
        yield* emptied
        const sql = yield* SqlClient.SqlClient
        const canada = ({ recordId, ...home }: ReturnType<typeof homes>[number]) => ({
          ...home,
          recordId,
          region: "ON",
          city: "Ottawa",
          postcode: "K1A 0B1"
        })
        let count = 5
        const beta = sourceOf(
          "beta",
          () => Stream.suspend(() => Stream.fromIterable(homes(count).map(canada))),
          {
            fingerprint: Effect.sync(() => String(count))
          },
          ["CA"]
        )
        const slow = (yield* opened(other, [beta])).synchronizer
        yield* slow.run({})
        count = 12
        const { publisher } = yield* opened(bulk, [])
        const first = yield* Effect.scoped(Effect.flatMap(staged(publisher, "alpha", 9), ({ publish }) => publish))
        assert.strictEqual(first.added, 9)
        // Canada's publication stalls in the middle of its transaction, when it is about to update its pool.
        const tell = yield* session
        yield* tell("BEGIN")
        yield* tell("SELECT FROM pool WHERE country = 'CA' FOR UPDATE")
        const standing = yield* Effect.forkChild(slow.run({}))
        yield* eventually(waits, ({ length }) => length > 0)
        const next = yield* Effect.scoped(Effect.flatMap(staged(publisher, "alpha", 30), ({ publish }) => publish))
        assert.strictEqual(next.added, 21)
        yield* tell("COMMIT")
        assert.strictEqual((yield* Fiber.join(standing))[0]!.outcome, "published")
        const counts = yield* sql`SELECT country, count(*)::int AS count FROM address GROUP BY country ORDER BY country`
        assert.deepStrictEqual(counts, [
          { country: "CA", count: 12 },
          { country: "US", count: 30 }
        ])
      }
    }).pipe(TestClock.withLive, Effect.scoped)
  )

  it.effect("MUST all finish, whatever their sources, countries and ways, concurrently with rebuilds of catalogs", () =>
    Effect.gen(function* () {
      yield* emptied
      const sql = yield* SqlClient.SqlClient
      let round = 0
      const sources = ["alpha", "beta", "gamma"].map((name, place) =>
        sourceOf(
          name,
          (country) =>
            Stream.fromIterable(
              homes(20, 1 + ((round + place) % 3) * 10).map((home) =>
                country === "US" ? home : { ...home, region: "ON", city: "Ottawa", postcode: "K1A 0B1" }
              )
            ),
          { fingerprint: Effect.sync(() => String(round)) },
          ["US", "CA"]
        )
      )
      const anew = (yield* opened(bulk, sources, 4)).synchronizer.run({ anyway: true })
      const byRows = (yield* opened(postgres, sources, 4)).synchronizer.run({ anyway: true })
      const countries = Context.get(yield* Layer.build(CountriesPostgres.layerNoDeps), Countries)
      const catchUp = Effect.andThen(sql`UPDATE country SET catalog_basis = ''`, opened(postgres, [], 1))
      for (round = 1; round <= 3; round++) {
        const [first, second] = yield* Effect.all(
          [anew, byRows, catchUp, countries.setTargets("US", { total: round })],
          { concurrency: "unbounded" }
        )
        const broken = [...first, ...second].filter(
          ({ message, outcome }) => outcome === "failed" && !message!.includes("is already running")
        )
        assert.deepStrictEqual(broken, [])
      }
      yield* byRows
      const [left] = yield* sql`
        SELECT count(*)::int AS addresses, count(DISTINCT country)::int AS countries FROM address`
      assert.deepStrictEqual(left, { addresses: 80, countries: 2 })
    }).pipe(TestClock.withLive, Effect.scoped)
  )
})
