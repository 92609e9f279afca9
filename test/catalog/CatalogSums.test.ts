import { assert, layer } from "@effect/vitest"
import { Effect, Result, type Layer } from "effect"
import { SqlClient } from "effect/sql"
import * as fc from "fast-check"
import { property } from "../../properties/Bridge.ts"
import type { RawRecord } from "../../sources/DataSource.ts"
import type { ParentType } from "../../src/catalog/Catalog.ts"
import { placeId, type PlaceType } from "../../src/address/Identity.ts"
import type { KeptRecord } from "../../src/sync/normalize/KeptRecord.ts"
import { derivedTables } from "../../src/pool/CatalogRebuild.ts"
import { normalize } from "../../src/sync/normalize/Normalize.ts"
import { allChildren, allFound, type House, homes, memory, postgres, publish } from "./CatalogHouse.ts"

const manifest = {
  name: "feed",
  countries: ["FR"],
  license: "CC0-1.0",
  attribution: "Made up for tests",
  homepage: "https://example.com/",
  evidence: "Declared: made up for tests."
} as const

const maybe = (...values: ReadonlyArray<string>) => fc.constantFrom(undefined, ...values)

/** Addresses that share a few places, some without a region, a district or a postcode, and some that are not homes. */
const worlds = fc
  .array(
    fc.record({
      houseNumber: fc.integer({ min: 1, max: 9 }).map(String),
      street: fc.constantFrom("Am Markt", "Feldweg"),
      city: fc.constantFrom("Neustadt", "NEUSTADT", "Altdorf", "Köln"),
      region: maybe("Bretagne", "FR-IDF", "Unterland"),
      district: maybe("Nord", "Süd"),
      postcode: maybe("10115", "50667", "99999"),
      evidence: fc.constantFrom(homes, undefined)
    }),
    { minLength: 1, maxLength: 25, size: "max" }
  )
  .map((records) => records.map((record, i): RawRecord => ({ ...record, recordId: `r${i}` })))

const recordsOf = (world: ReadonlyArray<RawRecord>): ReadonlyArray<KeptRecord> => {
  // Of several records of one address, the first by ID that says it is a home is kept, otherwise the first.
  const place = ({ evidence, recordId }: KeptRecord) => `${evidence === undefined ? 1 : 0}${recordId}`
  const kept = new Map<string, KeptRecord>()
  for (const raw of world) {
    const record = Result.getOrThrow(normalize({ ...manifest, countries: ["FR"] }, "FR", raw))
    const known = kept.get(record.addressId)
    if (known === undefined || place(record) < place(known)) kept.set(record.addressId, record)
  }
  return Array.from(kept.values())
}

const idIn = (record: KeptRecord, type: PlaceType): string | undefined => {
  const place = record.places.find((place) => place.type === type)
  return place === undefined ? undefined : placeId(type, place.key)
}

const below: Record<ParentType, ReadonlyArray<PlaceType>> = {
  country: ["region", "city", "district", "postcode"],
  region: ["city", "district", "postcode"],
  city: ["district", "postcode"]
}

/** The number of addresses in each region that has some. */
const filled = Effect.map(allFound({ country: "FR", field: "region", residential: false }), ({ items }) =>
  items.flatMap(({ availableCount, value }) => (availableCount === 0 ? [] : [`${value}: ${availableCount}`]))
)

const promises = (storage: string, house: Layer.Layer<House, unknown>, runs: number) =>
  layer(house)(`Counts of the catalog in ${storage}`, (it) => {
    it.effect("MUST add up to the parent's, including what is in no child, at every level of every pool", () =>
      property(
        worlds,
        Effect.fnUntraced(function* (world) {
          yield* publish("FR", world)
          const records = recordsOf(world)
          for (const residential of [false, true]) {
            const counting = residential ? records.filter(({ evidence }) => evidence !== undefined) : records
            const parents: Array<{ type: ParentType; id?: string; count: number }> = [
              { type: "country", count: counting.length }
            ]
            for (const type of ["region", "city"] as const) {
              for (const { availableCount, id } of (yield* allFound({ country: "FR", field: type, residential }))
                .items) {
                parents.push({ type, id, count: availableCount })
              }
            }
            for (const { count, id, type } of parents) {
              const inside = counting.filter((record) => type === "country" || idIn(record, type) === id)
              assert.strictEqual(count, inside.length)
              for (const childType of below[type]) {
                const request = { country: "FR", parentType: type, parentId: id, childType, residential }
                const { items, totals } = yield* allChildren(request)
                const unassigned = inside.filter((record) => idIn(record, childType) === undefined).length
                const sum = items.reduce((total, { availableCount }) => total + availableCount, 0)
                assert.strictEqual(sum + unassigned, count, `${childType} of ${type}`)
                assert.deepStrictEqual(totals, [items.length])
                for (const item of items) {
                  const expected = inside.filter((record) => idIn(record, childType) === item.id).length
                  assert.strictEqual(item.availableCount, expected, `${childType} ${item.value} of ${type}`)
                  assert.strictEqual(item.disabled === true, residential && expected === 0)
                }
              }
            }
          }
        }),
        { runs }
      )
    )

    it.effect("MUST be none in an official region that has lost its last address, be it a home or not", () =>
      Effect.gen(function* () {
        const place = { houseNumber: "1", street: "Feldweg", city: "Rennes" }
        const rest = { ...place, recordId: "rest", region: "FR-IDF", evidence: homes }
        for (const evidence of [homes, undefined]) {
          const lost = { recordId: "one", region: "Bretagne", district: "Nord", postcode: "35000", evidence }
          yield* publish("FR", [rest, { ...place, ...lost }])
          assert.deepStrictEqual(yield* filled, ["Bretagne: 1", "Île-de-France: 1"])
          yield* publish("FR", [rest])
          assert.deepStrictEqual(yield* filled, ["Île-de-France: 1"])
        }
      })
    )
  })

promises("memory", memory, 30)
promises("PostgreSQL", postgres, 10)

layer(postgres)("The catalog of a country", (it) => {
  it.effect("MUST NOT change with what another country loses", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const at = (city: string, region: string, latitude: number, longitude: number) => (recordId: string) => ({
        recordId,
        houseNumber: "1",
        street: "Calle Mayor",
        city,
        region,
        coordinates: { latitude, longitude },
        evidence: homes
      })
      const [burgos, rennes, paris] = [
        at("Burgos", "BU", 42.34, -3.7),
        at("Rennes", "Bretagne", 48.11, -1.68),
        at("Paris", "FR-IDF", 48.86, 2.35)
      ]
      const derived = Effect.forEach(
        derivedTables.split(", "),
        (table) => sql`SELECT to_jsonb(t) AS row FROM ${sql(table)} t WHERE country = 'ES' ORDER BY 1`
      )
      yield* publish("ES", [burgos("1"), { ...burgos("2"), district: "Centro", postcode: "09001" }])
      const before = yield* derived
      for (const rows of before) assert.isNotEmpty(rows)
      yield* publish("FR", [paris("1"), { ...rennes("2"), district: "Centre", postcode: "35000" }])
      yield* publish("FR", [paris("1")])
      assert.deepStrictEqual(yield* derived, before)
    })
  )
})
