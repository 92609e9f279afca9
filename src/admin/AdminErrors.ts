import { Effect, Schema } from "effect"

/** What the administration keeps cannot be read or written. */
export class AdministrationUnavailable extends Schema.TaggedError<AdministrationUnavailable>()(
  "AdministrationUnavailable",
  { message: Schema.String, cause: Schema.Defect() }
) {}

/** An outage of the database, as the administration sees it. */
export const unavailable = Effect.mapError(
  (cause: unknown) =>
    new AdministrationUnavailable({
      message: "The administration's tables cannot be read: their database does not respond.",
      cause
    })
)

/**
 * A password that is not set.
 *
 * Reasons:
 * - `TooShort`, `TooLong`: not from 12 to 1024 characters
 * - `Repeated`: nothing but one character repeated
 */
export class PasswordRefused extends Schema.TaggedError<PasswordRefused>()("PasswordRefused", {
  reason: Schema.Literals(["TooShort", "TooLong", "Repeated"]),
  message: Schema.String
}) {}
