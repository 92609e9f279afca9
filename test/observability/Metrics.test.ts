import { assert, describe, it, layer } from "@effect/vitest"
import { ConfigProvider, Effect, Layer, Metric } from "effect"
import { HttpRouter } from "effect/http"
import { PrometheusMetrics } from "effect/observability"
import { TestClock } from "effect/testing"
import { SESSION_COOKIE } from "../../schemas/admin/Sessions.ts"
import { SourceRegistry } from "../../sources/DataSource.ts"
import { AdminSessions } from "../../src/admin/AdminSessions.ts"
import { StorageUnavailable } from "../../src/database/Outage.ts"
import { PoolRepository } from "../../src/draw/PoolRepository.ts"
import { ClientIp } from "../../src/geoip/ClientIp.ts"
import * as Metrics from "../../src/http/handlers/Metrics.ts"
import { endpointOf } from "../../src/observability/Endpoints.ts"
import * as PoolMetrics from "../../src/observability/PoolMetrics.ts"
import { RequestStatistics } from "../../src/observability/RequestStatistics.ts"
import { settings } from "../../src/settings/Settings.ts"
import { Publisher } from "../../src/sync/publish/Publisher.ts"
import { Strangers, strangersLimit } from "../../src/tokens/Strangers.ts"
import { TokenStore } from "../../src/tokens/TokenStore.ts"
import * as World from "../http/admin/support/AdminWorld.ts"
import { endpoints } from "../http/admin/support/Endpoints.ts"

const { AdminWorld } = World

const remote = { "x-forwarded-for": "203.0.113.9" }

/** The dedicated token for metrics. */
const own = "a-token-of-the-metrics"
const reading = { authorization: `Bearer ${own}` }

