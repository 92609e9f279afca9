import { Schema } from "effect"

/**
 * A token that gives no access.
 *
 * Reasons:
 * - `unknown`: malformed, or never issued
 * - `expired`: its expiry has passed
 * - `revoked`: it has been revoked
 */
export class TokenRejected extends Schema.TaggedError<TokenRejected>()("TokenRejected", {
  reason: Schema.Literals(["unknown", "expired", "revoked"]),
  message: Schema.String
}) {}

/**
 * A token that was not created.
 *
 * Reasons:
 * - `Name`: empty, too long, or with white space around it
 * - `NameTaken`: a token that is not revoked has this name
 * - `RateLimit`: not an integer from 1 to 2,147,483,647
 * - `Expiry`: not in the future
 */
export class TokenRefused extends Schema.TaggedError<TokenRefused>()("TokenRefused", {
  reason: Schema.Literals(["Name", "NameTaken", "RateLimit", "Expiry"]),
  message: Schema.String
}) {}

/** No token has this ID or name, except for revoked ones. */
export class TokenNotFound extends Schema.TaggedError<TokenNotFound>()("TokenNotFound", {
  idOrName: Schema.String,
  message: Schema.String
}) {}
