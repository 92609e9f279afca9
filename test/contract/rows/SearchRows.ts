import { Effect } from "effect"
import assert from "node:assert/strict"
import { fold } from "../../../schemas/Fold.ts"
import { Deployment } from "../Deployment.ts"
import { addressWith, fields, generate, liesIn, path, refused, search, skip, table } from "./Asking.ts"
import { placeOf, walk } from "./LocationRows.ts"

const long = (length: number) => "x".repeat(length)
const at = (parameters: Parameters<typeof path>[1]) => path("/locations/search", parameters)

/** Invalid countries, in any parameter. */
export const wrongCountries = ["XX", "USA", "U", "", "42"]

/** Invalid limits. */
export const wrongLimits = ["0", "19", "201", "-20", "20.5", "1e2", "abc", "", "99999999999999999999"]

/** Checks that the cities found are those of an address's region, and no others. */
const citiesOfRegion = (by: "region" | "regionId") =>
  Effect.gen(function* () {
    const { address, value } = yield* addressWith("region")
    const { countryCode: country, locationIds } = address
    const filter = by === "region" ? value : locationIds.regionId!
    const { items, total } = yield* search({ country, [by]: filter, limit: 200, residential: true })
    assert.ok(total > 0)
    const city = items.find(({ availableCount }) => availableCount > 0)
    if (city !== undefined) {
      const drawn = yield* generate({ country, cityId: city.id })
      liesIn(drawn.result.address, "region", value, locationIds.regionId)
    }
    assert.ok((yield* search({ country, limit: 20 })).total >= total)
    return { country, filter, total }
  })

export const searchRows = table(import.meta.url, "GET /api/v1/locations/search", {
  "country | string | US | ISO 3166-1 alpha-2": Effect.gen(function* () {
    const { country } = yield* Deployment
    assert.deepEqual(yield* search({ country: country.toLowerCase() }), yield* search({ country }))
    assert.deepEqual(yield* search({}), yield* search({ country: "US" }))
    const { setup } = yield* Deployment
    for (const country of ["AQ", setup.disabledCountry ?? "AQ"]) assert.equal((yield* search({ country })).total, 0)
    for (const country of wrongCountries) yield* refused(at({ country }), "country")
  }),

  "field | string | city | one of: region, city, district, postcode": Effect.gen(function* () {
    const { country } = yield* Deployment
    assert.deepEqual(yield* search({ country }), yield* search({ country, field: "city" }))
    for (const field of fields) yield* search({ country, field })
    for (const field of ["country", "City", "street", ""]) yield* refused(at({ country, field }), "field")
  }),

  "q | string | case-insensitive search text": Effect.gen(function* () {
    const { country, item } = yield* placeOf("city")
    const q = item.value.slice(1, 5).trim() || item.value
    const found = yield* search({ country, q, limit: 200 })
    assert.ok(found.total > 0)
    if (found.nextCursor === null) assert.ok(found.items.some(({ id }) => id === item.id))
    for (const { value } of found.items) assert.ok(fold(value).includes(fold(q)), `${value} does not have ${q}`)
    const { total } = found
    for (const spelled of [q.toUpperCase(), q.toLowerCase(), ` ${q} `]) {
      assert.equal((yield* search({ country, q: spelled, limit: 200 })).total, total)
    }
    assert.equal((yield* search({ country, q: "qqqzzzxxx" })).total, 0)
    for (const q of ["", " ", "\0", long(301)]) yield* refused(at({ country, q }), "q")
  }),

  "region | string | exact parent region value": Effect.gen(function* () {
    const { country, filter, total } = yield* citiesOfRegion("region")
    assert.equal((yield* search({ country, region: filter.toUpperCase(), limit: 200 })).total, total)
    assert.equal((yield* search({ country, region: "Nowhere at all" })).total, 0)
    for (const region of ["", " ", long(301)]) yield* refused(at({ country, region }), "region")
  }),

  "regionId | string | stable parent region ID": Effect.gen(function* () {
    const { country, filter, total } = yield* citiesOfRegion("regionId")
    const { address, value } = yield* addressWith("region")
    assert.equal(address.locationIds.regionId, filter)
    assert.equal((yield* search({ country, region: value, regionId: filter, limit: 200 })).total, total)
    assert.equal((yield* search({ country, regionId: "r-0000000000001" })).total, 0)
    for (const regionId of ["", long(161)]) yield* refused(at({ country, regionId }), "regionId")
  }),

  "cityId | string | stable parent city ID": Effect.gen(function* () {
    const { address, value } = yield* addressWith("postcode")
    const { countryCode: country, locationIds } = address
    const { cityId } = locationIds
    if (cityId === undefined) return yield* skip("No address of the deployment has a city.")
    const { items } = yield* search({ country, field: "postcode", cityId, limit: 200 })
    assert.ok(items.some((item) => item.value === value))
    assert.equal((yield* search({ country, field: "postcode", cityId: "c-0000000000001" })).total, 0)
    for (const cityId of ["", long(161)]) yield* refused(at({ country, cityId }), "cityId")
  }),

  "residential | boolean | false | restricts counts to published residential records": Effect.gen(function* () {
    const { country } = yield* Deployment
    const counts = (residential: boolean | undefined) =>
      Effect.map(search({ country, residential, limit: 200 }), ({ items }) =>
        items.map(({ availableCount }) => availableCount)
      )
    const [all, residential] = [yield* counts(false), yield* counts(true)]
    assert.deepEqual(yield* counts(undefined), all)
    assert.equal(residential.length, all.length)
    assert.ok(residential.every((count, i) => count <= all[i]!))
    const { setup } = yield* Deployment
    if (setup.isComplete === true) assert.notDeepEqual(residential, all)
    for (const residential of ["yes", "", "TRUE", "2"]) yield* refused(at({ country, residential }), "residential")
  }),

  "cursor | string | opaque": Effect.gen(function* () {
    const { country } = yield* Deployment
    const first = yield* search({ country, field: "region", limit: 20 })
    const cursor = first.nextCursor
    if (cursor === null) return yield* skip(`${country} has no more than 20 regions.`)
    const rest = yield* search({ country, field: "region", cursor, limit: 200 })
    assert.ok(rest.items.every((item) => !first.items.some(({ id }) => id === item.id)))
    const others = [{ field: "city" }, { country: "AQ" }, { q: "a" }, { residential: true }, { regionId: "r-1" }]
    for (const other of others) {
      yield* refused(at({ country, field: "region", cursor, ...other }), "cursor")
    }
    const forged = `${cursor.startsWith("A") ? "B" : "A"}${cursor.slice(1)}`
    for (const cursor of ["", "x", forged, `${forged}A`, long(9000)]) {
      yield* refused(at({ country, field: "region", cursor }), "cursor")
    }
  }),

  "limit | integer | 100 | 20 to 200": Effect.gen(function* () {
    const { country } = yield* Deployment
    const { total } = yield* search({ country })
    for (const [limit, most] of [
      [20, 20],
      [undefined, 100],
      [100, 100],
      [200, 200]
    ]) {
      assert.equal((yield* search({ country, limit })).items.length, Math.min(total, most!))
    }
    for (const limit of wrongLimits) yield* refused(at({ country, limit }), "limit")
    yield* walk((cursor) => search({ country, field: "region", cursor, limit: 20 }))
  })
})