layer(World.layerWith({ METRICS_TOKEN: own }), { excludeTestServices: true })("/metrics", (it) => {
  it.effect("MUST be readable with a token or when signed in, and not otherwise, from anywhere", () =>
    Effect.gen(function* () {
      const { call, cookie, token } = yield* AdminWorld
      const ask = (headers: Readonly<Record<string, string>>) => call("/metrics", { bare: true, headers })
      // A proxy on this machine that forwards no client address looks like this machine.
      for (const from of [{}, remote]) {
        const nobody = yield* ask(from)
        assert.strictEqual(nobody.status, 401)
        assert.strictEqual(nobody.headers.get("www-authenticate"), "Bearer")
        assert.strictEqual(nobody.body.error.code, "UNAUTHORIZED")
        const answer = yield* ask({ ...from, authorization: `Bearer ${token}` })
        assert.strictEqual(answer.status, 200)
        assert.strictEqual(answer.headers.get("content-type"), "text/plain; version=0.0.4; charset=utf-8")
        assert.strictEqual(answer.headers.get("x-content-type-options"), "nosniff")
        assert.strictEqual((yield* ask({ ...from, authorization: `bearer ${own}` })).status, 200)
        assert.strictEqual((yield* ask({ ...from, cookie })).status, 200)
        for (const wrong of [
          `Bearer dst_${"A".repeat(43)}`,
          `Bearer ${own}x`,
          `Bearer ${own.slice(1)}`,
          `Basic ${own}`
        ]) {
          assert.strictEqual((yield* ask({ ...from, authorization: wrong })).status, 401, wrong)
        }
        assert.strictEqual((yield* ask({ ...from, cookie: `doorstep_session=${"A".repeat(43)}` })).status, 401)
      }
      assert.strictEqual((yield* call(`/metrics?token=${token}`, { bare: true, headers: remote })).status, 401)
    })
  )

  it.effect("MUST NOT accept the metrics token for the API", () =>
    Effect.gen(function* () {
      const { call } = yield* AdminWorld
      const headers = { authorization: `Bearer ${own}` }
      assert.strictEqual((yield* call("/api/v1/countries", { bare: true, headers })).status, 401)
    })
  )

  it.effect("MUST count requests by endpoint and status, draws, pools, synchronizations and the process", () =>
    Effect.gen(function* () {
      const { call, sync, token } = yield* AdminWorld
      yield* sync()
      const headers = { authorization: `Bearer ${token}` }
      const read = Effect.map(call("/metrics", { bare: true, headers: reading }), ({ text }) => {
        const samples = new Map<string, number>()
        for (const line of text.split("\n")) {
          if (line === "" || line.startsWith("#")) continue
          assert.match(line, /^[a-zA-Z_:][\w:]*(\{[^{}]*\})? [-+\d.eE]+(Inf|NaN)?$/)
          samples.set(line.slice(0, line.lastIndexOf(" ")), Number(line.slice(line.lastIndexOf(" ") + 1)))
        }
        return samples
      })
      const before = yield* read
      for (let i = 0; i < 3; i++) yield* call("/api/v1/generate", { bare: true, headers })
      const body = { count: 7, filters: { country: "US" } }
      yield* call("/api/v1/generate/batch", { bare: true, headers, body })
      // There are 30 homes.
      yield* call("/api/v1/generate/batch", { bare: true, headers, body: { ...body, count: 50 } })
      yield* call("/api/v1/generate?city=Atlantis", { bare: true, headers })
      yield* call("/some/path/that/is/not", { bare: true })
      yield* call("/some/other/path", { bare: true })
      const after = yield* read
      const rise = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0)
      const count = (endpoint: string, status: number) =>
        rise(`doorstep_http_request_duration_seconds_count{endpoint="${endpoint}",status="${status}"}`)
      assert.strictEqual(count("generation.generate", 200), 3)
      assert.strictEqual(count("generation.generate", 404), 1)
      assert.strictEqual(count("generation.batch", 200), 2)
      assert.strictEqual(count("other", 404), 2)
      assert.strictEqual(rise("doorstep_draws_total"), 40)
      const infinite =
        'doorstep_http_request_duration_seconds_bucket{endpoint="generation.generate",status="200",le="+Inf"}'
      assert.strictEqual(rise(infinite), 3)
      for (const name of [
        "process_resident_memory_bytes",
        "process_cpu_seconds_total",
        "process_start_time_seconds",
        'nodejs_eventloop_lag_seconds{quantile="0.99"}',
        "doorstep_sync_runs_running"
      ]) {
        assert.isTrue(after.has(name), name)
      }
    })
  )

  it.effect("MUST have as few series as there are endpoints, whatever paths are requested", () =>
    Effect.gen(function* () {
      const { call, token } = yield* AdminWorld
      for (let i = 0; i < 20; i++) {
        yield* call(`/api/v1/addresses/us-${i}`, { bare: true, headers: { authorization: `Bearer ${token}` } })
        yield* call(`/admin/api/runs/${i}`)
        yield* call(`/console/page-${i}`, { bare: true })
      }
      const { text } = yield* call("/metrics", { bare: true, headers: reading })
      const names = new Set(Array.from(text.matchAll(/endpoint="([^"]*)"/g), ([, name]) => name))
      assert.includeMembers([...names], ["addresses.findById", "admin.runs.get", "console"])
      assert.isBelow(names.size, endpoints.length + 30)
      assert.notInclude(text, "us-1")
    })
  )
})

