import { closeSync, openSync } from "node:fs"
import { setTimeout } from "node:timers/promises"
import { afterAll, assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, Exit, Stream } from "effect"
import { sourceLaws } from "../../properties/SourceSuite.ts"
import type { Normalize } from "../../properties/SourceSurvey.ts"
import type { DataSource, RawRecord } from "../../sources/DataSource.ts"
import * as DataSources from "../../sources/DataSource.ts"
import { source as starter } from "../../sources/starter/Starter.ts"
import { normalize } from "../../src/sync/normalize/NormalizeInFull.ts"
import { found } from "../properties/Found.ts"
import { tiny } from "./TinySource.ts"

for (const source of [starter, tiny]) {
  describe(`The source ${source.manifest.name}`, () => {
    for (const { holds, promise } of sourceLaws(source, "US", { normalize, runs: 50 })) it.effect(promise, () => holds)
  })
}

/** The tiny source with its list of records changed, so that a fault can be planted in it. */
const having = (
  change: (records: ReadonlyArray<RawRecord>) => ReadonlyArray<DataSources.SourceRecord>
): DataSource => ({
  ...tiny,
  records: (country) =>
    Stream.fromIterableEffect(
      Effect.map(Stream.runCollect(tiny.records(country)), (records) => change(records as ReadonlyArray<RawRecord>))
    )
})

const everyOther = () => {
  let reads = 0
  return having((records) => records.map((record) => ({ ...record, recordId: `${record.recordId}/${reads++}` })))
}

let versions = 0

let readings = 0

const where = { latitude: 39.56, longitude: -95.12 }
const placed = (change: (at: typeof where) => typeof where) =>
  having((records) => records.map((record) => ({ ...record, coordinates: change(where) })))

/** Yields the same object for every record, as a careless parser does. */
const reused = having((records) => {
  const one = {} as RawRecord
  return {
    *[Symbol.iterator]() {
      for (const record of records) yield Object.assign(one, record)
    }
  } as never
})

/** Opens a file on each read and leaves it open until the tests end. */
const opened: Array<number> = []
const leaking: DataSource = {
  ...tiny,
  records: (country) =>
    Stream.concat(
      Stream.fromEffectDrain(Effect.sync(() => opened.push(openSync(import.meta.filename, "r")))),
      tiny.records(country)
    )
}
afterAll(() => opened.forEach((file) => closeSync(file)))

/** Takes longer to stop, once interrupted, than anyone waits. */
const unstoppable: DataSource = {
  ...tiny,
  records: (country) =>
    Stream.onExit(tiny.records(country), (exit) =>
      Exit.hasInterrupts(exit) ? Effect.promise(() => setTimeout(20_000, undefined, { ref: false })) : Effect.void
    )
}

