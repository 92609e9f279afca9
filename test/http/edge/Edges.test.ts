import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { HttpApi } from "effect/http-api"
import { METHODS } from "node:http"
import { connect } from "node:net"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { Api } from "../../../schemas/Api.ts"
import { assertError } from "../support/ErrorAnswers.ts"
import * as FixturePool from "../support/FixturePool.ts"
import * as Test from "../support/TestApi.ts"

const { TestApi } = Test

const page = "https://app.example.com"

interface RawAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Buffer
}

/** Sends one request on a connection of its own, and returns the raw response, without decoding it. */
const exchange = (port: number, method: string, target: string, headers: Readonly<Record<string, string>>) =>
  Effect.callback<RawAnswer>((resume) => {
    const lines = Object.entries({ host: "localhost", connection: "close", ...headers }).map((pair) => pair.join(": "))
    const socket = connect(port, "127.0.0.1")
    const chunks: Array<Buffer> = []
    socket.on("data", (chunk: Buffer) => chunks.push(chunk))
    socket.on("close", () => {
      const all = Buffer.concat(chunks)
      const end = all.indexOf("\r\n\r\n")
      const [first = "", ...fields] = all.subarray(0, end).toString("latin1").split("\r\n")
      resume(
        Effect.succeed({
          status: Number(first.split(" ")[1]),
          headers: Object.fromEntries(
            fields.map((field) => [field.split(":", 1)[0]!.toLowerCase(), field.slice(field.indexOf(":") + 1).trim()])
          ),
          bytes: all.subarray(end + 4)
        })
      )
    })
    socket.write(`${method} ${target} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`)
    return Effect.sync(() => socket.destroy())
  })

const asking = Effect.map(
  TestApi,
  ({ generateToken, port }) =>
    (method: string, target: string, headers: Readonly<Record<string, string>> = {}) =>
      exchange(port, method, target, { authorization: `Bearer ${generateToken}`, ...headers })
)

const json = ({ bytes }: RawAnswer) => JSON.parse(bytes.toString("utf8"))

const unpack: Readonly<Record<string, (bytes: Buffer) => Buffer>> = { br: brotliDecompressSync, gzip: gunzipSync }

/** Every path of the API, with its parameters filled in, and its method. */
const endpoints = (() => {
  const found: Array<readonly [path: string, method: string]> = []
  HttpApi.reflect(Api, {
    onGroup: () => undefined,
    onEndpoint: ({ endpoint }) => found.push([endpoint.path.replace(/:\w+/, "us-1"), endpoint.method])
  })
  return found
})()

