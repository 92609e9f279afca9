import { assert, it } from "@effect/vitest"
import { Effect, Schema, Stream } from "effect"
import * as DataSource from "../../sources/DataSource.ts"
import * as SourceType from "../../sources/SourceType.ts"

const kinds = ["register", "building", "landuse", "declared", "probable", "assumed", "against"] as const

const records = kinds.map((kind): DataSource.RawRecord => ({ recordId: kind, evidence: { kind, detail: "It is." } }))

/** A source with one record of each kind of evidence, in one part. */
const type = SourceType.make({
  type: "list",
  summary: "A record of each kind of evidence.",
  options: Schema.Struct({ file: Schema.NonEmptyString }),
  make: (name, { file }) =>
    Effect.succeed(
      DataSource.make({
        manifest: {
          name,
          countries: ["DE"],
          license: "CC0-1.0",
          attribution: "Made up",
          homepage: "https://example.com",
          evidence: "Made up."
        },
        fingerprint: Effect.succeed(file),
        records: () => Stream.fromIterable(records),
        parts: () => Stream.make({ name: file, records: Stream.fromIterable(records) })
      })
    )
})

const left = <E>(read: Stream.Stream<DataSource.SourceRecord, E>) =>
  Effect.map(Stream.runCollect(read), (all) =>
    Array.from(all).flatMap((record) =>
      DataSource.isRejected(record) || record.evidence === undefined ? [] : [record.evidence.kind]
    )
  )

it.effect(
  "MUST keep every record, and only evidence that is strong enough or against a home, by parts and as a whole",
  () =>
    Effect.gen(function* () {
      const asked = yield* type.configure("list", { file: "a", weakestEvidence: "landuse" })
      const expected = ["register", "building", "landuse", "against"]
      assert.deepStrictEqual(yield* left(asked.records("DE")), expected)
      assert.deepStrictEqual(yield* left(Stream.flatMap(asked.parts!("DE"), (part) => part.records)), expected)
      assert.lengthOf(Array.from(yield* Stream.runCollect(asked.records("DE"))), kinds.length)
      const any = yield* type.configure("list", { file: "a" })
      assert.deepStrictEqual(yield* left(any.records("DE")), [...kinds])
      // The setting is part of the data's fingerprint, so that changing it triggers a new read.
      assert.notStrictEqual(yield* asked.fingerprint, yield* any.fingerprint)
    })
)

it.effect("MUST refuse an unknown kind, and be named in the schema of every type", () =>
  Effect.gen(function* () {
    for (const weakestEvidence of ["against", "certain", 3]) {
      const refused = yield* Effect.flip(type.configure("list", { file: "a", weakestEvidence }))
      assert.match(refused.message, /weakestEvidence/)
    }
    for (const options of [null, [], "a", { weakestEvidence: "landuse" }]) {
      assert.strictEqual((yield* Effect.flip(type.configure("list", options))).reason, "misconfigured")
    }
    assert.match(JSON.stringify(Schema.toJsonSchemaDocument(type.options)), /weakestEvidence/)
  })
)
