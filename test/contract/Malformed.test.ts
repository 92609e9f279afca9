import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { ErrorCode } from "../../schemas/Errors.ts"
import { assertError } from "../http/support/ErrorAnswers.ts"
import * as FixturePool from "../http/support/FixturePool.ts"
import type { Answer } from "../http/support/TestApi.ts"
import * as Test from "../http/support/TestApi.ts"
import { bodies, contentTypes, paths, queries, rawRequests } from "./MalformedRequests.ts"

const { TestApi } = Test

/** The response names the fault: in its message and, if the fault has a place, in its details. */
const assertNames = (answer: Answer, code: ErrorCode, place: string | undefined, fragment: string): void => {
  const { details = [], message } = assertError(answer, code)
  assert.include(message, fragment)
  if (place === undefined) {
    assert.deepStrictEqual(details, [])
  } else {
    assert.include(
      details.map(({ path }) => path),
      place
    )
    assert.include(message.toLowerCase(), place.toLowerCase())
  }
}

layer(Test.layerOf(FixturePool.layer), { excludeTestServices: true })("malformed requests", (it) => {
  for (const [query, place, fragment] of queries) {
    it.effect(`GET /api/v1/generate?${query.slice(0, 60)} MUST be refused: ${place} ${fragment}`, () =>
      Effect.gen(function* () {
        const { generateToken, raw } = yield* TestApi
        // Over a raw socket, because fetch would correct the query.
        const answer = yield* raw(
          `GET /api/v1/generate?${query} HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer ${generateToken}\r\n\r\n`
        )
        assertNames(answer, "INVALID_REQUEST", place, fragment)
      })
    )
  }

  for (const [name, body, place, fragment] of bodies) {
    it.effect(`POST /api/v1/generate/batch MUST refuse ${name}`, () =>
      Effect.gen(function* () {
        const { call } = yield* TestApi
        assertNames(yield* call("/api/v1/generate/batch", { body }), "INVALID_REQUEST", place, fragment)
      })
    )
  }

  for (const [name, headers, body, place, fragment] of contentTypes) {
    it.effect(`POST /api/v1/generate/batch MUST refuse ${name}`, () =>
      Effect.gen(function* () {
        const { call } = yield* TestApi
        assertNames(yield* call("/api/v1/generate/batch", { headers, body }), "INVALID_REQUEST", place, fragment)
      })
    )
  }

  it.effect("POST /api/v1/generate/batch MUST name all faults of a body, but of a very long one only the first", () =>
    Effect.gen(function* () {
      const { call } = yield* TestApi
      const faults = (count: number) => ({
        count: 0,
        filters: { country: "US" },
        excludeAddressIds: Array(count).fill(1)
      })
      const few = assertError(yield* call("/api/v1/generate/batch", { body: faults(3) }), "INVALID_REQUEST")
      assert.deepStrictEqual(
        (few.details ?? []).map(({ path }) => path),
        ["count", "excludeAddressIds.0", "excludeAddressIds.1", "excludeAddressIds.2"]
      )
      const many = assertError(yield* call("/api/v1/generate/batch", { body: faults(100_000) }), "INVALID_REQUEST")
      assert.deepStrictEqual(
        (many.details ?? []).map(({ path }) => path),
        ["count"]
      )
    })
  )

  it.effect("POST /api/v1/address-translation MUST list the languages in its refusal of another, and want an ID", () =>
    Effect.gen(function* () {
      const { call } = yield* TestApi
      for (const targetLocale of ["zh", "EN", "xx", 7]) {
        const body = { addressId: "us-1", targetLocale }
        const answer = yield* call("/api/v1/address-translation", { body })
        assertNames(answer, "INVALID_REQUEST", "targetLocale", "must be en, zh-CN, zh-TW, ja, ko, de, fr, es or pt")
      }
      const empty = yield* call("/api/v1/address-translation", { body: { addressId: "", targetLocale: "en" } })
      assert.strictEqual(assertError(empty, "INVALID_REQUEST").message, "addressId must not be empty.")
    })
  )

  for (const [method, path, code, place, fragment] of paths) {
    it.effect(`${method} ${path.slice(0, 60)} MUST be answered with ${code}`, () =>
      Effect.gen(function* () {
        const { generateToken, raw } = yield* TestApi
        const answer = yield* raw(
          `${method} ${path} HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer ${generateToken}\r\n\r\n`
        )
        assertNames(answer, code, place, fragment)
      })
    )
  }

  for (const [name, request, code, fragment] of rawRequests) {
    it.effect(`MUST refuse ${name}`, () =>
      Effect.gen(function* () {
        const { generateToken, raw } = yield* TestApi
        const chunks = request.map((chunk) =>
          typeof chunk === "string" ? chunk.replaceAll("TOKEN", generateToken) : chunk
        )
        const { message } = assertError(yield* raw(...chunks), code)
        assert.include(message, fragment)
      })
    )
  }
})
