import { assert, describe, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { sourceLaws } from "../../properties/SourceSuite.ts"
import type { DataSource, RawRecord } from "../../sources/DataSource.ts"
import * as DataSources from "../../sources/DataSource.ts"
import { source as starter } from "../../sources/starter/Starter.ts"
import { tiny } from "./TinySource.ts"

for (const source of [starter, tiny]) {
  describe(`The source ${source.manifest.name}`, () => {
    for (const { holds, promise } of sourceLaws(source, "US")) it.effect(promise, () => holds)
  })
}

/** The tiny source with its records as a list that a fault can be planted in. */
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

/** Each fault, and the words of the promise that it breaks. */
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
  ["a number for a house number", having(([first]) => [{ ...first!, houseNumber: 12 as never }]), "typed"],
  ["a field that the port does not have", having(([first]) => [{ ...first!, zip: "66002" } as RawRecord]), "typed"],
  [
    "coordinates the wrong way round",
    having(([first]) => [{ ...first!, coordinates: { latitude: -95.1, longitude: 39.5 } }]),
    "typed"
  ],
  [
    "evidence of a kind of its own",
    having(([first]) => [{ ...first!, evidence: { kind: "hearsay", detail: "?" } as never }]),
    "typed"
  ],
  [
    "no evidence, in silence",
    having((records) => records.map((record) => ({ ...record, evidence: undefined }))),
    "evidence"
  ],
  ["a fingerprint of the moment", { ...tiny, fingerprint: Effect.sync(() => String(versions++)) }, "fingerprint"],
  ["an empty fingerprint", { ...tiny, fingerprint: Effect.succeed(" ") }, "fingerprint"],
  ["records for any country", { ...tiny, records: () => tiny.records("US") }, "does not have"]
]

describe("The laws of sources bite", () => {
  for (const [fault, source, promise, country = "US"] of faults) {
    it.effect(`on ${fault}`, () =>
      Effect.gen(function* () {
        const law = sourceLaws(source, country).find((one) => one.promise.includes(promise))!
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
})
