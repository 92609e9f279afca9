import { Schema } from "effect"

/**
 * A suppression was not made or lifted. Nothing was changed.
 *
 * Reasons:
 * - `NotPublished`: no published address has the ID
 * - `Suppressed`: the address is already suppressed
 * - `Unknown`: the suppression does not exist, or was lifted
 */
export class SuppressionRefused extends Schema.TaggedError<SuppressionRefused>()("SuppressionRefused", {
  reason: Schema.Literals(["NotPublished", "Suppressed", "Unknown"]),
  message: Schema.String
}) {}
