import { Effect, Layer, Option, Redacted } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { PrometheusMetrics } from "effect/observability"
import { hash, timingSafeEqual } from "node:crypto"
import { SESSION_COOKIE } from "../../../schemas/admin/Sessions.ts"
import { AdminSessions } from "../../admin/AdminSessions.ts"
import { settings } from "../../settings/Settings.ts"
import { TokenStore } from "../../tokens/TokenStore.ts"
import { errorAnswer } from "../edge/ErrorAnswer.ts"

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

const make = Effect.gen(function* () {
  const mode = yield* settings.METRICS.value
  const own = yield* settings.METRICS_TOKEN.value
  if (mode === "off") return Layer.empty
  const tokens = yield* TokenStore
  const sessions = yield* AdminSessions

  const hasToken = Effect.fnUntraced(function* (authorization: string | undefined) {
    const [, text] = /^bearer +(\S+) *$/i.exec(authorization ?? "") ?? []
    if (text === undefined) return false
    const token = Redacted.make(text)
    if (own !== undefined && isSame(token, own)) return true
    return Option.isSome(yield* Effect.option(tokens.authenticate(token)))
  })

  const isSignedIn = Effect.fnUntraced(function* (cookie: string | undefined) {
    if (cookie === undefined || cookie === "") return false
    // Reading metrics does not keep a session alive.
    const session = yield* Effect.option(sessions.find(Redacted.make(cookie), { touch: false }))
    return Option.isSome(Option.flatten(session))
  })

  const answer = Effect.gen(function* () {
    const { cookies, headers } = yield* HttpServerRequest.HttpServerRequest
    const may =
      mode === "open" || (yield* hasToken(headers["authorization"])) || (yield* isSignedIn(cookies[SESSION_COOKIE]))
    if (!may) return unauthorized
    const text = yield* PrometheusMetrics.format()
    return HttpServerResponse.text(text, { contentType: "text/plain; version=0.0.4; charset=utf-8" })
  })

  return HttpRouter.add("GET", "/metrics", answer)
})

/** `/metrics` for Prometheus. */
export const layerNoDeps = Layer.unwrap(make)
