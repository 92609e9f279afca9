import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as World from "./support/AdminWorld.ts"

const { AdminWorld } = World

const origin = "https://app.example.com"

const preflight = {
  origin,
  "access-control-request-method": "GET",
  "access-control-request-headers": "authorization"
}

const granted = ({ headers }: World.Answer): ReadonlyArray<string> =>
  Array.from(headers.keys()).filter((name) => name.startsWith("access-control-"))

for (const allowed of ["*", origin, `${origin}, http://localhost:5173`]) {
  layer(World.layerWith({ METRICS: "open", CORS_ORIGINS: allowed }), { excludeTestServices: true })(
    `pages of other origins, with CORS_ORIGINS=${allowed}`,
    (it) => {
      it.effect("MUST be let into the public API and its description, errors included", () =>
        Effect.gen(function* () {
          const { call, token } = yield* AdminWorld
          for (const [path, status] of [
            ["/api/v1/countries", 200],
            ["/%61pi/v1/countries/", 200],
            ["/api/v1/openapi.json", 200],
            ["/openapi.json", 200],
            ["/api/v1/generate?country=XX", 400],
            ["/api/v1/addresses/%ff", 400],
            ["/api/v1/nothing", 404]
          ] as const) {
            const headers = { origin, authorization: `Bearer ${token}` }
            const answer = yield* call(path, { bare: true, headers })
            assert.strictEqual(answer.status, status, path)
            assert.include([origin, "*"], answer.headers.get("access-control-allow-origin"), path)
            const asked = yield* call(path, { method: "OPTIONS", bare: true, headers: preflight })
            assert.strictEqual(asked.status, 204, path)
            assert.include(asked.headers.get("access-control-allow-headers"), "authorization", path)
          }
        })
      )

      it.effect("MUST NOT be let into metrics, the console and its API", () =>
        Effect.gen(function* () {
          const { call, cookie } = yield* AdminWorld
          for (const path of ["/metrics", "/admin/api/tokens", "/admin/api/openapi.json", "/console", "/docs", "/"]) {
            const answer = yield* call(path, { cookie, headers: { "sec-fetch-site": "same-origin", origin } })
            assert.include([200, 503], answer.status, path)
            assert.deepStrictEqual(granted(answer), [], path)
            const asked = yield* call(path, { method: "OPTIONS", bare: true, headers: preflight })
            assert.deepStrictEqual(granted(asked), [], path)
            assert.include(asked.headers.get("allow"), "GET", path)
          }
        })
      )
    }
  )
}
