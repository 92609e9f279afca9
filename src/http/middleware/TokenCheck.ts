import type { Redacted } from "effect"
import { Cause, Context, Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import { RateLimited, RETRY_AFTER_SECONDS, ServiceUnavailable, Unauthorized } from "../../../schemas/Errors.ts"
import type { StorageUnavailable } from "../../database/Outage.ts"
import { ClientIp } from "../../geoip/ClientIp.ts"
import { Strangers, strangersLimit } from "../../tokens/Strangers.ts"
import type { TokenRejected } from "../../tokens/TokenErrors.ts"
import { TokenStore } from "../../tokens/TokenStore.ts"
import { requestIp } from "../edge/RequestIp.ts"

const unavailable = (error: StorageUnavailable) =>
  Effect.andThen(
    Effect.logWarning("The tokens are unavailable.", Cause.fail(error)),
    Effect.fail(
      new ServiceUnavailable({ message: "The token cannot be checked at the moment. Try again in a few seconds." })
    )
  )

const tooManyUnknown = Effect.fail(
  new RateLimited({
    message: `More than ${strangersLimit} unknown tokens came from this address within a minute. Try again in ${RETRY_AFTER_SECONDS} seconds.`
  })
)

/**
 * Checks an API token. Unknown ones are counted by the address of the request, wherever they are sent, because each
 * costs a look-up. Tokens known to be valid do not suffer from what others send from the same address.
 */
export const makeTokenCheck = Effect.gen(function* () {
  const tokens = yield* TokenStore
  const strangers = yield* Strangers
  const clientIp = yield* ClientIp

  const addressOf = (context: Context.Context<never>) =>
    requestIp(clientIp, Context.getUnsafe(context, HttpServerRequest.HttpServerRequest))

  const admit = Effect.contextWith((context: Context.Context<never>) =>
    Effect.flatMap(strangers.isTired(addressOf(context)), (isTired) => (isTired ? tooManyUnknown : Effect.void))
  )

  const rejected = ({ message, reason }: TokenRejected) =>
    Effect.contextWith((context: Context.Context<never>) =>
      Effect.andThen(
        reason === "unknown" ? strangers.count(addressOf(context)) : Effect.void,
        Effect.fail(new Unauthorized({ message }))
      )
    )

  return (token: Redacted.Redacted) =>
    Effect.catchTags(tokens.authenticate(token, admit), { TokenRejected: rejected, StorageUnavailable: unavailable })
})
