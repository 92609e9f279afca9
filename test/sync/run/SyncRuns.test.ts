import { assert, describe, it, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber, Scope, Exit, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import * as DataSource from "../../../sources/DataSource.ts"
import { Publisher } from "../../../src/sync/publish/Publisher.ts"
import { SyncRuns } from "../../../src/sync/run/SyncRuns.ts"
import { database, scripted } from "../../properties/Houses.ts"
import { eventually, homes, sourceOf, storages, waiting } from "../support.ts"

const isUnderWay = (runs: ReadonlyArray<{ readonly read: number }>) => runs.some(({ read }) => read > 0)

/** What a run in progress has read, how fast, of how much, and how many seconds it needs for the rest, if that is known. */
const paces = [
  { read: 2000, rate: 300, expected: 3000, phase: "reading", seconds: 4 },
  { read: 3000, rate: 300, expected: 3000, phase: "reading", seconds: 0 },
  { read: 3001, rate: 300, expected: 3000, phase: "reading", seconds: undefined },
  { read: 0, rate: 0, expected: 3000, phase: "reading", seconds: undefined },
  { read: 0, rate: undefined, expected: 3000, phase: "reading", seconds: undefined },
  { read: 2000, rate: 300, expected: undefined, phase: "reading", seconds: undefined },
  { read: 2000, rate: 300, expected: 3000, phase: "publishing", seconds: undefined }
]

describe("The remaining time of a run", () => {
  it.effect("MUST be said only if it is known", () =>
    Effect.gen(function* () {
      const { running } = yield* SyncRuns
      assert.deepStrictEqual(
        (yield* running).map(({ secondsLeft }) => secondsLeft),
        paces.map(({ seconds }) => seconds)
      )
    }).pipe(
      Effect.provide(SyncRuns.layerNoDeps),
      Effect.provideService(Publisher, { running: Effect.succeed(paces) } as unknown as Publisher["Service"])
    )
  )
})

layer(database)("The history of a source in a country", (it) => {
  it.effect("MUST not grow without end: it has 200 runs and the last one of each outcome", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { runs, synchronizer } = yield* storages.postgres([sourceOf("alpha", () => Stream.fromIterable(homes(1)))])
      const added = (source: string, outcome: string, count: number) => sql`
        INSERT INTO run (source, country, fingerprint, started_at, ended_at, outcome)
        SELECT ${source}, 'US', '', now(), now(), ${outcome} FROM generate_series(1, ${count}::int)`
      yield* synchronizer.run({})
      const [published] = yield* runs.recent({ limit: 1 })
      yield* added("alpha", "failed", 2)
      yield* added("alpha", "dry-run", 300)
      yield* added("beta", "dry-run", 300)
      const [report] = yield* synchronizer.run({})
      assert.strictEqual(report!.outcome, "unchanged")
      const kept = yield* runs.recent({ limit: 1000 })
      const of = (source: string, outcome: string) =>
        kept.filter((run) => run.source === source && run.outcome === outcome).length
      assert.deepStrictEqual(
        [of("alpha", "dry-run"), of("alpha", "unchanged"), of("alpha", "failed"), of("beta", "dry-run")],
        [199, 1, 1, 300]
      )
      assert.deepStrictEqual(yield* runs.get(published!.id), published)
    })
  )
})

