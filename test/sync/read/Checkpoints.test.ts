import { assert, layer } from "@effect/vitest"
import { Effect, Result, Stream } from "effect"
import { SqlClient } from "effect/sql"
import * as fc from "fast-check"
import { property } from "../../../properties/Bridge.ts"
import type { RawRecord } from "../../../sources/DataSource.ts"
import { SourceError } from "../../../sources/DataSource.ts"
import { manifestOf, tables } from "../support.ts"
import { normalize } from "../../../src/sync/normalize/Normalize.ts"
import { preferred } from "../../../src/sync/publish/Preferred.ts"
import type { Staging } from "../../../src/sync/publish/Publisher.ts"
import { database, emptied, memory, postgres, type Storage } from "../../properties/Houses.ts"
import { homes, opened, sourceOf } from "../support.ts"

/** Few addresses, so that many records describe the same one, with and without evidence, some without a number. */
const record = (i: number): fc.Arbitrary<RawRecord> =>
  fc.record({
    recordId: fc.constant(`r${(i * 7919) % 1000}`),
    houseNumber: fc.constantFrom("1", "2", "3", "4", "5", "6", "7", undefined),
    street: fc.constantFrom("Oak Street", "OAK STREET", "Elm Street"),
    city: fc.constantFrom("Savannah", "SAVANNAH"),
    region: fc.constant("GA"),
    postcode: fc.constantFrom("31401", undefined),
    evidence: fc.constantFrom(
      { kind: "register" as const, detail: "Listed as a home." },
      { kind: "assumed" as const, detail: "Among street addresses." },
      undefined
    )
  })

interface Plan {
  readonly parts: ReadonlyArray<ReadonlyArray<RawRecord>>
  /** The part at which each run breaks off, after reading half of it. */
  readonly breaks: ReadonlyArray<number>
}

const plan: fc.Arbitrary<Plan> = fc
  .integer({ min: 1, max: 30 })
  .chain((count) => fc.tuple(...Array.from({ length: count }, (_, i) => record(i))))
  .chain((records) =>
    fc
      .record({
        cuts: fc.array(fc.nat({ max: records.length }), { maxLength: 4 }),
        breaks: fc.array(fc.nat({ max: 4 }), { maxLength: 3 })
      })
      .map(({ breaks, cuts }) => {
        const at = [0, ...cuts.toSorted((a, b) => a - b), records.length]
        return { breaks, parts: at.slice(1).map((end, i) => records.slice(at[i], end)) }
      })
  )

/** A source with these parts that breaks off as told and records which parts were begun. */
const parted = ({ parts }: Pick<Plan, "parts">) => {
  const watch = { begun: [] as Array<number>, breakAt: Infinity }
  const broken = Stream.fail(new SourceError({ source: "alpha", reason: "unreadable", message: "It broke off." }))
  const streams = () =>
    Stream.fromIterable(
      parts.map((records, i) => ({
        name: `part ${i}`,
        records: Stream.suspend(() => {
          watch.begun.push(i)
          const half = records.slice(0, Math.ceil(records.length / 2))
          return i >= watch.breakAt ? Stream.concat(Stream.fromIterable(half), broken) : Stream.fromIterable(records)
        })
      }))
    )
  return { source: sourceOf("alpha", () => Stream.die("Parts are read by parts."), { parts: streams }), watch }
}

/** The parts in the order in which they should be begun: a finished part is not read again. */
const begunParts = ({ breaks, parts }: Plan): ReadonlyArray<number> => {
  const begun: Array<number> = []
  let next = 0
  for (const breakAt of [...breaks, Infinity]) {
    const end = Math.min(Math.max(breakAt, next), parts.length - 1)
    for (let part = next; part <= end; part++) begun.push(part)
    if (breakAt >= parts.length) break
    next = end
  }
  return begun
}

const pools = { memory, postgres }

