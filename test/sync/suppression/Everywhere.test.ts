import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Fiber, Layer, References, Stream } from "effect"
import { SqlClient } from "effect/sql"
import type { RawRecord } from "../../../sources/DataSource.ts"
import { backup } from "../../../src/database/backup/Backup.ts"
import { restore } from "../../../src/database/backup/Restore.ts"
import { SlowDatabase } from "../../../src/database/Database.ts"
import { migrations } from "../../../src/database/Migrations.ts"
import { PoolRepository } from "../../../src/draw/PoolRepository.ts"
import * as PoolStorePostgres from "../../../src/draw/store/PoolStorePostgres.ts"
import { drop, keep, keptVersions } from "../../../src/snapshot/KeptSchema.ts"
import { openPools } from "../../../src/snapshot/OfflinePools.ts"
import { keepSuppressions } from "../../../src/sync/suppression/Restored.ts"
import { database, emptied, poolOf, postgres, postgresWorlds } from "../../properties/Houses.ts"
import { elsewhere, inFolder, opened, snapshotIn } from "../../snapshot/Town.ts"
import { eventually, opened as openedHouse, sourceOf } from "../support.ts"
import { block, everything, homesOf, houseAt, suppressions } from "./Block.ts"

const reason = "Request 2026-118"

const quiet = Effect.provideService(References.MinimumLogLevel, "Error")

const filled = Effect.fnUntraced(function* (records = block(60)) {
  const world = yield* postgresWorlds("US")
  yield* world.synchronize("alpha", { records })
  return { world, withhold: yield* suppressions }
})

/** A circle around a house of the block, with its radius in meters. */
const around = (street: number, number: number, radius: number) => ({
  kind: "area" as const,
  area: { type: "Circle" as const, center: houseAt(street, number).coordinates!, radius }
})

const restored = (file: string) =>
  restore(file, migrations, { replace: true, upgrade: () => Effect.void, withhold: keepSuppressions }).pipe(
    quiet,
    Effect.provide(NodeServices.layer)
  )

