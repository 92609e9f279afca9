import { Cause, Effect, Layer, Option, Redacted } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { PrometheusMetrics } from "effect/observability"
import { hash, timingSafeEqual } from "node:crypto"
import { type RateLimited, RETRY_AFTER_SECONDS, type ServiceUnavailable } from "../../../schemas/Errors.ts"
import { AdminSessions } from "../../admin/AdminSessions.ts"
import type { StorageUnavailable } from "../../database/Outage.ts"
import { settings } from "../../settings/Settings.ts"
import { sessionTokensOf } from "../edge/Cookies.ts"
import { errorAnswer } from "../edge/ErrorAnswer.ts"
import { makeTokenCheck } from "../middleware/TokenCheck.ts"

/** Takes the same time for any token. */
const isSame = (given: Redacted.Redacted, expected: Redacted.Redacted): boolean => {
  const digest = (token: Redacted.Redacted) => hash("sha256", Redacted.value(token), "buffer")
  return timingSafeEqual(digest(given), digest(expected))
}

const unauthorized = HttpServerResponse.setHeader(
  errorAnswer(
    "UNAUTHORIZED",
    "Metrics need a token, that of METRICS_TOKEN or any API token: Authorization: Bearer <TOKEN>. " +
      "Anyone signed in to the console may read them, too."
  ),
  "www-authenticate",
  "Bearer"
)

const tooMany = ({ message }: RateLimited) =>
  Effect.succeed(
    HttpServerResponse.setHeader(errorAnswer("RATE_LIMITED", message), "retry-after", String(RETRY_AFTER_SECONDS))
  )

const unavailable = ({ message }: ServiceUnavailable) => Effect.succeed(errorAnswer("SERVICE_UNAVAILABLE", message))

const noSessions = (error: StorageUnavailable) =>
  Effect.as(
    Effect.logWarning("The sessions are unavailable.", Cause.fail(error)),
    errorAnswer("SERVICE_UNAVAILABLE", "The session cannot be checked at the moment. Try again in a few seconds.")
  )

const make = Effect.gen(function* () {
  const mode = yield* settings.METRICS.value
  const own = yield* settings.METRICS_TOKEN.value
  if (mode === "off") return Layer.empty
  const check = yield* makeTokenCheck
  const sessions = yield* AdminSessions

  const hasToken = Effect.fnUntraced(function* (authorization: string | undefined) {
    const [, text] = /^bearer +(\S+) *$/i.exec(authorization ?? "") ?? []
    if (text === undefined) return false
    const token = Redacted.make(text)
    if (own !== undefined && isSame(token, own)) return true
    return yield* Effect.matchEffect(check(token), {
      onSuccess: () => Effect.succeed(true),
      // An outage is not a refusal: whoever reads metrics would look for a fault in the token.
      onFailure: (error) => (error._tag === "Unauthorized" ? Effect.succeed(false) : Effect.fail(error))
    })
  })

  const isSignedIn = Effect.fnUntraced(function* (tokens: ReadonlyArray<Redacted.Redacted>) {
    if (tokens.length === 0) return false
    // Reading metrics does not keep a session alive.
    return Option.isSome(yield* sessions.find(tokens, { touch: false }))
  })

  const answer = Effect.gen(function* () {
    const { headers } = yield* HttpServerRequest.HttpServerRequest
    const may =
      mode === "open" || (yield* hasToken(headers["authorization"])) || (yield* isSignedIn(sessionTokensOf(headers)))
    if (!may) return unauthorized
    const text = yield* PrometheusMetrics.format()
    return HttpServerResponse.text(text, { contentType: "text/plain; version=0.0.4; charset=utf-8" })
  }).pipe(Effect.catchTags({ RateLimited: tooMany, ServiceUnavailable: unavailable, StorageUnavailable: noSessions }))

  return HttpRouter.add("GET", "/metrics", answer)
})

/** `/metrics` for Prometheus. */
export const layerNoDeps = Layer.unwrap(make)
