import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as World from "./support/AdminWorld.ts"
import { endpoints } from "./support/Endpoints.ts"

const { AdminWorld } = World

const bodyOf = ({ hasBody }: { readonly hasBody: boolean }) => (hasBody ? { body: {} } : {})

const assertError = (answer: World.Answer, status: number, code: string, name: string): void => {
  assert.strictEqual(answer.status, status, `${name}: ${answer.text}`)
  assert.strictEqual(answer.body?.error?.code, code, name)
  assert.strictEqual(answer.headers.get("content-type"), "application/json", name)
  assert.strictEqual(answer.headers.get("x-content-type-options"), "nosniff", name)
  assert.strictEqual(answer.headers.get("cache-control"), "no-store", name)
  assert.isNull(answer.headers.get("set-cookie"), name)
}

layer(World.layer, { excludeTestServices: true })("the administrator API", (it) => {
  it.effect("MUST require a session everywhere, except where it is begun or queried", () =>
    Effect.sync(() => {
      const open = endpoints.filter(({ needsSession }) => !needsSession).map(({ name }) => name)
      assert.deepStrictEqual(open, ["description.openapi", "session.current", "session.signIn"])
      const anywhere = endpoints.filter(({ needsSameSite }) => !needsSameSite).map(({ name }) => name)
      assert.deepStrictEqual(anywhere, ["description.openapi"])
      assert.isAbove(endpoints.length, 35)
    })
  )

  for (const endpoint of endpoints) {
    const { method, name, path } = endpoint
    if (endpoint.needsSameSite) {
      it.effect(`${name} MUST be refused to other sites`, () =>
        Effect.gen(function* () {
          const { call, signIn } = yield* AdminWorld
          const cookie = yield* signIn()
          const ask = (options: World.CallOptions) => call(path, { method, cookie, ...bodyOf(endpoint), ...options })
          assertError(yield* ask({ bare: true }), 403, "FORBIDDEN", "without the header")
          assertError(yield* ask({ headers: { "x-doorstep-console": "0" } }), 403, "FORBIDDEN", "with another value")
          for (const site of ["cross-site", "same-site", "none"]) {
            assertError(yield* ask({ headers: { "sec-fetch-site": site } }), 403, "FORBIDDEN", site)
          }
          assertError(yield* ask({ headers: { origin: "https://evil.example" } }), 403, "FORBIDDEN", "another origin")
          assertError(yield* ask({ headers: { origin: "null" } }), 403, "FORBIDDEN", "an opaque origin")
        })
      )
    }
    if (endpoint.needsSession) {
      it.effect(`${name} MUST be refused without a session`, () =>
        Effect.gen(function* () {
          const { call, token } = yield* AdminWorld
          const ask = (options: World.CallOptions) => call(path, { method, ...bodyOf(endpoint), ...options })
          const forged = `doorstep_session=${"A".repeat(43)}`
          assertError(yield* ask({}), 401, "UNAUTHORIZED", "without a cookie")
          assertError(yield* ask({ cookie: forged }), 401, "UNAUTHORIZED", "with a forged cookie")
          assertError(yield* ask({ cookie: "doorstep_session=" }), 401, "UNAUTHORIZED", "with an empty cookie")
          const headers = { authorization: `Bearer ${token}` }
          assertError(yield* ask({ headers }), 401, "UNAUTHORIZED", "with a token of the public API")
        })
      )
    }
  }

  it.effect("MUST be unavailable under a name that is not the service's, signed in or not; metrics too", () =>
    Effect.gen(function* () {
      const { call, cookie, token } = yield* AdminWorld
      const rebound = { "x-forwarded-host": "evil.example", authorization: `Bearer ${token}` }
      for (const { hasBody, method, path } of [...endpoints, { hasBody: false, method: "GET", path: "/metrics" }]) {
        const answer = yield* call(path, { method, cookie, headers: rebound, ...bodyOf({ hasBody }) })
        assertError(answer, 421, "MISDIRECTED_REQUEST", `${method} ${path}`)
      }
      assert.strictEqual((yield* call("/admin/api/tokens", { cookie })).status, 200)
    })
  )

  it.effect("MUST NOT accept a cookie that was stolen before sign-out, nor any in a URL", () =>
    Effect.gen(function* () {
      const { call, signIn } = yield* AdminWorld
      const cookie = yield* signIn()
      assert.strictEqual((yield* call("/admin/api/tokens", { cookie })).status, 200)
      const inUrl = yield* call(`/admin/api/tokens?${cookie}`)
      assert.strictEqual(inUrl.status, 401)
      assert.notInclude(inUrl.text, cookie.split("=")[1]!)
      assert.strictEqual((yield* call("/admin/api/session", { method: "DELETE", cookie })).status, 204)
      for (const { hasBody, method, needsSession, path } of endpoints) {
        if (!needsSession) continue
        assert.strictEqual((yield* call(path, { method, cookie, ...bodyOf({ hasBody }) })).status, 401, path)
      }
    })
  )

  it.effect("MUST write every change into the audit log, with who made it", () =>
    Effect.gen(function* () {
      const { ask, call, signIn } = yield* AdminWorld
      const cookie = yield* signIn({ "x-forwarded-for": "203.0.113.9" })
      const changing = endpoints.filter(
        ({ method, name, needsSession }) => method !== "GET" && needsSession && !name.startsWith("session.signOut")
      )
      for (const endpoint of changing) {
        const headers = { "x-forwarded-for": "203.0.113.9" }
        yield* call(endpoint.path, { method: endpoint.method, cookie, headers, ...bodyOf(endpoint) })
      }
      const { entries } = yield* ask("/audit?limit=200")
      for (const { action } of changing) {
        // oxlint-disable-next-line typescript/no-explicit-any
        const entry = entries.find((one: any) => one.action === action && one.ip === "203.0.113.9")
        assert.isDefined(entry, action)
        assert.match(entry.session, /^ses_[0-9a-f]{16}$/)
        assert.include(["done", "refused"], entry.result, action)
        if (entry.result === "refused") assert.notStrictEqual(entry.detail, "", action)
      }
    })
  )

  it.effect("MUST be described in a separate document, which is public and has every endpoint", () =>
    Effect.gen(function* () {
      const { call } = yield* AdminWorld
      const { body, headers, status } = yield* call("/admin/api/openapi.json", { bare: true })
      assert.strictEqual(status, 200)
      const etag = headers.get("etag") ?? ""
      const again = yield* call("/admin/api/openapi.json", { bare: true, headers: { "if-none-match": etag } })
      assert.strictEqual(again.status, 304, "it is made anew for each request, which anybody may send")
      const operations = Object.values(body.paths).flatMap((methods) => Object.keys(methods as object))
      assert.strictEqual(operations.length, endpoints.length)
      const publicDocument = yield* call("/api/v1/openapi.json", { bare: true })
      assert.notInclude(publicDocument.text, "/admin/")
    })
  )

  it.effect("MUST NOT admit a page from an allowed origin: CORS is for the public API", () =>
    Effect.gen(function* () {
      const { call } = yield* AdminWorld
      const answer = yield* call("/admin/api/tokens", {
        method: "OPTIONS",
        bare: true,
        headers: {
          origin: "https://evil.example",
          "access-control-request-method": "GET",
          "access-control-request-headers": "x-doorstep-console"
        }
      })
      assert.notInclude(answer.headers.get("access-control-allow-headers") ?? "", "x-doorstep-console")
      assert.isNull(answer.headers.get("access-control-allow-credentials"))
    })
  )
})
