import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Logger, Stream } from "effect"
import { TestClock } from "effect/testing"
import { sourceLaws } from "../../properties/SourceSuite.ts"
import type { RawRecord, SourceRecord } from "../../sources/DataSource.ts"
import * as DataSource from "../../sources/DataSource.ts"
import { normalize } from "../../src/sync/normalize/NormalizeInFull.ts"

// Tests laws of sources on sources with a few records.

const home = (recordId: string, more: Partial<RawRecord> = {}): RawRecord => ({
  recordId,
  houseNumber: recordId,
  street: "Oak Avenue",
  city: "Savannah",
  region: "GA",
  postcode: "31401",
  evidence: { kind: "declared", detail: "Made up." },
  ...more
})

const sourceOf = (
  records: Stream.Stream<SourceRecord, DataSource.SourceError>,
  manifest: Partial<DataSource.Manifest> = {}
) =>
  DataSource.make({
    manifest: {
      name: "alpha",
      countries: ["US"],
      license: "CC0-1.0",
      attribution: "Made up",
      homepage: "https://example.com/",
      evidence: "Declared: made up.",
      ...manifest
    },
    fingerprint: Effect.succeed("1"),
    records: () => records
  })

const holds = (source: DataSource.DataSource, promise: string) => {
  const law = sourceLaws(source, "US", { normalize, runs: 2 }).find((one) => one.promise === promise)
  assert.isDefined(law, promise)
  return law!.holds
}

