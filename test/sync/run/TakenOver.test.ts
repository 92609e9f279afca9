import { assert, layer } from "@effect/vitest"
import { Effect, Fiber, Result, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { nothingDerived } from "../../../src/sync/complete/Completion.ts"
import { normalize } from "../../../src/sync/normalize/Normalize.ts"
import { makePartReader, sourceParts } from "../../../src/sync/read/PartReading.ts"
import { Publisher } from "../../../src/sync/publish/Publisher.ts"
import { ReadingHelp } from "../../../src/sync/read/ReadingHelp.ts"
import { Synchronizer } from "../../../src/sync/run/Synchronizer.ts"
import { makeWorker } from "../../../src/sync/run/Worker.ts"
import type { Work } from "../../../src/sync/run/WorkQueue.ts"
import { database, emptied, postgres } from "../../properties/Houses.ts"
import { eventually } from "../../support/Eventually.ts"
import { homes, manifestOf, opened, sourceOf, tables } from "../support.ts"

const kept = (count: number, from = 1) =>
  homes(count, from).map((one) => Result.getOrThrow(normalize(manifestOf("alpha"), "US", one)))

const totals = (count: number) => ({ read: count, kept: count, rejected: {} })

/** What another process does when it takes over: it ends the runs of the process that it considers dead. */
const takeOver = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`UPDATE run SET outcome = 'interrupted', ended_at = now(), message = 'The process of this run ended.'`
)

