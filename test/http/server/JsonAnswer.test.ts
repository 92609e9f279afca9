import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { HttpServerResponse } from "effect/http"
import { Address } from "../../../schemas/Address.ts"
import { Generated, GeneratedBatch } from "../../../schemas/Generation.ts"
import {
  addressAnswer,
  batchAnswer,
  batchAnswerOf,
  generatedAnswer,
  resultText
} from "../../../src/http/server/JsonAnswer.ts"
import { PublishedAddress } from "../../../src/pool/stored/PublishedAddress.ts"
import { ProfileMaker } from "../../../src/profile/ProfileMaker.ts"

/**
 * A document as publications write it: with quotation marks and characters that JSON escapes, and without optional
 * members.
 */
const document = JSON.stringify({
  id: "us-4k2m9x0q7v1b3n5c8d6f",
  countryCode: "US",
  formattedAddress: '12 "Rose" Lane \\ \u2028 東京',
  lines: ["12 Rose Lane", "東京"],
  components: { houseNumber: "12", street: "Rose Lane", city: "東京", country: "United States" },
  locationIds: { cityId: "c-4f5ayfdrdexve" },
  residential: { evidence: "declared", detail: "Made up\nfor tests." },
  sources: [{ name: "alpha", recordId: "1", license: "CC0-1.0", attribution: "Nobody", url: "https://example.com" }],
  updatedAt: "2026-11-20T13:08:58.000Z"
})

const drawn = {
  requestId: "abc",
  country: "US",
  strategy: "random" as const,
  seed: 'a "seed"',
  poolVersion: 3,
  eligibleCount: undefined,
  sourcesTried: ["alpha"],
  filters: { city: "東京" }
}

const bodyOf = (response: HttpServerResponse.HttpServerResponse) =>
  Effect.promise(() => HttpServerResponse.toWeb(response).text())

/** The response as the contract's own encoder would write it. */
const encoded = <S extends Schema.Top & { readonly DecodingServices: never; readonly EncodingServices: never }>(
  schema: S,
  text: string
) => {
  const codec = Schema.toCodecJson(schema)
  const { data } = JSON.parse(text) as { readonly data: unknown }
  return { data: Schema.encodeUnknownSync(codec)(Schema.decodeUnknownSync(codec)(data)) }
}

describe("a response assembled from text", () => {
  it.effect("MUST equal what the contract's encoder would write", () =>
    Effect.gen(function* () {
      const { residential, sources, updatedAt, ...words } = JSON.parse(document) as Address
      const address = new PublishedAddress(words, residential, sources, updatedAt)
      const profile = (yield* ProfileMaker).make({ seed: drawn.seed, address })
      const one = yield* bodyOf(generatedAnswer({ ...drawn, mode: "residential" }, resultText({ address, profile })))
      assert.deepStrictEqual(JSON.parse(one), encoded(Generated, one))
      const counts = { requestedCount: 2, returnedCount: 2, unique: false, exhausted: false }
      const two = [
        { address, profile },
        { address, profile }
      ]
      const many = yield* bodyOf(batchAnswer({ ...drawn, ...counts }, two))
      assert.deepStrictEqual(JSON.parse(many), encoded(GeneratedBatch, many))
      assert.strictEqual(yield* bodyOf(batchAnswerOf({ ...drawn, ...counts }, two.map(resultText))), many)
      const none = yield* bodyOf(batchAnswer({ ...drawn, ...counts, returnedCount: 0 }, []))
      assert.deepStrictEqual(JSON.parse(none), encoded(GeneratedBatch, none))
      const found = yield* bodyOf(addressAnswer(address))
      assert.strictEqual(found, `{"data":{"address":${document}}}`)
      assert.deepStrictEqual(JSON.parse(found), encoded(Schema.Struct({ address: Address }), found))
    }).pipe(Effect.provide(ProfileMaker.layer))
  )

  it("MUST be validated if the address does not come from a published pool", () => {
    const address = JSON.parse(document) as Address
    assert.isTrue(HttpServerResponse.isHttpServerResponse(addressAnswer(address)))
    assert.throws(() => addressAnswer({ ...address, formattedAddress: "" }))
  })
})