for (const [name, open] of Object.entries(storages)) {
  layer(database)(`Runs in ${name}`, (it) => {
    describe("watching", () => {
      it.effect("MUST report what a run in progress has read, how fast, and the remaining time", () =>
        Effect.gen(function* () {
          let wait: Effect.Effect<unknown> = Effect.void
          let version = 1
          const source = sourceOf(
            "alpha",
            () => Stream.concat(Stream.fromIterable(homes(3000)), Stream.fromEffectDrain(wait)),
            { fingerprint: Effect.sync(() => String(version)) }
          )
          const { runs, synchronizer } = yield* open([source])
          yield* synchronizer.run({})
          const go = yield* Deferred.make<void>()
          // The source pauses just before its end: the last chunk is incomplete, so it is not counted yet.
          wait = Deferred.await(go)
          version = 2
          const running = yield* Effect.forkChild(synchronizer.run({ startedBy: "service" }))
          yield* eventually(
            Effect.andThen(TestClock.adjust("1 second"), runs.running),
            ([run]) => run?.read === 2000 && run.rate !== undefined && run.rate > 0
          )
          const [run] = yield* runs.running
          assert.deepInclude(run, {
            source: "alpha",
            country: "US",
            outcome: "running",
            phase: "reading",
            startedBy: "service",
            read: 2000,
            kept: 2000,
            expected: 3000,
            cancelRequested: false,
            publishable: false
          })
          assert.deepInclude(run!.phases[0], {
            phase: "reading",
            done: 2000,
            total: 3000,
            unit: "records",
            endedAt: null
          })
          assert.strictEqual(run!.phases.length, 1)
          assert.strictEqual(run!.secondsLeft, Math.ceil(1000 / run!.rate!))
          assert.strictEqual((yield* runs.get(run!.id)).outcome, "running")
          yield* Deferred.succeed(go, undefined)
          const [report] = yield* Fiber.join(running)
          assert.deepInclude(report, { outcome: "published", runId: run!.id })
          assert.deepStrictEqual(yield* runs.running, [])
        })
      )

      it.effect("MUST keep at most five samples for each reason, with the record and what is wrong with it", () =>
        Effect.gen(function* () {
          const bad = Array.from({ length: 7 }, (_, i) => ({ recordId: `b${i}`, street: `Elm ${"x".repeat(900)}` }))
          const records = [...homes(5), ...bad, DataSource.rejected("malformed-text", "line 13 is not UTF-8")]
          const { runs, synchronizer } = yield* open([sourceOf("alpha", () => Stream.fromIterable(records))])
          const [report] = yield* synchronizer.run({})
          const { rejected, samples } = yield* runs.get(report!.runId!)
          assert.deepStrictEqual(rejected, { "text-too-long": 7, "malformed-text": 1 })
          assert.deepStrictEqual(samples["malformed-text"], [{ detail: "line 13 is not UTF-8" }])
          assert.deepStrictEqual(
            samples["text-too-long"]!.map(({ recordId }) => recordId),
            ["b0", "b1", "b2", "b3", "b4"]
          )
          assert.isTrue(
            samples["text-too-long"]!.every(({ detail }) =>
              /^street has 904 characters: \{"street":"Elm x+…$/.test(detail)
            )
          )
          assert.isTrue(samples["text-too-long"]!.every(({ detail }) => detail.length === 400))
          assert.deepStrictEqual(report!.samples, samples)
        })
      )

      it.effect("MUST list runs newest first, by page and by source", () =>
        Effect.gen(function* () {
          const { publisher, runs, synchronizer } = yield* open([
            sourceOf("alpha", () => Stream.fromIterable(homes(3))),
            sourceOf("beta", () => Stream.fromIterable(homes(3)))
          ])
          for (let i = 0; i < 3; i++) yield* synchronizer.run({ source: "alpha", force: true })
          yield* synchronizer.run({ source: "beta" })
          const all = yield* runs.recent({ limit: 10 })
          assert.deepStrictEqual(
            all.map(({ source }) => source),
            ["beta", "alpha", "alpha", "alpha"]
          )
          const first = yield* runs.recent({ limit: 2 })
          const second = yield* runs.recent({ limit: 2, before: first.at(-1)!.id })
          assert.deepStrictEqual([...first, ...second], [...all])
          const ofBeta = yield* runs.recent({ limit: 10, source: "beta" })
          assert.deepStrictEqual(ofBeta, [all[0]!])
          assert.deepStrictEqual(yield* publisher.lastRuns(["alpha", "beta", "gamma"]), all.slice(0, 2))
          assert.deepStrictEqual(yield* publisher.lastRuns(["alpha"]), [all[1]!])
        })
      )
    })

    describe("of one source", () => {
      const canada = homes(2).map((home) => ({ ...home, city: "Gatineau", region: "QC", postcode: "J8X 1A1" }))

      it.effect("MUST run in one country beside another, and expect in each what the source gave there", () =>
        Effect.gen(function* () {
          const [reached, go] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
          let wait: Effect.Effect<unknown> = Effect.void
          let version = 1
          const source = sourceOf(
            "alpha",
            (country) =>
              country === "CA"
                ? Stream.fromIterable(canada)
                : Stream.concat(Stream.fromIterable(homes(3)), Stream.fromEffectDrain(wait)),
            { fingerprint: Effect.sync(() => String(version)) },
            ["US", "CA"]
          )
          const { runs, synchronizer } = yield* open([source])
          for (const country of ["US", "CA"]) yield* synchronizer.run({ country })
          version = 2
          wait = Effect.andThen(Deferred.succeed(reached, undefined), Deferred.await(go))
          const running = yield* Effect.forkChild(synchronizer.run({ country: "US" }))
          yield* Deferred.await(reached)
          const [run] = yield* runs.running
          assert.deepInclude(run, { country: "US", expected: 3 })
          const [beside] = yield* synchronizer.run({ country: "CA" })
          assert.deepInclude(beside, { country: "CA", outcome: "published", read: 2 })
          yield* Deferred.succeed(go, undefined)
          assert.deepInclude((yield* Fiber.join(running))[0], { country: "US", outcome: "published", read: 3 })
        })
      )
    })

    describe("cancelling", () => {
      it.effect("MUST end a run whose source has stalled, and leave the pool unchanged", () =>
        Effect.gen(function* () {
          const { go, reached, source } = yield* waiting("alpha", homes(2500))
          const { pool, runs, synchronizer } = yield* open([source])
          const running = yield* Effect.forkChild(synchronizer.run({}))
          yield* Deferred.await(reached)
          const [run] = yield* eventually(Effect.andThen(TestClock.adjust("1 second"), runs.running), isUnderWay)
          yield* runs.cancel(run!.id)
          yield* runs.cancel(run!.id)
          assert.isTrue((yield* runs.get(run!.id)).cancelRequested)
          yield* TestClock.adjust("1 second")
          const [report] = yield* Fiber.join(running)
          assert.deepInclude(report, { outcome: "cancelled", read: 2000, publication: undefined })
          assert.deepStrictEqual(yield* pool.counts, [])
          assert.deepInclude(yield* runs.get(run!.id), { outcome: "cancelled", read: 2000 })
          // Who asks for it once more has what is asked for.
          yield* runs.cancel(run!.id)
          yield* Deferred.succeed(go, undefined)
          assert.strictEqual((yield* synchronizer.run({}))[0]!.outcome, "published")
        })
      )

      it.effect("MUST refuse a run that has ended, and one that never existed", () =>
        Effect.gen(function* () {
          const { runs, synchronizer } = yield* open([sourceOf("alpha", () => Stream.fromIterable(homes(3)))])
          const [report] = yield* synchronizer.run({})
          const over = yield* Effect.flip(runs.cancel(report!.runId!))
          assert.deepInclude(over, { _tag: "RunOver", outcome: "published" })
          for (const id of ["99999999", "0", "-1", "x", "9".repeat(30)]) {
            assert.strictEqual((yield* Effect.flip(runs.cancel(id)))._tag, "UnknownRun")
            assert.strictEqual((yield* Effect.flip(runs.get(id)))._tag, "UnknownRun")
          }
        })
      )
    })

    describe("what the gates hold back", () => {
      const collapsing = Effect.gen(function* () {
        const { source, tell } = scripted("alpha", ["US"], { records: homes(50) })
        let reads = 0
        const counting = DataSource.make({
          ...source,
          records: (country) => {
            reads++
            return source.records(country)
          }
        })
        const opened = yield* open([counting])
        yield* opened.synchronizer.run({})
        tell({ records: homes(5) })
        const [gated] = yield* opened.synchronizer.run({})
        return { ...opened, gated: gated!, tell, reads: () => reads }
      })

      it.effect("MUST be published without reading again on an operator's request", () =>
        Effect.gen(function* () {
          const { gated, jobs, pool, reads, runs } = yield* collapsing
          assert.strictEqual(gated.outcome, "gated")
          assert.lengthOf(gated.findings, 1)
          const held = yield* runs.get(gated.runId!)
          assert.deepInclude(held, { outcome: "gated", publishable: true, findings: gated.findings })
          const job = yield* jobs.publishAnyway(gated.runId!)
          assert.deepStrictEqual(job, { source: "alpha", country: "US" })
          yield* eventually(jobs.pending, (pending) => pending.length === 0)
          const [published] = yield* runs.recent({ limit: 1 })
          assert.deepInclude(published, { outcome: "published", startedBy: "service", read: 5, kept: 5 })
          assert.deepInclude(published!.publication, { withdrawn: 45, residential: 5 })
          assert.deepStrictEqual(published!.findings, held.findings)
          assert.strictEqual((yield* pool.counts)[0]!.total, 5)
          assert.strictEqual(reads(), 2)
          const again = yield* Effect.flip(jobs.publishAnyway(gated.runId!))
          assert.deepInclude(again, { _tag: "NotPublishable" })
        })
      )

      it.effect("MUST be published by the next run without reading again, if that may pass the gates", () =>
        Effect.gen(function* () {
          const { reads, synchronizer } = yield* collapsing
          const [published] = yield* synchronizer.run({ anyway: true })
          assert.deepInclude(published!, { outcome: "published", read: 5, kept: 5 })
          assert.strictEqual(reads(), 2)
        })
      )

      it.effect("MUST not be published if a later run has read the source again", () =>
        Effect.gen(function* () {
          const { gated, jobs, pool, runs, synchronizer, tell } = yield* collapsing
          tell({ records: homes(48) })
          yield* synchronizer.run({})
          assert.isFalse((yield* runs.get(gated.runId!)).publishable)
          assert.strictEqual((yield* Effect.flip(jobs.publishAnyway(gated.runId!)))._tag, "NotPublishable")
          assert.strictEqual((yield* Effect.flip(jobs.publishAnyway("99999")))._tag, "UnknownRun")
          assert.strictEqual((yield* pool.counts)[0]!.total, 48)
        })
      )
    })

    describe("an interrupted run", () => {
      it.effect("MUST not be publishable, although the parts that it has read are kept", () =>
        Effect.gen(function* () {
          const broken = Stream.fail(
            new DataSource.SourceError({ source: "alpha", reason: "unreadable", message: "It broke off." })
          )
          const parts = () =>
            Stream.make(
              { name: "whole", records: Stream.fromIterable(homes(20)) },
              { name: "broken", records: Stream.concat(Stream.fromIterable(homes(5, 30)), broken) }
            )
          const source = sourceOf("alpha", () => Stream.die("Parts are read by parts."), { parts })
          const { pool, publisher, synchronizer } = yield* open([source])
          const [failed] = yield* synchronizer.run({})
          assert.strictEqual(failed!.outcome, "failed")
          const refused = yield* Effect.flip(synchronizer.publishAnyway(failed!.runId!))
          assert.strictEqual(refused._tag, "NotPublishable")
          assert.include(refused.message, `Run ${failed!.runId!} cannot be published`)
          assert.deepStrictEqual(yield* pool.counts, [])
          assert.lengthOf(yield* publisher.runs(10), 1)
        })
      )
    })

    describe("a dry run", () => {
      it.effect("MUST count and check everything, and publish nothing", () =>
        Effect.gen(function* () {
          const { source, tell } = scripted("alpha", ["US"], { records: homes(50) })
          const { pool, publisher, synchronizer } = yield* open([source])
          const [first] = yield* synchronizer.run({ dryRun: true })
          assert.deepInclude(first, { outcome: "dry-run", read: 50, kept: 50, findings: [], publication: undefined })
          assert.deepStrictEqual(yield* pool.counts, [])
          assert.strictEqual((yield* synchronizer.run({}))[0]!.outcome, "published")
          tell({ records: homes(5) })
          const [second] = yield* synchronizer.run({ dryRun: true })
          assert.match(second!.findings.join(), /records fall from 50 to 5/)
          assert.strictEqual((yield* pool.counts)[0]!.total, 50)
          const [standing] = yield* publisher.standings([{ source: "alpha", country: "US" }])
          assert.strictEqual(standing!.outcome, "published")
        })
      )
    })

    describe("in the background", () => {
      it.effect(
        "MUST start immediately, refuse a run that is in progress, and run no more in parallel than permitted",
        () =>
          Effect.gen(function* () {
            const sources = yield* Effect.forEach(["alpha", "beta", "gamma"], (source) => waiting(source, homes(10)))
            const { jobs, runs } = yield* open(
              sources.map(({ source }) => source),
              2
            )
            const started = yield* jobs.start({ startedBy: "service" })
            assert.lengthOf(started, 3)
            // The order is up to the queue.
            const reading = Effect.filter(sources, ({ reached }) => Deferred.isDone(reached))
            const [first] = yield* eventually(reading, ({ length }) => length >= 2)
            assert.lengthOf(yield* reading, 2)
            assert.lengthOf(yield* runs.running, 2)
            assert.lengthOf(yield* jobs.pending, 3)
            const refused = yield* Effect.flip(jobs.start({ source: "gamma" }))
            assert.deepInclude(refused, { _tag: "RunInProgress", source: "gamma", country: "US" })
            assert.strictEqual((yield* Effect.flip(jobs.start({ source: "delta" })))._tag, "UnknownSource")
            yield* Deferred.succeed(first!.go, undefined)
            yield* eventually(reading, ({ length }) => length === 3)
            yield* Effect.forEach(sources, ({ go }) => Deferred.succeed(go, undefined))
            yield* eventually(jobs.pending, (pending) => pending.length === 0)
            const outcomes = (yield* runs.recent({ limit: 9 })).map(({ outcome, startedBy }) => [outcome, startedBy])
            assert.deepStrictEqual(
              outcomes,
              Array.from({ length: 3 }, () => ["published", "service"])
            )
            yield* jobs.start({ source: "gamma" })
            yield* eventually(jobs.pending, (pending) => pending.length === 0)
          })
      )

      it.effect("MUST refuse what runs elsewhere", () =>
        Effect.gen(function* () {
          const { go, reached, source } = yield* waiting("alpha", homes(10))
          const { jobs, runs, synchronizer } = yield* open([source])
          const running = yield* Effect.forkChild(synchronizer.run({}))
          yield* Deferred.await(reached)
          assert.strictEqual((yield* Effect.flip(jobs.start({ source: "alpha" })))._tag, "RunInProgress")
          yield* Deferred.succeed(go, undefined)
          yield* Fiber.join(running)
          yield* jobs.start({ source: "alpha" })
          const [run] = yield* eventually(runs.recent({ limit: 1 }), ([last]) => last?.outcome === "unchanged")
          assert.strictEqual(run!.outcome, "unchanged")
        })
      )

      it.effect("MUST end with the service, and be recorded as interrupted", () =>
        Effect.gen(function* () {
          const { reached, source } = yield* waiting("alpha", homes(10))
          const scope = yield* Scope.make()
          const { jobs, pool, runs } = yield* Scope.provide(open([source]), scope)
          yield* jobs.start({})
          yield* Deferred.await(reached)
          yield* Scope.close(scope, Exit.void)
          assert.deepInclude((yield* runs.recent({ limit: 1 }))[0], { outcome: "interrupted" })
          assert.deepStrictEqual(yield* pool.counts, [])
        })
      )

      it.effect("MUST not read a disabled source, whoever requests it", () =>
        Effect.gen(function* () {
          const { jobs, registry, synchronizer } = yield* open([
            sourceOf("alpha", () => Stream.fromIterable(homes(3))),
            sourceOf("beta", () => Stream.fromIterable(homes(3)))
          ])
          yield* registry.configure([], new Set(["alpha"]))
          assert.deepStrictEqual(
            (yield* synchronizer.run({})).map(({ source }) => source),
            ["beta"]
          )
          const refused = yield* Effect.flip(jobs.start({ source: "alpha" }))
          assert.match(refused.message, /"alpha" is disabled/)
          yield* registry.configure([])
          assert.strictEqual((yield* synchronizer.run({ source: "alpha" }))[0]!.outcome, "published")
        })
      )
    })
  })
}
