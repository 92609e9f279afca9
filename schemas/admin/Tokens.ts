import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { TokenScope } from "../Authorization.ts"
import { data } from "../Data.ts"
import { InvalidRequestResponse, ServiceUnavailableResponse } from "../Errors.ts"
import { MAX_RATE_LIMIT, MAX_TOKEN_NAME, requiredText } from "../Fields.ts"
import { Validation } from "../Validation.ts"
import { ConflictResponse, NotThereResponse } from "./Errors.ts"
import { count, instant, wholeNumber } from "./Fields.ts"
import { SameSite, SignedIn } from "./Sessions.ts"

/** An API token as its administrator sees it. */
export const Token = Schema.Struct({
  id: Schema.NonEmptyString.annotate({
    description: "Public ID, which gives no access.",
    examples: ["tok_9f86d081884c7d65"]
  }),
  name: Schema.NonEmptyString,
  scope: TokenScope,
  rateLimit: count("Requests per minute."),
  state: Schema.Literals(["active", "expired", "revoked"]),
  isConsole: Schema.Boolean.annotate({ description: "Whether the console issued it to itself, for at most an hour." }),
  createdAt: instant("When it was created."),
  expiresAt: Schema.NullOr(instant("When it is refused from; null: it does not expire.")),
  revokedAt: Schema.NullOr(instant("When it was revoked; null: it was not.")),
  lastUsedAt: Schema.NullOr(instant("When it was last let in, to a few seconds; null: never.")),
  requestsToday: count("Requests it was let in for since midnight, UTC."),
  refusedToday: count("Requests over its limit since midnight, UTC.")
}).annotate({ identifier: "Token" })
export type Token = typeof Token.Type

export const IssuedToken = Schema.Struct({
  token: Schema.NonEmptyString.annotate({
    description: "The token itself: shown only here, and stored only as a hash."
  }),
  record: Token
}).annotate({ identifier: "IssuedToken" })

export const TokenUse = Schema.Struct({
  step: Schema.Literals(["hour", "day"]).annotate({ description: "The length of time of one point." }),
  points: Schema.Array(
    Schema.Struct({
      at: instant("Start of the hour or day, UTC."),
      requests: count("Requests it was let in for."),
      refused: count("Requests over its limit.")
    })
  ).annotate({ description: "Oldest first, without gaps; the last one is still in progress." })
}).annotate({ identifier: "TokenUse" })
export type TokenUse = typeof TokenUse.Type

const params = {
  id: Schema.String.check(Schema.isPattern(/^tok_[0-9a-f]{16}$/, { message: "is not the ID of a token" }))
}

/** A request for a new token. */
export const NewToken = Schema.Struct({
  name: requiredText(MAX_TOKEN_NAME).annotate({
    description: "What it is for: 1 to 100 characters, unique among tokens that are not revoked."
  }),
  scope: TokenScope,
  rateLimit: wholeNumber("requests per minute", 1, MAX_RATE_LIMIT).annotate({
    description: "Requests per minute.",
    examples: [600]
  }),
  expiresInDays: Schema.optionalKey(
    wholeNumber("days", 1, 3650).annotate({
      description: "Days until it expires; if absent, it does not.",
      examples: [90]
    })
  )
}).annotate({ identifier: "NewToken" })

/** API tokens. */
export class Tokens extends HttpApiGroup.make("tokens")
  .add(
    HttpApiEndpoint.get("list", "/tokens", {
      success: data(Schema.Struct({ tokens: Schema.Array(Token) })),
      error: ServiceUnavailableResponse
    }).annotateMerge(
      OpenApi.annotations({
        identifier: "tokens",
        summary: "Tokens",
        description: "Newest first, including expired and revoked ones."
      })
    ),
    HttpApiEndpoint.post("create", "/tokens", {
      payload: NewToken,
      success: data(IssuedToken).pipe(HttpApiSchema.status(201)),
      error: [InvalidRequestResponse, ConflictResponse, ServiceUnavailableResponse]
    }).annotateMerge(
      OpenApi.annotations({
        identifier: "createToken",
        summary: "Create a token",
        description: "The token is shown only in this response."
      })
    ),
    HttpApiEndpoint.delete("revoke", "/tokens/:id", {
      params,
      success: data(Token),
      error: [NotThereResponse, ServiceUnavailableResponse]
    }).annotateMerge(
      OpenApi.annotations({
        identifier: "revokeToken",
        summary: "Revoke a token",
        description: "The responding process refuses it at once, all others within 5 seconds."
      })
    ),
    HttpApiEndpoint.get("use", "/tokens/:id/use", {
      params,
      query: Schema.Struct({
        range: Schema.optionalKey(
          Schema.Literals(["day", "month"]).annotate({
            description: "day: the last 24 hours by hour; month: the last 30 days by day.",
            default: "day"
          })
        )
      }),
      success: data(TokenUse),
      error: [InvalidRequestResponse, NotThereResponse, ServiceUnavailableResponse]
    }).annotateMerge(
      OpenApi.annotations({
        identifier: "tokenUse",
        summary: "Use of a token",
        description: "By hour or by day, for a chart. Each process adds its counts every few seconds."
      })
    )
  )
  .middleware(Validation)
  .middleware(SignedIn)
  .middleware(SameSite)
  .annotateMerge(OpenApi.annotations({ title: "Tokens", description: "API tokens and their use." })) {}
