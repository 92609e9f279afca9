import { relative } from "node:path"
import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber, Stream } from "effect"
import { TestClock } from "effect/testing"
import { type DataSource, SourceError, type SourceRecord } from "../../../sources/DataSource.ts"
import { database, emptied } from "../../properties/Houses.ts"
import { eventually, homes, sourceOf, storages } from "../support.ts"

const here = relative("", import.meta.filename)
const three = homes(3)
const lasting = Stream.fromIterable(three)
/** Whatever a plug-in written in JavaScript may give. */
const given = (values: ReadonlyArray<unknown>) => Stream.fromIterable([...values, ...three] as Array<SourceRecord>)
const reads = (records: () => unknown) => ({ records }) as Partial<DataSource>

/** Sources with faults in their code, and what runs of them report. */
const broken: Readonly<Record<string, readonly [Partial<DataSource>, message: string]>> = {
  "throws what is no error": [
    reads(() => {
      throw "boom"
    }),
    "The synchronization broke down: boom"
  ],
  "throws nothing": [
    reads(() => {
      throw undefined
    }),
    "The synchronization broke down."
  ],
  "fails with what is no error": [reads(() => Stream.fail("no error")), "no error"],
  "fails with nothing": [reads(() => Stream.fail(undefined)), "The source failed, and does not say why."],
  "interrupts itself": [
    reads(() => Stream.concat(lasting, Stream.fromEffectDrain(Effect.interrupt))),
    "The synchronization broke down: the source interrupted itself"
  ],
  "interrupts itself before it is read": [
    { fingerprint: Effect.interrupt },
    "The synchronization broke down: the source interrupted itself"
  ],
  "dies before it is read": [
    { fingerprint: Effect.die(new Error("no version")) },
    `The synchronization broke down: no version (${here}, line 41)`
  ],
  "dies after its last record": [
    reads(() => Stream.ensuring(lasting, Effect.die(new Error("closed twice")))),
    `The synchronization broke down: closed twice (${here}, line 45)`
  ],
  "fails with a text that no database takes": [
    reads(() => Stream.fail(new SourceError({ source: "alpha", reason: "unreadable", message: "a\0b\ud83d" }))),
    "a\ufffdb\ufffd"
  ]
}

/** Sources that do not come to an end when they are interrupted while they are held up, by what they do not end. */
const endless: Readonly<
  Record<string, (held: Effect.Effect<never>) => Partial<Pick<DataSource, "fingerprint" | "records">>>
> = {
  "what it has opened": (held) => ({
    records: () => Stream.ensuring(Stream.concat(lasting, Stream.fromEffectDrain(held)), Effect.never)
  }),
  "what it is doing": (held) => ({
    records: () => Stream.concat(lasting, Stream.fromEffectDrain(Effect.onInterrupt(held, () => Effect.never)))
  }),
  "finding out its version": (held) => ({ fingerprint: Effect.onInterrupt(held, () => Effect.never) })
}

const throwing = (name: string) => Object.defineProperty({}, name, { enumerable: true, get: () => assert.fail(name) })
const filtered = { _tag: "Rejected", reason: "filtered" }

/** Records that are counted and shown, and do not keep the others from being published. */
const odd: Readonly<Record<string, readonly [record: unknown, reason: string, detail: string]>> = {
  "with NUL and half a character in its ID": [{ recordId: "a\0\ud83d" }, "missing-house-number", "{}"],
  "with NUL and half a character in what is said of it": [
    { ...filtered, detail: "a\0b\ud83d" },
    "filtered",
    "a\ufffdb\ufffd"
  ],
  "that is shortened within a character": [
    { ...filtered, detail: "x".repeat(398) + "😀".repeat(9) },
    "filtered",
    `${"x".repeat(398)}…`
  ],
  "that is rejected for a reason of its own": [
    { _tag: "Rejected", reason: "__proto__", detail: "Bad." },
    "malformed-record",
    `"__proto__" is no reason to reject a record: Bad.`
  ],
  "of which nobody can say what is wrong": [
    { ...filtered, detail: Object.create(null) },
    "filtered",
    "The record cannot be shown."
  ],
  "whose values throw": [throwing("city"), "malformed-record", "The record cannot be shown."],
  "whose kind throws": [throwing("_tag"), "malformed-record", "The record cannot be shown."]
}

