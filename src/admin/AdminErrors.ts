import { Schema } from "effect"
import { outage } from "../database/Outage.ts"

/** An outage of the database, as the administration sees it. */
export const unavailable = outage("The administration's tables cannot be read: their database does not respond.")

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
