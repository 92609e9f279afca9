import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { assertError } from "../http/support/ErrorAnswers.ts"
import * as FixturePool from "../http/support/FixturePool.ts"
import type { Answer, CallOptions } from "../http/support/TestApi.ts"
import * as Test from "../http/support/TestApi.ts"

const { TestApi } = Test

const call = (path: string, options?: CallOptions) => Effect.flatMap(TestApi, (api) => api.call(path, options))

const translation = { body: { addressId: "us-unknown", targetLocale: "en" } }
const batch = { body: { count: 1, filters: { country: "US" } } }

/** Every endpoint, the scope that it requires, and the status for a token with this scope. */
const endpoints: ReadonlyArray<readonly [string, "public" | "read" | "generate", CallOptions, number]> = [
  ["/api/v1/health", "public", {}, 200],
  ["/api/v1/ready", "public", {}, 200],
  ["/api/v1/openapi.json", "public", {}, 200],
  ["/docs", "public", {}, 200],
  ["/api/v1/countries", "read", {}, 200],
  ["/api/v1/availability", "read", {}, 200],
  ["/api/v1/client-context", "read", {}, 200],
  ["/api/v1/locations/search", "read", {}, 200],
  ["/api/v1/locations/hierarchy?country=US&childType=region", "read", {}, 200],
  ["/api/v1/coverage", "read", {}, 200],
  ["/api/v1/data-health", "read", {}, 200],
  ["/api/v1/addresses/us-unknown", "read", {}, 404],
  ["/api/v1/generate", "generate", {}, 200],
  ["/api/v1/generate/batch", "generate", batch, 200],
  ["/api/v1/address-translation", "generate", translation, 404]
]

const rateLimitHeaders = ["ratelimit-limit", "ratelimit-remaining", "ratelimit-reset"] as const

const rateLimitOf = ({ headers }: Answer) => rateLimitHeaders.map((name) => Number(headers[name] ?? Number.NaN))

const assertUnauthorized = (answer: Answer): string => {
  const { message } = assertError(answer, "UNAUTHORIZED")
  assert.strictEqual(answer.headers["www-authenticate"], "Bearer")
  for (const name of rateLimitHeaders) assert.notProperty(answer.headers, name)
  return message
}

