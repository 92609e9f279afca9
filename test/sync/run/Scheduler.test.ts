import { assert, layer } from "@effect/vitest"
import { Clock, Context, Deferred, Effect, Layer, Option, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import type { DataSource } from "../../../sources/DataSource.ts"
import { synchronizations } from "../../../src/cluster/Runner.ts"
import { StorageUnavailable } from "../../../src/database/Outage.ts"
import { Publisher } from "../../../src/sync/publish/Publisher.ts"
import * as PublisherMemory from "../../../src/sync/publish/PublisherMemory.ts"
import { makeScheduler } from "../../../src/sync/run/Scheduler.ts"
import { dueAt, Schedules } from "../../../src/sync/run/Schedules.ts"
import { SyncJobs } from "../../../src/sync/run/SyncJobs.ts"
import { Synchronizer } from "../../../src/sync/run/Synchronizer.ts"
import { MemoryPools } from "../../../src/pool/MemoryPools.ts"
import { SourceRegistry } from "../../../sources/DataSource.ts"
import { database, emptied } from "../../properties/Houses.ts"
import { eventually, homes, layerQueueWith, sourceOf } from "../support.ts"

const hour = 3_600_000

/** Tests advance the clock by hours, so the cluster polls rarely. */
const rarely = {
  entityMessagePollInterval: "5 minutes",
  entityReplyPollInterval: "5 minutes",
  refreshAssignmentsInterval: "5 minutes",
  shardLockRefreshInterval: "5 minutes",
  shardLockExpiration: "1 hour"
} as const

/** What the processes of a deployment share, along with a runner that carries out their orders. */
const memory = Layer.merge(SyncJobs.layerNoDeps, synchronizations).pipe(
  Layer.provide(layerQueueWith(rarely)),
  Layer.provideMerge(Synchronizer.layerNoDeps),
  Layer.provideMerge(
    Layer.mergeAll(Schedules.layerMemory, PublisherMemory.layerNoDeps.pipe(Layer.provide(MemoryPools.layer)))
  )
)

/** A process that checks the shared schedules until its scope closes. */
const process = (shared: Context.Context<Schedules | SyncJobs>) =>
  Effect.gen(function* () {
    const { keepLooking, look } = yield* makeScheduler
    yield* Effect.forkScoped(keepLooking)
    return { look }
  }).pipe(Effect.provideContext(shared))

layer(Layer.empty)("Schedules", (it) => {
  /** A deployment with one source and no run in progress. */
  const deployment = Effect.fnUntraced(function* (more: Partial<DataSource> = {}) {
    // All tests here share one clock: each begins on the hour.
    yield* TestClock.adjust(hour - ((yield* Clock.currentTimeMillis) % hour))

    let version = 0
    let reads = 0
    const source = sourceOf("alpha", () => Stream.suspend(() => Stream.fromIterable(homes(3 + (reads++ % 2)))), {
      fingerprint: Effect.sync(() => String(version++)),
      ...more
    })
    const shared = yield* Layer.build(Layer.fresh(memory.pipe(Layer.provideMerge(SourceRegistry.layer))))
    yield* Context.get(shared, SourceRegistry).register(source)
    const [schedules, publisher] = [Context.get(shared, Schedules), Context.get(shared, Publisher)]
    /** Waits until no run is in progress, then returns the outcomes, oldest first. */
    const outcomes = Effect.map(
      eventually(publisher.runs(50), (runs) => runs.every(({ outcome }) => outcome !== "running")),
      (runs) => runs.map(({ outcome }) => outcome).reverse()
    )
    const settled = (after: number) =>
      eventually(schedules.list, (all) => all.every(({ settledUntil }) => settledUntil > after))
    return { shared, schedules, publisher, outcomes, settled }
  })

  it.effect("MUST be looked at when one is due, which starts although another one cannot be ordered", () =>
    Effect.gen(function* () {
      yield* TestClock.adjust(hour - ((yield* Clock.currentTimeMillis) % hour))
      const schedules = Context.get(yield* Layer.build(Layer.fresh(Schedules.layerMemory)), Schedules)
      const started: Array<string> = []
      const jobs = {
        startDue: ({ source }: { readonly source: string }) =>
          source === "alpha"
            ? Effect.fail(new StorageUnavailable({ reason: "Timeout", message: "The queue does not respond." }))
            : Effect.sync(() => (started.push(source), [{ source, country: "US" }]))
      } as unknown as SyncJobs["Service"]
      for (const source of ["alpha", "beta"]) yield* schedules.set(source, "5 * * * * *")
      const { keepLooking } = yield* makeScheduler.pipe(
        Effect.provideService(Schedules, schedules),
        Effect.provideService(SyncJobs, jobs)
      )
      yield* Effect.forkScoped(keepLooking)
      yield* TestClock.adjust("4 seconds")
      assert.deepStrictEqual(started, [])
      // Long before the schedules are looked at for changes by other processes.
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(started, ["beta"])
    })
  )

  it.effect("MUST be looked at again after a look that broke down", () =>
    Effect.gen(function* () {
      let looks = 0
      const schedules = {
        list: Effect.suspend(() => (looks++ === 0 ? Effect.die(new TypeError("no row")) : Effect.succeed([])))
      } as unknown as Schedules["Service"]
      const { keepLooking } = yield* makeScheduler.pipe(
        Effect.provideService(Schedules, schedules),
        Effect.provideService(SyncJobs, {} as unknown as SyncJobs["Service"])
      )
      yield* Effect.forkScoped(keepLooking)
      yield* TestClock.adjust("1 minute")
      assert.isAbove(looks, 2)
    })
  )

  it.effect("MUST run a source each time it is due", () =>
    Effect.gen(function* () {
      const { outcomes, publisher, schedules, settled, shared } = yield* deployment()
      yield* process(shared)
      const { settledUntil } = yield* schedules.set("alpha", "0 * * * *")
      yield* TestClock.adjust("59 minutes")
      assert.deepStrictEqual(yield* outcomes, [])
      for (let times = 1; times <= 2; times++) {
        yield* TestClock.adjust(times === 1 ? "1 minute" : "1 hour")
        yield* eventually(publisher.runs(9), (runs) => runs.length === times)
        yield* settled(settledUntil + (times - 1) * hour)
      }
      assert.deepStrictEqual(yield* outcomes, ["published", "published"])
      const [run] = yield* publisher.runs(1)
      assert.strictEqual(run!.startedBy, "schedule")
      assert.isTrue(yield* schedules.remove("alpha"))
      assert.isFalse(yield* schedules.remove("alpha"))
      yield* TestClock.adjust("2 hours")
      assert.lengthOf(yield* outcomes, 2)
    })
  )

  it.effect("MUST make up once for what was missed while no process was running", () =>
    Effect.gen(function* () {
      const { outcomes, publisher, schedules, shared } = yield* deployment()
      yield* schedules.set("alpha", "0 * * * *")
      yield* TestClock.adjust("5 hours")
      yield* process(shared)
      yield* TestClock.adjust("20 seconds")
      yield* eventually(publisher.runs(9), (runs) => runs.length > 0)
      assert.deepStrictEqual(yield* outcomes, ["published"])
      yield* TestClock.adjust("30 minutes")
      assert.lengthOf(yield* outcomes, 1)
      yield* TestClock.adjust("30 minutes")
      yield* eventually(publisher.runs(9), (runs) => runs.length > 1)
      assert.lengthOf(yield* outcomes, 2)
    })
  )

  it.effect("MUST not run a disabled schedule or source, and not immediately retry what failed", () =>
    Effect.gen(function* () {
      const { outcomes, schedules, settled, shared } = yield* deployment()
      const registry = Context.get(shared, SourceRegistry)
      const { look } = yield* process(shared)
      yield* schedules.set("alpha", "0 * * * *", false)
      yield* TestClock.adjust("2 hours")
      assert.deepStrictEqual(yield* look, [])
      yield* registry.configure([], new Set(["alpha"]))
      const { settledUntil } = yield* schedules.set("alpha", "0 * * * *")
      yield* TestClock.adjust("1 hour")
      yield* settled(settledUntil)
      assert.deepStrictEqual(yield* outcomes, [])
      // The due time of a removed source counts as settled as well.
      const gone = yield* schedules.set("gone", "0 * * * *")
      yield* TestClock.adjust("1 hour")
      yield* settled(gone.settledUntil)
      assert.deepStrictEqual(yield* look, [])
    })
  )

  it.effect("MUST run it once, however many processes look", () =>
    Effect.gen(function* () {
      const go = yield* Deferred.make<void>()
      const { outcomes, publisher, schedules, settled, shared } = yield* deployment({
        records: () => Stream.concat(Stream.fromIterable(homes(3)), Stream.fromEffectDrain(Deferred.await(go)))
      })
      const processes = yield* Effect.forEach([1, 2, 3], () => process(shared))
      const { settledUntil } = yield* schedules.set("alpha", "0 * * * *")
      yield* TestClock.adjust("1 hour")
      yield* eventually(publisher.running, (runs) => runs.length > 0)
      for (let i = 0; i < 10; i++) {
        yield* TestClock.adjust("30 seconds")
        const looks = yield* Effect.forEach(processes, ({ look }) => look, { concurrency: "unbounded" })
        assert.deepStrictEqual(looks.flat(), [])
      }
      yield* Deferred.succeed(go, undefined)
      assert.deepStrictEqual(yield* outcomes, ["published"])
      yield* settled(settledUntil)
      yield* TestClock.adjust("50 minutes")
      assert.lengthOf(yield* outcomes, 1)
    })
  )

  it.effect("MUST not order what is due in a country that a run is busy with, and order the others", () =>
    Effect.gen(function* () {
      const go = yield* Deferred.make<void>()
      const { manifest } = sourceOf("alpha", () => Stream.empty, {}, ["US", "DE"])
      const german = homes(3).map((home) => ({ ...home, region: "BY", postcode: "80331", city: "München" }))
      const { outcomes, publisher, shared } = yield* deployment({
        manifest,
        records: (country) =>
          country === "DE"
            ? Stream.fromIterable(german)
            : Stream.concat(Stream.fromIterable(homes(3)), Stream.fromEffectDrain(Deferred.await(go)))
      })
      const jobs = Context.get(shared, SyncJobs)
      yield* jobs.start({ source: "alpha", country: "US" })
      yield* eventually(publisher.running, (runs) => runs.length > 0)
      const due = { source: "alpha", dueAt: yield* Clock.currentTimeMillis }
      assert.deepStrictEqual(yield* jobs.startDue(due), [{ source: "alpha", country: "DE" }])
      yield* Deferred.succeed(go, undefined)
      yield* eventually(jobs.pending, ({ length }) => length === 0)
      assert.deepStrictEqual(yield* outcomes, ["published", "published"])
    })
  )

  it.effect("MUST run once, even if it was ordered and not settled when the process died", () =>
    Effect.gen(function* () {
      const { outcomes, schedules, shared } = yield* deployment()
      const jobs = Context.get(shared, SyncJobs)
      const { settledUntil } = yield* schedules.set("alpha", "0 * * * *")
      const due = dueAt({ source: "alpha", cron: "0 * * * *", enabled: true, settledUntil })!
      assert.lengthOf(yield* jobs.startDue({ source: "alpha", dueAt: due }), 1)
      yield* eventually(jobs.pending, ({ length }) => length === 0)
      yield* TestClock.adjust("1 hour")
      // The next process to look finds it still due, and gives the same order again.
      const { look } = yield* makeScheduler.pipe(Effect.provideContext(shared))
      assert.deepStrictEqual(yield* look, [{ source: "alpha", country: "US" }])
      yield* eventually(jobs.pending, ({ length }) => length === 0)
      assert.deepStrictEqual(yield* outcomes, ["published"])
      assert.isAbove((yield* schedules.list)[0]!.settledUntil, settledUntil)
    })
  )

  it.effect("MUST run again after a clock that was ahead is set back, and once for each time", () =>
    Effect.gen(function* () {
      const { publisher, schedules, settled, shared } = yield* deployment()
      const { settledUntil } = yield* schedules.set("alpha", "0 * * * *")
      const { look } = yield* process(shared)
      yield* TestClock.adjust("1 hour")
      yield* eventually(publisher.runs(9), (runs) => runs.length === 1)
      yield* settled(settledUntil)
      // Half an hour back, on a machine on which it was ten years later for a while.
      yield* schedules.settle("alpha", Date.UTC(1980))
      yield* TestClock.setTime(settledUntil + hour / 2)
      yield* look
      assert.strictEqual((yield* schedules.list)[0]!.settledUntil, settledUntil + hour / 2)
      yield* TestClock.setTime(settledUntil + 2 * hour)
      yield* look
      yield* eventually(publisher.runs(9), (runs) => runs.length > 1)
      yield* settled(settledUntil + hour)
      assert.lengthOf(yield* publisher.runs(9), 2)
    })
  )

  it.effect("MUST refuse an invalid time, and show a valid one", () =>
    Effect.gen(function* () {
      const { schedules } = yield* deployment()
      for (const cron of ["", "daily", "0 3 * *", "61 * * * *", "0 3 31 2 *", "0 3 * * * * *"]) {
        const error = yield* Effect.flip(schedules.set("alpha", cron))
        assert.strictEqual(error._tag, "InvalidCron", cron)
        assert.match(error.message, /"0 3 \* \* \*" is every day at 3/)
      }
      assert.isTrue(Option.isNone(yield* schedules.get("alpha")))
      assert.strictEqual(
        dueAt({ source: "alpha", cron: "30 4 * * 1", enabled: true, settledUntil: Date.UTC(2026, 0, 1, 12) }),
        Date.UTC(2026, 0, 5, 4, 30)
      )
    })
  )
})

layer(Schedules.layerNoDeps.pipe(Layer.provideMerge(database)))("Schedules in PostgreSQL", (it) => {
  it.effect("MUST keep, change, settle and forget schedules", () =>
    Effect.gen(function* () {
      yield* emptied
      const schedules = yield* Schedules
      const sql = yield* SqlClient.SqlClient
      yield* schedules.set("alpha", "0 * * * *")
      yield* sql`UPDATE schedule SET settled_until = '2020-01-01 00:00:00.123+00'`
      yield* schedules.settle("alpha", Date.UTC(2021))
      yield* schedules.settle("alpha", Date.UTC(2020))
      assert.strictEqual((yield* schedules.list)[0]!.settledUntil, Date.UTC(2021))
      yield* schedules.unsettle(Date.UTC(2022))
      assert.strictEqual((yield* schedules.list)[0]!.settledUntil, Date.UTC(2021))
      yield* schedules.unsettle(Date.UTC(2019))
      assert.strictEqual((yield* schedules.list)[0]!.settledUntil, Date.UTC(2019))
      assert.strictEqual((yield* Effect.flip(schedules.set("alpha", "never")))._tag, "InvalidCron")
      yield* schedules.set("alpha", "5 4 * * *", false)
      const kept = Option.getOrThrow(yield* schedules.get("alpha"))
      assert.deepInclude(kept, { source: "alpha", cron: "5 4 * * *", enabled: false })
      assert.isUndefined(dueAt(kept))
      assert.isTrue(yield* schedules.remove("alpha"))
      assert.isFalse(yield* schedules.remove("alpha"))
      assert.deepStrictEqual(yield* schedules.list, [])
    })
  )
})
