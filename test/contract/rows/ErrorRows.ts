import { Effect } from "effect"
import assert from "node:assert/strict"
import { type Answer, type CallOptions, Deployment } from "../Deployment.ts"
import { batch, call, errorOf, path, refusedBatch, skip, table, uncovered } from "./Asking.ts"
import { authenticatedRequests } from "./Requests.ts"

/** How many requests are spent at most to use up a limit. */
const most = 1000

/** The headers that tell a caller what its token still permits. */
const limitsOf = ({ headers }: Answer) =>
  ["ratelimit-limit", "ratelimit-remaining", "ratelimit-reset"].map((name) => {
    assert.match(headers[name] ?? "missing", /^\d+$/, name)
    return Number(headers[name])
  }) as [number, number, number]

export const unauthorized = (answer: Answer) => {
  const { message } = errorOf(answer, "UNAUTHORIZED")
  assert.equal(answer.headers["www-authenticate"], "Bearer")
  return message
}

/** Uses up the limit of the token provided for it, and returns the first refusal. */
const exhausted = Effect.gen(function* () {
  const { setup } = yield* Deployment
  const token = setup.limitedToken
  if (token === undefined) return yield* skip("No token was given whose limit may be used up (--limited-token).")
  let answer = yield* call("/countries", { token })
  for (let left = most; answer.status === 200 && left > 0; left--) answer = yield* call("/countries", { token })
  assert.equal(answer.status, 429, `The limit is not used up after ${most} requests.`)
  return answer
})

/** A request with a token whose limit is used up. If the minute ends in between, the limit is used up again. */
export const overLimit = (path: string, options: CallOptions) =>
  Effect.gen(function* () {
    yield* exhausted
    const { setup } = yield* Deployment
    const again = call(path, { ...options, token: setup.limitedToken! })
    const answer = yield* again
    return answer.status === 429 ? answer : yield* Effect.andThen(exhausted, again)
  })

/** Checks every endpoint that reads the pools, while they are broken. */
const broken = (fault: "outage" | "defect", law: (answer: Answer) => void) =>
  Effect.gen(function* () {
    const { openApi, setup } = yield* Deployment
    const status = fault === "outage" ? "503" : "500"
    for (const { answers, isPublic, path } of openApi.operations) {
      assert.ok(isPublic || status in answers, `${path} does not describe ${status}.`)
    }
    if (setup.during === undefined) return yield* skip("Only a server of the tests' own can be broken.")
    for (const { name, options, path } of yield* authenticatedRequests) {
      if (/client-context|locations|coverage/.test(name)) continue
      law(yield* setup.during(fault, call(path, options)))
    }
    if (fault === "outage") errorOf(yield* setup.during(fault, call("/ready")), "SERVICE_UNAVAILABLE")
    assert.equal((yield* setup.during(fault, call("/health"))).status, 200)
  })

