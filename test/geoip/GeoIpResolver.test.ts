import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { basename } from "node:path"
import { GeoIpResolver } from "../../src/geoip/GeoIpResolver.ts"
import type { GeoLocation } from "../../src/geoip/GeoLocation.ts"
import { GeoIpUnavailable } from "../../src/geoip/GeoIpErrors.ts"
import {
  brokenDatabases,
  defaultReason,
  firstAddress,
  hasDefault,
  hasTestData,
  sourceOf,
  testDatabase,
  testDataReason
} from "./support/RealData.ts"
import { layerOf, withFiles } from "./support/Resolver.ts"

const resolve = (ip: string) => GeoIpResolver.use((resolver) => resolver.resolve(ip))
const locate = (ip: string) => Effect.map(resolve(ip), Option.getOrUndefined)
const errors = GeoIpResolver.use((resolver) => resolver.configurationErrors)

const london: GeoLocation = { country: "GB", city: { name: "London", names: ["London"] }, level: "city" }

describe("GeoIpResolver", () => {
  const sources = [
    ["GeoIP2-City-Test", 251, 15],
    ["GeoLite2-City-Test", 242, 11],
    ["GeoIP2-Country-Test", 345, 0],
    ["GeoLite2-Country-Test", 244, 0]
  ] as const

  for (const [name, networks, cities] of sources) {
    it.effect.skipIf(!hasTestData)(`MUST resolve every network of ${name} to its place${testDataReason}`, () =>
      Effect.gen(function* () {
        const source = sourceOf(name)
        assert.lengthOf(source, networks)
        let withCity = 0
        for (const [network, record] of source) {
          const found = yield* locate(firstAddress(network))
          assert.strictEqual(found?.country, record.country?.iso_code, network)
          assert.strictEqual(found?.city?.name, record.city?.names.en, network)
          assert.strictEqual(found?.postcode, record.postal?.code, network)
          const region = record.subdivisions?.[0]?.iso_code
          assert.strictEqual(found?.region?.code, region && `${record.country?.iso_code}-${region}`, network)
          if (found !== undefined) {
            assert.strictEqual(found.level, record.city ? "city" : region === undefined ? "country" : "region", network)
          }
          if (found?.city !== undefined) withCity++
        }
        assert.strictEqual(withCity, cities)
        assert.isEmpty(yield* errors)
      }).pipe(withFiles(testDatabase(name)))
    )
  }

  it.effect.skipIf(!hasTestData)(`MUST read everything that a City database says about a place${testDataReason}`, () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* locate("::ffff:216.160.83.56"), {
        country: "US",
        region: {
          code: "US-WA",
          name: "Washington",
          names: ["Washington", "État de Washington", "ワシントン州", "Вашингтон", "华盛顿州"]
        },
        city: { name: "Milton", names: ["Milton", "Мильтон"] },
        postcode: "98354",
        coordinates: { latitude: 47.2513, longitude: -122.3149 },
        timeZone: "America/Los_Angeles",
        level: "city"
      })
    }).pipe(withFiles(testDatabase("GeoIP2-City-Test")))
  )

  it.effect.skipIf(!hasDefault)(`MUST resolve public addresses with the default databases${defaultReason}`, () =>
    Effect.gen(function* () {
      const expected = [
        ["8.8.8.8", "US", "California", "Mountain View"],
        ["128.101.101.101", "US", "Minnesota", "Minneapolis"],
        ["1.1.1.1", "AU", "New South Wales", "Sydney"],
        ["212.77.98.9", "PL", "Mazovia", "Warsaw"],
        ["185.7.76.1", "NL", "North Brabant", "Roosendaal"],
        // In the file, the city's name is followed by a quarter.
        ["129.132.1.1", "CH", "Zurich", "Zurich"],
        ["2a00:1450:4001::1", "DE", "Hesse", "Frankfurt am Main"],
        ["2001:67c:2e8::1", "NL", "North Holland", "Amsterdam"]
      ] as const
      for (const [ip, country, region, city] of expected) {
        const found = yield* locate(ip)
        assert.strictEqual(found?.country, country, ip)
        assert.strictEqual(found?.region?.name, region, ip)
        assert.strictEqual(found?.city?.name, city, ip)
        assert.strictEqual(found?.level, "city", ip)
        assert.isDefined(found?.coordinates, ip)
        assert.isUndefined(found?.postcode, ip)
      }
      assert.isEmpty(yield* errors)
      assert.deepStrictEqual(yield* GeoIpResolver.use((resolver) => resolver.attributions), [
        { text: "IP Geolocation by DB-IP", url: "https://db-ip.com", license: "CC BY 4.0" }
      ])
    }).pipe(Effect.provide(layerOf({})))
  )

  it.effect.skipIf(!hasTestData)(
    `MUST name what is wrong with every broken database, and continue${testDataReason}`,
    () =>
      Effect.forEach(brokenDatabases, (path) =>
        Effect.gen(function* () {
          const unavailable = yield* Effect.flip(resolve("81.2.69.142"))
          assert.instanceOf(unavailable, GeoIpUnavailable)
          assert.notInclude(unavailable.message, "mmdb")
          const [error, ...more] = yield* errors
          assert.isEmpty(more)
          assert.match(error!.code, /^GEOIP_DATABASE_(CORRUPT|UNSUPPORTED)$/)
          assert.strictEqual(error!.path, "GEOIP_DATABASE")
          assert.include(error!.message, basename(path))
          assert.isTrue(Option.isNone(yield* resolve("10.0.0.1")))
        }).pipe(withFiles(path))
      )
  )

  it.effect.skipIf(!hasTestData)(`MUST query the files in order${testDataReason}`, () =>
    Effect.gen(function* () {
      // The Country database has this address too, and comes first, although the City database knows more.
      assert.strictEqual((yield* locate("81.2.69.142"))?.level, "country")
      // Only the second file has this address.
      assert.strictEqual((yield* locate("214.0.1.0"))?.city?.name, "Melbourne")
      assert.isUndefined(yield* locate("8.8.8.8"))
    }).pipe(withFiles(testDatabase("GeoIP2-Country-Test"), testDatabase("GeoIP2-City-Test")))
  )

  it.effect.skipIf(!hasTestData)(`MUST answer from the good files if one is bad${testDataReason}`, () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* locate("81.2.69.142"))?.city?.name, "London")
      // The missing file might have it.
      assert.instanceOf(yield* Effect.flip(resolve("8.8.8.8")), GeoIpUnavailable)
      assert.deepStrictEqual(
        (yield* errors).map(({ code, path }) => [code, path]),
        [["GEOIP_DATABASE_MISSING", "GEOIP_DATABASE"]]
      )
    }).pipe(withFiles("/nowhere/first.mmdb", testDatabase("GeoIP2-City-Test")))
  )

  it.effect.each([
    ["a file that is not there", "/nowhere/City.mmdb", "GEOIP_DATABASE_MISSING"],
    ["a folder", "/", "GEOIP_DATABASE_UNREADABLE"],
    ["a device", "/dev/null", "GEOIP_DATABASE_UNREADABLE"],
    ["a text", import.meta.filename, "GEOIP_DATABASE_CORRUPT"]
  ] as const)("MUST name %s as a configuration error, and the file in it", ([, path, code]) =>
    Effect.gen(function* () {
      assert.instanceOf(yield* Effect.flip(resolve("81.2.69.142")), GeoIpUnavailable)
      const found = yield* errors
      assert.deepStrictEqual(
        found.map((error) => error.code),
        [code]
      )
      const parts = path.split("/").filter((part) => part !== "")
      assert.include(found[0]!.message, ` ${parts.at(-1) ?? path} `)
      // API clients read this message, and must not learn about folders on the server.
      if (parts.length > 1) assert.notInclude(found[0]!.message, `${parts.at(-2)!}/`)
      // Addresses that need no database get an answer without one.
      for (const ip of ["10.0.0.1", "::1", "no address"]) assert.isTrue(Option.isNone(yield* resolve(ip)))
    }).pipe(withFiles(path))
  )

  it.effect("MUST resolve the addresses of its table in tests, however they are written", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* locate("81.2.69.142"), london)
      assert.deepStrictEqual(yield* locate("::ffff:5102:458e"), london)
      assert.isUndefined(yield* locate("81.2.69.143"))
      assert.isUndefined(yield* locate("192.168.0.1"))
    }).pipe(Effect.provide(GeoIpResolver.layerTest({ "81.2.69.142": london, "192.168.0.1": london })))
  )

  it.effect("MUST be unavailable in tests without a table", () =>
    Effect.flip(resolve("81.2.69.142")).pipe(
      Effect.map((error) => assert.instanceOf(error, GeoIpUnavailable)),
      Effect.provide(GeoIpResolver.layerTest(undefined))
    )
  )
})
