import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Stream } from "effect"
import { TestClock } from "effect/testing"
import * as DataSource from "../../../sources/DataSource.ts"
import type { SyncProgress } from "../../../src/sync/run/SyncReport.ts"
import { opened, scripted } from "../../properties/Houses.ts"
import { village } from "../../properties/Village.ts"

const fault = (reason: DataSource.SourceError["reason"]) =>
  new DataSource.SourceError({ source: "alpha", reason, message: `It is ${reason}.` })

/** Breaks off after ten records this many times before it yields all of them. */
const breakingOff = (times: number, reason: DataSource.SourceError["reason"]) => {
  const watch = { reads: 0 }
  const source = DataSource.make({
    ...scripted("alpha", ["US"]).source,
    records: () => {
      const broken = watch.reads++ < times
      return broken
        ? Stream.concat(Stream.fromIterable(village.slice(0, 10)), Stream.fail(fault(reason)))
        : Stream.fromIterable(village)
    }
  })
  return { source, watch }
}

const alpha = scripted("alpha", ["US", "CA"], { records: village }).source
const beta = scripted("beta", ["US"], { records: village }).source

describe("The synchronizer", () => {
  it.effect("MUST read a source again after transient faults, and count each record once", () =>
    Effect.gen(function* () {
      const { source, watch } = breakingOff(4, "transient")
      const { synchronizer } = yield* opened(source)
      const running = yield* Effect.forkChild(synchronizer.run({}))
      yield* TestClock.adjust("1 minute")
      const [report] = yield* Fiber.join(running)
      assert.strictEqual(watch.reads, 5)
      assert.deepInclude(report, { outcome: "published", read: village.length, kept: village.length, rejected: {} })
    })
  )

  it.effect("MUST give up on a persistent transient fault, and leave the pool unchanged", () =>
    Effect.gen(function* () {
      const { source, watch } = breakingOff(Infinity, "transient")
      const { pool, publisher, synchronizer } = yield* opened(source)
      const running = yield* Effect.forkChild(synchronizer.run({}))
      yield* TestClock.adjust("1 hour")
      const [report] = yield* Fiber.join(running)
      assert.strictEqual(watch.reads, 5)
      assert.deepInclude(report, { outcome: "failed", publication: undefined, message: "It is transient." })
      assert.deepStrictEqual(yield* pool.counts, [])
      const [run] = yield* publisher.runs(1)
      assert.deepInclude(run, { outcome: "failed", message: "It is transient.", read: 10 })
    })
  )

  it.effect("MUST not retry a source after a permanent fault", () =>
    Effect.gen(function* () {
      for (const reason of ["unreadable", "misconfigured"] as const) {
        const { source, watch } = breakingOff(1, reason)
        const { synchronizer } = yield* opened(source)
        assert.deepInclude((yield* synchronizer.run({}))[0], { outcome: "failed", message: `It is ${reason}.` })
        assert.strictEqual(watch.reads, 1)
      }
    })
  )

  it.effect("MUST read again after a failed run, although the fingerprint is the same", () =>
    Effect.gen(function* () {
      const { source } = breakingOff(1, "unreadable")
      const { synchronizer } = yield* opened(source)
      yield* synchronizer.run({})
      assert.strictEqual((yield* synchronizer.run({}))[0]!.outcome, "published")
      assert.strictEqual((yield* synchronizer.run({}))[0]!.outcome, "unchanged")
    })
  )

  it.effect("MUST explain an unchanged source as it explained the last run, and read it again if that is forced", () =>
    Effect.gen(function* () {
      const records = village.map((record) => ({ ...record, evidence: undefined }))
      const { publisher, synchronizer } = yield* opened(scripted("alpha", ["US"], { records }).source)
      const outcomes: Array<string> = []
      for (const force of [false, false, true]) {
        const [report] = yield* synchronizer.run({ force })
        outcomes.push(report!.outcome)
      }
      assert.deepStrictEqual(outcomes, ["published", "unchanged", "published"])
      const [, unchanged, first] = yield* publisher.runs(3)
      assert.isNotEmpty(first!.explanations)
      assert.deepStrictEqual(unchanged!.explanations, first!.explanations)
    })
  )

  it.effect("MUST not let one source's failure keep the others from running", () =>
    Effect.gen(function* () {
      const { source } = breakingOff(1, "unreadable")
      const gone = DataSource.make({
        ...scripted("gone", ["US"]).source,
        fingerprint: Effect.fail(fault("misconfigured"))
      })
      const { synchronizer } = yield* opened(gone, source, beta)
      const outcomes = (yield* synchronizer.run({})).map(({ outcome, source }) => [source, outcome])
      assert.deepStrictEqual(outcomes, [
        ["gone", "failed"],
        ["alpha", "failed"],
        ["beta", "published"]
      ])
    })
  )

  it.effect("MUST run the requested sources, in registration order", () =>
    Effect.gen(function* () {
      const { synchronizer } = yield* opened(alpha, beta)
      const ran = (request: Parameters<typeof synchronizer.run>[0]) =>
        Effect.map(synchronizer.run(request), (reports) => reports.map(({ country, source }) => `${source}/${country}`))
      assert.deepStrictEqual(yield* ran({}), ["alpha/US", "alpha/CA", "beta/US"])
      assert.deepStrictEqual(yield* ran({ source: "beta" }), ["beta/US"])
      assert.deepStrictEqual(yield* ran({ country: "US" }), ["alpha/US", "beta/US"])
      assert.deepStrictEqual(yield* ran({ country: "CA", source: "alpha" }), ["alpha/CA"])
    })
  )

  it.effect("MUST list the existing sources if another one is requested", () =>
    Effect.gen(function* () {
      const { synchronizer } = yield* opened(alpha, beta)
      const message = (request: Parameters<typeof synchronizer.run>[0]) =>
        Effect.map(Effect.flip(synchronizer.run(request)), (error) => error.message)
      const named = yield* message({ source: "gamma" })
      assert.strictEqual(named, 'No source is named "gamma". Sources: alpha, beta.')
      assert.strictEqual(yield* message({ country: "FR" }), "No source has records of FR.")
      const nothing = yield* Effect.flip((yield* opened()).synchronizer.run({ source: "gamma" }))
      assert.strictEqual(nothing.message, 'No source is named "gamma". Sources: none.')
    })
  )

  it.effect("MUST report its progress, to the last record", () =>
    Effect.gen(function* () {
      const records = Array.from({ length: 4100 }, (_, i) => ({
        ...village[0]!,
        recordId: `${i}`,
        houseNumber: `${i + 1}`
      }))
      const { synchronizer } = yield* opened(scripted("alpha", ["US"], { records }).source)
      const seen: Array<SyncProgress> = []
      yield* synchronizer.run({ onProgress: (progress) => Effect.sync(() => seen.push(progress)) })
      assert.isAtLeast(seen.length, 3)
      const reads = seen.map(({ read }) => read)
      assert.deepStrictEqual(
        reads,
        reads.toSorted((a, b) => a - b)
      )
      assert.deepInclude(seen.at(-1), { source: "alpha", country: "US", read: 4100, kept: 4100, finished: 4100 })
      assert.deepInclude(seen[0], { read: 2000, finished: 0 })
    })
  )

  it.effect("MUST publish what the gates stop only on request", () =>
    Effect.gen(function* () {
      const { source, tell } = scripted("alpha", ["US"], { records: village })
      const { pool, publisher, synchronizer } = yield* opened(source)
      yield* synchronizer.run({})
      tell({ records: village.slice(0, 12) })
      const [gated] = yield* synchronizer.run({})
      assert.strictEqual(gated!.outcome, "gated")
      assert.match(gated!.message!, /records fall from 55 to 12/)
      assert.strictEqual((yield* pool.counts)[0]!.total, 55)
      const [again] = yield* synchronizer.run({})
      assert.strictEqual(again!.outcome, "gated")
      const [published] = yield* synchronizer.run({ anyway: true })
      assert.deepInclude(published!.publication, { withdrawn: 43, residential: 12 })
      const outcomes = (yield* publisher.runs(9)).map(({ outcome }) => outcome)
      assert.deepStrictEqual(outcomes, ["published", "gated", "gated", "published"])
    })
  )
})
