import { Config, Effect, Layer, Option, Redacted, Schema } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { PrometheusMetrics } from "effect/observability"
import { quoted } from "../Setting.ts"
import { TokenStore } from "../tokens/TokenStore.ts"
import { errorAnswer } from "./ErrorAnswer.ts"
import { originOf } from "./RequestIp.ts"

/** `METRICS` cannot be understood: the service does not start. */
class MetricsSettingError extends Schema.TaggedError<MetricsSettingError>()("MetricsSettingError", {
  setting: Schema.Literal("METRICS"),
  message: Schema.String
}) {}

const modes = ["protected", "open", "off"] as const

/** `METRICS`: who may read `/metrics`. */
export const metricsSetting = Effect.gen(function* () {
  const text = (yield* Config.withDefault(Config.String("METRICS"), "")).trim() || "protected"
  const mode = modes.find((one) => one === text)
  if (mode !== undefined) return mode
  return yield* new MetricsSettingError({
    setting: "METRICS",
    message: `METRICS must be ${modes.join(", ")}, not ${quoted(text)}. protected: this machine, or whoever has a token.`
  })
})

const loopback = /^(127\.|::1$)/

/**
 * A request from this machine itself. One that a proxy has passed on says so in a header, and comes from wherever that
 * says, or from nobody knows where, if the proxy is not trusted.
 */
const isLocal = (request: HttpServerRequest.HttpServerRequest): boolean =>
  loopback.test((originOf(request).socket ?? "").replace(/^::ffff:/, "")) &&
  !["x-forwarded-for", "forwarded", "x-real-ip", "via"].some((name) => name in request.headers)

const unauthorized = HttpServerResponse.setHeader(
  errorAnswer(
    "UNAUTHORIZED",
    "Metrics are for this machine, and for whoever has a token: Authorization: Bearer <API_TOKEN>."
  ),
  "www-authenticate",
  "Bearer"
)

const make = Effect.gen(function* () {
  const mode = yield* metricsSetting
  if (mode === "off") return Layer.empty
  const tokens = yield* TokenStore

  const hasToken = Effect.fnUntraced(function* (authorization: string | undefined) {
    const [, token] = /^bearer +(\S+) *$/i.exec(authorization ?? "") ?? []
    if (token === undefined) return false
    return Option.isSome(yield* Effect.option(tokens.authenticate(Redacted.make(token))))
  })

  const answer = Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    const may = mode === "open" || isLocal(request) || (yield* hasToken(request.headers["authorization"]))
    if (!may) return unauthorized
    const text = yield* PrometheusMetrics.format()
    return HttpServerResponse.text(text, { contentType: "text/plain; version=0.0.4; charset=utf-8" })
  })

  return HttpRouter.add("GET", "/metrics", answer)
})

/** `/metrics` for Prometheus. */
export const layerNoDeps = Layer.unwrap(make)