describe("A source", () => {
  const some = "MUST give at least one record"

  it.effect("MUST be told apart by how it fails: by an error of the port, or by a defect, which is another law's", () =>
    Effect.gen(function* () {
      const message = "The file is gone."
      const failing = Stream.fail(new DataSource.SourceError({ source: "alpha", reason: "unreadable", message }))
      const broken = yield* Effect.flip(holds(sourceOf(failing), some))
      assert.strictEqual(broken._tag, "LawBroken")
      assert.include(broken.message, `It cannot be read: ${message}`)
      const dying = yield* Effect.flip(holds(sourceOf(Stream.die(new Error("It dies."))), some))
      assert.strictEqual(dying._tag, "SourceUnreadable")
      for (const [reason, message] of [
        ["forgotten", "No reason of the port."],
        ["unreadable", " "]
      ]) {
        const odd = Stream.fail({ _tag: "SourceError", reason, message } as unknown as DataSource.SourceError)
        assert.strictEqual((yield* Effect.flip(holds(sourceOf(odd), some)))._tag, "SourceUnreadable", reason)
      }
      const ended = "MUST end every reading with its last record or a SourceError, never with a defect"
      assert.strictEqual(
        (yield* Effect.flip(holds(sourceOf(Stream.die(new Error("It dies."))), ended)))._tag,
        "LawBroken"
      )
      yield* holds(sourceOf(Stream.make(home("1"))), some)
    })
  )

  it.effect("MUST be told that it interrupted itself, as a defect", () =>
    Effect.gen(function* () {
      const source = sourceOf(Stream.concat(Stream.make(home("1")), Stream.fromEffect(Effect.interrupt)))
      const ended = "MUST end every reading with its last record or a SourceError, never with a defect"
      const broken = yield* Effect.flip(holds(source, ended))
      assert.include(broken.message, "ended with a defect: The source interrupted itself.")
    })
  )

  it.effect.each<readonly [string, unknown, string]>([
    ["nothing", null, "It must be an object. The record: null"],
    ["a number as its ID", { ...home("2"), recordId: 12n }, "`recordId`: must be a string"],
    ["an ID of two megabytes", { ...home("2"), recordId: "0".repeat(2_000_000), unit: 1 }, "`unit`: must be a string"]
  ])("MUST have a record that is none reported by one law, which says what it is: %s", ([, odd, says]) =>
    Effect.gen(function* () {
      const source = sourceOf(Stream.make(home("1"), odd as RawRecord, { ...home("3"), recordId: home("1").recordId }))
      const found = new Map<string, string>()
      for (const { holds, promise } of sourceLaws(source, "US", { normalize, runs: 2 })) {
        if (!promise.startsWith("MUST")) continue
        yield* Effect.catch(holds, ({ message }) => Effect.sync(() => found.set(promise, message)))
      }
      const [form, ids, xx, neighbours] = [
        "MUST give complete records with the port's types",
        "MUST give different records different IDs",
        "MUST give nothing for a country that it does not have",
        "MUST give each record for one country only, never for a neighbour too"
      ]
      assert.sameMembers(Array.from(found.keys()), [form, ids, xx, neighbours])
      assert.include(found.get(form), says)
      assert.include(found.get(ids), 'Two records have the ID "1": `houseNumber` was "1" and is "3".')
    })
  )

  it.effect("MUST be told whether it gave nothing at all, or rejected all of it", () =>
    Effect.gen(function* () {
      const nothing = yield* Effect.flip(holds(sourceOf(Stream.empty), some))
      assert.include(nothing.message, "It gave none for US.")
      const rejected = Stream.make(
        DataSource.rejected("filtered", "A shop."),
        DataSource.rejected("filtered", "A mill.")
      )
      const { message } = yield* Effect.flip(holds(sourceOf(rejected), some))
      assert.match(message, /All 2 that it read for US are rejected; the first: .*A shop\./)
    })
  )

  it.effect("MUST be told the most frequent reason why nothing of it is kept, and how often it was", () =>
    Effect.gen(function* () {
      const records = [home("1", { city: "" }), ...["0", "00", "000"].map((number) => home(number))]
      for (const order of [records, records.toReversed()]) {
        const { message } = yield* Effect.flip(
          holds(sourceOf(Stream.fromIterable(order)), "MUST give at least one record that is kept")
        )
        assert.include(message, "None of 4 records is kept: 3 of them are rejected for placeholder-house-number.")
      }
    })
  )

  it.effect("MUST give as many records each time it is read", () =>
    Effect.gen(function* () {
      const again = "MUST give the same records with the same IDs each time it is read"
      const records = ["1", "2", "3"].map((number) => home(number))
      yield* holds(sourceOf(Stream.fromIterable(records)), again)
      let readings = 0
      const fewer = Stream.suspend(() => Stream.fromIterable(readings++ === 0 ? records : records.slice(0, 2)))
      const broken = yield* Effect.flip(holds(sourceOf(fewer), again))
      assert.strictEqual(broken._tag, "LawBroken")
      assert.include(broken.message, "It gave 3 records the first time, and 2 the second.")
    })
  )

  it.effect("MUST name a country once, and the one that is asked for", () =>
    Effect.gen(function* () {
      const valid = "MUST have a valid manifest, which names the country"
      const given = Stream.make(home("1"))
      yield* holds(sourceOf(given), valid)
      for (const countries of [["US", "US"], ["DE"]] as const) {
        const broken = yield* Effect.flip(holds(sourceOf(given, { countries: [...countries] }), valid))
        assert.strictEqual(broken._tag, "LawBroken", countries.join())
      }
    })
  )

  it.effect("MUST be named if it falls silent, once for each silence, and waited for", () =>
    Effect.gen(function* () {
      const said: Array<string> = []
      const pausing = (seconds: number) => Stream.drain(Stream.fromEffect(Effect.sleep(seconds * 1000)))
      const given = Stream.make(home("1"), home("2"))
      const slow = Stream.concat(Stream.concat(given, pausing(200)), Stream.concat(Stream.make(home("3")), pausing(20)))
      const reading = yield* Effect.forkChild(holds(sourceOf(slow), some)).pipe(
        Effect.provide(
          Logger.layer([Logger.make(({ message }) => void said.push(String(message)))], { mergeWithExisting: false })
        )
      )
      for (let i = 0; i < 10; i++) yield* TestClock.adjust("30 seconds")
      yield* Fiber.join(reading)
      assert.lengthOf(said, 1)
      assert.match(said[0]!, /^alpha, US: no record for 30 seconds, after 2\. .+ Ctrl-C ends the run\.$/)
    })
  )

  it.effect("MUST be named if its fingerprint does not come, and waited for", () =>
    Effect.gen(function* () {
      const said: Array<string> = []
      const source = { ...sourceOf(Stream.make(home("1"))), fingerprint: Effect.as(Effect.sleep("50 seconds"), "1") }
      const reading = yield* Effect.forkChild(
        holds(source, "MUST have a fingerprint that stays the same while the data do")
      ).pipe(
        Effect.provide(
          Logger.layer([Logger.make(({ message }) => void said.push(String(message)))], { mergeWithExisting: false })
        )
      )
      yield* TestClock.adjust("50 seconds")
      assert.lengthOf(said, 1)
      assert.match(said[0]!, /^alpha, US: no fingerprint for 30 seconds\. .+ Ctrl-C ends the run\.$/)
      yield* TestClock.adjust("20 minutes")
      yield* Fiber.join(reading)
    })
  )
})
