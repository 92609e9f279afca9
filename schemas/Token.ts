import { Schema } from "effect"
import { TokenScope } from "./Authorization.ts"

/** What is known about an API token, except the token itself, which cannot be read again. */
export const TokenRecord = Schema.Struct({
  id: Schema.String.check(Schema.isPattern(/^tok_[0-9a-f]{16}$/u)).annotate({
    description: "Public ID of the token. It gives no access.",
    examples: ["tok_9f86d081884c7d65"]
  }),
  name: Schema.NonEmptyString.annotate({
    description: "What the token is for. No two tokens that are not revoked share a name.",
    examples: ["nightly tests"]
  }),
  scope: TokenScope,
  rateLimit: Schema.Int.check(Schema.isGreaterThanOrEqualTo(1)).annotate({
    description: "Requests per minute.",
    examples: [600]
  }),
  createdAt: Schema.DateTimeUtcFromString,
  expiresAt: Schema.optionalKey(Schema.DateTimeUtcFromString).annotate({
    description: "From this moment on the token is refused. Absent: it does not expire."
  }),
  revokedAt: Schema.optionalKey(Schema.DateTimeUtcFromString).annotate({ description: "Present once it is revoked." })
}).annotate({ identifier: "TokenRecord", description: "An API token's record." })
export type TokenRecord = typeof TokenRecord.Type
