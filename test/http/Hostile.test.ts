import { assert, layer } from "@effect/vitest"
import { Effect, Layer, References } from "effect"
import { GenerateQuery } from "../../schemas/Generation.ts"
import * as ContractWorld from "../contract/support/ContractWorld.ts"
import type { Answer } from "./support/TestApi.ts"
import * as Test from "./support/TestApi.ts"

const { TestApi } = Test

/** Texts that an attacker might send in any field. No place or street contains them. */
const hostile: ReadonlyArray<string> = [
  "' OR '1'='1",
  "'; DROP TABLE address; --",
  "\\'; DELETE FROM token; --",
  "') UNION SELECT hash FROM token --",
  "1; SELECT pg_sleep(30)",
  "$1",
  "$$; DROP TABLE pool; $$",
  "E'\\x27'",
  "%",
  "_",
  "%%%%%%%%%%",
  "_______",
  "\\",
  "\\%",
  "%\\",
  ".*",
  "^(a+)+$",
  "(?:.*)*x",
  "[[:alpha:]]+",
  "{{7*7}}",
  "${7*7}",
  "__proto__",
  "constructor",
  "toString",
  "<script>alert(1)</script>",
  "../../etc/passwd",
  "\u202eevil",
  "ﷺ".repeat(100),
  "İ".repeat(150)
]

/** Parameters of `generate` that accept any text. */
const texts = Object.keys(GenerateQuery.fields).filter(
  (name) => !["country", "mode", "ip", "strategy", "residential", "requestId", "seed"].includes(name)
)

const quiet = Layer.succeed(References.MinimumLogLevel, "None")

const assertHarmless = (answer: Answer, shown: string) => {
  assert.include([400, 404], answer.status, `${shown}: ${answer.text}`)
  assert.notMatch(answer.text, /syntax error at|relation "|SQLSTATE/i)
}

layer(Test.layerOf(ContractWorld.postgres).pipe(Layer.provide(quiet)), { excludeTestServices: true })(
  "hostile texts, on PostgreSQL",
  (it) => {
    for (const name of texts) {
      it.effect(`MUST match nothing, do nothing and cost little as ${name}`, () =>
        Effect.gen(function* () {
          const { call } = yield* TestApi
          const before = yield* call("/api/v1/generate?seed=a&requestId=same")
          assert.strictEqual(before.status, 200)
          for (const text of hostile) {
            assertHarmless(yield* call(`/api/v1/generate?${name}=${encodeURIComponent(text)}`), `${name}=${text}`)
            const body = { count: 1, filters: { country: "US", [name]: text } }
            assertHarmless(yield* call("/api/v1/generate/batch", { body }), `${name}: ${text}`)
          }
          assert.strictEqual((yield* call("/api/v1/generate?seed=a&requestId=same")).text, before.text)
        })
      )
    }

    it.effect("MUST be searched literally: wildcards and patterns match only themselves", () =>
      Effect.gen(function* () {
        const { call } = yield* TestApi
        for (const text of hostile) {
          for (const path of [
            `/api/v1/locations/search?q=${encodeURIComponent(text)}`,
            `/api/v1/locations/hierarchy?country=US&childType=region&q=${encodeURIComponent(text)}`,
            `/api/v1/locations/search?region=${encodeURIComponent(text)}`
          ]) {
            const answer = yield* call(path)
            assert.strictEqual(answer.status, 200, answer.text)
            assert.strictEqual((answer.body as { data: { total: number } }).data.total, 0, path)
          }
        }
      })
    )

    it.effect("MUST break nothing as a seed or an ID", () =>
      Effect.gen(function* () {
        const { call } = yield* TestApi
        for (const text of hostile) {
          const encoded = encodeURIComponent(text)
          assert.strictEqual((yield* call(`/api/v1/generate?seed=${encoded}`)).status, 200)
          const excluded = { count: 1, filters: { country: "US" }, excludeAddressIds: [text.slice(0, 100)] }
          assert.strictEqual((yield* call("/api/v1/generate/batch", { body: excluded })).status, 200)
          const found = yield* call(`/api/v1/addresses/${encodeURIComponent(text.slice(0, 100))}`)
          assert.include([400, 404], found.status)
          const translated = yield* call("/api/v1/address-translation", {
            body: { addressId: text.slice(0, 100), targetLocale: "de" }
          })
          assert.strictEqual(translated.status, 404, translated.text)
          const cursor = yield* call(`/api/v1/locations/search?cursor=${encoded}`)
          assert.strictEqual(cursor.status, 400)
        }
      })
    )
  }
)