layer(Test.layerOf(FixturePool.layer), { excludeTestServices: true })("authorization", (it) => {
  for (const [path, scope, options, status] of endpoints) {
    if (scope === "public") {
      it.effect(`${path} MUST need no token, and ignore one`, () =>
        Effect.gen(function* () {
          assert.strictEqual((yield* call(path, { ...options, token: null })).status, status)
          assert.strictEqual((yield* call(path, { ...options, token: "wrong" })).status, status)
        })
      )
      continue
    }

    it.effect(`${path} MUST be refused without a valid token, with a message that says why`, () =>
      Effect.gen(function* () {
        const { generateToken, issue } = yield* TestApi
        const answers: ReadonlyArray<readonly [string, CallOptions]> = [
          ["missing", { token: null }],
          ["malformed", { token: null, headers: { authorization: generateToken } }],
          ["malformed", { token: null, headers: { authorization: `Basic ${generateToken}` } }],
          ["malformed", { token: null, headers: { authorization: "Bearer" } }],
          ["malformed", { token: null, headers: { authorization: `Bearer ${generateToken} ${generateToken}` } }],
          ["unknown", { token: "x" }],
          ["unknown", { token: `${generateToken}x` }],
          ["unknown", { token: generateToken.toUpperCase() }],
          ["unknown", { token: `dst_${"A".repeat(43)}` }],
          ["expired", { token: yield* issue({ expiresIn: -1 }) }],
          ["revoked", { token: yield* issue({ revoked: true }) }]
        ]
        for (const [word, how] of answers) {
          assert.include(assertUnauthorized(yield* call(path, { ...options, ...how })), word)
        }
      })
    )

    it.effect(`${path} MUST accept a token with the scope ${scope}, and report what is left of its limit`, () =>
      Effect.gen(function* () {
        const { issue } = yield* TestApi
        const token = yield* issue({ scope, rateLimit: 9, expiresIn: 60_000 })
        const answer = yield* call(path, { ...options, token })
        assert.strictEqual(answer.status, status, answer.text)
        const [limit, remaining, reset] = rateLimitOf(answer)
        assert.strictEqual(limit, 9)
        assert.strictEqual(remaining, 8)
        assert.isTrue(Number.isInteger(reset) && reset! >= 1 && reset! <= 60, String(reset))
        const lowerCase = { token: null, headers: { authorization: `bearer  ${token}` } }
        assert.strictEqual((yield* call(path, { ...options, ...lowerCase })).status, status)
      })
    )

    it.effect(`${path} MUST accept the scope generate, and read only if it requires read`, () =>
      Effect.gen(function* () {
        const { generateToken, readToken } = yield* TestApi
        assert.strictEqual((yield* call(path, { ...options, token: generateToken })).status, status)
        const answer = yield* call(path, { ...options, token: readToken })
        if (scope === "read") {
          assert.strictEqual(answer.status, status)
        } else {
          assert.include(assertUnauthorized(answer), "scope generate")
        }
      })
    )

    it.effect(`${path} MUST check the token before the request`, () =>
      Effect.gen(function* () {
        const query = path.includes("?") ? "&nonsense=%zz" : "?nonsense=%zz"
        assertUnauthorized(yield* call(`${path}${query}`, { ...options, token: null }))
      })
    )

    it.effect(`${path} MUST answer exactly as many requests as the limit, then 429`, () =>
      Effect.gen(function* () {
        const { issue } = yield* TestApi
        const token = yield* issue({ rateLimit: 20 })
        const answers = yield* Effect.all(
          Array.from({ length: 30 }, () => call(path, { ...options, token })),
          { concurrency: 30 }
        )
        const allowed = answers.filter((answer) => answer.status === status)
        assert.strictEqual(allowed.length, 20)
        assert.deepStrictEqual(
          allowed.map((answer) => rateLimitOf(answer)[1]!).sort((a, b) => a - b),
          Array.from({ length: 20 }, (_, i) => i)
        )
        for (const answer of answers.filter((answer) => answer.status !== status)) {
          const { message } = assertError(answer, "RATE_LIMITED")
          assert.include(message, "20 requests per minute")
          assert.strictEqual(answer.headers["retry-after"], "60")
          assert.deepStrictEqual(rateLimitOf(answer).slice(0, 2), [20, 0])
        }
      })
    )
  }

  it.effect(
    "refused requests MUST count and report the rest of the limit; those with too narrow a scope MUST NOT",
    () =>
      Effect.gen(function* () {
        const { issue } = yield* TestApi
        const token = yield* issue({ rateLimit: 10, scope: "read" })
        assert.strictEqual(rateLimitOf(yield* call("/api/v1/countries?x=1", { token }))[1], 9)
        assert.strictEqual(rateLimitOf(yield* call("/api/v1/addresses/unknown", { token }))[1], 8)
        assertUnauthorized(yield* call("/api/v1/generate", { token }))
        assert.strictEqual(rateLimitOf(yield* call("/api/v1/countries", { token }))[1], 7)
      })
  )

  it.effect("one token's limit MUST not touch another's", () =>
    Effect.gen(function* () {
      const { issue } = yield* TestApi
      const [first, second] = [yield* issue({ rateLimit: 1 }), yield* issue({ rateLimit: 1 })]
      assert.strictEqual((yield* call("/api/v1/countries", { token: first })).status, 200)
      assertError(yield* call("/api/v1/countries", { token: first }), "RATE_LIMITED")
      assert.strictEqual((yield* call("/api/v1/countries", { token: second })).status, 200)
    })
  )
})