/** Each fault, with words of the promise that it breaks. */
const faults: ReadonlyArray<readonly [fault: string, source: DataSource, promise: string, country?: string]> = [
  ["a name in capitals", { ...tiny, manifest: { ...tiny.manifest, name: "Tiny" } }, "manifest"],
  ["a country that it does not name", tiny, "manifest", "DE"],
  ["a country named twice", { ...tiny, manifest: { ...tiny.manifest, countries: ["US", "US"] } }, "manifest"],
  ["no record", having(() => []), "at least one"],
  ["rejected records only", having(() => [DataSources.rejected("filtered", "All of them.")]), "at least one"],
  [
    "one ID for two records",
    having(([first, ...rest]) => [first!, { ...rest[0]!, recordId: first!.recordId }]),
    "different records"
  ],
  ["record IDs from row numbers of a run", everyOther(), "each time"],
  ["a number for a house number", having(([first]) => [{ ...first!, houseNumber: 12 as never }]), "the port's types"],
  [
    "a field that the port does not have",
    having(([first]) => [{ ...first!, zip: "66002" } as RawRecord]),
    "the port's types"
  ],
  [
    "coordinates the wrong way round",
    having(([first]) => [{ ...first!, coordinates: { latitude: -95.1, longitude: 39.5 } }]),
    "the port's types"
  ],
  [
    "evidence of a kind of its own",
    having(([first]) => [{ ...first!, evidence: { kind: "hearsay", detail: "?" } as never }]),
    "the port's types"
  ],
  [
    "no evidence, in silence",
    having((records) => records.map((record) => ({ ...record, evidence: undefined }))),
    "evidence"
  ],
  ["a fingerprint of the moment", { ...tiny, fingerprint: Effect.sync(() => String(versions++)) }, "fingerprint"],
  ["an empty fingerprint", { ...tiny, fingerprint: Effect.succeed(" ") }, "fingerprint"],
  ["a licence that is still to be written", { ...tiny, manifest: { ...tiny.manifest, license: "TODO" } }, "licence"],
  ["no licence on a record", having(([first, ...rest]) => [{ ...first!, license: "unknown" }, ...rest]), "licence"],
  ["a throw while it reads", having(() => JSON.parse("{")), "defect"],
  ["a throw when it is asked", { ...tiny, records: () => JSON.parse("{") as never }, "defect"],
  ["an error that is not of the port", { ...tiny, records: () => Stream.fail(new Error("disk")) as never }, "defect"],
  [
    "a file that cannot be read",
    {
      ...tiny,
      records: () =>
        Stream.fail(new DataSources.SourceError({ source: "tiny", reason: "unreadable", message: "It is no CSV." }))
    },
    "at least one"
  ],
  ["records that fill one object", reused, "change a record"],
  [
    "a reason of its own for a reject",
    having((records) => [...records, { _tag: "Rejected", reason: "ugly", detail: "It is." } as never]),
    "why it rejects"
  ],
  [
    "a reject without a word",
    having((records) => [...records, DataSources.rejected("filtered", " ")]),
    "why it rejects"
  ],
  ["another number of records each time", having((records) => records.slice(0, 3 + (readings++ % 2))), "each time"],
  ["an example that it does not hold", { ...tiny, examples: [{ recordId: "tiny:6" }] }, "contain the examples"],
  [
    "an example that says otherwise",
    { ...tiny, examples: [{ recordId: "tiny:5", street: "Blefuscu Lane" }] },
    "contain the examples"
  ],
  ["no examples", { ...tiny, examples: undefined as never }, "name examples"],
  [
    "record IDs that count",
    having((records) => records.map((record, row) => ({ ...record, recordId: `row ${row + 1}` }))),
    "record's position"
  ],
  [
    "coordinates in another country",
    placed(({ latitude }) => ({ latitude, longitude: 95.1 })),
    "coordinates in the country"
  ],
  ["something that is no record", having((records) => [...records, "12 Main Street" as never]), "the port's types"],
  ["nothing that is kept", having((records) => records.map((record) => ({ ...record, city: "" }))), "that is kept"],
  [
    "a wrong column as the postcode",
    having((records) => records.map((record, row) => (row < 3 ? { ...record, postcode: "Kansas" } : record))),
    "nine in ten"
  ],
  [
    "postcodes of another state",
    having((records) =>
      Array.from({ length: 40 }, (_, i) =>
        records.map((record) => ({
          ...record,
          recordId: `${record.recordId}/${i}`,
          houseNumber: `${i}`,
          postcode: "99950"
        }))
      ).flat()
    ),
    "shop checkouts"
  ],
  [
    "parts that leave something out",
    {
      ...tiny,
      parts: (country) => Stream.make({ name: "one", records: Stream.take(tiny.records(country), 3) })
    },
    "by its parts"
  ],
  [
    "two parts of one name",
    {
      ...tiny,
      parts: (country) =>
        Stream.make(
          { name: "one", records: Stream.take(tiny.records(country), 3) },
          { name: "one", records: Stream.drop(tiny.records(country), 3) }
        )
    },
    "by its parts"
  ],
  ["files that stay open", leaking, "interrupted"],
  ["a reading that does not stop", unstoppable, "interrupted"],
  ["records for any country", { ...tiny, records: () => tiny.records("US") }, "does not have"]
]

const throwing =
  (when: (record: RawRecord) => boolean): Normalize =>
  (manifest, country, record) => {
    if (!DataSources.isRejected(record) && when(record)) throw new Error("a bug")
    return normalize(manifest, country, record)
  }

const inTurns = (kept: ReturnType<Normalize>): Normalize => {
  let calls = 0
  return () => (calls++ % 3 === 0 ? kept : { _tag: "Failure", failure: "missing-city" })
}

/** Takes the city from the previous record. */
const remembering = (): Normalize => {
  let last = ""
  return (manifest, country, record) => {
    const city = last
    if (!DataSources.isRejected(record)) last = `${record.houseNumber}ville`
    return normalize(manifest, country, { ...record, city } as RawRecord)
  }
}

