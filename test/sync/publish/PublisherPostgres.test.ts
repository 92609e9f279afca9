import { assert, layer } from "@effect/vitest"
import { Context, Deferred, Effect, Exit, Fiber, Layer, Logger, Result, Scope, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import type { RawRecord } from "../../../sources/DataSource.ts"
import * as DataSource from "../../../sources/DataSource.ts"
import { sampleKey } from "../../../src/address/Identity.ts"
import { PoolRepository } from "../../../src/draw/PoolRepository.ts"
import * as PoolStorePostgres from "../../../src/draw/store/PoolStorePostgres.ts"
import { Countries } from "../../../src/pool/Countries.ts"
import * as CountriesPostgres from "../../../src/pool/CountriesPostgres.ts"
import { Publisher } from "../../../src/sync/publish/Publisher.ts"
import * as PublisherPostgres from "../../../src/sync/publish/PublisherPostgres.ts"
import { withdraw } from "../../../src/sync/configured/Withdrawal.ts"
import { normalize } from "../../../src/sync/normalize/Normalize.ts"
import { create } from "../../../src/sync/stage/StagedTables.ts"
import { Synchronizer } from "../../../src/sync/run/Synchronizer.ts"
import { noTotals } from "../../../src/sync/read/Tally.ts"
import { standings } from "../../../src/sync/run/RunHistory.ts"
import { eventually } from "../../support/Eventually.ts"
import { database, emptied, house, postgres, scripted } from "../../properties/Houses.ts"

const homes = (count: number, from = 1): ReadonlyArray<RawRecord> =>
  Array.from({ length: count }, (_, i) => ({
    recordId: String(from + i),
    houseNumber: String(from + i),
    street: "Oak Avenue",
    city: "Savannah",
    region: "GA",
    postcode: "31401",
    evidence: { kind: "declared" as const, detail: "Made up for tests." }
  }))

/** An empty house with these sources. */
const opened = Effect.fnUntraced(function* (
  sources: ReadonlyArray<DataSource.DataSource>,
  storage: typeof postgres = postgres
) {
  yield* emptied
  const context = yield* Layer.build(Layer.fresh(house(storage, sources)))
  return {
    pool: Context.get(context, PoolRepository),
    synchronizer: Context.get(context, Synchronizer),
    publisher: Context.get(context, Publisher)
  }
})

/** Tables of staged records. */
const stagedTables = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return yield* sql`SELECT tablename FROM pg_tables WHERE tablename LIKE 'staged\_%'`
})

const everyAddress = (pool: PoolRepository["Service"], count: number) =>
  Effect.map(
    pool.drawMany({
      country: "US",
      filters: {},
      seed: "all",
      strategy: "random",
      count,
      unique: true,
      excludeAddressIds: []
    }),
    ({ addresses }) => addresses
  )

