import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import type { RawRecord } from "../../../sources/DataSource.ts"
import { makeSift } from "../../../src/sync/complete/Sift.ts"
import { normalize } from "../../../src/sync/normalize/Normalize.ts"
import { manifestOf } from "./TestManifest.ts"

const manifest = manifestOf("RU")

const home: RawRecord = {
  recordId: "1",
  houseNumber: "12",
  street: "Тверская улица",
  city: "Москва",
  region: "Москва",
  postcode: "125009",
  evidence: { kind: "declared", detail: "Made up for tests." }
}

const components = ["houseNumber", "street", "unit", "building", "district", "city", "region", "postcode"] as const

const pieces = ["0", "1", ", ", ",", "12 ", "- ", ". ", "一", "丁目", "(", "a ", "с1 ", "\u00ad1", "е"]

/** Texts that patterns which look for their ends examine from each of their characters. */
const hostile = (length: number) => pieces.map((piece) => `1${piece.repeat(length / piece.length)}!`)

const reasonOf = (country: string, record: RawRecord) =>
  Result.match(normalize(manifest, country, record), { onFailure: (reason) => reason, onSuccess: () => "kept" })

describe("a text that is too long to be real", () => {
  it.each(components)("MUST be refused however it is made, without being examined: %s", (component) => {
    for (const country of ["RU", "JP", "TW", "DE", "ES", "US"]) {
      for (const text of hostile(200_000)) {
        assert.strictEqual(reasonOf(country, { ...home, [component]: text }), "text-too-long", text.slice(0, 9))
      }
    }
  })

  it("MUST be refused in other languages too", () => {
    for (const length of [200, 201, 200_000]) {
      const names = { en: { street: "x".repeat(length) } }
      assert.strictEqual(reasonOf("RU", { ...home, names }), length === 200 ? "kept" : "text-too-long")
    }
  })

  it.each<readonly [keyof RawRecord, number]>([
    ["recordId", 1_000],
    ["language", 1_000],
    ["license", 10_000],
    ["attribution", 10_000],
    ["url", 10_000]
  ])("MUST be refused in what every response carries: %s", (member, longest) => {
    for (const length of [longest, longest + 1]) {
      const reason = reasonOf("RU", { ...home, [member]: "x".repeat(length) })
      assert.strictEqual(reason, length === longest ? "kept" : "text-too-long")
    }
  })

  it.each<readonly [string, unknown]>([
    ["a number", 5],
    ["an object", { name: "Main Street" }],
    ["a list", ["Main Street"]],
    ["nothing", null]
  ])("MUST be a text in other languages: %s", (_, street) => {
    const names = { en: { street } } as RawRecord["names"]
    assert.strictEqual(reasonOf("RU", { ...home, names }), "malformed-record")
  })

  it("MUST be named by its component in other languages", () => {
    for (const en of ["Main Street", 5, ["Main Street"], null]) {
      assert.strictEqual(reasonOf("RU", { ...home, names: { en } as RawRecord["names"] }), "malformed-record")
    }
  })

  it.each(["license", "attribution", "url", "language"])("MUST be a text, since responses carry it: %s", (member) => {
    for (const value of [5, {}, ["x"]]) {
      assert.strictEqual(reasonOf("RU", { ...home, [member]: value }), "malformed-record")
    }
    assert.strictEqual(reasonOf("RU", { ...home, [member]: undefined }), "kept")
  })

  it("MUST be refused in the evidence", () => {
    const evidence = { kind: "declared", detail: "x".repeat(10_001) } as const
    assert.strictEqual(reasonOf("RU", { ...home, evidence }), "text-too-long")
  })

  it.each(["street", "district", "city", "region", "postcode"] as const)(
    "MUST not be completed, nor taken for what others say: %s",
    (component) => {
      for (const country of ["RU", "JP", "US"]) {
        const sift = makeSift(country, ["postcode-table", "agreement"])
        for (const text of hostile(200_000)) {
          const record = { recordId: "1", houseNumber: "1", street: "Weg", district: "一", [component]: text }
          assert.strictEqual(sift.take(record), record)
        }
        assert.deepStrictEqual(sift.sifted(), {
          notes: { cities: new Map(), regions: new Map(), postcodes: new Map() },
          open: []
        })
      }
    }
  )
})
