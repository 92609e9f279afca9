import type { Redacted } from "effect"
import { Context, Effect, Layer } from "effect"
import { HttpServerRequest } from "effect/http"
import type { TokenScope } from "../../../schemas/Authorization.ts"
import { Authorization, RequiredScope, WeighedByBody } from "../../../schemas/Authorization.ts"
import { RateLimited, RETRY_AFTER_SECONDS, ServiceUnavailable, Unauthorized } from "../../../schemas/Errors.ts"
import type { TokenRecord } from "../../../schemas/Token.ts"
import { RateLimit, type RateLimitUnavailable } from "../../tokens/RateLimit.ts"
import { Strangers } from "../../tokens/Strangers.ts"
import { Exchange } from "../edge/Exchange.ts"
import { FairShare, requestCost } from "../edge/FairShare.ts"
import { makeTokenCheck } from "./TokenCheck.ts"

const HOW = "Send the header Authorization: Bearer <API_TOKEN>."

const header = (context: Context.Context<never>): string | undefined =>
  Context.getUnsafe(context, HttpServerRequest.HttpServerRequest).headers["authorization"]

/** The framework's decoding does not distinguish a missing header from one of another scheme. */
const malformed = (authorization: string | undefined): Unauthorized | undefined => {
  if (authorization === undefined) return new Unauthorized({ message: `The token is missing. ${HOW}` })
  return /^bearer +\S+ *$/i.test(authorization)
    ? undefined
    : new Unauthorized({ message: `The header Authorization is malformed. ${HOW}` })
}

const notCounted = ({ message }: RateLimitUnavailable) =>
  Effect.fail(new ServiceUnavailable({ message: `${message} Try again in a few seconds.` }))

const reaches = (scope: TokenScope, required: TokenScope): boolean => scope === "generate" || scope === required

/**
 * Refuses requests without a valid token of the endpoint's scope, then those beyond the token's limit. All others take
 * their turn, unless their handler must read the body first.
 */
export const layer = Layer.effect(
  Authorization,
  Effect.gen(function* () {
    const check = yield* makeTokenCheck
    const rateLimit = yield* RateLimit
    const fairShare = yield* FairShare

    /** Counts the request. Its response says how many are left, whatever the outcome. */
    const count = Effect.fnUntraced(function* ({ id, rateLimit: limit }: TokenRecord) {
      const { allowed, ...state } = yield* rateLimit.consume(id, limit)
      const exchange = Context.getOrUndefined(yield* Effect.context<never>(), Exchange)
      if (exchange !== undefined) {
        exchange.rateLimit = state
        exchange.token = id
      }
      if (!allowed) {
        return yield* new RateLimited({
          message: `This token's limit of ${limit} requests per minute is used up. Try again in ${RETRY_AFTER_SECONDS} seconds.`
        })
      }
    })

    const authorize = Effect.fnUntraced(
      function* (token: Redacted.Redacted, required: TokenScope) {
        const fault = malformed(header(yield* Effect.context<never>()))
        if (fault !== undefined) return yield* fault
        const record = yield* check(token)
        if (!reaches(record.scope, required)) {
          return yield* new Unauthorized({
            message: `This endpoint needs a token with the scope ${required}; this one has the scope ${record.scope}.`
          })
        }
        yield* count(record)
        return record.id
      },
      Effect.catchTag("RateLimitUnavailable", notCounted)
    )

    return Authorization.of({
      bearer: (handler, { credential, endpoint }) =>
        Effect.flatMap(authorize(credential, Context.get(endpoint.annotations, RequiredScope)), (token) =>
          Context.get(endpoint.annotations, WeighedByBody) ? handler : fairShare.turn(token, requestCost, () => handler)
        )
    })
  })
).pipe(Layer.provideMerge(Layer.merge(FairShare.layer, Strangers.layer)))
