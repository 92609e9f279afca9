import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { request } from "node:http"
import { text } from "node:stream/consumers"
import * as World from "./support/AdminWorld.ts"

const { AdminWorld } = World

type Headers = Readonly<Record<string, string | ReadonlyArray<string>>>

/** As the console asks. `fetch` would not send a header `Host`. */
const ask = (headers: Headers) =>
  Effect.flatMap(AdminWorld, ({ cookie, url }) =>
    Effect.promise(
      () =>
        new Promise<{ readonly status: number | undefined; readonly body: string }>((resolve, reject) => {
          const sent = { ...headers, cookie, "x-doorstep-console": "1" }
          request(`${url}/admin/api/tokens`, { headers: sent }, (response) =>
            text(response).then((body) => resolve({ status: response.statusCode, body }), reject)
          )
            .on("error", reject)
            .end()
        })
    )
  )

layer(World.layerWith({ PUBLIC_HOSTS: "ok.example" }), { excludeTestServices: true })("the requested host", (it) => {
  const own: ReadonlyArray<readonly [origin: string, headers: Headers]> = [
    ["https://ok.example", { "x-forwarded-host": "ok.example" }],
    ["https://ok.example", { "x-forwarded-host": "a.example, b.example, ok.example" }],
    ["https://ok.example", { "x-forwarded-host": ["a.example", "ok.example"] }],
    ["https://ok.example", { "x-forwarded-host": "OK.example" }],
    ["https://ok.example", { "x-forwarded-host": "ok.example:443" }],
    ["http://ok.example", { "x-forwarded-host": "ok.example:80" }],
    ["https://ok.example:8443", { "x-forwarded-host": "ok.example:8443" }],
    ["http://ok.example", { host: "ok.example:80" }],
    ["http://ok.example", { host: "Ok.Example" }]
  ]
  for (const [origin, headers] of own) {
    it.effect(`MUST admit the console's own requests: ${JSON.stringify(headers)} from ${origin}`, () =>
      Effect.gen(function* () {
        const answer = yield* ask({ ...headers, origin })
        assert.strictEqual(answer.status, 200, answer.body)
      })
    )
  }

  const foreign: ReadonlyArray<readonly [origin: string, headers: Headers]> = [
    ["https://a.example", { "x-forwarded-host": "a.example, ok.example" }],
    ["https://a.example", { host: "a.example", "x-forwarded-host": "ok.example" }],
    ["https://ok.example:8443", { "x-forwarded-host": "ok.example" }],
    ["https://ok.example", { "x-forwarded-host": "ok.example:80" }],
    ["http://ok.example:8080", { host: "ok.example:80" }],
    ["null", { host: "ok.example" }]
  ]
  for (const [origin, headers] of foreign) {
    it.effect(`MUST refuse pages of other origins: ${JSON.stringify(headers)} from ${origin}`, () =>
      Effect.gen(function* () {
        const answer = yield* ask({ ...headers, origin })
        assert.strictEqual(answer.status, 403, answer.body)
        assert.include(answer.body, "a page of another site")
        // Behind a proxy that leaves out the port, this is what tells the operator why.
        assert.include(answer.body, "pass on the header Host as the browser sends it, with the port")
      })
    )
  }

  it.effect("MUST believe the nearest proxy about TLS, not what the client wrote before it", () =>
    Effect.gen(function* () {
      const { call } = yield* AdminWorld
      const body = { password: World.password }
      const isSecure = (forwarded: string) =>
        Effect.map(call("/admin/api/session", { body, headers: { "x-forwarded-proto": forwarded } }), ({ headers }) =>
          headers.getSetCookie().every((cookie) => cookie.includes("; Secure"))
        )
      assert.isTrue(yield* isSecure("HTTPS"))
      assert.isTrue(yield* isSecure("http, https"))
      assert.isFalse(yield* isSecure("https, http"))
    })
  )
})