layer(Test.layerOf(FixturePool.layer, {}, { PUBLIC_HOSTS: "doorstep.example.com, .corp.example" }), {
  excludeTestServices: true
})("the edges of HTTP", (it) => {
  it.effect("MUST answer an unsupported method with 405 and the supported ones, whatever the path", () =>
    Effect.gen(function* () {
      const { call } = yield* TestApi
      const others = [
        ["/", "GET"],
        ["/docs", "GET"],
        ["/docs/start.js", "GET"],
        ["/console", "GET"],
        ["/console/pools/US", "GET"],
        ["/openapi.json", "GET"],
        ["/favicon.ico", "GET"]
      ] as const
      for (const [path, method] of [...endpoints, ...others]) {
        const allow = method === "GET" ? "GET, HEAD, OPTIONS" : "POST, OPTIONS"
        for (const wrong of ["DELETE", "PUT", method === "GET" ? "POST" : "GET"]) {
          const answer = yield* call(path, { method: wrong })
          const { message } = assertError(answer, "METHOD_NOT_ALLOWED")
          assert.strictEqual(answer.headers["allow"], allow, path)
          assert.include(message, wrong)
          assert.include(message, allow)
        }
        const asked = yield* call(path, { method: "OPTIONS", token: null })
        assert.strictEqual(asked.status, 204, path)
        assert.strictEqual(asked.headers["allow"], allow)
        assert.strictEqual(asked.text, "")
        assert.isDefined(asked.headers["x-request-id"])
      }
    })
  )

  it.effect("MUST treat each method by one rule: the path's methods if the path exists, otherwise 404", () =>
    Effect.gen(function* () {
      const ask = yield* asking
      for (const method of METHODS) {
        if (["GET", "HEAD", "OPTIONS"].includes(method)) continue
        const wrong = yield* ask(method, "/api/v1/health?x=1")
        assert.strictEqual(wrong.status, 405, method)
        assert.strictEqual(wrong.headers["allow"], "GET, HEAD, OPTIONS", method)
        const { error } = json(wrong)
        assert.strictEqual(error.code, "METHOD_NOT_ALLOWED")
        assert.include(error.message, `the method ${method}. It accepts GET, HEAD, OPTIONS.`)
        for (const nowhere of ["/api/v1/nothing", "/api/v1/addresses/a;b", "*"]) {
          const answer = yield* ask(method, nowhere)
          assert.strictEqual(answer.status, 404, `${method} ${nowhere}`)
          assert.isUndefined(answer.headers["allow"])
          assert.strictEqual(json(answer).error.code, "NOT_FOUND")
        }
      }
      // Node's parser rejects methods that it does not know.
      for (const method of ["FROB", "get"]) {
        const answer = yield* ask(method, "/api/v1/health")
        assert.strictEqual(answer.status, 400)
        assert.deepInclude(json(answer).error, { code: "INVALID_REQUEST", message: "The method is unknown." })
      }
    })
  )

  it.effect("MUST answer OPTIONS for the whole service, and for a path that does not exist", () =>
    Effect.gen(function* () {
      const { call } = yield* TestApi
      const ask = yield* asking
      const whole = yield* ask("OPTIONS", "*")
      assert.strictEqual(whole.status, 204)
      assert.strictEqual(whole.headers["allow"], "GET, HEAD, POST, OPTIONS")
      for (const path of ["/api/v1/nothing", "/docsx", "/consolex", "/api/v1/addresses/a/b", "/api/v1/healthx"]) {
        assertError(yield* call(path, { method: "OPTIONS" }), "NOT_FOUND")
        assertError(yield* call(path, { method: "DELETE" }), "NOT_FOUND")
      }
    })
  )

  it.effect("MUST refuse what costs the router most, whoever sends it: thousands of parameters or percent signs", () =>
    Effect.gen(function* () {
      const ask = yield* asking
      const none = { authorization: "" }
      for (const path of [
        "/",
        "/docs",
        "/console",
        "/metrics",
        "/api/v1/health",
        "/api/v1/generate",
        "/admin/api/session"
      ]) {
        const answer = yield* ask("GET", `${path}?${"%&".repeat(7_000)}`, none)
        assert.strictEqual(answer.status, 400, path)
        assert.deepInclude(json(answer).error, {
          code: "INVALID_REQUEST",
          message: "The query has more than 50 parameters."
        })
      }
      const longest = `/api/v1/addresses/${encodeURIComponent("🏠".repeat(160))}`
      assert.strictEqual(json(yield* ask("GET", longest)).error.code, "ADDRESS_NOT_FOUND")
      assert.strictEqual(json(yield* ask("GET", `/api/v1/addresses/${"%25".repeat(1_000)}`)).error.code, "NOT_FOUND")
      assert.strictEqual((yield* ask("GET", `/api/v1/generate?seed=${"x&".repeat(49)}`)).status, 400)
      assert.strictEqual((yield* ask("GET", `/api/v1/generate?${"&".repeat(49)}seed=a`)).status, 200)
    })
  )

  it.effect("MUST answer HEAD like GET, without the body", () =>
    Effect.gen(function* () {
      const ask = yield* asking
      for (const path of [
        "/api/v1/health",
        "/api/v1/countries",
        "/api/v1/openapi.json",
        "/",
        "/docs",
        "/favicon.ico"
      ]) {
        for (const coding of ["identity", "br"]) {
          const get = yield* ask("GET", path, { "accept-encoding": coding })
          const head = yield* ask("HEAD", path, { "accept-encoding": coding })
          assert.strictEqual(head.status, 200, path)
          assert.lengthOf(head.bytes, 0)
          const same = ({ headers }: RawAnswer) =>
            ["content-type", "content-length", "content-encoding", "etag", "vary", "cache-control"].map(
              (name) => headers[name]
            )
          assert.deepStrictEqual(same(head), same(get), path)
          assert.strictEqual(Number(head.headers["content-length"]), get.bytes.length)
        }
      }
    })
  )

  it.effect("MUST compress large responses, with the coding that the client prefers", () =>
    Effect.gen(function* () {
      const ask = yield* asking
      for (const path of ["/api/v1/openapi.json", "/docs/swagger-ui"]) {
        const target = path.includes("swagger-ui")
          ? /\/docs\/swagger-ui-[\w-]+\.js/.exec((yield* ask("GET", "/docs")).bytes.toString())![0]
          : path
        const plain = yield* ask("GET", target)
        assert.isAbove(plain.bytes.length, 4096)
        assert.isUndefined(plain.headers["content-encoding"])
        assert.include(plain.headers["vary"], "Accept-Encoding")
        for (const [accepted, coding] of [
          ["gzip, deflate, br", "br"],
          ["gzip", "gzip"],
          ["br;q=0.1, gzip;q=0.9", "gzip"],
          ["br;q=0, gzip;q=0", undefined]
        ] as const) {
          const answer = yield* ask("GET", target, { "accept-encoding": accepted })
          assert.strictEqual(answer.headers["content-encoding"], coding, `${target} ${accepted}`)
          assert.include(answer.headers["vary"], "Accept-Encoding")
          assert.strictEqual(answer.headers["etag"], plain.headers["etag"])
          const bytes = coding === undefined ? answer.bytes : unpack[coding]!(answer.bytes)
          assert.isTrue(bytes.equals(plain.bytes))
          if (coding !== undefined) assert.isBelow(answer.bytes.length, plain.bytes.length / 2)
        }
      }
    })
  )

  it.effect("MUST compress a batch but no single address, and let nobody cache either", () =>
    Effect.gen(function* () {
      const { call } = yield* TestApi
      const ask = yield* asking
      const one = yield* ask("GET", "/api/v1/generate?seed=a", { "accept-encoding": "br, gzip" })
      assert.strictEqual(one.status, 200)
      assert.isUndefined(one.headers["content-encoding"])
      assert.isUndefined(one.headers["vary"])
      assert.isUndefined(one.headers["etag"])
      assert.strictEqual(one.headers["cache-control"], "no-store")
      const body = { count: 20, filters: { country: "US" } }
      const batch = yield* call("/api/v1/generate/batch", { body, headers: { "accept-encoding": "gzip" } })
      assert.strictEqual(batch.headers["content-encoding"], "gzip")
      assert.strictEqual(batch.headers["cache-control"], "no-store")
      assert.isUndefined(batch.headers["etag"])
    })
  )

  const kept = [
    ["/api/v1/openapi.json", "no-cache", "Accept-Encoding"],
    ["/openapi.json", "no-cache", "Accept-Encoding"],
    ["/docs", "no-cache", undefined],
    ["/", "no-cache", "Accept"],
    ["/api/v1/countries", "private, no-cache", "Authorization"],
    ["/api/v1/availability", "private, no-cache", "Authorization"],
    ["/api/v1/locations/search?field=region", "private, no-cache", "Authorization"],
    ["/api/v1/locations/hierarchy?country=US&childType=city", "private, no-cache", "Authorization"]
  ] as const

  for (const [path, cacheControl, vary] of kept) {
    it.effect(`MUST answer ${path} with 304 as long as it is unchanged`, () =>
      Effect.gen(function* () {
        const ask = yield* asking
        const first = yield* ask("GET", path)
        assert.strictEqual(first.status, 200)
        const etag = first.headers["etag"]!
        assert.match(etag, /^W\/"[\w-]{22}"$/)
        assert.strictEqual(first.headers["cache-control"], cacheControl)
        assert.strictEqual(first.headers["vary"], vary)
        for (const named of [etag, etag.slice(2), `"other", ${etag.slice(0, -1)}-gzip"`, "*"]) {
          for (const method of ["GET", "HEAD"]) {
            const again = yield* ask(method, path, { "if-none-match": named, "accept-encoding": "br" })
            assert.strictEqual(again.status, 304, named)
            assert.lengthOf(again.bytes, 0)
            assert.strictEqual(again.headers["etag"], etag)
            assert.strictEqual(again.headers["cache-control"], cacheControl)
            for (const member of vary?.split(", ") ?? []) assert.include(again.headers["vary"], member)
            // A list is compressed from some length on, of which an answer without it cannot know.
            if (vary === "Authorization") assert.include(again.headers["vary"], "Accept-Encoding")
            assert.isUndefined(again.headers["content-type"])
            assert.isDefined(again.headers["x-request-id"])
          }
        }
        const other = yield* ask("GET", path, { "if-none-match": `"other", W/"${"A".repeat(22)}"` })
        assert.strictEqual(other.status, 200)
        assert.isTrue(other.bytes.equals(first.bytes))
      })
    )
  }

  it.effect("MUST check the token before it says that nothing has changed, and count the request", () =>
    Effect.gen(function* () {
      const { call, issue } = yield* TestApi
      const refused = yield* call("/api/v1/countries", { token: null, headers: { "if-none-match": "*" } })
      assertError(refused, "UNAUTHORIZED")
      assert.isUndefined(refused.headers["etag"])
      const token = yield* issue({ rateLimit: 2 })
      const headers = { "if-none-match": "*" }
      const statuses = yield* Effect.forEach([1, 2, 3], () => call("/api/v1/countries", { token, headers }))
      assert.deepStrictEqual(
        statuses.map(({ status }) => status),
        [304, 304, 429]
      )
      assert.strictEqual(statuses[0]!.headers["ratelimit-remaining"], "1")
    })
  )

  it.effect("MUST give another list another ETag, and an error none", () =>
    Effect.gen(function* () {
      const { call } = yield* TestApi
      const [regions, cities] = yield* Effect.forEach(["region", "city"], (field) =>
        call(`/api/v1/locations/search?field=${field}`)
      )
      assert.notStrictEqual(regions?.headers["etag"], cities?.headers["etag"])
      const wrong = yield* call("/api/v1/locations/search?field=town", { headers: { "if-none-match": "*" } })
      assertError(wrong, "INVALID_REQUEST")
      assert.isUndefined(wrong.headers["etag"])
    })
  )

  it.effect("MUST have a page for readers at /, and JSON for programs", () =>
    Effect.gen(function* () {
      const ask = yield* asking
      const browser = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8"
      const shown = yield* ask("GET", "/", { accept: browser })
      assert.strictEqual(shown.headers["content-type"], "text/html; charset=utf-8")
      const policy = shown.headers["content-security-policy"]!
      assert.include(policy, "default-src 'none'")
      assert.notInclude(policy, "unsafe")
      const html = shown.bytes.toString()
      assert.notMatch(html, /https?:|<script|src=/)
      for (const [, address] of html.matchAll(/href="([^"]+)"/g)) {
        const there = yield* ask("GET", address!, { accept: browser })
        // The console may not have been built.
        assert.include([200, 503], there.status, address)
      }
      for (const accept of ["*/*", "application/json"]) {
        const index = yield* ask("GET", "/", { accept })
        assert.strictEqual(index.headers["content-type"], "application/json")
        assert.strictEqual(json(index).data.description, "/api/v1/openapi.json")
        assert.notStrictEqual(index.headers["etag"], shown.headers["etag"])
      }
    })
  )

  it.effect("MUST also have the description at /openapi.json, and an icon", () =>
    Effect.gen(function* () {
      const ask = yield* asking
      const alias = yield* ask("GET", "/openapi.json")
      assert.isTrue(alias.bytes.equals((yield* ask("GET", "/api/v1/openapi.json")).bytes))
      const icon = yield* ask("GET", "/favicon.ico")
      assert.strictEqual(icon.headers["content-type"], "image/x-icon")
      assert.deepStrictEqual([...icon.bytes.subarray(0, 4)], [0, 0, 1, 0])
    })
  )

  it.effect("MUST have documentation whose scripts are cacheable files", () =>
    Effect.gen(function* () {
      const ask = yield* asking
      const docs = yield* ask("GET", "/docs")
      const html = docs.bytes.toString()
      for (const same of ["/docs/", "/%64ocs", "/docs/%73tart.js", "/docs/start.js/", "/docs/start.js?v=1"]) {
        assert.strictEqual((yield* ask("GET", same)).status, 200, same)
      }
      assert.isBelow(html.length, 2000)
      assert.match(docs.headers["content-security-policy"]!, /script-src 'self';/)
      assert.notMatch(html, /<script(?![^>]* src=)|<style|\son\w+=/)
      const parts = Array.from(html.matchAll(/(?:src|href)="(\/docs\/[^"]+)"/g), ([, part]) => part!)
      assert.lengthOf(parts, 3)
      for (const part of parts) {
        const { bytes, headers, status } = yield* ask("GET", part)
        assert.strictEqual(status, 200, part)
        assert.isAbove(bytes.length, 50)
        assert.include(headers["cache-control"], part.includes("swagger-ui") ? "immutable" : "no-cache")
      }
      const gone = yield* ask("GET", "/docs/swagger-ui-0000000000.js")
      assert.strictEqual(gone.status, 404)
      assert.strictEqual(gone.headers["cache-control"], "no-store")
    })
  )

  it.effect("MUST lead people to the console from addresses that no router can read, and programs nowhere", () =>
    Effect.gen(function* () {
      const ask = yield* asking
      const lost = yield* ask("GET", "/console/%zz")
      assert.deepStrictEqual([lost.status, lost.headers["location"]], [303, "/console/malformed-address"])
      for (const path of ["/console/assets/%zz", "/docs/%zz"]) assert.strictEqual((yield* ask("GET", path)).status, 400)
    })
  )

  it.effect("MUST show the console only under its own host names, because another site's could be pointed here", () =>
    Effect.gen(function* () {
      const ask = yield* asking
      for (const host of [
        "localhost",
        "LOCALHOST:8080",
        "console.localhost:80",
        "localhost.",
        "127.0.0.1:8080",
        "[::1]:8080",
        "192.168.1.7",
        "doorstep.example.com",
        "Doorstep.Example.COM:443",
        "corp.example",
        "a.b.corp.example:8443"
      ]) {
        const { status } = yield* ask("GET", "/console", { host })
        assert.include([200, 503], status, host)
      }
      for (const host of [
        "evil.example",
        "evil.example:8080",
        "localhost.evil.example",
        "evillocalhost",
        "127.0.0.1.evil.example",
        "evilcorp.example",
        "sub.doorstep.example.com",
        "doorstep.example.com.evil.example",
        "127.0.0.1@evil.example",
        "[evil.example]",
        ""
      ]) {
        const answer = yield* ask("GET", "/console", { host })
        assert.strictEqual(answer.status, 421, host)
        const { error } = json(answer)
        assert.strictEqual(error.code, "MISDIRECTED_REQUEST")
        assert.include(error.message, "PUBLIC_HOSTS")
        assert.include(error.message, JSON.stringify(host))
        // Endpoints that require a token need no protection by host name.
        assert.strictEqual((yield* ask("GET", "/api/v1/health", { host })).status, 200)
      }
      const forwarded = { host: "evil.example", "x-forwarded-host": "localhost" }
      assert.strictEqual((yield* ask("GET", "/console", forwarded)).status, 421)
    })
  )
})