export const errorRows = [
  ...table(import.meta.url, "Errors", {
    "400 | INVALID_REQUEST | request is invalid (parameters or body)": Effect.gen(function* () {
      const { country } = yield* Deployment
      for (const { name, options, operation, path } of yield* authenticatedRequests) {
        const target = `${path}${path.includes("?") ? "&" : "?"}nonsense=1`
        const { message } = errorOf(yield* call(target, options), "INVALID_REQUEST", "nonsense")
        assert.ok(message.includes("nonsense"), name)
        if (operation.body === undefined) continue
        for (const body of ["", "{", "null", "[]", '"x"', "count=1"]) {
          errorOf(yield* call(path, { body }), "INVALID_REQUEST")
        }
        const headers = { "content-type": "text/plain" }
        errorOf(yield* call(path, { ...options, headers }), "INVALID_REQUEST", "Content-Type")
      }
      const body = { count: 1, filters: { country } }
      const large = `${JSON.stringify(body)}${" ".repeat(256 * 1024)}`
      assert.match((yield* refusedBatch(large, undefined)).message, /262144 bytes/)
      yield* refusedBatch({ ...body, nonsense: 1 }, "nonsense")
    }),

    "401 | UNAUTHORIZED | token missing, expired or invalid": Effect.gen(function* () {
      const { setup } = yield* Deployment
      for (const { options, path } of yield* authenticatedRequests) {
        const ask = (how: CallOptions) => Effect.map(call(path, { ...options, ...how }), unauthorized)
        assert.match(yield* ask({ token: null }), /missing/)
        for (const token of ["x", `${setup.token}x`, `dst_${"A".repeat(43)}`]) yield* ask({ token })
        for (const authorization of [setup.token, `Basic ${setup.token}`, "Bearer"]) {
          yield* ask({ token: null, headers: { authorization } })
        }
        if (setup.expiredToken !== undefined) assert.match(yield* ask({ token: setup.expiredToken }), /expired/)
      }
    }),

    "404 | NO_POOL_COVERAGE | one of two 404 codes": Effect.gen(function* () {
      const { countries, country } = yield* Deployment
      const body = { count: 1, filters: { country, city: "Nowhere at all" } }
      yield* uncovered(path("/generate", body.filters), "city")
      yield* uncovered("/generate/batch", "filters.city", { body })
      const known = countries.filter(({ residentialAvailable }) => residentialAvailable).map(({ code }) => code)
      const empty = ["AQ", "BV", "HM"].find((code) => !known.includes(code))!
      const { message } = yield* uncovered(path("/generate", { country: empty }), "country")
      assert.ok(message.includes(empty))
      yield* uncovered("/generate/batch", "filters.country", { body: { count: 1, filters: { country: empty } } })
    }),

    "404 | ADDRESS_NOT_FOUND | one of two 404 codes": Effect.gen(function* () {
      const { addresses } = yield* Deployment
      for (const id of ["us-00000000000000000000", "x", `${addresses[0]!.id}x`, "%2F..%2F", "%F0%9F%98%80"]) {
        errorOf(yield* call(`/addresses/${id}`), "ADDRESS_NOT_FOUND")
      }
    }),

    "429 | RATE_LIMITED | rate limit exceeded; response carries header `Retry-After` in seconds, documented value 60":
      Effect.map(exhausted, (answer) => {
        assert.match(errorOf(answer, "RATE_LIMITED").message, /requests per minute/)
        assert.equal(answer.headers["retry-after"], "60")
        assert.equal(limitsOf(answer)[1], 0)
      }),

    "500 | INTERNAL_ERROR | server failure": broken("defect", (answer) => {
      assert.match(errorOf(answer, "INTERNAL_ERROR").message, /Trace ID: [0-9a-f]{32}\.$/)
    }),

    "503 | SERVICE_UNAVAILABLE | service unavailable": broken("outage", (answer) => {
      assert.match(errorOf(answer, "SERVICE_UNAVAILABLE").message, /Try again/)
    })
  }),

  ...table(import.meta.url, "Limits", {
    "count | 1 to 50 | batch generation": Effect.gen(function* () {
      const { country } = yield* Deployment
      const filters = { country }
      for (const count of [1, 50]) assert.equal((yield* batch({ count, filters })).requestedCount, count)
      for (const count of [0, 51]) yield* refusedBatch({ count, filters }, "count")
    }),
    "excludeAddressIds | at most 500 items | batch generation": Effect.gen(function* () {
      const { country } = yield* Deployment
      const body = (length: number) => ({
        count: 1,
        filters: { country },
        excludeAddressIds: Array.from({ length }, (_, i) => `unknown-${i}`)
      })
      assert.equal((yield* batch(body(500))).returnedCount, 1)
      yield* refusedBatch(body(501), "excludeAddressIds")
    }),
    "limit (page size) | 20 to 200, default 100 | locations/search, locations/hierarchy": Effect.gen(function* () {
      const { openApi, country } = yield* Deployment
      for (const name of ["/locations/search", "/locations/hierarchy"]) {
        const { parameters } = openApi.operationOf("GET", `/api/v1${name}`)!
        const { schema } = parameters.find(({ name }) => name === "limit")!
        const { default: standard, maximum, minimum, type } = schema
        assert.deepEqual(
          { standard, maximum, minimum, type },
          { standard: 100, maximum: 200, minimum: 20, type: "integer" }
        )
        for (const limit of [19, 201]) {
          const target = path(name, { country, childType: name.endsWith("hierarchy") ? "city" : undefined, limit })
          errorOf(yield* call(target), "INVALID_REQUEST", "limit")
        }
      }
    }),

    "Per-minute request limit | set per token | all authenticated endpoints": Effect.gen(function* () {
      for (const { options, path } of yield* authenticatedRequests) {
        const [limit, remaining, reset] = limitsOf(yield* call(path, options))
        assert.ok(limit >= 1 && remaining < limit && reset >= 1 && reset <= 60)
      }
      const [limit] = limitsOf(yield* call("/countries"))
      const { setup } = yield* Deployment
      if (setup.limitedToken === undefined) return
      assert.notEqual(limitsOf(yield* exhausted)[0], limit)
      assert.equal((yield* call("/countries")).status, 200)
    }),
    "Retry-After on 429 | 60 seconds | rate-limited responses": Effect.gen(function* () {
      for (const { name, operation, options, path } of yield* authenticatedRequests) {
        assert.ok("429" in operation.answers, name)
        const answer = yield* overLimit(path, options)
        errorOf(answer, "RATE_LIMITED")
        assert.equal(answer.headers["retry-after"], "60")
      }
    }),
    "Token expiry | set per token | all authenticated endpoints": Effect.gen(function* () {
      const { setup } = yield* Deployment
      const token = setup.expiredToken
      if (token === undefined) return yield* skip("No token was given that has expired (--expired-token).")
      for (const { options, path } of yield* authenticatedRequests) {
        assert.match(unauthorized(yield* call(path, { ...options, token })), /expired/)
      }
    })
  })
]