describe("METRICS", () => {
  const memory = Layer.merge(TokenStore.layerMemory, Layer.mock(AdminSessions, {}))

  /** Asks for `/metrics` of a service with these settings. */
  const asker = (settings: Readonly<Record<string, string>>, stores = memory) =>
    Effect.gen(function* () {
      const routes = Metrics.layerNoDeps.pipe(
        Layer.provide([stores, Strangers.layer, ClientIp.layer]),
        Layer.provide(ConfigProvider.layer(ConfigProvider.fromUnknown(settings)))
      )
      const { dispose, handler } = HttpRouter.toWebHandler(routes, { disableLogger: true })
      yield* Effect.addFinalizer(() => Effect.promise(dispose))
      return (headers: Readonly<Record<string, string>>) =>
        Effect.promise(() => handler(new Request("http://doorstep/metrics", { headers })))
    })

  const ask = (settings: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = {}) =>
    Effect.flatMap(asker(settings), (read) => read(headers))

  it.effect("MUST NOT take an outage of the database for a wrong token or an ended session", () =>
    Effect.gen(function* () {
      const outage = Effect.fail(new StorageUnavailable({ reason: "Connection", message: "The database is away." }))
      const away = Layer.merge(
        Layer.mock(TokenStore, { authenticate: () => outage }),
        Layer.mock(AdminSessions, { find: () => outage })
      )
      const read = yield* asker({ METRICS_TOKEN: own }, away)
      const session = { cookie: `${SESSION_COOKIE}=${"A".repeat(43)}` }
      for (const headers of [{ authorization: `Bearer dst_${"A".repeat(43)}` }, session]) {
        const answer = yield* read(headers)
        assert.strictEqual(answer.status, 503)
        assert.isNotNull(answer.headers.get("retry-after"))
      }
      assert.strictEqual((yield* read(reading)).status, 200)
      assert.strictEqual((yield* read({})).status, 401)
    })
  )

  it.effect("MUST count unknown tokens, each of which costs a look-up", () =>
    Effect.gen(function* () {
      const read = yield* asker({})
      const unknown = (i: number) => read({ authorization: `Bearer dst_${String(i).padStart(43, "x")}` })
      for (let i = 0; i < strangersLimit; i++) assert.strictEqual((yield* unknown(i)).status, 401)
      const refused = yield* unknown(0)
      assert.strictEqual(refused.status, 429)
      assert.strictEqual(refused.headers.get("retry-after"), "60")
    })
  )

  it.effect("MUST open or close them", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* ask({ METRICS: "open" }, remote)).status, 200)
      assert.strictEqual((yield* ask({ METRICS: "off" })).status, 404)
      assert.strictEqual((yield* ask({ METRICS: "protected" }, remote)).status, 401)
      assert.strictEqual((yield* ask({}, reading)).status, 401)
      assert.strictEqual((yield* ask({ METRICS_TOKEN: own }, reading)).status, 200)
    })
  )

  it.effect("MUST be one of the allowed words", () =>
    Effect.gen(function* () {
      const set = ConfigProvider.layer(ConfigProvider.fromUnknown({ METRICS: "everybody" }))
      const error = yield* Effect.flip(Effect.provide(settings.METRICS.value, set))
      assert.match(error.message, /^METRICS must be one of protected, open, off, not "everybody"/)
    })
  )

  it.effect("MUST have a token that cannot be guessed, and never show it", () =>
    Effect.gen(function* () {
      for (const token of ["short", "sixteen letters with spaces", "ünïcödé-ünïcödé-ünïcödé"]) {
        const set = ConfigProvider.layer(ConfigProvider.fromUnknown({ METRICS_TOKEN: token }))
        const error = yield* Effect.flip(Effect.provide(settings.METRICS_TOKEN.value, set))
        assert.match(error.message, /^METRICS_TOKEN must have at least 16/)
        assert.notInclude(error.message, token)
      }
    })
  )
})

describe("counts of requests", () => {
  const request = { endpoint: "generation.generate", status: 200, milliseconds: 1, draws: 0, token: undefined }

  const counting = <A, E>(body: Effect.Effect<A, E, RequestStatistics>) =>
    Effect.provideService(Effect.provide(body, Layer.fresh(RequestStatistics.layer)), Metric.MetricRegistry, new Map())

  it.effect("MUST be in the first bucket whose bound a latency does not exceed", () =>
    counting(
      Effect.gen(function* () {
        const { observe } = yield* RequestStatistics
        for (const milliseconds of [5, 5.1, 6_000]) observe({ ...request, milliseconds })
        const text = yield* PrometheusMetrics.format()
        const bucket = (bound: string) =>
          Number(new RegExp(`_bucket\\{[^}]*le="${bound}"\\} (\\d+)`).exec(text)?.[1] ?? Number.NaN)
        assert.deepStrictEqual(["0.0025", "0.005", "0.01", "5", "\\+Inf"].map(bucket), [0, 1, 2, 2, 3])
      })
    )
  )

  it.effect("MUST not grow without bound while they cannot be written", () =>
    counting(
      Effect.gen(function* () {
        const { giveBack, observe, take } = yield* RequestStatistics
        for (let i = 0; i < 10_100; i++) observe({ ...request, token: `tok_${i}` })
        const pending = yield* take
        assert.lengthOf(pending.tokens, 10_000)
        for (let i = 0; i < 3; i++) yield* giveBack(pending)
        const again = yield* take
        assert.lengthOf(again.tokens, 10_000)
        assert.deepInclude(again.minutes[0], { requests: 30_300 })
      })
    )
  )
})

