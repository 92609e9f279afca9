import { Schema } from "effect"
import { outage } from "../database/Outage.ts"

/** An outage of the database, in the words of the console's services. */
export const unavailable = outage("The console's data cannot be read: the database does not respond.")

/**
 * A password that was refused.
 *
 * Reasons:
 * - `TooShort`, `TooLong`: it does not have 12 to 1024 characters
 * - `Repeated`: it is one character repeated
 */
export class PasswordRefused extends Schema.TaggedError<PasswordRefused>()("PasswordRefused", {
  reason: Schema.Literals(["TooShort", "TooLong", "Repeated"]),
  message: Schema.String
}) {}