layer(database)("A source with a fault", (it) => {
  for (const [storage, open] of Object.entries(storages)) {
    for (const [fault, [more, message]] of Object.entries(broken)) {
      it.effect(`MUST fail alone, and its run say why, if it ${fault}, in ${storage}`, () =>
        Effect.gen(function* () {
          const alpha = { ...sourceOf("alpha", () => lasting), ...more }
          const { runs, synchronizer } = yield* open([alpha, sourceOf("beta", () => lasting)])
          const reports = yield* synchronizer.run({})
          assert.deepStrictEqual(
            reports.map(({ message, outcome }) => [outcome, message]),
            [
              ["failed", message],
              ["published", undefined]
            ]
          )
          const recorded = (yield* runs.recent({ limit: 2 })).find(({ source }) => source === "alpha")
          assert.deepInclude(recorded, { outcome: "failed", message })
        })
      )
    }

    for (const [what, [record, reason, detail]] of Object.entries(odd)) {
      it.effect(`MUST be published without a record ${what}, in ${storage}`, () =>
        Effect.gen(function* () {
          const { runs, synchronizer } = yield* open([sourceOf("alpha", () => given([record]))])
          const [report] = yield* synchronizer.run({})
          assert.deepInclude(report, { outcome: "published", read: 4, kept: 3, rejected: { [reason]: 1 } })
          const [run] = yield* runs.recent({ limit: 1 })
          assert.deepStrictEqual(
            run!.samples[reason]!.map((sample) => sample.detail),
            [detail]
          )
        })
      )
    }

    it.effect(`MUST be ordered once, although it interrupts itself, in ${storage}`, () =>
      Effect.gen(function* () {
        const { jobs, runs } = yield* open([
          sourceOf("alpha", () => Stream.concat(lasting, Stream.fromEffectDrain(Effect.interrupt)))
        ])
        yield* jobs.start({ source: "alpha" })
        yield* eventually(jobs.pending, (pending) => pending.length === 0)
        assert.deepStrictEqual(
          (yield* runs.recent({ limit: 9 })).map(({ outcome }) => outcome),
          ["failed"]
        )
      })
    )

    for (const [what, unending] of Object.entries(endless)) {
      it.effect(`MUST be cancelled, although it never ends ${what}, and be read again, in ${storage}`, () =>
        Effect.gen(function* () {
          const reached = yield* Deferred.make<void>()
          let source = {
            ...sourceOf("alpha", () => lasting),
            ...unending(Effect.andThen(Deferred.succeed(reached, undefined), Effect.never))
          }
          const { runs, synchronizer } = yield* open([
            {
              ...source,
              records: (country) => source.records(country),
              fingerprint: Effect.suspend(() => source.fingerprint)
            }
          ])
          const run = yield* Effect.forkChild(synchronizer.run({}))
          yield* Deferred.await(reached)
          const [{ id } = { id: "" }] = yield* eventually(runs.running, (all) => all.length > 0)
          yield* runs.cancel(id)
          yield* TestClock.adjust("1 second")
          yield* eventually(
            TestClock.adjust("10 seconds").pipe(Effect.andThen(runs.get(id))),
            ({ outcome }) => outcome !== "running"
          )
          const [report] = yield* Fiber.join(run)
          assert.strictEqual(report!.outcome, "cancelled")
          source = sourceOf("alpha", () => lasting)
          assert.strictEqual((yield* synchronizer.run({}))[0]!.outcome, "published")
        })
      )
    }

    it.effect(`MUST be cancelled, although it dies as it closes, in ${storage}`, () =>
      Effect.gen(function* () {
        const reached = yield* Deferred.make<void>()
        const never = Stream.fromEffectDrain(Effect.andThen(Deferred.succeed(reached, undefined), Effect.never))
        const { runs, synchronizer } = yield* open([
          sourceOf("alpha", () => Stream.ensuring(Stream.concat(lasting, never), Effect.die(new Error("closed twice"))))
        ])
        const run = yield* Effect.forkChild(synchronizer.run({}))
        yield* Deferred.await(reached)
        const [{ id } = { id: "" }] = yield* eventually(runs.running, (all) => all.length > 0)
        yield* runs.cancel(id)
        yield* TestClock.adjust("1 second")
        const ended = yield* eventually(runs.get(id), ({ outcome }) => outcome !== "running")
        assert.strictEqual(ended.outcome, "cancelled")
        const [report] = yield* Fiber.join(run)
        assert.strictEqual(report!.outcome, "cancelled")
      })
    )
  }

  it.effect("MUST read each of its parts once, although their names are texts that no database takes", () =>
    Effect.gen(function* () {
      const names = ["a\0", "a\ud83d", "a\ufffd", 5 as unknown as string]
      const parts = () =>
        Stream.fromIterable(names.map((name, i) => ({ name, records: Stream.fromIterable(homes(1, i + 1)) })))
      const { synchronizer } = yield* storages.postgres([
        sourceOf("alpha", () => Stream.die("It is read by parts."), { parts, fingerprint: Effect.succeed("\0") })
      ])
      assert.deepInclude((yield* synchronizer.run({}))[0], { outcome: "published", read: 4, kept: 4, rejected: {} })
      assert.deepInclude((yield* synchronizer.run({}))[0], { outcome: "unchanged" })
      yield* emptied
    })
  )
})