describe("metrics of pools", () => {
  it.effect("MUST follow runs and their ends, in seconds since 1970", () =>
    Effect.gen(function* () {
      const phase = (name: string, done: number) => ({
        phase: name,
        unit: "records",
        done,
        total: 9,
        rate: 2,
        secondsLeft: 3
      })
      let phases: ReadonlyArray<object> = [phase("read", 5)]
      const standing = { source: "village", country: "US", goodAt: 1_700_000_000_000, outcome: "published" }
      const manifest = { name: "village", countries: ["US"] }
      const registry = new Map()
      const services = Layer.mergeAll(
        Layer.mock(PoolRepository, {
          counts: Effect.succeed([{ country: "US", residential: 7, version: 2 }] as never)
        }),
        Layer.mock(Publisher, {
          beside: () => assert.fail("Metrics read no parts."),
          running: Effect.sync(() => [{ source: "village", country: "US", phases }] as never),
          standings: () => Effect.succeed([standing] as never)
        }),
        Layer.mock(SourceRegistry, { all: Effect.succeed([{ manifest }] as never) })
      )
      yield* Effect.gen(function* () {
        yield* Layer.build(PoolMetrics.layer.pipe(Layer.provide(services)))
        const value = (name: string, ...labels: ReadonlyArray<string>) =>
          Effect.map(PrometheusMetrics.format(), (text) => {
            const line = text
              .split("\n")
              .find((one) => one.startsWith(`doorstep_${name}{`) && labels.every((label) => one.includes(`"${label}"`)))
            return Number(line?.split(" ").at(-1) ?? Number.NaN)
          })
        yield* TestClock.adjust(1)
        assert.strictEqual(yield* value("pool_residential_addresses", "US"), 7)
        assert.strictEqual(yield* value("sync_last_success_timestamp_seconds", "village"), 1_700_000_000)
        assert.strictEqual(yield* value("sync_last_outcome", "village", "published"), 1)
        assert.strictEqual(yield* value("sync_last_outcome", "village", "failed"), 0)
        assert.strictEqual(yield* value("sync_phase_done", "read"), 5)
        phases = [phase("read", 8)]
        yield* TestClock.adjust("15 seconds")
        assert.strictEqual(yield* value("sync_phase_done", "read"), 8)
        assert.strictEqual(yield* value("sync_phase_seconds_left", "read"), 3)
        assert.isNaN(yield* value("sync_last_outcome", "village", "cancelled"), "it has not read its source")
        phases = [phase("read", 9), { ...phase("stage", 1), secondsLeft: undefined }]
        yield* TestClock.adjust("15 seconds")
        assert.strictEqual(yield* value("sync_phase_done", "read"), 0)
        assert.strictEqual(yield* value("sync_phase_done", "stage"), 1)
        assert.strictEqual(yield* value("sync_phase_seconds_left", "stage"), -1)
      }).pipe(Effect.provideService(Metric.MetricRegistry, registry))
    })
  )
})

describe("names of endpoints", () => {
  it.effect("MUST cover every path of both APIs", () =>
    Effect.sync(() => {
      for (const { method, name, path } of endpoints) {
        assert.strictEqual(endpointOf(method, path).name, `admin.${name}`)
      }
      assert.strictEqual(endpointOf("HEAD", "/api/v1/health").name, "system.health")
      assert.deepStrictEqual(endpointOf("GET", "/api/v1/nothing"), { name: "other", isPublic: true })
      assert.deepStrictEqual(endpointOf("GET", "/docs"), { name: "other", isPublic: false })
      for (const path of ["/console", "/console/pools"]) assert.strictEqual(endpointOf("GET", path).name, "console")
      assert.strictEqual(endpointOf("GET", "/consoles").name, "other")
    })
  )
})
