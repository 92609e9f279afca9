import { assert, layer } from "@effect/vitest"
import { Clock, Context, Deferred, Effect, Exit, Layer, Option, Scope, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import type { DataSource } from "../../sources/DataSource.ts"
import { Publisher } from "../../src/sync/Publisher.ts"
import * as PublisherMemory from "../../src/sync/PublisherMemory.ts"
import * as PublisherPostgres from "../../src/sync/PublisherPostgres.ts"
import { Scheduler } from "../../src/sync/Scheduler.ts"
import { dueAt, Schedules } from "../../src/sync/Schedules.ts"
import { SyncJobs } from "../../src/sync/SyncJobs.ts"
import { Synchronizer } from "../../src/sync/Synchronizer.ts"
import { MemoryPools } from "../../src/pool/MemoryPools.ts"
import { SourceRegistry } from "../../sources/DataSource.ts"
import { database, emptied } from "../properties/Houses.ts"
import { eventually, homes, sourceOf } from "./support.ts"

const hour = 3_600_000

/** What the processes of one deployment share. */
const memory = Layer.mergeAll(Schedules.layerMemory, PublisherMemory.layerNoDeps.pipe(Layer.provide(MemoryPools.layer)))
const postgres = Layer.mergeAll(Schedules.layerNoDeps, PublisherPostgres.layerNoDeps())

/** A process that runs schedules on what is shared, until its scope closes. */
const process = (shared: Context.Context<Schedules | Publisher | SourceRegistry>) =>
  Effect.map(
    Layer.build(
      Layer.fresh(
        Scheduler.layerNoDeps.pipe(
          Layer.provideMerge(SyncJobs.layerNoDeps),
          Layer.provideMerge(Synchronizer.layerNoDeps),
          Layer.provide(Layer.succeedContext(shared))
        )
      )
    ),
    (context) => ({ ...Context.get(context, Scheduler), ...Context.get(context, SyncJobs) })
  )

layer(memory.pipe(Layer.provide(SourceRegistry.layer)))("Schedules", (it) => {
  /** A deployment with one source, whose runs are counted, and nothing running yet. */
  const deployment = Effect.fnUntraced(function* (more: Partial<DataSource> = {}) {
    // The clock is one for all tests here: each begins on the hour.
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
    /** Waits until nothing is under way, then gives how the runs ended, the oldest first. */
    const outcomes = Effect.map(
      eventually(publisher.runs(50), (runs) => runs.every(({ outcome }) => outcome !== "running")),
      (runs) => runs.map(({ outcome }) => outcome).reverse()
    )
    const settled = (after: number) =>
      eventually(schedules.list, (all) => all.every(({ settledUntil }) => settledUntil > after))
    return { shared, schedules, publisher, outcomes, settled }
  })

  it.effect("MUST run a source when it is due, each time", () =>
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

  it.effect("MUST make up once what was missed while no process was up", () =>
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

  it.effect("MUST not run a disabled schedule or source, and not try again at once what failed", () =>
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
      // A source that is gone: its time is done with as well.
      const gone = yield* schedules.set("gone", "0 * * * *")
      yield* TestClock.adjust("1 hour")
      yield* settled(gone.settledUntil)
      assert.deepStrictEqual(yield* look, [])
    })
  )

  it.effect("MUST run it once, whatever number of processes look", () =>
    Effect.gen(function* () {
      const go = yield* Deferred.make<void>()
      const { outcomes, publisher, schedules, settled, shared } = yield* deployment({
        records: () => Stream.concat(Stream.fromIterable(homes(3)), Stream.fromEffectDrain(Deferred.await(go)))
      })
      const processes = yield* Effect.forEach([1, 2, 3], () => process(shared))
      const { settledUntil } = yield* schedules.set("alpha", "0 * * * *")
      yield* TestClock.adjust("1 hour")
      yield* eventually(publisher.running, (runs) => runs.length > 0)
      // It takes longer than a claim holds without being renewed.
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

  it.effect("MUST be taken over by another process when the one that ran it is gone", () =>
    Effect.gen(function* () {
      const stuck = yield* Deferred.make<void>()
      let reads = 0
      const { publisher, schedules, settled, shared } = yield* deployment({
        records: () =>
          reads++ === 0
            ? Stream.fromEffectDrain(Effect.andThen(Deferred.succeed(stuck, undefined), Effect.never))
            : Stream.fromIterable(homes(3))
      })
      const { settledUntil } = yield* schedules.set("alpha", "0 * * * *")
      yield* TestClock.adjust("61 minutes")
      const now = yield* Clock.currentTimeMillis
      const scope = yield* Scope.make()
      yield* Scope.provide(process(shared), scope)
      yield* Deferred.await(stuck)
      yield* Scope.close(scope, Exit.void)
      // A process that was killed gives nothing back: as this claim of nobody, which has to run out.
      const [seen] = yield* schedules.list
      assert.strictEqual(seen!.settledUntil, settledUntil)
      assert.isTrue(yield* schedules.claim({ source: "alpha", by: "killed", until: now + 90_000 }, seen!, now))
      const { look } = yield* process(shared)
      assert.deepStrictEqual(yield* look, [])
      yield* TestClock.adjust("2 minutes")
      yield* settled(settledUntil)
      const outcomes = (yield* publisher.runs(9)).map(({ outcome }) => outcome)
      assert.deepStrictEqual(outcomes, ["published", "interrupted"])
    })
  )

  it.effect("MUST refuse what is no time, and say how one is written", () =>
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

layer(database, { excludeTestServices: true })("Schedules in PostgreSQL", (it) => {
  /** A source that is due since long ago. */
  const due = Effect.gen(function* () {
    yield* emptied
    const shared = yield* Layer.build(Layer.fresh(postgres.pipe(Layer.provideMerge(SourceRegistry.layer))))
    yield* Context.get(shared, SourceRegistry).register(sourceOf("alpha", () => Stream.fromIterable(homes(3))))
    const [schedules, publisher] = [Context.get(shared, Schedules), Context.get(shared, Publisher)]
    yield* schedules.set("alpha", "0 * * * *")
    const sql = yield* SqlClient.SqlClient
    yield* sql`UPDATE schedule SET settled_until = '2020-01-01 00:00:00.123+00'`
    const [schedule] = yield* schedules.list
    return { shared, schedules, publisher, schedule: schedule! }
  })
  const done = (schedules: Schedules["Service"]) =>
    eventually(schedules.list, ([schedule]) => schedule!.settledUntil > Date.UTC(2026))

  it.effect("MUST be run once by two processes", () =>
    Effect.gen(function* () {
      const { publisher, schedules, shared } = yield* due
      const processes = yield* Effect.all([process(shared), process(shared)], { concurrency: "unbounded" })
      yield* Effect.forEach(processes, ({ look }) => look, { concurrency: "unbounded" })
      yield* done(schedules)
      yield* Effect.forEach(processes, ({ look }) => look, { concurrency: "unbounded" })
      const runs = yield* publisher.runs(9)
      assert.deepStrictEqual(
        runs.map(({ outcome, startedBy }) => [outcome, startedBy]),
        [["published", "schedule"]]
      )
    })
  )

  it.effect("MUST be left to who has claimed it, and taken over when the claim has run out", () =>
    Effect.gen(function* () {
      const { publisher, schedule, schedules, shared } = yield* due
      const now = yield* Clock.currentTimeMillis
      const claim = { source: "alpha", by: "killed", until: now + hour }
      assert.isTrue(yield* schedules.claim(claim, schedule, now))
      assert.isFalse(yield* schedules.claim({ ...claim, by: "another" }, schedule, now))
      const { look } = yield* process(shared)
      assert.deepStrictEqual(yield* look, [])
      assert.deepStrictEqual(yield* publisher.runs(9), [])
      assert.isTrue(yield* schedules.renew({ ...claim, until: now - 1 }))
      assert.isFalse(yield* schedules.renew({ ...claim, by: "another" }))
      yield* look
      yield* done(schedules)
      assert.lengthOf(yield* publisher.runs(9), 1)
      // Who comes back too late changes nothing.
      yield* schedules.settle(claim, 0)
      assert.isFalse(yield* schedules.renew(claim))
    })
  )

  it.effect("MUST keep, change and forget schedules", () =>
    Effect.gen(function* () {
      const { schedules } = yield* due
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
