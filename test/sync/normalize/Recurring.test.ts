import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import * as fc from "fast-check"
import type { Manifest, RawRecord } from "../../../sources/DataSource.ts"
import { addressId, type PlaceType } from "../../../src/address/Identity.ts"
import { decompose } from "../../../src/pool/stored/Decompose.ts"
import { packRecords, unpackRecords } from "../../../src/sync/read/RawColumns.ts"
import { normalizationVersion, normalize } from "../../../src/sync/normalize/Normalize.ts"

const manifest: Manifest = {
  name: "alpha",
  countries: ["US"],
  license: "CC0-1.0",
  attribution: "Made up",
  homepage: "https://example.com/",
  evidence: "None"
}

/** A small number of different values, so that they recur in every combination, and odd texts. */
const some = <A>(...values: ReadonlyArray<A>) => fc.constantFrom(...values)
const odd = fc.string({ unit: "binary", maxLength: 6 })
const street = fc.oneof(
  some("Oak St", "Oak Street", "E Pratt St", "rue du 8 mai 1945", "Große Straße", "улица Ленина", "  ", undefined),
  odd
)
const records: fc.Arbitrary<RawRecord> = fc.record({
  recordId: fc.nat(500).map((id) => `way/${id}`),
  houseNumber: fc.oneof(some("12", "12a", "12 A", "0", "12 стр. 3", "１２", "5-Jan"), odd),
  street,
  unit: some(undefined, "", "Apt 5", "# 5", "x".repeat(201)),
  building: some(undefined, undefined, "Rose Cottage"),
  district: some(undefined, undefined, "Queens", "Mitte"),
  city: fc.oneof(some("Springfield", "SPRINGFIELD", "Москва", "Berlin"), odd),
  region: some("CA", "California", "US-CA", "Московская область", "Berlin", "Nowhere", undefined),
  postcode: some("90210", "90210-1234", "10115", "101000", "00000", undefined),
  coordinates: some(undefined, { latitude: 34.1, longitude: -118.4 }, { latitude: 52.5, longitude: 13.4 }),
  evidence: some(
    undefined,
    { kind: "declared" as const, detail: "Lies in building way/7654321." },
    { kind: "assumed" as const, detail: "Nothing says so." },
    { kind: "against" as const, detail: "Named way/12 as a shop." }
  ),
  derived: some(undefined, [{ component: "city" as const, method: "agreement" as const }]),
  language: some(undefined, "en"),
  names: some(undefined, { de: { street: "Eichenweg" } }, { de: { building: "Rosenhaus" } }),
  license: some(undefined, "ODbL"),
  url: some(undefined, "https://example.com/way/12")
})

const chunks = fc.array(records, { minLength: 1, maxLength: 30 })
const countries = some("US", "DE", "RU", "JP", "XX")

describe("repeated parts of records", () => {
  it("MUST give each record the same result as normalizing it alone", () =>
    fc.assert(
      fc.property(chunks, countries, (chunk, country) => {
        for (const record of chunk) {
          const result = normalize(manifest, country, record)
          if (Result.isFailure(result)) continue
          const { parts, places, ...words } = result.success
          assert.strictEqual(words.addressId, addressId(country, words.components))
          const keys: { [Level in PlaceType]?: bigint } = {}
          for (const { key, type } of places) keys[type] = key
          const plain = decompose(
            {
              source: manifest.name,
              country,
              places: keys,
              coordinates: undefined,
              evidence: undefined,
              language: undefined,
              derived: undefined,
              names: undefined,
              ...words
            },
            normalizationVersion
          )
          assert.deepStrictEqual(parts, plain)
        }
      }),
      { numRuns: 150 }
    ))

  it("MUST reject and keep independently of earlier records", () =>
    fc.assert(
      fc.property(chunks, countries, (chunk, country) => {
        const there = chunk.map((record) => normalize(manifest, country, record))
        const back = chunk.toReversed().map((record) => normalize(manifest, country, { ...record }))
        assert.deepStrictEqual(back.toReversed(), there)
      }),
      { numRuns: 100 }
    ))

  it("MUST distinguish two texts that differ only where they are joined", () => {
    const at = (more: Partial<RawRecord>) =>
      Result.getOrThrow(normalize(manifest, "XX", { recordId: "1", houseNumber: "1", street: "S", ...more })).parts
        .street
    assert.notStrictEqual(at({ city: "a", district: "b c" }).key, at({ city: "a b", district: "c" }).key)
    assert.notStrictEqual(at({ city: "a", district: "b" }).key, at({ city: "a", postcode: "b" }).key)
  })
})

describe("records by columns", () => {
  /** Records after being sent to a thread. */
  const handed = (chunk: ReadonlyArray<RawRecord>) => {
    const columns = packRecords(chunk)
    assert.isDefined(columns)
    return Array.from(unpackRecords(structuredClone(columns)))
  }

  it("MUST survive a round trip", () =>
    fc.assert(
      fc.property(chunks, countries, (chunk, country) => {
        const of = (record: Parameters<typeof normalize>[2]) => normalize(manifest, country, record)
        assert.deepStrictEqual(handed(chunk).map(of), chunk.map(of))
      }),
      { numRuns: 100 }
    ))

  it("MUST not be made from data that does not fit its declaration", () => {
    const [whole] = fc.sample(records, 1) as [RawRecord]
    assert.isDefined(packRecords([whole]))
    const wrong: ReadonlyArray<object> = [
      { street: 5 },
      { recordId: undefined },
      { coordinates: { latitude: "1", longitude: 2 } },
      { evidence: null },
      { evidence: { kind: "declared", detail: 5 } },
      { derived: { component: "city" } },
      { names: { de: { street: () => "" } } }
    ]
    for (const one of wrong) assert.isUndefined(packRecords([whole, Object.assign({ ...whole }, one)]))
    const broken = Object.defineProperty({ ...whole }, "city", {
      get: () => {
        throw new Error("no city")
      }
    })
    assert.isUndefined(packRecords([whole, broken]))
  })
})

describe("a region's name", () => {
  const regionOf = (country: string, more: Partial<RawRecord>) =>
    Result.getOrThrow(
      normalize({ ...manifest, countries: [country] }, country, {
        recordId: "1",
        houseNumber: "1",
        street: "Lenina",
        ...more
      })
    ).components.region

  it("MUST be in the letters of the rest where it has a name in them, and its own name elsewhere", () => {
    const moscow = { city: "Moskva", region: "RU-MOW", postcode: "101000" }
    const latin = regionOf("RU", moscow)
    assert.match(latin!, /^[\p{Script=Latin}\P{L}]+$/u)
    for (const more of [{ street: "улица Ленина" }, { city: "Москва" }, { district: "Арбат" }, { region: "Москва" }]) {
      assert.match(regionOf("RU", { ...moscow, ...more })!, /\p{Script=Cyrillic}/u, JSON.stringify(more))
    }
    const springfield = { city: "Springfield", region: "CA", postcode: "90210" }
    assert.strictEqual(regionOf("US", springfield), "California")
    assert.strictEqual(regionOf("US", { ...springfield, street: "улица Ленина" }), "California")
  })
})
