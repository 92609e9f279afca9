import { assert, it } from "@effect/vitest"
import { relative } from "node:path"
import { Effect, Fiber, Logger, Stream } from "effect"
import { TestClock } from "effect/testing"
import { sampleSize, testSource } from "../../../src/sync/configured/SourceTest.ts"
import { type DataSource, type RawRecord, SourceError } from "../../../sources/DataSource.ts"
import { TransferProgress } from "../../../sources/reading/Progress.ts"
import { homes, sourceOf } from "../support.ts"

/** A logger that keeps what is said. */
const makeRecorded = () => {
  const said: Array<string> = []
  return {
    layer: Logger.layer([Logger.make(({ message }) => void said.push(String(message)))]),
    messages: () => said
  }
}

const here = relative("", import.meta.filename)
const { fingerprint } = sourceOf("alpha", () => Stream.empty)

it.effect.each([
  ["throws", () => Stream.die(new Error("boom")), fingerprint, `The source broke down: boom (${here}, line 23)`],
  [
    "fails with a reason that is none",
    () =>
      Stream.fromEffectDrain(
        Effect.sync(() => new SourceError({ source: "a", reason: "slow" as never, message: "?" }))
      ),
    fingerprint,
    `The source broke down: reason: must be transient, unreadable or misconfigured (${here}, line 28)`
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
    `no register (${here}, line 42)`
  ],
  [
    "fails with what Effect has wrapped",
    () => Stream.fromEffect(Effect.try(() => JSON.parse("{") as never) as never),
    fingerprint,
    `Expected property name or '}' in JSON at position 1 (line 1 column 2) (${here}, line 48)`
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

const [home] = homes(1) as [RawRecord]

it.effect.each([
  [{ houseNumber: 1 }, "malformed-record", "houseNumber must be text, not 1: {"],
  [
    { evidence: { kind: "official", detail: "x" } },
    "malformed-record",
    'evidence.kind is "official": it must be register, '
  ],
  [{ evidence: { kind: "declared" } }, "malformed-record", "evidence.detail is missing: {"],
  [
    { coordinates: { latitude: "32.08", longitude: "-81.09" } },
    "coordinates-outside-country",
    'coordinates.latitude must be a number, not "32.08"; coordinates.longitude must be a number, not "-81.09": {'
  ],
  [
    { coordinates: { latitude: -81.09, longitude: 32.08 } },
    "coordinates-outside-country",
    "latitude and longitude seem to be swapped: {"
  ],
  [
    { coordinates: { latitude: 48.85, longitude: 2.35 } },
    "coordinates-outside-country",
    "the position is in France (FR): {"
  ],
  [{ coordinates: { lat: 32, lon: -81 } }, "coordinates-out-of-range", "coordinates.latitude is missing; "],
  [{ coordinates: { latitude: 3_200_000, longitude: 9 } }, "coordinates-out-of-range", "the coordinates are not in de"],
  [{ houseNumber: undefined, number: "2" }, "missing-house-number", "number is no field of a record: {"],
  [{ street: `Elm\u0000${"x".repeat(900)}` }, "text-too-long", "street has 904 characters: {"],
  [{ houseNumber: { text: "\u001b[2J".repeat(90) } }, "malformed-record", 'houseNumber must be text, not {"text":"']
] as const)("A test of a source MUST say what is wrong with a record with %j", ([more, reason, said]) =>
  Effect.gen(function* () {
    const record = { ...home, ...more } as RawRecord
    const events = yield* Stream.runCollect(testSource(sourceOf("alpha", () => Stream.make(record))))
    const last = events.at(-1)
    assert.strictEqual(last?.type, "result")
    if (last?.type !== "result") return
    const [sample] = last.countries[0]!.samples[reason]!
    assert.isTrue(sample!.detail.startsWith(said), sample!.detail)
    assert.isAtMost(sample!.detail.length, 400)
    assert.notInclude(sample!.detail, "\u001b")
  })
)

it.effect("A test of a source MUST say which records share an ID or an address", () =>
  Effect.gen(function* () {
    const [one, two, three] = homes(3) as [RawRecord, RawRecord, RawRecord]
    const records = [one, two, { ...three, recordId: two.recordId }, { ...one, recordId: "again" }]
    const events = yield* Stream.runCollect(testSource(sourceOf("alpha", () => Stream.fromIterable(records))))
    const last = events.at(-1)
    assert.strictEqual(last?.type, "result")
    if (last?.type !== "result") return
    const [{ kept, rejected, repeatedIds, samples }] = last.countries as [(typeof last.countries)[0]]
    assert.deepStrictEqual(
      { kept, rejected, repeatedIds },
      { kept: { declared: 3 }, rejected: { duplicate: 1 }, repeatedIds: [two.recordId] }
    )
    assert.isTrue(samples["duplicate"]![0]!.detail.startsWith(`the address is that of ${one.recordId}: {`))
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

it.effect.each([
  [
    Effect.never,
    () => Stream.empty,
    "the fingerprint of alpha",
    "The source gave no fingerprint within 5 minutes. Limit the time that it waits for others."
  ],
  [
    fingerprint,
    () => Stream.never,
    "the first record of alpha in US",
    "The source gave no record of US within 5 minutes. Let its stream give records as it reads them, and limit the time that it waits for others."
  ],
  [
    fingerprint,
    () => Stream.concat(Stream.fromIterable(homes(3)), Stream.never),
    "a record of alpha in US (3 have come)",
    "The source gave only 3 records of US within 5 minutes. Let its stream give records as it reads them, and limit the time that it waits for others."
  ]
] as const)("A test of a source MUST say what it waits for, and end", ([fingerprint, records, awaited, message]) =>
  Effect.gen(function* () {
    const { layer, messages } = makeRecorded()
    const source = sourceOf("alpha", records as DataSource["records"], { fingerprint })
    const testing = yield* Effect.forkChild(Effect.provide(Stream.runCollect(testSource(source)), layer))
    yield* TestClock.adjust("14 seconds")
    assert.deepStrictEqual(messages(), [])
    yield* TestClock.adjust("106 seconds")
    assert.deepStrictEqual(
      messages(),
      ["15s", "30s", "1m", "2m"].map(
        (time) => `Still waiting for ${awaited}, after ${time}. Does its code wait for something without a time limit?`
      )
    )
    yield* TestClock.adjust("3 minutes")
    assert.deepStrictEqual((yield* Fiber.join(testing)).at(-1), { type: "failed", message })
  })
)

it.effect("A test of a source MUST not complain of a wait while something is downloaded", () =>
  Effect.gen(function* () {
    const { layer, messages } = makeRecorded()
    const download = Effect.gen(function* () {
      const tell = yield* TransferProgress
      for (let minute = 0; minute < 4; minute++) {
        yield* Effect.sleep("10 seconds")
        yield* tell({ url: "https://example.com", done: minute, total: null })
      }
      return homes(3)
    })
    const source = sourceOf("alpha", () => Stream.fromIterableEffect(download))
    const testing = yield* Effect.forkChild(Effect.provide(Stream.runCollect(testSource(source)), layer))
    yield* TestClock.adjust("45 seconds")
    assert.strictEqual((yield* Fiber.join(testing)).at(-1)?.type, "result")
    assert.deepStrictEqual(messages(), [])
  })
)
