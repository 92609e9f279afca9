import { Config, Effect, Layer, Option, Redacted, Schema } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { PrometheusMetrics } from "effect/observability"
import { hash, timingSafeEqual } from "node:crypto"
import { SESSION_COOKIE } from "../../../schemas/admin/Sessions.ts"
import { AdminSessions } from "../../admin/AdminSessions.ts"
import { quoted } from "../../../schemas/Quoted.ts"
import { TokenStore } from "../../tokens/TokenStore.ts"
import { errorAnswer } from "../edge/ErrorAnswer.ts"

/** A setting of the metrics cannot be understood: the service does not start. */
class MetricsSettingError extends Schema.TaggedError<MetricsSettingError>()("MetricsSettingError", {
  setting: Schema.Literals(["METRICS", "METRICS_TOKEN"]),
  message: Schema.String
}) {}

const modes = ["protected", "open", "off"] as const

const fault = (setting: MetricsSettingError["setting"], message: string) =>
  Effect.fail(new MetricsSettingError({ setting, message }))

const read = (setting: MetricsSettingError["setting"]) =>
  Effect.map(Config.withDefault(Config.Redacted(setting), Redacted.make("")), (value) => Redacted.value(value).trim())

/**
 * - `METRICS`: who may read `/metrics`; protected
 * - `METRICS_TOKEN`: a token that reads them and nothing else; none
 */
export const metricsSettings = Effect.gen(function* () {
  const text = (yield* read("METRICS")) || "protected"
  const mode = modes.find((one) => one === text)
  if (mode === undefined) {
    return yield* fault(
      "METRICS",
      `METRICS must be ${modes.join(", ")}, not ${quoted(text)}. protected: anyone with a token or signed in.`
    )
  }
  const token = yield* read("METRICS_TOKEN")
  if (token !== "" && !/^[\x21-\x7e]{16,}$/.test(token)) {
    return yield* fault(
      "METRICS_TOKEN",
      "METRICS_TOKEN must have at least 16 visible ASCII characters, without spaces. Generate one: openssl rand -hex 32."
    )
  }
  return { mode, token: token === "" ? undefined : Redacted.make(token) }
})

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
  const { mode, token: own } = yield* metricsSettings
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
