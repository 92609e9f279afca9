import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as fc from "fast-check"
import { property } from "../../properties/Bridge.ts"
import type { ErrorCode } from "../../schemas/Errors.ts"
import { GenerateQuery } from "../../schemas/Generation.ts"
import { assertError, assertHeaders } from "../http/support/ErrorAnswers.ts"
import * as FixturePool from "../http/support/FixturePool.ts"
import type { Answer } from "../http/support/TestApi.ts"
import * as Test from "../http/support/TestApi.ts"

const { TestApi } = Test

/** The response is a success, or one of the errors that the sender of a request can cause. */
const assertSound = (answer: Answer): void => {
  if (answer.status === 200 || answer.status === 204) return assertHeaders(answer)
  const code = (answer.body as { error?: { code?: ErrorCode } } | undefined)?.error?.code
  assert.include(
    ["INVALID_REQUEST", "NO_POOL_COVERAGE", "ADDRESS_NOT_FOUND", "NOT_FOUND", "METHOD_NOT_ALLOWED"],
    code,
    answer.text
  )
  assertError(answer, code!)
}

/** Tests the law on random samples, with the test's own server. */
const check = <A>(arbitrary: fc.Arbitrary<A>, law: (sample: A) => Effect.Effect<void, never, Test.TestApi>) =>
  property(arbitrary, law, { runs: 300 })

const nasty = fc.constantFrom(
  "",
  " ",
  "\0",
  "\ud800",
  "%",
  "%zz",
  "'; DROP TABLE address; --",
  "$1",
  "\\",
  '"',
  "../..",
  "😀".repeat(200),
  "a".repeat(400),
  "__proto__",
  "constructor",
  "null",
  "NaN",
  "-1",
  "1e999"
)
const text = fc.oneof(nasty, fc.string({ unit: "binary", maxLength: 20 }), fc.constantFrom("US", "Springfield", "IL"))

const name = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...Object.keys(GenerateQuery.fields)) },
  { weight: 1, arbitrary: text }
)

const encode = (part: string) => encodeURIComponent(part.toWellFormed())

/** Queries with known and unknown parameters, mostly encoded, sometimes raw. */
const query = fc
  .array(fc.tuple(name, text, fc.boolean()), { maxLength: 4 })
  .map((pairs) =>
    pairs.map(([name, value, isRaw]) => `${encode(name)}=${isRaw ? raw(value) : encode(value)}`).join("&")
  )

const raw = (value: string) => value.replace(/[^\x21-\x7e]/g, "%").replaceAll("&", "%26")

const number = fc.oneof(fc.integer({ min: 1, max: 50 }), fc.double(), fc.maxSafeInteger())
const leaf = fc.oneof(text, number, fc.boolean(), fc.constant(null), fc.array(text, { maxLength: 3 }))
const members = (names: ReadonlyArray<string>) =>
  fc.dictionary(fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...names) }, { weight: 1, arbitrary: text }), leaf, {
    maxKeys: 4
  })

const filters = fc.oneof(
  members(["country", "region", "city", "q"]).map((given) => ({ country: "US", ...given })),
  leaf
)
const batch = fc.oneof(
  fc.record(
    {
      count: fc.oneof(number, leaf),
      filters,
      options: members(["seed", "unique", "strategy"]),
      excludeAddressIds: leaf
    },
    { requiredKeys: ["count", "filters"] }
  ),
  fc.jsonValue()
)

layer(Test.layerOf(FixturePool.layer), { excludeTestServices: true })("whatever is sent", (it) => {
  it.effect("as a query MUST be answered with a draw or a client error", () =>
    check(query, (query) =>
      Effect.flatMap(TestApi, ({ generateToken, raw }) =>
        Effect.map(
          raw(`GET /api/v1/generate?${query} HTTP/1.1\r\nHost: t\r\nAuthorization: Bearer ${generateToken}\r\n\r\n`),
          (answer) => {
            // The only valid value that this server cannot serve.
            if (answer.status !== 503) assertSound(answer)
            else assert.include(query, "mode=ip-region")
          }
        )
      )
    )
  )

  it.effect("as a body MUST be answered with draws or a client error", () =>
    check(batch, (body) =>
      Effect.flatMap(TestApi, ({ call }) =>
        Effect.map(call("/api/v1/generate/batch", { body: JSON.stringify(body) }), assertSound)
      )
    )
  )

  it.effect("as text instead of JSON MUST be answered with a client error", () =>
    check(fc.oneof(text, fc.uint8Array({ maxLength: 40 })), (body) =>
      Effect.flatMap(TestApi, ({ call }) => Effect.map(call("/api/v1/generate/batch", { body }), assertSound))
    )
  )

  it.effect("as an ID MUST be answered with a client error", () =>
    check(fc.oneof(text.map(encode), text.map(raw)), (id) =>
      Effect.flatMap(TestApi, ({ generateToken, raw }) =>
        Effect.map(
          raw(`GET /api/v1/addresses/${id} HTTP/1.1\r\nHost: t\r\nAuthorization: Bearer ${generateToken}\r\n\r\n`),
          assertSound
        )
      )
    )
  )

  it.effect("as a path MUST be answered with a client error", () =>
    check(
      fc.tuple(fc.constantFrom("GET", "POST", "PUT", "DELETE", "OPTIONS"), fc.string({ maxLength: 40 })),
      ([method, path]) =>
        Effect.flatMap(TestApi, ({ raw: send }) =>
          Effect.map(send(`${method} /${raw(path)} HTTP/1.1\r\nHost: t\r\nContent-Length: 0\r\n\r\n`), assertSound)
        )
    )
  )
})
