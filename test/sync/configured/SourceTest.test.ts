import { assert, it } from "@effect/vitest"
import { relative } from "node:path"
import { Effect, Stream } from "effect"
import { sampleSize, testSource } from "../../../src/sync/configured/SourceTest.ts"
import { type DataSource, SourceError } from "../../../sources/DataSource.ts"
import { homes, sourceOf } from "../support.ts"

const here = relative("", import.meta.filename)
const { fingerprint } = sourceOf("alpha", () => Stream.empty)

it.effect.each([
  ["throws", () => Stream.die(new Error("boom")), fingerprint, `The source broke down: boom (${here}, line 12)`],
  [
    "fails with a reason that is none",
    () =>
      Stream.fromEffectDrain(
        Effect.sync(() => new SourceError({ source: "a", reason: "slow" as never, message: "?" }))
      ),
    fingerprint,
    `The source broke down: reason: must be transient, unreadable or misconfigured (${here}, line 17)`
  ],
  ["fails with a text", () => Stream.fail("no register" as never), fingerprint, "no register"],
  [
    "fails with nothing",
    () => Stream.fail(undefined as never),
    fingerprint,
    "The source failed, and does not say why."
  ],
  [
    "fails with an error of another kind",
    () => Stream.fail(new Error("no register.") as never),
    fingerprint,
    `no register (${here}, line 31)`
  ],
  [
    "fails with what Effect has wrapped",
    () => Stream.fromEffect(Effect.try(() => JSON.parse("{") as never) as never),
    fingerprint,
    `Expected property name or '}' in JSON at position 1 (line 1 column 2) (${here}, line 37)`
  ],
  [
    "rejects with an object",
    () => Stream.fromEffect(Effect.promise(() => Promise.reject({ code: 17 }))),
    fingerprint,
    "The source broke down: { code: 17 }"
  ],
  [
    "fails with the port's error",
    () => Stream.fail(new SourceError({ source: "alpha", reason: "unreadable", message: "It is closed." })),
    fingerprint,
    "It is closed."
  ],
  [
    "dies as it closes",
    () => Stream.ensuring(Stream.fromIterable(homes(3)), Effect.die("closed twice")),
    fingerprint,
    "The source broke down: closed twice"
  ],
  [
    "interrupts itself",
    () => Stream.fromIterable(homes(3)),
    Effect.interrupt,
    "The source broke down: the source interrupted itself"
  ]
] as const)("A test of a source MUST say that it %s", ([, records, fingerprint, message]) =>
  Effect.gen(function* () {
    const events = yield* Stream.runCollect(
      testSource(sourceOf("alpha", records as DataSource["records"], { fingerprint }))
    )
    assert.deepStrictEqual(events.at(-1), { type: "failed", message })
  })
)

it.effect("A test of a source MUST show some of the records that it rejects, by reason", () =>
  Effect.gen(function* () {
    const unplaced = homes(8).map((home, i) => (i === 0 ? home : { ...home, city: "" }))
    const events = yield* Stream.runCollect(testSource(sourceOf("alpha", () => Stream.fromIterable(unplaced))))
    const last = events.at(-1)
    assert.strictEqual(last?.type, "result")
    if (last?.type !== "result") return
    const [{ rejected, samples }] = last.countries as [(typeof last.countries)[0]]
    assert.deepStrictEqual(rejected, { "missing-city": 7 })
    assert.lengthOf(samples["missing-city"]!, 5)
    assert.strictEqual(samples["missing-city"]![0]!.recordId, unplaced[1]!.recordId)
    assert.include(samples["missing-city"]![0]!.detail, unplaced[1]!.street!)
  })
)

it.effect("A test of a source MUST read a sample of each country, count all of it and show some", () =>
  Effect.gen(function* () {
    let read = 0
    const records = () => Stream.tap(Stream.fromIterable(homes(sampleSize + 500)), () => Effect.sync(() => void read++))
    const events = yield* Stream.runCollect(testSource(sourceOf("alpha", records, {}, ["US", "CA"])))
    const last = events.at(-1)
    assert.strictEqual(last?.type, "result")
    if (last?.type !== "result") return
    assert.deepStrictEqual(
      last.countries.map(({ country, read }) => ({ country, read })),
      ["US", "CA"].map((country) => ({ country, read: sampleSize }))
    )
    assert.lengthOf(last.countries[0]!.examples, 5)
    assert.deepInclude(last.countries[0], { kept: { declared: sampleSize }, rejected: {} })
    assert.isBelow(read, 2 * (sampleSize + 500))
  })
)
