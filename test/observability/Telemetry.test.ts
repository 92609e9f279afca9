import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, Layer, Logger, References } from "effect"
import { HttpClient, HttpClientResponse } from "effect/http"
import * as Telemetry from "../../src/observability/Telemetry.ts"
import { RequestTracing } from "../../src/observability/RequestTracing.ts"
import * as World from "../http/admin/support/AdminWorld.ts"
import { collector, logRecords, metricNames, spanNames, traceIds } from "./Collector.ts"

const { AdminWorld } = World

/** Records every log record in both of the formats that are written. */
const keep = (lines: Array<string>) =>
  Layer.merge(
    Logger.layer([
      Logger.map(Logger.formatLogFmt, (line) => void lines.push(line)),
      Logger.map(Logger.formatJson, (line) => void lines.push(line))
    ]),
    Layer.succeed(References.MinimumLogLevel, "All")
  )

const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"

/** Contents of requests that must not appear anywhere else. */
const secrets = {
  seed: "seed-of-somebody-4711",
  text: "Kilimanjaro Crescent",
  ip: "8.8.4.4",
  client: "203.0.113.77",
  wrongPassword: "this is not the password",
  password: World.password,
  forgedToken: `dst_${"B".repeat(42)}A`
}

describe("telemetry", () => {
  it.live("MUST send traces, metrics and logs as protobuf, without what requests ask for or who sends them", () =>
    Effect.gen(function* () {
      const { received, url } = yield* collector
      const lines: Array<string> = []
      const carried: Array<string> = Object.values(secrets)
      let metrics = ""
      yield* Effect.gen(function* () {
        const { ask, call, signIn, sync, token } = yield* AdminWorld
        yield* sync()
        const headers = { authorization: `Bearer ${token}`, "x-forwarded-for": secrets.client, traceparent }
        const get = (path: string) => call(path, { bare: true, headers })
        const query = new URLSearchParams({ seed: secrets.seed })
        assert.strictEqual((yield* get(`/api/v1/generate?${query}`)).status, 200)
        const nothing = new URLSearchParams({ q: secrets.text, seed: secrets.seed })
        assert.strictEqual((yield* get(`/api/v1/generate?${nothing}`)).status, 404)
        yield* get(`/api/v1/generate?mode=ip-region&ip=${secrets.ip}`)
        yield* get(`/api/v1/client-context?ip=${secrets.ip}`)
        yield* get(`/api/v1/generate?unknown=${secrets.seed}&token=${token}`)
        yield* get(`/nothing?token=${token}`)
        const forged = { authorization: `Bearer ${secrets.forgedToken}` }
        assert.strictEqual((yield* call("/api/v1/countries", { bare: true, headers: forged })).status, 401)
        const client = { "x-forwarded-for": secrets.client }
        yield* call("/admin/api/session", { body: { password: secrets.wrongPassword }, headers: client })
        const cookie = yield* signIn(client)
        const issued = yield* ask("/session/token", { method: "POST", cookie, headers: client })
        const created = yield* ask("/tokens", { body: { name: "new", scope: "read", rateLimit: 1 }, cookie })
        carried.push(token, cookie.split("=")[1]!, issued.token, created.token)
        metrics = (yield* call("/metrics", { bare: true, headers })).text
      }).pipe(
        Effect.provide(
          World.layerWith({ OTLP_ENDPOINT: url, OTLP_HEADERS: "authorization=collector-key" }, keep(lines))
        )
      )

      for (const { authorization, contentType } of received) {
        assert.strictEqual(contentType, "application/x-protobuf")
        assert.strictEqual(authorization, "collector-key")
      }
      assert.includeMembers([...spanNames(received)], ["GET generation.generate", "POST admin.session.signIn"])
      assert.include(traceIds(received), "0af7651916cd43dd8448eb211c80319c")
      assert.includeMembers(
        [...metricNames(received)],
        ["doorstep_draws_total", "doorstep_http_request_duration_seconds"]
      )
      assert.isAbove(logRecords(received), 0)
      assert.isAbove(lines.length, 20)

      const emitted = [...lines, metrics, ...received.map(({ bytes }) => bytes.toString("utf8"))]
      assert.include(metrics, "generation.generate")
      for (const secret of carried) {
        for (const form of [secret, encodeURIComponent(secret)]) {
          const where = emitted.find((one) => one.includes(form))
          assert.isUndefined(where, `"${form}" is in: ${where?.slice(0, 2000)}`)
        }
      }
    })
  )

  it.live("MUST NOT keep the service from answering or stopping while nothing collects it", () =>
    Effect.gen(function* () {
      const { close, url } = yield* collector
      close()
      yield* Effect.gen(function* () {
        const { call, sync, token } = yield* AdminWorld
        yield* sync()
        const headers = { authorization: `Bearer ${token}` }
        for (let i = 0; i < 20; i++) {
          assert.strictEqual((yield* call("/api/v1/generate", { bare: true, headers })).status, 200)
        }
      }).pipe(Effect.provide(World.layerWith({ OTLP_ENDPOINT: url })))
    })
  )

  const withSettings = <A, E>(environment: Readonly<Record<string, string>>, use: Effect.Effect<A, E>) =>
    use.pipe(
      Effect.provide(Telemetry.layer.pipe(Layer.provide(NodeHttpClient.layerUndici))),
      Effect.provide(ConfigProvider.layer(ConfigProvider.fromUnknown(environment)))
    )

  it.live("MUST tell nobody what is requested from other services, nor them that it is traced", () =>
    Effect.gen(function* () {
      const { received, url } = yield* collector
      const asked: Array<Readonly<Record<string, string | undefined>>> = []
      const http = HttpClient.make((request) =>
        Effect.sync(() => {
          asked.push(request.headers)
          return HttpClientResponse.fromWeb(request, new Response("well"))
        })
      )
      const request = HttpClient.get("http://translator.example.com/?key=key-of-a-source").pipe(
        Effect.provideService(HttpClient.HttpClient, http),
        Effect.withSpan("asking elsewhere")
      )
      const fault = new TypeError(`${secrets.text} is not there.`)
      const failing = Effect.forEach([Effect.fail(fault), Effect.die(fault)], (fails) =>
        Effect.exit(Effect.withSpan(fails, "failing"))
      )
      yield* withSettings({ OTLP_ENDPOINT: url }, Effect.andThen(request, failing))
      assert.deepStrictEqual(
        asked.map((headers) => [headers["traceparent"], headers["b3"]]),
        [[undefined, undefined]]
      )
      assert.deepStrictEqual([...spanNames(received)], ["asking elsewhere", "failing", "failing"])
      const told = received.map(({ bytes }) => bytes.toString("utf8")).join("\n")
      assert.notInclude(told, "key-of-a-source")
      // Of a failure its kind is told, because its words may quote a request.
      assert.include(told, "TypeError")
      assert.notInclude(told, secrets.text)
    })
  )

  it.live("MUST trace nothing without a collector", () =>
    Effect.gen(function* () {
      assert.isFalse(
        yield* withSettings(
          {},
          Effect.map(RequestTracing, (on) => on)
        )
      )
      assert.isFalse(
        yield* withSettings(
          { OTLP_ENDPOINT: " " },
          Effect.map(RequestTracing, (on) => on)
        )
      )
    })
  )

  it.live("MUST prevent the start with a line that names an invalid setting", () =>
    Effect.gen(function* () {
      for (const endpoint of ["collector:4318", "grpc://127.0.0.1:4317", "x"]) {
        const error = yield* Effect.flip(withSettings({ OTLP_ENDPOINT: endpoint }, Effect.void))
        assert.match(error.message, /^OTLP_ENDPOINT must be/)
      }
      const secret = "key without a name"
      const wrong = { OTLP_ENDPOINT: "http://127.0.0.1:1", OTLP_HEADERS: secret }
      const error = yield* Effect.flip(withSettings(wrong, Effect.void))
      assert.match(error.message, /^OTLP_HEADERS must be/)
      assert.notInclude(error.message, secret)
    })
  )
})
