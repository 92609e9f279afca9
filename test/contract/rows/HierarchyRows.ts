import { Effect } from "effect"
import assert from "node:assert/strict"
import { fold } from "../../../schemas/Fold.ts"
import { Deployment } from "../Deployment.ts"
import { addressWith, children, fields, path, refused, skip, table } from "./Asking.ts"
import { placeOf, walk } from "./LocationRows.ts"
import { wrongCountries, wrongLimits } from "./SearchRows.ts"

const at = (parameters: Parameters<typeof path>[1]) => path("/locations/hierarchy", parameters)

/** The child types of each parent type. */
const below = {
  country: ["region", "city", "district", "postcode"],
  region: ["city", "district", "postcode"],
  city: ["district", "postcode"]
} as const

export const hierarchyRows = table(import.meta.url, "GET /api/v1/locations/hierarchy", {
  "country | string | yes | ISO 3166-1 alpha-2": Effect.gen(function* () {
    const { country } = yield* Deployment
    const childType = "region"
    assert.deepEqual(
      yield* children({ country: country.toLowerCase(), childType }),
      yield* children({ country, childType })
    )
    const { setup } = yield* Deployment
    const disabled = setup.disabledCountry
    if (disabled !== undefined) assert.equal((yield* children({ country: disabled, childType })).total, 0)
    yield* refused(at({ childType }), "country")
    for (const country of wrongCountries) yield* refused(at({ country, childType }), "country")
  }),

  "childType | string | yes | one of: region, city, district, postcode": Effect.gen(function* () {
    const { country } = yield* Deployment
    for (const childType of fields) yield* children({ country, childType })
    yield* refused(at({ country }), "childType")
    for (const childType of ["country", "street", "Region", ""]) yield* refused(at({ country, childType }), "childType")
  }),

  "parentType | string | no | country | one of: country, region, city": Effect.gen(function* () {
    const { country } = yield* Deployment
    assert.deepEqual(
      yield* children({ country, childType: "city" }),
      yield* children({ country, childType: "city", parentType: "country" })
    )
    for (const parentType of ["region", "city"] as const) {
      const { country, item } = yield* placeOf(parentType)
      for (const childType of fields) {
        const parameters = { country, childType, parentType, parentId: item.id }
        if ((below[parentType] as ReadonlyArray<string>).includes(childType)) yield* children(parameters)
        else yield* refused(at(parameters), "childType")
      }
    }
    for (const parentType of ["district", "postcode", "City", ""]) {
      yield* refused(at({ country, childType: "district", parentType }), "parentType")
    }
  }),

  "parentId | string | no | stable region or city ID; omitted for a country parent": Effect.gen(function* () {
    const { address, value } = yield* addressWith("city")
    const { countryCode: country, locationIds } = address
    const { cityId, regionId } = locationIds
    if (cityId === undefined || regionId === undefined) return yield* skip("No address of the deployment has a region.")
    const ofRegion = yield* children({ country, childType: "city", parentType: "region", parentId: regionId, q: value })
    assert.ok(ofRegion.items.some(({ id }) => id === cityId))
    const postcode = { country, childType: "postcode" }
    yield* children({ ...postcode, parentType: "city", parentId: cityId })
    yield* refused(at({ ...postcode, parentType: "region" }), "parentId")
    yield* refused(at({ ...postcode, parentType: "city" }), "parentId")
    yield* refused(at({ ...postcode, parentType: "region", parentId: cityId }), "parentId")
    yield* refused(at({ ...postcode, parentType: "city", parentId: regionId }), "parentId")
    yield* refused(at({ ...postcode, parentType: "country", parentId: regionId }), "parentId")
    yield* refused(at({ ...postcode, parentId: cityId }), "parentId")
    yield* refused(at({ ...postcode, parentType: "region", parentId: "x".repeat(161) }), "parentId")
    const unknown = yield* children({ ...postcode, parentType: "city", parentId: "c-0000000000001" })
    assert.equal(unknown.total, 0)
  }),

  "q | string | no | child-name search text": Effect.gen(function* () {
    const { country, item } = yield* placeOf("region")
    const q = item.value.slice(0, 4).trim()
    const found = yield* children({ country, childType: "region", q: q.toUpperCase(), limit: 200 })
    assert.ok(found.items.some(({ id }) => id === item.id))
    for (const { value } of found.items) assert.ok(fold(value).includes(fold(q)))
    assert.equal((yield* children({ country, childType: "region", q: "qqqzzzxxx" })).total, 0)
    for (const q of ["", " ", "x".repeat(301)]) yield* refused(at({ country, childType: "region", q }), "q")
  }),

  "residential | boolean | no | true | includes residential availability and disables uncovered options": Effect.gen(
    function* () {
      const { country } = yield* Deployment
      const of = (residential: boolean | undefined) =>
        children({ country, childType: "region", residential, limit: 200 })
      const [covered, all] = [yield* of(true), yield* of(false)]
      assert.deepEqual(yield* of(undefined), covered)
      assert.deepEqual(
        covered.items.map(({ id }) => id),
        all.items.map(({ id }) => id)
      )
      for (const { availableCount, disabled } of covered.items) assert.equal(disabled === true, availableCount === 0)
      const counts = (items: typeof all.items) => items.map(({ availableCount }) => availableCount)
      const { setup } = yield* Deployment
      if (setup.isComplete === true) assert.notDeepEqual(counts(covered.items), counts(all.items))
      for (const item of all.items) assert.ok(!("disabled" in item))
      for (const residential of ["yes", "", "2"]) {
        yield* refused(at({ country, childType: "region", residential }), "residential")
      }
    }
  ),

  "cursor | string | no | opaque": Effect.gen(function* () {
    const { country } = yield* Deployment
    const childType = "region"
    const { nextCursor: cursor } = yield* children({ country, childType, limit: 20 })
    if (cursor === null) return yield* skip(`${country} has no more than 20 regions.`)
    yield* children({ country, childType, cursor })
    for (const other of [{ childType: "city" }, { country: "AQ" }, { q: "a" }, { residential: false }]) {
      yield* refused(at({ country, childType, cursor, ...other }), "cursor")
    }
    for (const wrong of ["", "x", cursor.slice(1), `${cursor}A`]) {
      yield* refused(at({ country, childType, cursor: wrong }), "cursor")
    }
  }),

  "limit | integer | no | 100 | 20 to 200": Effect.gen(function* () {
    const { country } = yield* Deployment
    const childType = "city"
    const { total } = yield* children({ country, childType })
    for (const [limit, most] of [
      [20, 20],
      [undefined, 100],
      [200, 200]
    ]) {
      assert.equal((yield* children({ country, childType, limit })).items.length, Math.min(total, most!))
    }
    for (const limit of wrongLimits) yield* refused(at({ country, childType, limit }), "limit")
    yield* walk((cursor) => children({ country, childType: "region", cursor, limit: 20 }))
  })
})
