import { assert, it } from "@effect/vitest"
import { relative } from "node:path"
import { Effect, Stream } from "effect"
import { sampleSize, testSource } from "../../../src/sync/configured/SourceTest.ts"
import { type DataSource, type RawRecord, SourceError } from "../../../sources/DataSource.ts"
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
