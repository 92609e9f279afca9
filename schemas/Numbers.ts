import { Schema } from "effect"

/** How many there are of something. */
export const Count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

/** A share of a whole, or a probability: from 0 to 1. */
export const Share = Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 }))
