import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { ClientLocator } from "../../src/geoip/ClientLocator.ts"
import { GeoIpResolver } from "../../src/geoip/GeoIpResolver.ts"
import type { GeoLocation } from "../../src/geoip/GeoLocation.ts"
import * as IpRegionDraws from "../../src/geoip/IpRegionDraws.ts"
import { IpRegion, type IpRegionRequest, IpRegionUnavailable } from "../../src/draw/IpRegion.ts"
import { Catalog } from "../../src/catalog/Catalog.ts"
import { PoolRepository } from "../../src/draw/PoolRepository.ts"
import { NoPoolCoverage } from "../../src/pool/PoolErrors.ts"
import type { PoolFilters } from "../../src/pool/PoolRequests.ts"
import { cityId, regionId, world } from "./support/TinyWorld.ts"

const at = (country: string, region?: string, city?: string): GeoLocation => ({
  country,
  ...(region !== undefined && { region: { name: region, names: [region] } }),
  ...(city !== undefined && { city: { name: city, names: [city] } }),
  level: city !== undefined ? "city" : region !== undefined ? "region" : "country"
})

const milton = "8.0.0.1"
const bend = "8.0.0.2"
const boise = "8.0.0.3"
const oregon = "8.0.0.4"
const somewhere = "8.0.0.5"
const london = "8.0.0.6"

const table = {
  [milton]: at("US", "Washington", "Milton"),
  [bend]: at("US", "Oregon", "Bend"),
  [boise]: at("US", "Idaho", "Boise"),
  [oregon]: at("US", "Oregon"),
  [somewhere]: at("US"),
  [london]: at("GB", "England", "London")
}

const layerOf = (databases: Readonly<Record<string, GeoLocation>> | undefined) =>
  IpRegionDraws.layerNoDeps.pipe(
    Layer.provide(ClientLocator.layerNoDeps),
    Layer.provide(GeoIpResolver.layerTest(databases)),
    Layer.provideMerge(world)
  )

/** Filters whose IDs are given as names of places. */
const filtersOf = Effect.fnUntraced(function* (filters: PoolFilters) {
  const { cityId: city, regionId: region, ...others } = filters
  return {
    ...others,
    ...(city !== undefined && { cityId: yield* cityId(city) }),
    ...(region !== undefined && { regionId: yield* regionId(region) })
  }
})

const draw = (ip: string, request: Partial<IpRegionRequest> = {}) =>
  IpRegion.use((draws) => draws.draw({ ip, filters: {}, strategy: "random", ...request }))

const refused = (ip: string, request: Partial<IpRegionRequest> = {}) =>
  Effect.map(Effect.flip(draw(ip, request)), (error) => {
    assert.instanceOf(error, NoPoolCoverage)
    return error
  })

