import { Schema } from "effect"

/** A point in time: ISO 8601 in UTC. Kept as text, which a page formats in its visitor's locale. */
export const instant = (description: string) =>
  Schema.NonEmptyString.annotate({ description, examples: ["2026-11-21T10:15:00.000Z"] })

export const count = (description: string) =>
  Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)).annotate({ description, examples: [4033] })

export const share = (description: string) =>
  Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 })).annotate({ description, examples: [0.95] })

export const text = (description: string) => Schema.String.annotate({ description })
