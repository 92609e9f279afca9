import { Schema } from "effect"

/**
 * A suppression that was not made or lifted. Nothing was changed.
 *
 * Reasons:
 * - `NotPublished`: no published address has the ID
 * - `Suppressed`: the address is suppressed already
 * - `Unknown`: there is no such suppression, or it was lifted
 */
export class SuppressionRefused extends Schema.TaggedError<SuppressionRefused>()("SuppressionRefused", {
  reason: Schema.Literals(["NotPublished", "Suppressed", "Unknown"]),
  message: Schema.String
}) {}
