import { assert, describe, it, layer } from "@effect/vitest"
import { Context, Deferred, Effect, Fiber, Layer, Result, Schema, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { EvidenceKind } from "../../schemas/Address.ts"
import { fold } from "../../schemas/Fold.ts"
import type { RawRecord } from "../../sources/DataSource.ts"
import * as DataSource from "../../sources/DataSource.ts"
import { SlowDatabase } from "../../src/database/Database.ts"
import { Publisher } from "../../src/sync/publish/Publisher.ts"
import { normalize } from "../../src/sync/normalize/Normalize.ts"
import { Synchronizer } from "../../src/sync/run/Synchronizer.ts"
import { database, emptied, house, memory, postgres, scripted } from "../properties/Houses.ts"
import { village } from "../properties/Village.ts"

const alpha = scripted("alpha", ["US"], { records: village }).source
const opened = (...sources: ReadonlyArray<DataSource.DataSource>) => Layer.build(Layer.fresh(house(memory, sources)))

layer(database, { excludeTestServices: true })("a run in PostgreSQL", (it) => {
  it.effect("a run that is interrupted after its publication MUST stay recorded as published", () =>
    Effect.gen(function* () {
      yield* emptied
      const sql = yield* SqlClient.SqlClient
      const slow = yield* SlowDatabase
      const context = yield* Layer.build(Layer.fresh(house(postgres, [alpha])))
      // Delays the VACUUM that follows the publication, and nothing else.
      const hold = slow`LOCK TABLE scope_count IN SHARE UPDATE EXCLUSIVE MODE`
      const lock = yield* Effect.forkChild(slow.withTransaction(Effect.andThen(hold, Effect.never)))
      yield* Effect.repeat(
        sql<{
          n: number
        }>`SELECT count(*)::int AS n FROM pg_locks WHERE mode = 'ShareUpdateExclusiveLock' AND granted AND relation = 'scope_count'::regclass`,
        { until: ([row]) => row!.n > 0 }
      )
      const run = yield* Effect.forkChild(Context.get(context, Synchronizer).run({}))
      yield* Effect.repeat(sql`SELECT version FROM pool`, { until: (rows) => rows.length > 0 })
      yield* Fiber.interrupt(run)
      yield* Fiber.interrupt(lock)
      const [last] = yield* Context.get(context, Publisher).runs(1)
      assert.strictEqual(last!.outcome, "published")
      assert.isDefined(last!.publication)
    })
  )
})

describe("former faults", () => {
  it.live("what an interrupted reading staged MUST not be published by the next one", () =>
    Effect.gen(function* () {
      let reads = 0
      const broken = new DataSource.SourceError({ source: "alpha", reason: "transient", message: "x" })
      const source = DataSource.make({
        ...alpha,
        records: () =>
          reads++ === 0
            ? Stream.concat(Stream.fromIterable(village.slice(0, 20)), Stream.fail(broken))
            : Stream.fromIterable(village.slice(10))
      })
      const [report] = yield* Context.get(yield* opened(source), Synchronizer).run({})
      assert.strictEqual(report!.kept, 45)
    })
  )

  const kept = (change: Partial<Record<keyof RawRecord, unknown>>) =>
    normalize(alpha.manifest, "US", { ...village[0]!, ...change } as RawRecord)

  it("an empty licence, attribution, page or language MUST mean the same as an absent one", () => {
    const record = Result.getOrThrow(kept({ license: "", attribution: "", url: "", language: "" }))
    assert.strictEqual(record.license, "CC0-1.0")
    assert.notProperty(record, "language")
  })

  it.each([{ kind: "hearsay", detail: "x" }, { kind: "register" }, { kind: "register", detail: "" }, null])(
    "D: evidence %j MUST not be published",
    (evidence) => {
      const result = kept({ evidence })
      if (Result.isFailure(result)) return
      const { evidence: found } = result.success
      if (found === undefined || found === null) return assert.isUndefined(found)
      assert.isTrue(Schema.is(EvidenceKind)(found.kind) && typeof found.detail === "string" && found.detail !== "")
    }
  )

  it.effect("a defect in one source MUST not keep the others from running", () =>
    Effect.gen(function* () {
      const bad = DataSource.make({
        ...scripted("bad", ["US"]).source,
        records: () =>
          Stream.map(Stream.fromIterable(village), () => {
            throw new Error("a bug in a plug-in")
          })
      })
      const reports = yield* Context.get(yield* opened(bad, alpha), Synchronizer).run({})
      assert.deepStrictEqual(
        reports.map(({ outcome }) => outcome),
        ["failed", "published"]
      )
    })
  )

  it.effect("a run whose source cannot even provide its fingerprint MUST be recorded", () =>
    Effect.gen(function* () {
      const gone = new DataSource.SourceError({ source: "alpha", reason: "unreadable", message: "gone" })
      const context = yield* opened(DataSource.make({ ...alpha, fingerprint: Effect.fail(gone) }))
      yield* Context.get(context, Synchronizer).run({})
      assert.strictEqual((yield* Context.get(context, Publisher).runs(1))[0]?.outcome, "failed")
    })
  )

  it.live("an interrupted run MUST be recorded in memory as in PostgreSQL", () =>
    Effect.gen(function* () {
      const reached = yield* Deferred.make<void>()
      const never = Stream.fromEffect(Effect.andThen(Deferred.succeed(reached, undefined), Effect.never))
      const context = yield* opened(DataSource.make({ ...alpha, records: () => never }))
      const run = yield* Effect.forkChild(Context.get(context, Synchronizer).run({}))
      yield* Deferred.await(reached)
      yield* Fiber.interrupt(run)
      assert.strictEqual((yield* Context.get(context, Publisher).runs(1))[0]?.outcome, "interrupted")
    })
  )

  it("a Greek text MUST be found within a longer one in capitals", () => {
    assert.include(fold("ΟΔΟΣΑ"), fold("ΟΔΟΣ"))
  })

  it("a soft hyphen MUST not cut a word", () => {
    const record = Result.getOrThrow(kept({ street: "Haupt\u00adstraße" }))
    assert.strictEqual(record.components.street, "Hauptstraße")
  })
})