describe("IpRegionDraws", () => {
  it.effect.each([
    { title: "the city, where that has homes", ip: milton, context: ["US", "Washington", "Milton", "city"], count: 12 },
    { title: "the region, where the city has none", ip: bend, context: ["US", "Oregon", "", "region"], count: 20 },
    { title: "the country, where the region has none", ip: boise, context: ["US", "", "", "country"], count: 62 },
    { title: "the region, where no city is known", ip: oregon, context: ["US", "Oregon", "", "region"], count: 20 },
    { title: "the country, where no more is known", ip: somewhere, context: ["US", "", "", "country"], count: 62 }
  ] as const)("MUST draw from $title", ({ context: [country, region, city, matchLevel], count, ip }) =>
    Effect.gen(function* () {
      for (const seed of ["a", "b", "c", "d", "e", "f", "g", "h"]) {
        const drawn = yield* draw(ip, { seed })
        assert.deepStrictEqual(drawn.ipContext, { country, region, city, matchLevel })
        assert.strictEqual(drawn.country, country)
        assert.strictEqual(drawn.eligibleCount, count)
        assert.deepStrictEqual(drawn.sourcesTried, ["tiny"])
        if (region !== "") assert.strictEqual(drawn.address.components.region, region)
        if (city !== "") assert.strictEqual(drawn.address.components.city, city)
      }
    }).pipe(Effect.provide(layerOf(table)))
  )

  it.effect("MUST return for a seed what a draw from the place itself returns", () =>
    Effect.gen(function* () {
      const repository = yield* PoolRepository
      const filters = { cityId: yield* cityId("Milton") }
      const addresses = new Set<string>()
      for (let i = 0; i < 20; i++) {
        const seed = `seed ${i}`
        const drawn = yield* draw(milton, { seed })
        const { address } = yield* repository.draw({ country: "US", filters, seed, strategy: "random" })
        assert.strictEqual(drawn.seed, seed)
        assert.strictEqual(drawn.address.id, address.id)
        assert.deepStrictEqual(yield* draw(milton, { seed, strategy: "instant" }), drawn)
        addresses.add(address.id)
      }
      assert.isAbove(addresses.size, 3)
    }).pipe(Effect.provide(layerOf(table)))
  )

  it.effect.each([
    { country: "US", filters: {} },
    { country: undefined, filters: { region: "washington" } },
    { country: "US", filters: { regionId: "US-WA", city: "Milton" } },
    { country: undefined, filters: { cityId: "Milton" } },
    { country: undefined, filters: { q: "main" } }
  ])("MUST accept filters that match the address: %j", ({ country, filters }) =>
    Effect.gen(function* () {
      const drawn = yield* draw(milton, { country, filters: yield* filtersOf(filters) })
      assert.strictEqual(drawn.ipContext.matchLevel, "city")
      assert.strictEqual(drawn.address.components.city, "Milton")
    }).pipe(Effect.provide(layerOf(table)))
  )

  it.effect("MUST compare filters with the level that has coverage", () =>
    Effect.gen(function* () {
      for (const filters of [{ q: "main" }, { city: "Portland" }, { regionId: yield* regionId("US-OR") }]) {
        const drawn = yield* draw(bend, { filters })
        assert.strictEqual(drawn.ipContext.matchLevel, "region")
        assert.strictEqual(drawn.address.components.city, "Portland")
      }
      assert.strictEqual((yield* refused(bend, { filters: { city: "Seattle" } })).filter, "city")
      // Neither the city nor its region has homes.
      const anywhere = yield* draw(boise, { filters: { city: "Portland" } })
      assert.strictEqual(anywhere.ipContext.matchLevel, "country")
    }).pipe(Effect.provide(layerOf(table)))
  )

  it.effect.each([
    { filter: "region", filters: { region: "Oregon" } },
    { filter: "regionId", filters: { regionId: "US-OR" } },
    { filter: "city", filters: { region: "Washington", city: "Seattle" } },
    { filter: "cityId", filters: { cityId: "Seattle" } },
    { filter: "district", filters: { district: "Nowhere" } },
    { filter: "postcode", filters: { region: "Washington", postcode: "98101" } },
    { filter: "q", filters: { q: "unter den linden" } }
  ] as const)("MUST name the filter that contradicts the address: $filter", ({ filter, filters: named }) =>
    Effect.gen(function* () {
      const filters: PoolFilters = yield* filtersOf(named)
      const error = yield* refused(milton, { filters })
      assert.strictEqual(error.filter, filter)
      assert.include(error.message, "Milton, Washington, US (United States)")
      assert.include(error.message, `${filter} "${filters[filter]}"`)
      if (filter !== "cityId") {
        assert.include(error.message, "Sources consulted: tiny.")
        assert.notInclude(error.message, yield* cityId("Milton"))
      }
    }).pipe(Effect.provide(layerOf(table)))
  )

  it.effect("MUST refuse a country other than the address's, and name both", () =>
    Effect.gen(function* () {
      const error = yield* refused(milton, { country: "DE" })
      assert.strictEqual(error.country, "DE")
      assert.strictEqual(error.filter, "country")
      assert.match(error.message, /leads to US \(United States\), and country is "DE"/)
    }).pipe(Effect.provide(layerOf(table)))
  )

  it.effect("MUST say which country the address is in if that has no pool", () =>
    Effect.gen(function* () {
      const error = yield* refused(london)
      assert.strictEqual(error.country, "GB")
      assert.include(error.message, "leads to GB (United Kingdom). ")
      assert.include(error.message, "No residential address of GB (United Kingdom) is published")
      assert.isUndefined((yield* refused(london, { filters: { city: "London" } })).filter)
    }).pipe(Effect.provide(layerOf(table)))
  )

  it.effect.each(["10.0.0.1", "::1", "9.9.9.9", ""])("MUST NOT draw for an address without a location: %j", (ip) =>
    Effect.gen(function* () {
      const error = yield* refused(ip)
      assert.include(error.message, "no known place")
      assert.include(error.message, "name a country")
      assert.include(error.message, ip)
      // A country in the request does not give the address a place.
      assert.strictEqual((yield* refused(ip, { country: "US" })).country, "US")
    }).pipe(Effect.provide(layerOf(table)))
  )

  it.effect("MUST continue with the next level if the city lost its last home since the catalog was read", () => {
    const stale = Layer.effect(
      Catalog,
      Effect.map(Catalog, (catalog) => ({
        ...catalog,
        locate: (request) =>
          Effect.map(
            catalog.locate(request),
            Option.map((found) => ({ ...found, residentialCount: 7 }))
          )
      }))
    )
    const draws = IpRegionDraws.layerNoDeps.pipe(
      Layer.provide(ClientLocator.layerNoDeps),
      Layer.provide([GeoIpResolver.layerTest(table), stale]),
      Layer.provide(world)
    )
    return Effect.gen(function* () {
      assert.strictEqual((yield* draw(bend)).ipContext.matchLevel, "region")
      assert.strictEqual((yield* draw(boise)).ipContext.matchLevel, "country")
    }).pipe(Effect.provide(draws))
  })

  it.effect("MUST be unavailable without databases, and say so", () =>
    Effect.gen(function* () {
      assert.instanceOf(yield* Effect.flip(draw(milton)), IpRegionUnavailable)
      assert.instanceOf(yield* Effect.flip(draw("10.0.0.1")), NoPoolCoverage)
    }).pipe(Effect.provide(layerOf(undefined)))
  )
})