layer(
  Test.layerOf(
    FixturePool.layer,
    {},
    { CORS_ORIGINS: page, TRUSTED_PROXIES: "127.0.0.1", PUBLIC_HOSTS: "public.example" }
  ),
  { excludeTestServices: true }
)("the edges of HTTP behind a proxy, for other sites' pages", (it) => {
  it.effect("MUST trust a trusted proxy about the requested host name", () =>
    Effect.gen(function* () {
      const ask = yield* asking
      const status = (host: string, forwarded: string) =>
        Effect.map(ask("GET", "/console", { host, "x-forwarded-host": forwarded }), (answer) => answer.status)
      assert.include([200, 503], yield* status("doorstep:8080", "public.example"))
      assert.strictEqual(yield* status("localhost", "evil.example"), 421)
      assert.strictEqual(yield* status("localhost", "public.example, evil.example"), 421)
      assert.strictEqual(yield* status("localhost", "a.example, public.example, evil.example"), 421)
    })
  )

  it.effect("MUST keep answering preflights, and list the methods", () =>
    Effect.gen(function* () {
      const { call } = yield* TestApi
      const answer = yield* call("/api/v1/countries", {
        method: "OPTIONS",
        token: null,
        headers: {
          origin: page,
          "access-control-request-method": "GET",
          "access-control-request-headers": "authorization,if-none-match"
        }
      })
      assert.strictEqual(answer.status, 204)
      assert.strictEqual(answer.headers["access-control-allow-origin"], page)
      assert.include(answer.headers["access-control-allow-headers"], "if-none-match")
      assert.strictEqual(answer.headers["allow"], "GET, HEAD, OPTIONS")
    })
  )

  it.effect("MUST let pages read the ETag, and vary the cache by what the response depends on", () =>
    Effect.gen(function* () {
      const { call } = yield* TestApi
      const headers = { origin: page, "accept-encoding": "br" }
      const list = yield* call("/api/v1/locations/search?field=region", { headers })
      assert.include(list.headers["access-control-expose-headers"], "etag")
      assert.sameMembers(list.headers["vary"]!.split(", "), ["Authorization", "Origin"])
      const description = yield* call("/api/v1/openapi.json", { headers })
      assert.sameMembers(description.headers["vary"]!.split(", "), ["Accept-Encoding", "Origin"])
    })
  )
})