layer(database)("What another process has taken over", (it) => {
  it.effect("MUST neither be published nor deleted by the process that was considered dead", () =>
    Effect.gen(function* () {
      yield* emptied
      const { pool, publisher } = yield* opened(postgres, [])
      const staging = yield* publisher.begin("alpha", "US", "1")
      const part = yield* staging.part("one")
      yield* part.stage(kept(9))
      yield* part.finish(totals(9))
      yield* staging.settle
      yield* takeOver
      const publish = staging.publish({ totals: totals(9), limits: { records: 1, cities: 1 }, anyway: true })
      assert.match((yield* Effect.flip(publish)).message, /another has taken its work over/)
      assert.deepStrictEqual(yield* pool.counts, [])
      yield* staging.abandon("unchanged", totals(9), "It woke up.")
      assert.lengthOf(yield* tables(`staged_record_${yield* staging.place}`), 1)
      assert.strictEqual((yield* publisher.runs(1))[0]!.outcome, "interrupted")
    }).pipe(Effect.scoped)
  )

  it.effect("MUST not be done again for an order that arrives twice, nor be waited for", () =>
    Effect.gen(function* () {
      yield* emptied
      const { publisher, synchronizer } = yield* opened(postgres, [
        sourceOf("alpha", () => Stream.fromIterable(homes(9)))
      ])
      const [first] = yield* synchronizer.run({ order: "once" })
      assert.strictEqual(first!.outcome, "published")
      // Nobody moves the clock: this would hang if it waited.
      const [again] = yield* synchronizer.run({ order: "once" })
      assert.strictEqual(again!.runId, undefined)
      assert.match(again!.message ?? "", /was ordered has ended in the meantime/)
      const [other] = yield* synchronizer.run({ order: "another" })
      assert.strictEqual(other!.outcome, "unchanged")
      assert.deepStrictEqual(
        (yield* publisher.runs(9)).map(({ outcome }) => outcome),
        ["unchanged", "published"]
      )
    }).pipe(Effect.scoped)
  )

  it.effect("MUST be withdrawn once, if that was ordered and the first process that does it dies", () =>
    Effect.gen(function* () {
      yield* emptied
      const { pool, publisher, synchronizer } = yield* opened(postgres, [
        sourceOf("alpha", () => Stream.fromIterable(homes(9)))
      ])
      yield* synchronizer.run({})
      const removed: Work = { source: "alpha", country: "US", order: "removal", startedBy: "service", withdraw: true }
      // The process dies when it has begun.
      const begun = yield* Effect.forkChild(
        Effect.scoped(
          Effect.andThen(publisher.begin("alpha", "US", "removed", { ...removed, fresh: true }), Effect.never)
        )
      )
      yield* eventually("The run", publisher.running, (runs) => runs.length === 1)
      yield* takeOver
      yield* Fiber.interrupt(begun)
      const work = yield* makeWorker.pipe(
        Effect.provideService(Publisher, publisher),
        Effect.provideService(Synchronizer, synchronizer)
      )
      yield* work(removed)
      assert.deepStrictEqual(
        (yield* pool.counts).map(({ residential }) => residential),
        [0]
      )
      const [withdrawn, ...earlier] = (yield* publisher.runs(9)).map(({ outcome }) => outcome)
      assert.strictEqual(withdrawn, "published")
      assert.lengthOf(earlier, 2)
      yield* work(removed)
      assert.lengthOf(yield* publisher.runs(9), 3)
    }).pipe(Effect.scoped, TestClock.withLive)
  )

  it.effect("MUST not be extended by a runner that was given up and still reads", () =>
    Effect.gen(function* () {
      yield* emptied
      const { publisher } = yield* opened(postgres, [])
      const staging = yield* publisher.begin("alpha", "US", "1")
      const part = yield* staging.part("one")
      yield* part.stage(kept(9))
      yield* part.finish(totals(9))
      const place = yield* staging.place
      const late = yield* publisher.beside({ runId: staging.runId, place }).part("two")
      yield* late.stage(kept(5, 100))
      assert.strictEqual(yield* staging.settle, 9)
      yield* late.stage(kept(5, 200))
      assert.match((yield* Effect.flip(late.finish(totals(10)))).message, /no longer wanted/)
      const sql = yield* SqlClient.SqlClient
      const records = yield* sql`SELECT count(*)::int AS records FROM ${sql(`staged_record_${place}`)}`
      assert.deepStrictEqual(records, [{ records: 9 }])
    }).pipe(Effect.scoped)
  )

  it.effect("MUST be read to its end, whichever helper fails", () =>
    Effect.gen(function* () {
      yield* emptied
      const names = Array.from({ length: 9 }, (_, i) => `part-${i + 1}`)
      const source = sourceOf("alpha", () => Stream.empty, {
        parts: () =>
          Stream.fromIterable(
            names.map((name) => ({ name, records: Stream.fromIterable(homes(10, 1, `${name} Road`)) }))
          )
      })
      const { publisher, pool, synchronizer } = yield* opened(postgres, [source])
      const helped: Array<string> = []
      const help = Effect.fnUntraced(function* (run: { readonly runId: string; readonly place: string }, name: string) {
        const read = yield* makePartReader(source, "US", nothingDerived)
        const [part] = yield* Stream.runCollect(Stream.filter(sourceParts(source, "US"), (one) => one.name === name))
        const found = yield* read(part!, yield* publisher.beside(run).part(name), () => Effect.void)
        helped.push(name)
        return found
      })
      const reports = yield* synchronizer.run({}).pipe(
        Effect.provideService(ReadingHelp, (run) =>
          Effect.succeed([
            {
              name: "good",
              ahead: 2,
              read: (part: string) => Effect.scoped(Effect.orDie(help(run, part)))
            },
            { name: "bad", ahead: 3, read: () => Effect.undefined }
          ])
        )
      )
      assert.deepInclude(reports[0], { outcome: "published", read: 90, kept: 90 })
      assert.strictEqual((yield* pool.counts)[0]!.residential, 90)
      assert.isNotEmpty(helped)
    }).pipe(Effect.scoped)
  )

  it.effect("MUST be done once, however often it is ordered, and be given up if it keeps killing its process", () =>
    Effect.gen(function* () {
      yield* emptied
      const source = sourceOf("alpha", () => Stream.fromIterable(homes(9)))
      const { publisher, synchronizer } = yield* opened(postgres, [source])
      const work = yield* makeWorker.pipe(
        Effect.provideService(Publisher, publisher),
        Effect.provideService(Synchronizer, synchronizer)
      )
      const order: Work = { source: "alpha", country: "US", order: "one", startedBy: "service", force: true }
      yield* work(order)
      yield* work(order)
      assert.deepStrictEqual(
        (yield* publisher.runs(9)).map(({ outcome }) => outcome),
        ["published"]
      )
      const deadly = { ...order, order: "two" }
      for (let i = 0; i < 5; i++) {
        yield* Effect.scoped(publisher.begin("alpha", "US", "", { order: "two" }))
        yield* takeOver
      }
      yield* work(deadly)
      const [last] = yield* publisher.runs(1)
      assert.strictEqual(last!.outcome, "failed")
      assert.match(last!.message ?? "", /died, or lost its database, 5 times, so it is not tried again/)
    }).pipe(TestClock.withLive, Effect.scoped)
  )
})