layer(database, { excludeTestServices: true })("What is suppressed", (it) => {
  it.effect(
    "MUST be every address in an area: of circles and polygons, with their holes, and later addresses too",
    () =>
      Effect.gen(function* () {
        const { withhold, world } = yield* filled()
        assert.strictEqual(yield* withhold.preview(around(1, 10, 30)), 3)
        yield* withhold.suppress(around(1, 10, 30), reason)
        const square = (half: number) =>
          [
            [-1, -1],
            [1, -1],
            [1, 1],
            [-1, 1],
            [-1, -1]
          ].map(([x, y]) => [-81.09 + 10 * 0.00023 + x! * half, 32.084 + y! * half] as const)
        const polygon = { type: "Polygon" as const, coordinates: [square(0.0006), square(0.0001)] as const }
        yield* withhold.suppress({ kind: "area", area: polygon }, reason)
        const gone = (found: ReadonlyMap<string, unknown>, street: string) =>
          Array.from({ length: 20 }, (_, i) => i + 1).filter((number) => !found.has(`${number} ${street}`))
        const now = yield* homesOf(world)
        assert.deepStrictEqual(gone(now, "Larch Street"), [9, 10, 11])
        assert.deepStrictEqual(gone(now, "Rowan Street"), [8, 9, 11, 12])
        assert.strictEqual(now.size, 53)
        // With new numbers and streets. The second has no position, but its street has a home inside the area.
        const anew = [
          houseAt(1, 10, { recordId: "x", street: "New Lane", houseNumber: "1" }),
          houseAt(9, 9, { recordId: "y", street: "New Lane", houseNumber: "2", coordinates: undefined }),
          houseAt(1, 14, { recordId: "z", street: "Other Lane", houseNumber: "3" })
        ]
        yield* world.synchronize("beta", { records: anew })
        const later = yield* homesOf(world)
        assert.deepStrictEqual(
          [later.has("1 New Lane"), later.has("2 New Lane"), later.has("3 Other Lane")],
          [false, false, true]
        )
      })
  )

  it.effect("MUST be withheld with everything other sources say about it, if one source places it in an area", () =>
    Effect.gen(function* () {
      const { withhold, world } = yield* filled(block(20))
      const lonely = houseAt(9, 9, { recordId: "l", street: "Lonely Road" })
      yield* world.synchronize("beta", { records: [{ ...lonely, coordinates: undefined }, houseAt(8, 8)] })
      yield* withhold.suppress(around(9, 9, 50), reason)
      assert.isTrue((yield* homesOf(world)).has("9 Lonely Road"))
      yield* world.synchronize("alpha", { records: [...block(20), lonely] })
      assert.isFalse((yield* homesOf(world)).has("9 Lonely Road"))
      yield* world.synchronize("beta", {
        records: [{ ...lonely, coordinates: undefined }, houseAt(8, 8)],
        anyway: true
      })
      yield* world.synchronize("alpha", { records: block(20), anyway: true })
      assert.isFalse((yield* homesOf(world)).has("9 Lonely Road"))
      assert.strictEqual((yield* homesOf(world)).size, 21)
    })
  )

  it.effect("MUST stay out of a first publication, and of one that writes its table again", () =>
    Effect.gen(function* () {
      const world = yield* postgresWorlds("US")
      const withhold = yield* suppressions
      yield* withhold.suppress(around(0, 10, 30), reason)
      yield* world.synchronize("alpha", { records: block(40) })
      assert.strictEqual((yield* homesOf(world)).size, 37)
      assert.strictEqual((yield* world.draw({ ...everything, seed: "s" })).eligibleCount, 37)
      // A pool with nothing but suppressed addresses is no pool.
      yield* world.synchronize("alpha", { records: [houseAt(0, 10)], anyway: true })
      assert.strictEqual((yield* homesOf(world)).size, 0)
    })
  )

  it.effect("MUST be discarded from what every process of the database has drawn in advance", () =>
    Effect.gen(function* () {
      const { withhold, world } = yield* filled()
      const process = Effect.map(
        Layer.build(Layer.fresh(PoolRepository.layerNoDeps.pipe(Layer.provide(PoolStorePostgres.layerNoDeps)))),
        (context) => poolOf(Context.get(context, PoolRepository))
      )
      const pools = [yield* process, yield* process]
      const homes = yield* homesOf(world)
      const gone = new Set(["7 Larch Street", "8 Larch Street", "9 Larch Street"].map((line) => homes.get(line)!.id))
      const instant = { ...everything, filters: { q: "larch" }, strategy: "instant" } as const
      const drawn = Effect.forEach(pools, (pool) =>
        Effect.forEach(Array.from({ length: 80 }), () => Effect.map(pool.draw(instant), ({ address }) => address.id))
      )
      // The buffers are full, and contain some of the homes.
      for (let i = 0; i < 3; i++) yield* drawn
      const { poolVersion } = yield* pools[0]!.draw(instant)
      for (const id of gone) yield* withhold.suppress({ kind: "address", id }, reason)
      const versions = Effect.forEach(pools, (pool) => Effect.map(pool.draw(instant), (draw) => draw.poolVersion))
      yield* eventually(versions, (found) => found.every((version) => version === poolVersion + 3))
      for (const ids of yield* drawn) assert.isFalse(ids.some((id) => gone.has(id)))
    })
  )

  it.effect(
    "MUST also be withheld from kept versions, even from an open one, and these keep their version numbers",
    () =>
      Effect.gen(function* () {
        const { withhold, world } = yield* filled()
        const sql = yield* SlowDatabase
        const id = (yield* homesOf(world)).get("7 Larch Street")!.id
        yield* keep("US")
        const inCarolina = houseAt(5, 5, { region: "SC", city: "Bluffton", postcode: "29910" })
        yield* world.synchronize("alpha", { records: [...block(59), inCarolina] })
        const { pool } = yield* opened
        const seeds = Array.from({ length: 200 }, (_, i) => `kept ${i}`)
        const drawAll = Effect.forEach(seeds, (seed) =>
          pool.draw({ ...everything, strategy: "random", seed, poolVersion: 1 })
        )
        const before = yield* drawAll
        const coverage = yield* sql`SELECT * FROM coverage`
        assert.isTrue(before.some(({ address }) => address.id === id))
        yield* withhold.suppress({ kind: "address", id }, reason)
        const after = yield* drawAll
        assert.isFalse(after.some(({ address }) => address.id === id))
        assert.isTrue(after.every(({ eligibleCount, poolVersion }) => poolVersion === 1 && eligibleCount === 59))
        const changed = after.filter(
          ({ address }, i) => before[i]!.address.id !== address.id && before[i]!.address.id !== id
        )
        assert.isAtMost(changed.length, 10)
        assert.deepStrictEqual(yield* sql`SELECT * FROM coverage`, coverage)
        // The last house of the third street is in the kept version only, which covers one state less.
        assert.strictEqual((yield* withhold.suppress(around(2, 20, 5), reason)).withdrawn, 0)
        assert.strictEqual((yield* drawAll)[0]!.eligibleCount, 58)
        assert.deepStrictEqual(yield* sql`SELECT * FROM coverage`, coverage)
        for (const kept of yield* keptVersions(sql)) yield* drop(sql, kept)
      })
  )

  it.effect("MUST stay out of later snapshots", () =>
    inFolder((folder) =>
      Effect.gen(function* () {
        const { withhold, world } = yield* filled()
        const id = (yield* homesOf(world)).get("7 Larch Street")!.id
        const { file } = yield* snapshotIn(folder)
        yield* withhold.suppress({ kind: "address", id }, reason)
        const { file: after } = yield* snapshotIn(folder, "after.doorstep")
        const [then, now] = [openPools(file), openPools(after)]
        assert.deepStrictEqual([then.findById(id)?.id, now.findById(id)?.id], [id, undefined])
        assert.strictEqual(now.draw({ country: "US", seed: "s" }).eligibleCount, 59)
        then.close()
        now.close()
      })
    )
  )

  it.effect("MUST be in backups, and survive the restore of an earlier one", () =>
    inFolder((folder) =>
      Effect.gen(function* () {
        const { withhold, world } = yield* filled()
        const homes = yield* homesOf(world)
        const suppress = (line: string) => withhold.suppress({ kind: "address", id: homes.get(line)!.id }, reason)
        const first = yield* suppress("1 Quince Street")
        yield* backup(`${folder}/before`).pipe(Effect.provide(NodeServices.layer))
        yield* suppress("2 Quince Street")
        yield* withhold.suppress(around(1, 10, 30), reason)
        yield* withhold.lift(first.suppression.id)
        yield* world.synchronize("alpha", { records: block(60) })
        assert.isTrue((yield* homesOf(world)).has("1 Quince Street"))
        yield* restored(`${folder}/before`)
        const now = yield* homesOf(world)
        // It was in force when the backup was made. As always, lifting it takes effect with the next synchronization.
        assert.isFalse(now.has("1 Quince Street"))
        assert.strictEqual(now.size, 55)
        assert.strictEqual((yield* world.draw({ ...everything, seed: "s" })).eligibleCount, 55)
        const { poolVersion } = yield* world.draw({ ...everything, seed: "s" })
        assert.isAbove(poolVersion, 4)
        yield* world.synchronize("alpha", { records: block(60) })
        const later = yield* homesOf(world)
        assert.isTrue(later.has("1 Quince Street"))
        assert.isFalse(later.has("2 Quince Street"))
        assert.strictEqual(later.size, 56)
        const sql = yield* SqlClient.SqlClient
        assert.deepStrictEqual(
          yield* sql`
            SELECT FROM suppressed_home WHERE suppression = ${first.suppression.id}
            UNION ALL SELECT FROM suppressed_hash WHERE suppression = ${first.suppression.id}`,
          []
        )
        yield* backup(`${folder}/after`).pipe(Effect.provide(NodeServices.layer))
        yield* elsewhere(
          Effect.gen(function* () {
            yield* restored(`${folder}/after`)
            const again = yield* (yield* suppressions).list
            assert.deepStrictEqual(
              again.map(({ kind, liftedAt }) => [kind, liftedAt === null]),
              [
                ["area", true],
                ["address", true],
                ["address", false]
              ]
            )
          })
        )
      })
    )
  )

  it.effect("MUST be withheld in each country of an area, also of what is restored, until it is lifted in each", () =>
    inFolder((folder) =>
      Effect.gen(function* () {
        yield* emptied
        const abroad = (number: number) =>
          houseAt(0, number, {
            city: "Toronto",
            region: "ON",
            postcode: "M5V 2T6",
            coordinates: { latitude: 43.64, longitude: -79.39 + number * 0.00023 }
          })
        const { pool, synchronizer } = yield* openedHouse(postgres, [
          sourceOf(
            "alpha",
            (country) => Stream.fromIterable(country === "US" ? block(20) : block(20).map((_, i) => abroad(i + 1))),
            {},
            ["CA", "US"]
          ),
          sourceOf("beta", () => Stream.make(houseAt(0, 30), houseAt(0, 31)))
        ])
        const withhold = yield* suppressions
        const counts = Effect.map(pool.counts, (all) => all.map(({ country, total }) => `${country} ${total}`).sort())
        const square = (latitude: number, longitude: number) =>
          [
            [-1, -1],
            [1, -1],
            [1, 1],
            [-1, 1],
            [-1, -1]
          ].map(([x, y]) => [longitude + x! * 0.0003, latitude + y! * 0.0003] as const)
        const outlined = ({ coordinates }: RawRecord) =>
          [square(coordinates!.latitude, coordinates!.longitude)] as const
        const coordinates = [outlined(abroad(5)), outlined(houseAt(0, 5)), outlined(houseAt(0, 30))] as const
        const target = { kind: "area", area: { type: "MultiPolygon", coordinates } } as const
        const sql = yield* SqlClient.SqlClient
        yield* synchronizer.run({})
        assert.deepStrictEqual(yield* counts, ["CA 20", "US 22"])
        yield* backup(`${folder}/before`).pipe(Effect.provide(NodeServices.layer))
        assert.strictEqual(yield* withhold.preview(target), 8)
        const { suppression, withdrawn } = yield* withhold.suppress(target, reason)
        assert.strictEqual(withdrawn, 8)
        const withheld = ["CA 17", "US 17"]
        assert.deepStrictEqual(yield* counts, withheld)
        yield* backup(`${folder}/since`).pipe(Effect.provide(NodeServices.layer))
        const revision = Effect.map(sql`SELECT revision FROM suppression_revision`, ([row]) => Number(row!["revision"]))
        const open = yield* revision
        yield* restored(`${folder}/before`)
        assert.isAbove(yield* revision, open, "what is open of kept versions is from before the restore")
        assert.deepStrictEqual(yield* counts, withheld)
        yield* withhold.lift(suppression.id)
        yield* restored(`${folder}/since`)
        assert.deepStrictEqual(yield* sql`SELECT area FROM suppression`, [{ area: null }])
        assert.deepStrictEqual(yield* counts, withheld)
        // No source has changed, so without being told to they would not be read again.
        yield* synchronizer.run({})
        assert.deepStrictEqual(yield* counts, ["CA 20", "US 22"])
      }).pipe(Effect.scoped)
    )
  )

  it.effect(
    "MUST NOT slip in through a publication in progress during the suppression, nor be revealed by a dry run",
    () =>
      Effect.gen(function* () {
        yield* emptied
        const { pool, publisher, synchronizer } = yield* openedHouse(postgres, [
          sourceOf("alpha", () => Stream.fromIterable(block(40)))
        ])
        const withhold = yield* suppressions
        const sql = yield* SqlClient.SqlClient
        yield* synchronizer.run({ source: "alpha" })
        const homes = yield* homesOf(poolOf(pool))
        const waiting = (processes: number) =>
          eventually(
            sql<{ readonly waiting: number }>`
            SELECT count(*)::int AS waiting FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock' AND wait_event = 'advisory'`,
            ([row]) => row!.waiting >= processes
          )
        const held = yield* sql.reserve
        const lock = (how: "lock" | "unlock") =>
          held.execute(`SELECT pg_advisory_${how}(hashtextextended('publish/US', 0))`, [], undefined)
        const publication = synchronizer.run({ source: "alpha", force: true })
        const ids = ["7 Larch Street", "8 Larch Street"].map((line) => homes.get(line)!.id)
        // A publication with these homes staged waits for the country's lock, once before and once after the
        // suppression.
        for (const [i, id] of ids.entries()) {
          yield* lock("lock")
          const works = [publication, withhold.suppress({ kind: "address", id }, reason)]
          const fibers: Array<Fiber.Fiber<unknown, unknown>> = []
          for (const work of i === 0 ? works : works.toReversed()) {
            fibers.push(yield* Effect.forkChild(work as Effect.Effect<unknown, unknown>))
            yield* waiting(fibers.length)
          }
          yield* lock("unlock")
          for (const fiber of fibers) yield* Fiber.join(fiber)
          assert.strictEqual((yield* homesOf(poolOf(pool))).size, 39 - i)
        }
        // An area may be in a country that is published for the first time, so either waits for the other.
        const around7 = around(1, 7, 30)
        const waits = Effect.fnUntraced(function* (how: "lock" | "lock_shared", work: Effect.Effect<unknown, unknown>) {
          const locked = (what: string) =>
            held.execute(`SELECT pg_advisory_${what}(hashtextextended('suppressions', 0))`, [], undefined)
          yield* locked(how)
          const fiber = yield* Effect.forkChild(work)
          yield* waiting(1)
          yield* locked(how.replace("lock", "unlock"))
          yield* Fiber.join(fiber)
        })
        yield* waits("lock_shared", withhold.suppress(around7, reason))
        yield* waits("lock", publication)
        // A dry run must not report withheld addresses as additions.
        const [dry] = yield* synchronizer.run({ source: "alpha", force: true, dryRun: true })
        assert.isUndefined(yield* publisher.changes(dry!.runId!))
      }).pipe(Effect.scoped)
  )
})
