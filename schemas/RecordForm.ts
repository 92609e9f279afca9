import { Schema } from "effect"
import { Coordinates, DerivedPart } from "./Address.ts"
import { StatedKind } from "./StatedEvidence.ts"

const text = Schema.optional(Schema.String)

/** Names of other components are never shown. */
const names = Schema.Struct({ street: text, building: text, district: text, city: text, region: text })

/** The port's record, field by field: a source in JavaScript, or one with casts, has no compiler to check it. */
export const RecordForm = Schema.Struct({
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
  derived: Schema.optional(Schema.Array(DerivedPart)),
  settlement: text,
  evidence: Schema.optional(Schema.Struct({ kind: StatedKind, detail: Schema.NonEmptyString })),
  language: text,
  names: Schema.optional(Schema.Record(Schema.String, names)),
  license: text,
  attribution: text,
  url: text
})