layer(database)("Checkpoints", (it) => {
  for (const [name, storage] of Object.entries(pools)) {
    it.effect(
      `MUST lead to the same totals and pool as an undisturbed run, in ${name}`,
      () =>
        Effect.gen(function* () {
          const outcome = Effect.fnUntraced(function* (one: Plan, breaks: ReadonlyArray<number>) {
            // The memory storage starts empty.
            if (name === "postgres") yield* emptied
            const { source, watch } = parted(one)
            const { pool, synchronizer } = yield* opened(storage as Storage<never>, [source])
            for (const at of breaks) {
              watch.breakAt = at
              const [report] = yield* synchronizer.run({ anyway: true })
              if (report!.outcome !== "failed") break
            }
            watch.breakAt = Infinity
            const [report] = yield* synchronizer.run({ anyway: true })
            const drawn = yield* Effect.result(
              pool.drawMany({
                country: "US",
                filters: {},
                seed: "all",
                strategy: "random",
                count: 50,
                unique: true,
                excludeAddressIds: []
              })
            )
            const addresses = Result.isSuccess(drawn) ? drawn.success.addresses : []
            const { kept, read, rejected } = report!
            const totals = report!.outcome === "unchanged" ? undefined : { kept, read, rejected }
            const documents = addresses.map((address) => ({ ...address, updatedAt: "" }))
            return { totals, documents, counts: yield* pool.counts, begun: watch.begun }
          }, Effect.scoped)

          yield* property(
            plan,
            (one) =>
              Effect.gen(function* () {
                const whole = yield* outcome(one, [])
                const disturbed = yield* outcome(one, one.breaks)
                if (disturbed.totals !== undefined) assert.deepStrictEqual(disturbed.totals, whole.totals)
                assert.deepStrictEqual(disturbed.documents, whole.documents)
                assert.deepStrictEqual(disturbed.counts, whole.counts)
                if (disturbed.totals !== undefined) assert.deepStrictEqual(disturbed.begun, begunParts(one))
              }),
            { runs: name === "memory" ? 80 : 6 }
          )
        }) as Effect.Effect<void>
    )
  }

  for (const [name, storage] of Object.entries(pools)) {
    it.effect(`MUST not publish what a part has staged before it broke off, in ${name}`, () =>
      Effect.gen(function* () {
        yield* emptied
        const { pool, publisher } = yield* opened(storage as Storage<never>, [])
        const stage = Effect.fnUntraced(function* (staging: Staging, part: string, records: ReadonlyArray<RawRecord>) {
          const opened = yield* staging.part(part)
          yield* opened.stage(records.map((one) => Result.getOrThrow(normalize(manifestOf("alpha"), "US", one))))
          return opened.finish({ read: records.length, kept: records.length, rejected: {} })
        })
        const first = Effect.gen(function* () {
          const staging = yield* publisher.begin("alpha", "US", "1")
          yield* yield* stage(staging, "a", homes(3))
          yield* Effect.asVoid(stage(staging, "b", homes(5, 50)))
          yield* staging.abandon("failed", { read: 8, kept: 8, rejected: {} }, "It broke off.")
        }).pipe(Effect.scoped)
        yield* first
        const staging = yield* publisher.begin("alpha", "US", "1")
        assert.isDefined(staging.finished("a"))
        assert.isUndefined(staging.finished("b"))
        // Within a run as well, a part that is begun again starts from nothing.
        yield* Effect.asVoid(stage(staging, "b", homes(2, 70)))
        yield* yield* stage(staging, "b", homes(1, 50))
        const totals = { read: 4, kept: 4, rejected: {} }
        const { added } = yield* staging.publish({ totals, limits: { records: 1, cities: 1 }, anyway: false })
        assert.strictEqual(added, 4)
        assert.deepStrictEqual(
          (yield* pool.counts).map(({ total }) => total),
          [4]
        )
      }).pipe(Effect.scoped)
    )
  }

  it.effect("MUST keep the record with the strongest evidence, then the smallest ID, in whatever order they come", () =>
    Effect.gen(function* () {
      const said = (recordId: string, kind: "register" | "assumed" | undefined): RawRecord => ({
        ...homes(1)[0]!,
        recordId,
        evidence: kind === undefined ? undefined : { kind, detail: "So it is." }
      })
      const three = [said("a", undefined), said("c", "register"), said("b", "assumed"), said("d", "register")]
      for (const records of [three, three.toReversed()]) {
        const kept = records.map((one) => Result.getOrThrow(normalize(manifestOf("alpha"), "US", one)))
        assert.strictEqual(kept.reduce(preferred).recordId, "c")
        yield* emptied
        const { pool, synchronizer } = yield* opened(postgres, [sourceOf("alpha", () => Stream.fromIterable(records))])
        const [report] = yield* synchronizer.run({})
        assert.deepStrictEqual(report!.rejected, { duplicate: 3 })
        const { address } = yield* pool.draw({ country: "US", filters: {}, seed: "x", strategy: "random" })
        assert.strictEqual(address.sources[0]!.recordId, "c")
      }
    })
  )

  it.effect("MUST start over if it is forced to, or if the data has changed", () =>
    Effect.gen(function* () {
      yield* emptied
      let version = "1"
      const { source, watch } = parted({ parts: [homes(3), homes(3, 10), homes(3, 20)] })
      const changing = { ...source, fingerprint: Effect.sync(() => version) }
      const { synchronizer } = yield* opened(postgres, [changing])
      watch.breakAt = 2
      yield* synchronizer.run({})
      yield* synchronizer.run({ force: true })
      assert.deepStrictEqual(watch.begun, [0, 1, 2, 0, 1, 2])
      version = "2"
      yield* synchronizer.run({})
      assert.deepStrictEqual(watch.begun.slice(6), [0, 1, 2])
      watch.breakAt = Infinity
      assert.deepInclude((yield* synchronizer.run({}))[0], { outcome: "published", read: 9, kept: 9 })
      assert.deepStrictEqual(watch.begun.slice(9), [2])
    })
  )

  it.effect("MUST not resume from what a crash of the server has emptied", () =>
    Effect.gen(function* () {
      yield* emptied
      const sql = yield* SqlClient.SqlClient
      const { source, watch } = parted({ parts: [homes(3), homes(3, 10)] })
      const { synchronizer } = yield* opened(postgres, [source])
      watch.breakAt = 1
      yield* synchronizer.run({})
      for (const { name } of yield* tables("staged\\_%")) yield* sql`TRUNCATE ${sql(name)}`
      watch.breakAt = Infinity
      assert.deepInclude((yield* synchronizer.run({}))[0], { outcome: "published", read: 6, kept: 6 })
      assert.deepStrictEqual(watch.begun, [0, 1, 0, 1])
      assert.deepStrictEqual(yield* tables("staged\\_%"), [])
    })
  )
})