describe("The laws of sources bite", () => {
  for (const [fault, source, promise, country = "US"] of faults) {
    it.effect(`on ${fault}`, () =>
      Effect.gen(function* () {
        const law = sourceLaws(source, country, { normalize }).find((one) => one.promise.includes(promise))!
        const failure = yield* Effect.flip(law.holds)
        assert.strictEqual(failure._tag, "LawBroken")
      })
    )
  }

  it.effect("not on evidence that is stated as absent", () =>
    Effect.gen(function* () {
      const source = {
        ...having((records) => records.map((record) => ({ ...record, evidence: undefined }))),
        manifest: { ...tiny.manifest, evidence: "None: the list does not say which of its addresses are homes." }
      }
      for (const { holds } of sourceLaws(source, "US")) yield* holds
    })
  )

  const kept = normalize(tiny.manifest, "US", { recordId: "1", houseNumber: "1", street: "A", city: "B", region: "KS" })

  /** Normalizations that are at fault instead of the source, each with words of the promise that it breaks. */
  const normalizations: ReadonlyArray<readonly [fault: string, normalize: Normalize, promise: string]> = [
    ["that throws on long text", throwing(({ street }) => (street?.length ?? 0) > 200), "whatever its records contain"],
    ["that throws on a number", throwing(({ houseNumber }) => typeof houseNumber === "number"), "whatever"],
    ["that rejects without a reason", () => ({ _tag: "Failure", failure: "" }), "account for every record"],
    ["that goes by the time", inTurns(kept), "whatever its records contain"],
    [
      "that shortens a street each time",
      (manifest, country, record) =>
        normalize(manifest, country, {
          ...record,
          ...("street" in record ? { street: record.street?.slice(0, -1) } : {})
        } as RawRecord),
      "normalized again"
    ],
    ["that remembers the one before", remembering(), "in any order"]
  ]

  for (const [fault, faulty, promise] of normalizations) {
    it.effect(`on a normalization ${fault}`, () =>
      Effect.gen(function* () {
        const laws = sourceLaws(tiny, "US", { normalize: faulty, runs: 2000, seed: 1 })
        const failure = yield* found(laws.find((one) => one.promise.includes(promise))!.holds)
        assert.include(["LawBroken", "PropertyFailed"], failure._tag)
      })
    )
  }

  it.effect("by a case with a single fault that its seed and path reproduce", () =>
    Effect.gen(function* () {
      const faulty = throwing(({ street }) => (street?.length ?? 0) > 200)
      const { holds } = sourceLaws(tiny, "US", { normalize: faulty, runs: 2000, seed: 1 }).find((one) =>
        one.promise.includes("whatever")
      )!
      const failure = yield* Effect.flip(holds)
      if (failure._tag !== "PropertyFailed") return assert.fail(failure._tag)
      const settings = ConfigProvider.fromUnknown({ FC_SEED: String(failure.seed), FC_PATH: failure.path })
      const again = yield* Effect.flip(Effect.provideService(holds, ConfigProvider.ConfigProvider, settings))
      if (again._tag !== "PropertyFailed") return assert.fail(again._tag)
      assert.deepStrictEqual(again.counterexample, failure.counterexample)
      const { changes } = failure.counterexample as { readonly changes: ReadonlyArray<unknown> }
      assert.lengthOf(
        changes.filter((change) => change !== null),
        1
      )
    })
  )

  it.effect("with an explanation: what was found, where, and what to change", () =>
    Effect.gen(function* () {
      const explained = (source: DataSource, promise: string) =>
        Effect.map(
          Effect.flip(sourceLaws(source, "US", { normalize }).find((one) => one.promise.includes(promise))!.holds),
          ({ message }) => message
        )
      const turned = placed(({ latitude, longitude }) => ({ latitude: longitude / 2, longitude: latitude * 2 }))
      assert.match(
        yield* explained(turned, "coordinates in"),
        /7 of 7 coordinates .+ latitude -47\.56, longitude 79\.12/
      )
      const exchanged = placed(() => ({ latitude: -89, longitude: 39.5 }))
      assert.match(yield* explained(exchanged, "coordinates in"), /do not lie in US/)
      assert.match(
        yield* explained(everyOther(), "each time"),
        /`recordId` was "tiny:5\/0" and is "tiny:5\/\d+".+Take the ID from the data/
      )
      assert.match(
        yield* explained(
          having(() => JSON.parse("{")),
          "defect"
        ),
        /JSON.+\(test\/sources\/SourceSuite\.test\.ts, line \d+\).+SourceError/
      )
    })
  )

  it.effect("with what to return, where `records` or `parts` of a module give no stream", () =>
    Effect.gen(function* () {
      const listed = DataSources.make({
        ...tiny,
        records: () => [] as never,
        parts: () => Promise.resolve([]) as never
      })
      for (const [member, stream] of [
        ["records", listed.records("US")],
        ["parts", listed.parts!("US")]
      ] as const) {
        const { message } = yield* Effect.flip(Stream.runDrain<unknown, DataSources.SourceError, never>(stream))
        assert.include(message, `\`${member}\` of the source tiny does not return a Stream`)
      }
    })
  )
})