layer(database)("the PostgreSQL publisher", (it) => {
  it.effect("MUST tell operators what the database says if a run does not finish", () =>
    Effect.gen(function* () {
      const { synchronizer } = yield* opened([scripted("alpha", ["US"], { records: homes(3) }).source])
      const sql = yield* SqlClient.SqlClient
      const lines: Array<string> = []
      const collect = Logger.make<unknown, void>(({ message }) => void lines.push(String(message)))
      yield* sql`ALTER TABLE pool ADD CONSTRAINT refused CHECK (country <> 'US')`
      const [report] = yield* Effect.provide(synchronizer.run({}), Logger.layer([collect]))
      yield* sql`ALTER TABLE pool DROP CONSTRAINT refused`
      // The next run resumes with what was read, and leaves nothing behind.
      assert.strictEqual((yield* synchronizer.run({}))[0]!.outcome, "published")
      assert.strictEqual(report!.outcome, "failed")
      assert.notInclude(report!.message, "constraint")
      const said = lines.filter((line) => line.includes("refused"))
      assert.lengthOf(said, 1)
      assert.match(said[0]!, /alpha in US did not come to its end\. The database says: .*violates check constraint/)
    })
  )

  it.effect("MUST let colliding sample keys coexist, the one published first keeping its own", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { source, tell } = scripted("alpha", ["US"], { records: homes(3) })
      // First candidates are all the same key, and so are all second candidates.
      const colliding = (id: string, attempt = 0) => (attempt < 2 ? BigInt(attempt) : sampleKey(id, attempt))
      const storage = Layer.mergeAll(PoolStorePostgres.layerNoDeps, PublisherPostgres.layerNoDeps(colliding))
      const { pool, synchronizer } = yield* opened([source], storage)
      yield* synchronizer.run({})
      const keys = () =>
        Effect.map(
          sql<{ readonly id: string; readonly key: bigint }>`SELECT id, sample_key AS key FROM address ORDER BY id`,
          (rows) => new Map(rows.map(({ id, key }) => [id, key]))
        )
      const before = yield* keys()
      assert.strictEqual(new Set(before.values()).size, 3)
      tell({ records: homes(12) })
      yield* synchronizer.run({})
      const after = yield* keys()
      assert.strictEqual(new Set(after.values()).size, 12)
      for (const [id, key] of before) assert.strictEqual(after.get(id), key)
      assert.strictEqual(new Set((yield* everyAddress(pool, 12)).map(({ id }) => id)).size, 12)
    })
  )

  // Two homes are the fewest that can share a key.
  it.effect.each([2, 40])(
    "MUST resolve %i colliding sample keys in a publication that writes its tables again",
    (count) =>
      Effect.gen(function* () {
        const { source } = scripted("alpha", ["US"], { records: homes(count) })
        const colliding = (id: string, attempt = 0) => (attempt === 0 ? 7n : sampleKey(id, attempt))
        const storage = Layer.mergeAll(PoolStorePostgres.layerNoDeps, PublisherPostgres.layerNoDeps(colliding, 1))
        const { pool, synchronizer } = yield* opened([source], storage)
        const [report] = yield* synchronizer.run({})
        assert.strictEqual(report!.outcome, "published")
        assert.strictEqual(report!.publication?.added, count)
        assert.strictEqual(new Set((yield* everyAddress(pool, 50)).map(({ id }) => id)).size, count)
        const sql = yield* SqlClient.SqlClient
        assert.deepStrictEqual(yield* sql`SELECT FROM pg_class WHERE relname LIKE '%\_next'`, [])
      })
  )

  it.effect("MUST withdraw a source whose run is still in progress: the run is cancelled and waited for", () =>
    Effect.gen(function* () {
      const { source } = scripted("alpha", ["US"], { records: homes(7) })
      const { publisher, synchronizer } = yield* opened([source])
      yield* synchronizer.run({})
      const scope = yield* Scope.make()
      const staging = yield* publisher.begin("alpha", "US", "2").pipe(Scope.provide(scope))
      const part = yield* staging.part("")
      yield* part.stage([])
      const withdrawing = yield* Effect.forkChild(withdraw(publisher, { source: "alpha", country: "US" }))
      const progress = { ...noTotals, phase: "reading" as const, phases: [], rate: 0 }
      yield* eventually("The wish to cancel", staging.progress(progress), (isCancelled) => isCancelled)
      assert.isUndefined(withdrawing.pollUnsafe())
      yield* Scope.close(scope, Exit.void)
      assert.strictEqual((yield* Fiber.join(withdrawing)).withdrawn, 7)
    }).pipe(TestClock.withLive)
  )

  it.effect("MUST leave the pool unchanged if a run is interrupted, and record that", () =>
    Effect.gen(function* () {
      const reached = yield* Deferred.make<void>()
      let stuck = false
      const { source } = scripted("alpha", ["US"], { records: homes(5) })
      const stalling = DataSource.make({
        ...source,
        fingerprint: Effect.sync(() => (stuck ? "2" : "1")),
        records: (country) =>
          stuck
            ? Stream.concat(
                Stream.fromIterable(homes(4000, 100)),
                Stream.fromEffect(Effect.andThen(Deferred.succeed(reached, undefined), Effect.never))
              )
            : source.records(country)
      })
      const { pool, publisher, synchronizer } = yield* opened([stalling])
      yield* synchronizer.run({})
      const before = yield* everyAddress(pool, 50)
      stuck = true
      const run = yield* Effect.forkChild(synchronizer.run({}))
      yield* Deferred.await(reached)
      yield* Fiber.interrupt(run)
      assert.deepStrictEqual(yield* everyAddress(pool, 50), before)
      const [last] = yield* publisher.runs(1)
      assert.strictEqual(last!.outcome, "interrupted")
      assert.deepStrictEqual(yield* stagedTables, [])
    })
  )

  it.effect("MUST refuse a second run of a source and country while one is in progress", () =>
    Effect.gen(function* () {
      const { source } = scripted("alpha", ["US"], { records: homes(5) })
      const { publisher, synchronizer } = yield* opened([source])
      yield* Effect.scoped(
        Effect.gen(function* () {
          yield* publisher.begin("alpha", "US", "1")
          const [report] = yield* synchronizer.run({})
          assert.strictEqual(report!.outcome, "failed")
          assert.match(report!.message!, /alpha in US is already running/)
        })
      )
      assert.strictEqual((yield* synchronizer.run({}))[0]!.outcome, "published")
    })
  )

  it.effect("MUST read no runs of other jobs to say how a job without runs stands", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* emptied
      yield* sql`
        INSERT INTO run (source, country, fingerprint, started_at, ended_at, outcome)
        SELECT 'alpha', 'US', 'x', now(), now(), 'unchanged' FROM generate_series(1, 2000)`
      yield* sql`ANALYZE run`
      const without = Array.from({ length: 20 }, (_, i) => ({ source: `without-${i}`, country: "US" }))
      const read = yield* sql.withTransaction(
        Effect.gen(function* () {
          const [alpha, ...others] = yield* standings(sql, [{ source: "alpha", country: "US" }, ...without])
          assert.strictEqual(alpha!.outcome, "unchanged")
          assert.isTrue(others.every(({ outcome }) => outcome === undefined))
          return yield* sql<{ readonly rows: number }>`
            SELECT (coalesce(idx_tup_fetch, 0) + seq_tup_read)::int AS rows
            FROM pg_stat_xact_user_tables WHERE relname = 'run'`
        })
      )
      // What alpha has been published with is looked for among its own.
      assert.isAtMost(read[0]!.rows, 2010)
    })
  )

  it.effect("MUST clean up what a killed process left behind", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { source } = scripted("alpha", ["US"], { records: homes(5) })
      const { publisher, synchronizer } = yield* opened([source])
      const [left] = yield* sql<{ readonly id: bigint }>`
        INSERT INTO run (source, country, fingerprint, started_at, outcome, staging)
        VALUES ('alpha', 'US', 'x', now(), 'running', 4711) RETURNING id`
      yield* create(sql, 4711n)
      assert.deepInclude(yield* publisher.run(String(left!.id)), { outcome: "interrupted" })
      yield* synchronizer.run({})
      const outcomes = (yield* publisher.runs(10)).map((run) => run.outcome)
      assert.deepStrictEqual(outcomes, ["published", "interrupted"])
      assert.deepStrictEqual(yield* stagedTables, [])
    })
  )

  it.effect("MUST drop what a process that died after its run's end had not dropped, and nothing else", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { source } = scripted("alpha", ["US"], { records: homes(5) })
      const { publisher } = yield* opened([source])
      const ended = (source: string, outcome: string, staging: bigint | null) => sql`
        INSERT INTO run (id, source, country, fingerprint, started_at, outcome, staging) OVERRIDING SYSTEM VALUE
        VALUES (nextval(pg_get_serial_sequence('run', 'id')) + 4000, ${source}, 'US', 'x', now(), ${outcome}, ${staging}::bigint)
        RETURNING id`
      const idOf = (rows: ReadonlyArray<object>) => BigInt(String("id" in rows[0]! ? rows[0]!.id : 0))
      const lost = idOf(yield* ended("alpha", "published", null))
      const held = idOf(yield* ended("beta", "gated", null))
      yield* sql`UPDATE run SET staging = id WHERE id = ${held}`
      const ending = idOf(yield* ended("gamma", "published", null))
      for (const staging of [lost, held, ending, 99_999n]) yield* create(sql, staging)
      const left = Effect.map(
        sql`SELECT tablename FROM pg_tables WHERE tablename LIKE 'staged\_record\_%' ORDER BY 1`,
        (rows) => rows.map((row) => row["tablename"])
      )
      yield* Effect.scoped(
        Effect.gen(function* () {
          // The process that holds the lock drops them itself.
          yield* publisher.begin("gamma", "US", "1")
          yield* Layer.build(Layer.fresh(house(postgres, [source])))
        })
      )
      assert.sameMembers(yield* left, [`staged_record_${held}`, `staged_record_${ending}`])
      yield* Layer.build(Layer.fresh(house(postgres, [source])))
      assert.deepStrictEqual(yield* left, [`staged_record_${held}`])
    })
  )

  it.effect("MUST stage what records share again if it was interrupted on its way", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { source } = scripted("alpha", ["US"])
      const { publisher } = yield* opened([source])
      const records = homes(3).map((home) => Result.getOrThrow(normalize(source.manifest, "US", home)))
      yield* Effect.scoped(
        Effect.gen(function* () {
          const staging = yield* publisher.begin("alpha", "US", "1")
          const first = yield* staging.part("1")
          const streets = `staged_street_${yield* staging.place}`
          const [isHeld, isOver] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
          const holder = yield* sql`LOCK TABLE ${sql(streets)} IN ACCESS EXCLUSIVE MODE`.pipe(
            Effect.andThen(Deferred.succeed(isHeld, undefined)),
            Effect.andThen(Deferred.await(isOver)),
            sql.withTransaction,
            Effect.forkChild
          )
          yield* Deferred.await(isHeld)
          const staged = yield* Effect.forkChild(first.stage(records))
          yield* eventually(
            "The wait for the lock",
            sql`SELECT FROM pg_locks WHERE NOT granted AND relation = ${streets}::regclass`,
            (waiting) => waiting.length === 1
          )
          yield* Fiber.interrupt(staged)
          yield* Deferred.succeed(isOver, undefined)
          yield* Fiber.join(holder)
          const second = yield* staging.part("2")
          yield* second.stage(records)
          yield* second.finish({ ...noTotals, read: 3, kept: 3 })
          const limits = { records: 1, cities: 1 }
          const { added, residential } = yield* staging.publish({ totals: noTotals, limits, anyway: true })
          assert.deepStrictEqual({ added, residential }, { added: 3, residential: 3 })
        })
      )
    })
  )

  it.effect("MUST tell each step of a publication, from none done to all, whether or not it is the first", () =>
    Effect.gen(function* () {
      const { source } = scripted("alpha", ["US"], { records: homes(5) })
      const { publisher } = yield* opened([source])
      const limits = { records: 1, cities: 1 }
      for (const fingerprint of ["1", "2"]) {
        const told: Array<readonly [done: number, total: number]> = []
        yield* Effect.scoped(
          Effect.gen(function* () {
            const staging = yield* publisher.begin("alpha", "US", fingerprint)
            const onStep = (done: number, total: number) => Effect.sync(() => void told.push([done, total]))
            yield* staging.publish({ totals: noTotals, limits, anyway: true, onStep })
          })
        )
        assert.deepStrictEqual(
          told,
          [0, 1, 2, 3].map((done) => [done, 3])
        )
      }
      assert.deepStrictEqual(yield* stagedTables, [])
    })
  )

  it.effect("MUST date a pool by what changed it last: a publication, or a setting of its country", () =>
    Effect.gen(function* () {
      const { synchronizer } = yield* opened([scripted("alpha", ["US"], { records: homes(3) }).source])
      const countries = Context.get(yield* Layer.build(Layer.fresh(CountriesPostgres.layerNoDeps)), Countries)
      const sql = yield* SqlClient.SqlClient
      const hours = Effect.map(sql`SELECT extract(epoch FROM published_at)::float8 / 3600 AS at FROM pool`, ([row]) =>
        Number(row!["at"])
      )
      yield* synchronizer.run({})
      const first = yield* hours
      yield* TestClock.adjust("1 hour")
      assert.strictEqual((yield* synchronizer.run({ force: true }))[0]!.outcome, "published")
      assert.strictEqual(yield* hours, first)
      yield* countries.setEvidence("US", "assumed")
      assert.strictEqual(yield* hours, first)
      yield* countries.setEvidence("US", "landuse")
      assert.strictEqual(yield* hours, first + 1)
    })
  )

  it.effect("MUST record each run with its counts", () =>
    Effect.gen(function* () {
      const rejects = [{ recordId: "x", street: "Oak Avenue", city: "Savannah", region: "GA" }]
      const { source, tell } = scripted("alpha", ["US"], { records: [...homes(5), ...homes(2), ...rejects] })
      const { publisher, synchronizer } = yield* opened([source])
      yield* synchronizer.run({})
      yield* synchronizer.run({})
      tell({ records: homes(5, 2) })
      yield* synchronizer.run({})
      const runs = yield* publisher.runs(10)
      assert.deepStrictEqual(
        runs.map(({ kept, outcome, publication, read, rejected }) => ({ kept, outcome, publication, read, rejected })),
        [
          {
            read: 5,
            kept: 5,
            rejected: {},
            outcome: "published",
            publication: { added: 1, changed: 0, withdrawn: 1, poolVersion: 2, residential: 5, residentialBefore: 5 }
          },
          { read: 0, kept: 0, rejected: {}, outcome: "unchanged", publication: undefined },
          {
            read: 8,
            kept: 5,
            rejected: { duplicate: 2, "missing-house-number": 1 },
            outcome: "published",
            publication: { added: 5, changed: 0, withdrawn: 0, poolVersion: 1, residential: 5, residentialBefore: 0 }
          }
        ]
      )
      assert.isTrue(runs.every((run) => run.endedAt !== undefined && run.endedAt >= run.startedAt))
    })
  )
})
