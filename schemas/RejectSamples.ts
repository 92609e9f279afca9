import { Schema } from "effect"

/** A record that was rejected, as an example of its reason. */
export const RejectSample = Schema.Struct({
  /** Absent if the source could not tell which record it is. */
  recordId: Schema.optionalKey(Schema.String),
  detail: Schema.String.annotate({ description: "What is wrong with the record, or the record, shortened." })
})
export type RejectSample = typeof RejectSample.Type

export const RejectSamples = Schema.Record(Schema.String, Schema.Array(RejectSample)).annotate({
  description: "Up to five rejected records per reason. They contain text from a source: display it as plain text."
})
export type RejectSamples = typeof RejectSamples.Type
