import { assert, it, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { HttpApi } from "effect/http-api"
import { Api } from "../../../schemas/Api.ts"
import { routedPath } from "../../../src/http/edge/Paths.ts"
import { type ObservedRequest, RequestObserver } from "../../../src/observability/RequestObserver.ts"
import * as FixturePool from "../support/FixturePool.ts"
import * as Test from "../support/TestApi.ts"

const { TestApi } = Test

const encoded = (character: string): string =>
  character.startsWith("%") ? character : `%${character.charCodeAt(0).toString(16)}`

/** Ways to write a path that the router takes for the same. */
const spellings = (path: string): ReadonlyArray<string> => [
  path.replace(/[a-z]/, encoded),
  path.replace(/%..|[a-z0-9]/g, encoded),
  `${path}/`,
  `${path.replace(/[a-z]$/, encoded)}/?x=1`
]

const endpoints = (() => {
  const found: Array<{ readonly name: string; readonly path: string; readonly method: string }> = []
  HttpApi.reflect(Api, {
    onGroup: () => undefined,
    onEndpoint: ({ endpoint: { identifier, method, path }, group }) =>
      found.push({ name: `${group.identifier}.${identifier}`, path: path.replace(/:\w+/, "us-1%2F"), method })
  })
  return found
})()

const observed: Array<ObservedRequest> = []
const observer = Layer.succeed(RequestObserver, (request: ObservedRequest) => void observed.push(request))

layer(Test.layerOf(FixturePool.layer).pipe(Layer.provide(observer)), { excludeTestServices: true })(
  "the path of a request",
  (it) => {
    for (const { method, name, path } of endpoints) {
      it.effect(`MUST be read as the router does, for every method and in metrics: ${path}`, () =>
        Effect.gen(function* () {
          const { call, raw } = yield* TestApi
          const allow = method === "GET" ? "GET, HEAD, OPTIONS" : "POST, OPTIONS"
          for (const target of spellings(path)) {
            observed.length = 0
            const right = yield* call(target, { method })
            assert.notMatch(right.text, /"(?:NOT_FOUND|METHOD_NOT_ALLOWED)"/, target)
            const wrong = yield* call(target, { method: "DELETE" })
            assert.strictEqual(wrong.status, 405, target)
            assert.strictEqual(wrong.headers["allow"], allow, target)
            const asked = yield* call(target, { method: "OPTIONS" })
            assert.strictEqual(asked.status, 204, target)
            assert.strictEqual(asked.headers["allow"], allow, target)
            const tunnel = yield* raw(`CONNECT ${target} HTTP/1.1\r\nHost: test\r\n\r\n`)
            assert.strictEqual(tunnel.headers["allow"], allow, target)
            assert.strictEqual(observed[0]!.endpoint, name, target)
          }
        })
      )
    }

    it.effect("MUST NOT be decoded where the router does not: slashes, and percent signs", () =>
      Effect.gen(function* () {
        const { call } = yield* TestApi
        for (const target of [
          "/api/v1%2Fcountries",
          "/api/v1/%2563ountries",
          "/api/v1/countries//",
          "/%2Fapi/v1/health"
        ]) {
          for (const method of ["GET", "POST", "OPTIONS"]) {
            const answer = yield* call(target, { method })
            assert.strictEqual(answer.status, 404, `${method} ${target}`)
            assert.notProperty(answer.headers, "allow")
          }
        }
      })
    )

    it.effect("MUST be refused if it cannot be decoded, without a list of methods", () =>
      Effect.gen(function* () {
        const { call } = yield* TestApi
        for (const method of ["GET", "POST", "OPTIONS"]) {
          const answer = yield* call("/api/v1/addresses/%ff", { method })
          assert.strictEqual(answer.status, 400, method)
          assert.notProperty(answer.headers, "allow")
        }
      })
    )
  }
)

it("A path MUST be decoded once, and only as far as the router decodes it", () => {
  for (const [path, routed] of [
    ["/", "/"],
    ["/a/b", "/a/b"],
    ["/a/", "/a"],
    ["/%61/%F0%9F%98%80", "/a/😀"],
    ["/a%2fb%3A%40", "/a%2fb%3A%40"],
    ["/%2561", "/%2561"],
    ["/a%252", "/a%252"],
    ["/%ff", undefined],
    ["/%2", undefined]
  ] as const) {
    assert.strictEqual(routedPath(path), routed)
    if (routed !== undefined) assert.strictEqual(routedPath(routed), routed)
  }
})
