import { assert, layer } from "@effect/vitest"
import { Context, Effect, Fiber, Layer, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import { property } from "../../../properties/Bridge.ts"
import type { RawRecord } from "../../../sources/DataSource.ts"
import { ensureTable } from "../../../src/database/AddressTables.ts"
import { SlowDatabase } from "../../../src/database/Database.ts"
import { Countries } from "../../../src/pool/Countries.ts"
import * as CountriesPostgres from "../../../src/pool/CountriesPostgres.ts"
import * as PoolStorePostgres from "../../../src/draw/store/PoolStorePostgres.ts"
import * as PublisherPostgres from "../../../src/sync/publish/PublisherPostgres.ts"
import { database, emptied, type Storage } from "../../properties/Houses.ts"
import { faults, left, shapes } from "../stored.ts"
import { eventually, homes, opened, sourceOf, tables } from "../support.ts"

/** Storage that rewrites a country's table once this many addresses are affected. */
const storage = (from: number) =>
  Layer.mergeAll(PoolStorePostgres.layerNoDeps, PublisherPostgres.layerNoDeps(undefined, from)) as Storage<never>

const ways = { anew: storage(1), byRows: storage(Infinity) }

const kinds = ["register", "against", "building", "declared", "assumed"] as const

/** Few addresses in few streets, so that records disagree about them. */
const record: fc.Arbitrary<RawRecord> = fc
  .record({
    number: fc.integer({ min: 1, max: 6 }),
    street: fc.constantFrom("Oak Street", "OAK STREET", "Elm Street"),
    city: fc.constantFrom("Savannah", "SAVANNAH", "Pooler"),
    postcode: fc.constantFrom("31401", "31322"),
    unit: fc.constantFrom(undefined, "2", "Apt 2"),
    kind: fc.constantFrom(...kinds, undefined),
    detail: fc.constantFrom("As parcel 4711-12 says.", "As it says."),
    more: fc.constantFrom<Partial<RawRecord>>(
      {},
      { coordinates: { latitude: 32.08, longitude: -81.09 } },
      { coordinates: { latitude: 32.09, longitude: -81.1 }, language: "en" },
      { names: { fr: { street: "Rue" } } },
      { names: { fr: { street: "Rue", building: "Tour" } }, building: "Tower" }
    ),
    id: fc.integer({ min: 1, max: 3 })
  })
  .map(({ city, detail, id, kind, more, number, postcode, street, unit }) => ({
    recordId: `${street}/${number}/${id}`,
    houseNumber: String(number),
    street,
    unit,
    city,
    region: "GA",
    postcode,
    evidence: kind === undefined ? undefined : { kind, detail },
    ...more
  }))

const records = fc.array(record, { maxLength: 14 })

/** What the sources state, and the weakest evidence that counts, at each step. */
const steps = fc.array(
  fc.record(
    {
      alpha: records,
      beta: records,
      weakest: fc.constantFrom("building" as const, "declared" as const, "assumed" as const)
    },
    { requiredKeys: [] }
  ),
  { minLength: 2, maxLength: 3 }
)

type Steps = typeof steps extends fc.Arbitrary<infer A> ? A : never

layer(database)("A country's table that is written again", (it) => {
  /** What remains after each step, along with the reports. */
  const lived = Effect.fnUntraced(function* (way: keyof typeof ways, story: Steps) {
    yield* emptied
    const said: Record<"alpha" | "beta", ReadonlyArray<RawRecord>> = { alpha: [], beta: [] }
    let version = 0
    const sources = (["alpha", "beta"] as const).map((name) =>
      sourceOf(name, () => Stream.suspend(() => Stream.fromIterable(said[name])), {
        fingerprint: Effect.sync(() => String(version))
      })
    )
    const { publisher, synchronizer } = yield* opened(ways[way], sources, 1)
    const countries = Context.get(yield* Layer.build(CountriesPostgres.layerNoDeps), Countries)
    const seen = []
    for (const { alpha, beta, weakest } of story) {
      version++
      said.alpha = alpha ?? said.alpha
      said.beta = beta ?? said.beta
      if (weakest !== undefined) yield* countries.setEvidence("US", weakest)
      const told = []
      for (const source of ["alpha", "beta"]) {
        const [report] = yield* synchronizer.run({ source, anyway: true })
        assert.strictEqual(report!.outcome, "published")
        const [run] = yield* publisher.runs(1)
        told.push({ publication: report!.publication, changes: yield* publisher.changes(run!.id) })
      }
      assert.deepStrictEqual(yield* faults, {})
      seen.push({ told, left: yield* left })
    }
    return seen
  }, Effect.scoped)

  it.effect(
    "MUST have the same result and report as changing its rows, whatever two sources say about it",
    () =>
      property(
        steps,
        (story) =>
          Effect.gen(function* () {
            assert.deepStrictEqual(yield* lived("anew", story), yield* lived("byRows", story))
          }),
        { most: 2, seconds: 90 }
      ) as Effect.Effect<void>
  )

  /** A publication that has begun, and the state before it. */
  const changing = Effect.fnUntraced(function* (from: number) {
    yield* emptied
    let count = 20
    const source = sourceOf("alpha", () => Stream.suspend(() => Stream.fromIterable(homes(count))), {
      fingerprint: Effect.sync(() => String(count))
    })
    const { publisher, synchronizer } = yield* opened(storage(from), [source])
    yield* synchronizer.run({})
    count = 45
    return { publisher, change: synchronizer.run({}), before: yield* left }
  })

  it.effect(
    "MUST keep what a publication does not affect, homes and others alike",
    () =>
      Effect.gen(function* () {
        const shop = { ...homes(1, 90)[0]!, evidence: { kind: "against", detail: "A shop." } as const }
        const stays = [...homes(2, 80), shop]
        for (const way of ["anew", "byRows"] as const) {
          const seen = yield* lived(way, [{ alpha: [...homes(9), ...stays] }, { alpha: [...homes(9, 20), ...stays] }])
          assert.lengthOf(seen[1]!.left.addresses, 12, way)
          assert.deepInclude(seen[1]!.told[0]!.publication, { added: 9, withdrawn: 9, residential: 11 }, way)
        }
      }) as Effect.Effect<void>
  )

  it.effect(
    "MUST have the indexes, constraints, columns, grants and settings of the one it replaces",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        // An operator lets others read the tables, and sets a storage parameter on one.
        yield* sql`GRANT SELECT ON address TO PUBLIC`
        yield* sql`GRANT SELECT, UPDATE ON address TO pg_monitor WITH GRANT OPTION`
        const settings = sql`SELECT reloptions FROM pg_class WHERE relname = 'address_us'`
        const { change } = yield* changing(1)
        const first = yield* shapes
        assert.deepInclude(first.grants, {
          table_name: "address_us",
          grantee: "pg_monitor",
          privilege_type: "UPDATE",
          is_grantable: "YES"
        })
        yield* sql`ALTER TABLE address_us SET (autovacuum_vacuum_threshold = 4711)`
        const numberOf = sql`SELECT 'address_us'::regclass::oid AS number`
        const [set, number] = [yield* settings, yield* numberOf]
        yield* change
        assert.notDeepEqual(yield* numberOf, number)
        assert.deepStrictEqual(yield* shapes, first)
        assert.deepStrictEqual(yield* settings, set)
        // A country's table created by something other than a publication.
        yield* emptied
        yield* sql.withTransaction(ensureTable(sql, "US"))
        assert.deepStrictEqual(yield* shapes, first)
        yield* sql`REVOKE ALL ON address FROM PUBLIC, pg_monitor CASCADE`
      }).pipe(Effect.scoped) as Effect.Effect<void>
  )

  it.effect(
    "MUST leave everything unchanged if its publication does not finish",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { before, change } = yield* changing(1)
        // The pool's row is the last thing written before the tables are exchanged.
        yield* sql`ALTER TABLE pool ADD CONSTRAINT refused CHECK (version < 2)`
        assert.strictEqual((yield* change)[0]!.outcome, "failed")
        yield* sql`ALTER TABLE pool DROP CONSTRAINT refused`
        assert.deepStrictEqual(yield* left, before)
        assert.deepStrictEqual(yield* tables("%\\_next"), [])
        assert.strictEqual((yield* change)[0]!.outcome, "published")
        assert.lengthOf((yield* left).addresses, 45)
      }).pipe(Effect.scoped) as Effect.Effect<void>
  )

  it.effect(
    "MUST leave everything unchanged if its publication is killed while it waits for draws to release the table",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { before, change } = yield* changing(1)
        const reader = yield* (yield* SlowDatabase).reserve
        yield* reader.execute("BEGIN", [], undefined)
        yield* reader.execute("SELECT count(*) FROM address", [], undefined)
        const running = yield* Effect.forkChild(change)
        const waiting = sql<{ readonly pid: number }>`
          SELECT pid FROM pg_locks WHERE NOT granted AND relation = 'addresses_us'::regclass AND mode = 'AccessExclusiveLock'`
        const [killed] = yield* eventually(waiting, ({ length }) => length > 0)
        yield* sql`SELECT pg_terminate_backend(${killed!.pid}::int)`
        yield* reader.execute("COMMIT", [], undefined)
        const [report] = yield* Fiber.join(running).pipe(
          Effect.timeoutOrElse({
            duration: "1 minute",
            orElse: () => Effect.die(new Error("It goes on trying with the session that was killed"))
          })
        )
        assert.strictEqual(report!.outcome, "failed")
        assert.deepStrictEqual(yield* left, before)
        assert.deepStrictEqual(yield* tables("%\\_next"), [])
        assert.strictEqual((yield* change)[0]!.outcome, "published")
      }).pipe(TestClock.withLive, Effect.scoped) as Effect.Effect<void>
  )

  it.effect(
    "MUST disappear with the last address of its country, and come back with the next one",
    () =>
      Effect.gen(function* () {
        for (const from of [1, Infinity]) {
          yield* emptied
          let count = 3
          const source = sourceOf("alpha", () => Stream.suspend(() => Stream.fromIterable(homes(count))), {
            fingerprint: Effect.sync(() => String(count))
          })
          const { pool, synchronizer } = yield* opened(storage(from), [source])
          yield* synchronizer.run({})
          count = 0
          const [report] = yield* synchronizer.run({ anyway: true })
          assert.deepInclude(report!.publication, { added: 0, withdrawn: 3, poolVersion: 2, residential: 0 })
          assert.deepStrictEqual(yield* tables("address\\___"), [])
          assert.deepInclude(yield* left, { addresses: [], streets: [], origins: [], labels: [], counts: [] })
          const [counted] = yield* pool.counts
          assert.deepInclude(counted, { country: "US", total: 0 })
          count = 4
          yield* synchronizer.run({})
          assert.lengthOf((yield* left).addresses, 4)
          assert.deepStrictEqual(yield* faults, {})
        }
      }).pipe(Effect.scoped) as Effect.Effect<void>
  )
})
