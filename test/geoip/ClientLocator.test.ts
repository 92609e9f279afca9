import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { ClientLocator } from "../../src/geoip/ClientLocator.ts"
import { GeoIpResolver } from "../../src/geoip/GeoIpResolver.ts"
import type { GeoLocation } from "../../src/geoip/GeoLocation.ts"
import { GeoIpUnavailable } from "../../src/geoip/GeoIpErrors.ts"
import { Catalog } from "../../src/catalog/Catalog.ts"
import { cityId, milton, regionId, world } from "./support/TinyWorld.ts"
import { StorageUnavailable } from "../../src/database/Outage.ts"

const named = (...names: ReadonlyArray<string>) => ({ name: names[0]!, names })

const table: Readonly<Record<string, GeoLocation>> = {
  "8.0.0.1": { country: "US", region: { ...named("Wash."), code: "US-WA" }, city: named("MILTÓN"), level: "city" },
  "8.0.0.2": {
    country: "US",
    region: named("Вашингтон", "État de Washington", "Washington"),
    city: named("シアトル", "Seattle"),
    level: "city"
  },
  "8.0.0.3": {
    country: "US",
    region: named("Washington"),
    city: named("Edgewood"),
    coordinates: milton,
    level: "city"
  },
  "8.0.0.4": { country: "US", region: named("Washington"), city: named("Atlantis"), level: "city" },
  "8.0.0.5": { country: "US", region: named("Cascadia"), city: named("Portland"), level: "city" },
  "8.0.0.6": { country: "US", region: { ...named("Oregon"), code: "US-OR" }, level: "region" },
  "8.0.0.7": { country: "US", level: "country" },
  "8.0.0.8": { country: "GB", region: named("England"), city: named("London", "Londres"), level: "city" },
  "8.0.0.9": { country: "US", region: named("Oregon"), city: named("Seattle"), level: "city" },
  "8.0.0.10": { country: "US", region: named("Idaho"), city: named("Boise"), level: "city" },
  "8.0.0.11": { country: "US", region: { ...named("Evergreen State"), code: "US-WA" }, level: "region" }
}

const layerOf = (databases?: Readonly<Record<string, GeoLocation>>) =>
  ClientLocator.layerNoDeps.pipe(Layer.provide(GeoIpResolver.layerTest(databases)), Layer.provideMerge(world))

const locate = (ip: string) => ClientLocator.use((locator) => locator.locate(ip))

describe("ClientLocator", () => {
  it.effect.each<{
    title: string
    ip: string
    context: readonly [string, string, string, string]
    code?: string
    known?: string
  }>([
    {
      title: "use the catalog's names",
      ip: "8.0.0.1",
      context: ["US", "Washington", "Milton", "city"],
      code: "US-WA",
      known: "Milton"
    },
    {
      title: "know a place by any of its names",
      ip: "8.0.0.2",
      context: ["US", "Washington", "Seattle", "city"],
      code: "US-WA",
      known: "Seattle"
    },
    {
      title: "take the nearest place where the names differ",
      ip: "8.0.0.3",
      context: ["US", "Washington", "Milton", "city"],
      code: "US-WA",
      known: "Milton"
    },
    {
      title: "keep the database's name of a place that the catalog has not",
      ip: "8.0.0.4",
      context: ["US", "Washington", "Atlantis", "city"],
      code: "US-WA"
    },
    {
      title: "know a region by its city",
      ip: "8.0.0.5",
      context: ["US", "Oregon", "Portland", "city"],
      code: "US-OR",
      known: "Portland"
    },
    {
      title: "say region where no city is known",
      ip: "8.0.0.6",
      context: ["US", "Oregon", "", "region"],
      code: "US-OR"
    },
    {
      title: "know a region by its code",
      ip: "8.0.0.11",
      context: ["US", "Washington", "", "region"],
      code: "US-WA"
    },
    { title: "say country where no more is known", ip: "8.0.0.7", context: ["US", "", "", "country"] },
    {
      title: "use the database's names of a country without a catalog",
      ip: "8.0.0.8",
      context: ["GB", "England", "London", "city"]
    },
    {
      title: "look for a city only in its region",
      ip: "8.0.0.9",
      context: ["US", "Oregon", "Seattle", "city"],
      code: "US-OR"
    },
    {
      title: "know a city without homes",
      ip: "8.0.0.10",
      context: ["US", "Idaho", "Boise", "city"],
      code: "US-ID",
      known: "Boise"
    },
    { title: "say none of a private address", ip: "192.168.1.1", context: ["", "", "", "none"] },
    { title: "say none of an address that no database knows", ip: "9.9.9.9", context: ["", "", "", "none"] },
    { title: "say none of what is no address", ip: "", context: ["", "", "", "none"] }
  ])("MUST $title", ({ code, context: [country, region, city, matchLevel], ip, known }) =>
    Effect.gen(function* () {
      const found = yield* locate(ip)
      assert.deepStrictEqual(found.context, { country, region, city, matchLevel } as typeof found.context)
      assert.strictEqual(found.region?.id, code && (yield* regionId(code)))
      assert.strictEqual(found.city?.id, known && (yield* cityId(known)))
    }).pipe(Effect.provide(layerOf(table)))
  )

  it.effect("MUST fail when the databases are unavailable, except for requests that need none", () =>
    Effect.gen(function* () {
      assert.instanceOf(yield* Effect.flip(locate("8.0.0.1")), GeoIpUnavailable)
      assert.strictEqual((yield* locate("10.0.0.1")).context.matchLevel, "none")
    }).pipe(Effect.provide(layerOf()))
  )

  it.effect("MUST fail when the catalog is unavailable", () => {
    const outage = new StorageUnavailable({ reason: "Connection", message: "The database is away." })
    const away = Layer.mock(Catalog)({ locate: () => Effect.fail(outage) })
    const locator = ClientLocator.layerNoDeps.pipe(Layer.provide([GeoIpResolver.layerTest(table), away]))
    return Effect.flip(locate("8.0.0.1")).pipe(
      Effect.map((error) => assert.strictEqual(error, outage)),
      Effect.provide(locator)
    )
  })
})
