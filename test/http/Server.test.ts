import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer } from "effect"
import { createServer } from "node:net"
import { SourceRegistry } from "../../sources/DataSource.ts"
import { assertHeaders } from "./support/ErrorAnswers.ts"
import * as FakePool from "./support/FakePool.ts"
import * as Test from "./support/TestApi.ts"

const { TestApi } = Test

const pool = Layer.merge(FakePool.layer(), SourceRegistry.layer)

const start = (environment: Readonly<Record<string, string>>) =>
  Effect.map(Layer.build(Test.layer(pool, {}, environment)), (context) => Effect.provideContext(TestApi, context))

/** A port that nothing listens on at the moment. */
const freePort = Effect.callback<number>((resume) => {
  const server = createServer()
  server.listen(0, "127.0.0.1", () => {
    const address = server.address()
    const port = typeof address === "object" && address !== null ? address.port : 0
    server.close(() => resume(Effect.succeed(port)))
  })
})

describe("the start of the server", () => {
  for (const [name, environment, setting, fragment] of [
    ["a port that is no number", { PORT: "http" }, "PORT", 'from 0 to 65535, not "http"'],
    ["a port that is too large", { PORT: "65536" }, "PORT", "from 0 to 65535"],
    ["a negative port", { PORT: "-1" }, "PORT", "from 0 to 65535"],
    ["a port with a fraction", { PORT: "80.5" }, "PORT", "from 0 to 65535"],
    ["a host that is not this machine", { HOST: "192.0.2.1" }, "HOST", '"192.0.2.1"'],
    ["a host that is no name", { HOST: "no such host" }, "HOST", '"no such host"'],
    ["an origin that is none", { CORS_ORIGINS: "https://a.example, b.example" }, "CORS_ORIGINS", '"b.example"'],
    ["an origin with a path", { CORS_ORIGINS: "https://a.example/" }, "CORS_ORIGINS", '"https://a.example/"'],
    ["tiles without a template", { TILE_URL: "https://tiles.example.com/" }, "TILE_URL", "{z}/{x}/{y}"],
    ["tiles of a file", { TILE_URL: "file:///{z}/{x}/{y}.png" }, "TILE_URL", '"file:///'],
    [
      "tiles that would end the policy",
      { TILE_URL: "https://a.example;script-src/{z}/{x}/{y}" },
      "TILE_URL",
      "must be"
    ],
    ["tiles of any host", { TILE_URL: "https://{x}.example/{z}/{y}" }, "TILE_URL", "must be"]
  ] as const) {
    it.live(`MUST fail on ${name}, with one line that names ${setting}`, () =>
      Effect.gen(function* () {
        const error = yield* Effect.flip(start(environment))
        assert.strictEqual(error.setting, setting)
        assert.match(error.message, new RegExp(`^${setting} `))
        assert.include(error.message, fragment)
        assert.notInclude(error.message, "\n")
      })
    )
  }

  it.live("MUST fail on trusted proxies that are not networks, with one line that names TRUSTED_PROXIES", () =>
    Effect.gen(function* () {
      for (const proxies of ["proxy.example.com", "10.0.0.0/33", "10.0.0.0/8, 10.0.0.1/8"]) {
        const error = yield* Effect.flip(start({ TRUSTED_PROXIES: proxies }))
        assert.match(error.message, /^TRUSTED_PROXIES must be networks [^\n]+$/)
      }
    })
  )

  it.live("MUST fail on a port that is in use, with one line that names PORT and the port", () =>
    Effect.gen(function* () {
      const { port } = yield* yield* start({})
      const error = yield* Effect.flip(start({ PORT: String(port) }))
      if (error._tag !== "ServerStartError") return assert.fail(error._tag)
      assert.match(error.message, new RegExp(`^PORT ${port} on 127\\.0\\.0\\.1 is in use`))
    })
  )

  it.live("MUST treat an empty setting as unset", () =>
    Effect.gen(function* () {
      const { call } = yield* yield* start({ HOST: "", CORS_ORIGINS: " " })
      assert.strictEqual((yield* call("/api/v1/health")).status, 200)
    })
  )

  it.live("MUST answer a request that arrives at the moment when the port opens", () =>
    Effect.gen(function* () {
      const port = yield* freePort
      const ask = Effect.tryPromise((signal) => fetch(`http://127.0.0.1:${port}/api/v1/health`, { signal })).pipe(
        Effect.eventually
      )
      const clients = yield* Effect.forkChild(
        Effect.all(
          Array.from({ length: 20 }, () => ask),
          { concurrency: 20 }
        )
      )
      yield* Effect.asVoid(start({ PORT: String(port) }))
      for (const answer of yield* Fiber.join(clients)) assert.strictEqual(answer.status, 200)
    })
  )
})

