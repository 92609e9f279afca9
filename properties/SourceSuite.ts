import { Effect, Schema, Stream } from "effect"
import { Coordinates, EvidenceKind } from "../schemas/Address.ts"
import {
  type DataSource,
  isRejected,
  Manifest,
  type RawRecord,
  type SourceError,
  type SourceRecord
} from "../sources/DataSource.ts"
import { canonical, type LawBroken, promise } from "./Law.ts"

const text = Schema.optional(Schema.String)

/** The port's record, field by field: a source in JavaScript, or one that casts, has no compiler to tell it. */
const Record = Schema.Struct({
  recordId: Schema.NonEmptyString,
  houseNumber: text,
  street: text,
  unit: text,
  building: text,
  district: text,
  city: text,
  region: text,
  postcode: text,
  coordinates: Schema.optional(Coordinates),
  evidence: Schema.optional(Schema.Struct({ kind: EvidenceKind, detail: Schema.NonEmptyString })),
  language: text,
  names: Schema.optional(Schema.Record(Schema.String, Schema.Record(Schema.String, Schema.String))),
  license: text,
  attribution: text,
  url: text
})

const decodeRecord = Schema.decodeUnknownEffect(Record, { onExcessProperty: "error", errors: "all" })

const read = (source: DataSource, country: string) => Stream.runCollect(source.records(country))

const kept = (records: Iterable<SourceRecord>): ReadonlyArray<RawRecord> =>
  Array.from(records).filter((record): record is RawRecord => !isRejected(record))

/** What every source promises by the port. `country` is one of its manifest's. */
export const sourceLaws = (
  source: DataSource,
  country: string
): ReadonlyArray<{ readonly promise: string; readonly holds: Effect.Effect<void, LawBroken | SourceError> }> => {
  const check = (
    text: string,
    law: (law: ReturnType<typeof promise>) => Effect.Effect<void, LawBroken | SourceError>
  ) => ({ promise: text, holds: law(promise(text)) })

  return [
    check("MUST have a valid manifest, which names the country", (law) =>
      Effect.gen(function* () {
        yield* Schema.decodeUnknownEffect(Manifest, { onExcessProperty: "error" })(source.manifest).pipe(
          Effect.mapError((error) => law.broken(error.message))
        )
        yield* law.hold(source.manifest.countries.includes(country), `It names ${source.manifest.countries.join()}.`)
        const unique = new Set(source.manifest.countries).size === source.manifest.countries.length
        yield* law.hold(unique, "It names a country twice.", source.manifest.countries)
      })
    ),
    check("MUST give at least one record", (law) =>
      Effect.flatMap(read(source, country), (records) =>
        law.hold(kept(records).length > 0, `It gave none of ${country}.`)
      )
    ),
    check("MUST give records of the port's form, whole and typed", (law) =>
      Effect.gen(function* () {
        for (const record of kept(yield* read(source, country))) {
          yield* Effect.mapError(decodeRecord(record), (error) => law.broken(error.message, record))
        }
      })
    ),
    check("MUST give different records different IDs", (law) =>
      Effect.gen(function* () {
        // A list may name an address twice; that is a duplicate, and counted as one. Two things under one ID are not.
        const seen = new Map<string, string>()
        for (const record of kept(yield* read(source, country))) {
          const known = seen.get(record.recordId)
          yield* law.hold(
            known === undefined || known === canonical(record),
            "Two records differ under one ID:",
            record
          )
          seen.set(record.recordId, canonical(record))
        }
      })
    ),
    check("MUST give the same records, under the same IDs, each time that it is read", (law) =>
      Effect.gen(function* () {
        const once = kept(yield* read(source, country))
        const known = new Set(once.map(canonical))
        const again = kept(yield* read(source, country))
        yield* law.same(again.length, once.length, "It gave another number of records.")
        const other = again.find((record) => !known.has(canonical(record)))
        yield* law.hold(other === undefined, "It gave another record the second time:", other)
      })
    ),
    check("MUST say of its evidence what its manifest says: given on records, or stated as absent", (law) =>
      Effect.gen(function* () {
        const records = kept(yield* read(source, country))
        const given = records.some(({ evidence }) => evidence !== undefined)
        const absent = /\b(none|no evidence|absent)\b/i.test(source.manifest.evidence)
        yield* law.hold(
          given || absent,
          'No record has evidence, and the manifest does not say so. Say "none" in its evidence.',
          source.manifest.evidence
        )
      })
    ),
    check("MUST have a fingerprint that stands while the data does", (law) =>
      Effect.gen(function* () {
        const before = yield* source.fingerprint
        yield* Stream.runDrain(source.records(country))
        yield* law.same(yield* source.fingerprint, before, "It has changed.")
        yield* law.hold(before.trim() !== "", "It is empty.")
      })
    ),
    check("MUST give nothing of a country that it does not have", (law) =>
      Effect.flatMap(Stream.runCount(source.records("XX")), (count) => law.same(count, 0, "It gave records of XX."))
    )
  ]
}
