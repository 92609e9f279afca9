import { Clock, Effect, Schema, SchemaGetter } from "effect"

/** A column with a `timestamptz`, as milliseconds since 1970. */
export const Millis = Schema.Date.pipe(
  Schema.decodeTo(Schema.Finite, {
    decode: SchemaGetter.transform((date: Date) => date.getTime()),
    encode: SchemaGetter.transform((millis: number) => new Date(millis))
  })
)

/** Milliseconds since 1970 as the text of a `timestamptz`: ISO 8601 in UTC. */
export const timestamp = (millis: number): string => new Date(millis).toISOString()

/** The text of the present moment. */
export const timestampNow = Effect.map(Clock.currentTimeMillis, timestamp)