describe("cross-origin requests", () => {
  const origin = "https://app.example.com"
  const preflight = {
    method: "OPTIONS",
    token: null,
    headers: { origin, "access-control-request-method": "POST", "access-control-request-headers": "authorization" }
  }

  it.live("MUST be permitted from the configured origins, and from no others", () =>
    Effect.gen(function* () {
      const { call } = yield* yield* start({ CORS_ORIGINS: `${origin}, http://localhost:5173` })
      const answer = yield* call("/api/v1/generate/batch", preflight)
      assert.strictEqual(answer.status, 204)
      assert.strictEqual(answer.headers["access-control-allow-origin"], origin)
      assert.include(answer.headers["access-control-allow-methods"], "POST")
      assert.include(answer.headers["access-control-allow-headers"], "authorization")
      assertHeaders(answer)
      const generated = yield* call("/api/v1/generate", { headers: { origin } })
      assert.strictEqual(generated.headers["access-control-allow-origin"], origin)
      assert.include(generated.headers["access-control-expose-headers"], "x-request-id")
      const refused = yield* call("/api/v1/generate", { token: null, headers: { origin } })
      assert.strictEqual(refused.status, 401)
      assert.strictEqual(refused.headers["access-control-allow-origin"], origin)
      const other = yield* call("/api/v1/generate", { headers: { origin: "https://evil.example" } })
      assert.notProperty(other.headers, "access-control-allow-origin")
    })
  )

  it.live("MUST be permitted from everywhere with *", () =>
    Effect.gen(function* () {
      const { call } = yield* yield* start({ CORS_ORIGINS: "*" })
      const answer = yield* call("/api/v1/generate", { headers: { origin } })
      assert.strictEqual(answer.headers["access-control-allow-origin"], "*")
    })
  )

  it.live("MUST be permitted from nowhere if nothing is set", () =>
    Effect.gen(function* () {
      const { call } = yield* yield* start({})
      const answer = yield* call("/api/v1/generate", { headers: { origin } })
      assert.notProperty(answer.headers, "access-control-allow-origin")
      const asked = yield* call("/api/v1/generate", preflight)
      assert.strictEqual(asked.status, 204)
      assert.deepStrictEqual(
        Object.keys(asked.headers).filter((name) => name.startsWith("access-control")),
        []
      )
    })
  )
})

describe("HTTP beside the API", () => {
  it.live("an offer to upgrade the protocol MUST not keep a request from its response", () =>
    Effect.gen(function* () {
      const { raw } = yield* yield* start({})
      for (const protocol of ["h2c", "websocket"]) {
        const answer = yield* raw(
          `GET /api/v1/health HTTP/1.1\r\nHost: test\r\nConnection: Upgrade\r\nUpgrade: ${protocol}\r\n\r\n`
        )
        assert.strictEqual(answer.status, 200)
        assertHeaders(answer)
      }
    })
  )

  it.live("an unknown expectation MUST be ignored, and 100-continue met", () =>
    Effect.gen(function* () {
      const { generateToken, raw } = yield* yield* start({})
      const answer = yield* raw("GET /api/v1/health HTTP/1.1\r\nHost: test\r\nExpect: the-unexpected\r\n\r\n")
      assert.strictEqual(answer.status, 200)
      const body = JSON.stringify({ count: 1, filters: { country: "US" } })
      const batch = yield* raw(
        `POST /api/v1/generate/batch HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer ${generateToken}\r\n` +
          `Content-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: ${body.length}\r\n\r\n${body}`
      )
      assert.strictEqual(batch.status, 200)
    })
  )

  it.live("HTTP/1.0 without Host MUST be answered", () =>
    Effect.gen(function* () {
      const { raw } = yield* yield* start({})
      assert.strictEqual((yield* raw("GET /api/v1/health HTTP/1.0\r\n\r\n")).status, 200)
    })
  )

  it.live("requests one after another on one connection MUST each be answered", () =>
    Effect.gen(function* () {
      const { pipeline } = yield* yield* start({})
      const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: test\r\n\r\n`
      const answers = yield* pipeline([get("/api/v1/health"), get("/nowhere"), get("/api/v1/health")])
      assert.deepStrictEqual(
        answers.map(({ status }) => status),
        [200, 404, 200]
      )
    })
  )
})
