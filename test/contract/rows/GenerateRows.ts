import { Effect } from "effect"
import assert from "node:assert/strict"
import { isCountryCode } from "../../../schemas/CountryCodes.ts"
import { fold } from "../../../schemas/Fold.ts"
import type { Generated } from "../../../schemas/Generation.ts"
import { Deployment } from "../Deployment.ts"
import {
  addressWith,
  call,
  dataOf,
  errorOf,
  type Field,
  generate,
  liesIn,
  path,
  refused,
  search,
  skip,
  table,
  uncovered
} from "./Asking.ts"
import { needingGeoIp } from "./ClientRows.ts"
import { placeOf } from "./LocationRows.ts"
import { wrongCountries } from "./SearchRows.ts"

const long = (length: number) => "x".repeat(length)
const at = (parameters: Parameters<typeof path>[1]) => path("/generate", parameters)
const seeds = ["a", "b", "c", "d", "e"]

/**
 * Checks that drawn addresses have the component, however the filter is spelled, and that an unknown value draws
 * nothing.
 */
const byName = (field: Field) =>
  Effect.gen(function* () {
    const { address, value } = yield* addressWith(field)
    const country = address.countryCode
    for (const spelled of [value, value.toUpperCase(), value.toLowerCase(), ` ${value}  `]) {
      for (const seed of seeds) {
        const { filters, result } = yield* generate({ country, [field]: spelled, seed })
        liesIn(result.address, field, value, address.locationIds[`${field}Id`])
        assert.deepEqual(filters, { [field]: spelled })
      }
    }
    const none = yield* uncovered(at({ country, [field]: "Nowhere at all" }), field)
    assert.ok(none.message.includes(field) && none.message.includes("Nowhere at all"))
    for (const wrong of ["", " ", "\0", long(301)]) yield* refused(at({ country, [field]: wrong }), field)
  })

/** Checks that drawn addresses lie in the place whose ID locations/search returned. */
const byId = (field: Field) =>
  Effect.gen(function* () {
    const { country, item } = yield* placeOf(field)
    const name = `${field}Id` as const
    for (const seed of seeds) {
      const { eligibleCount, result } = yield* generate({ country, [name]: item.id, seed })
      assert.equal(result.address.locationIds[name], item.id)
      assert.equal(eligibleCount, item.availableCount)
    }
    yield* uncovered(at({ country, [name]: `${field[0]}-0000000000001` }), name)
    for (const wrong of ["", "\0", long(161)]) yield* refused(at({ country, [name]: wrong }), name)
  })

const drawByIp = Effect.fnUntraced(function* (
  parameters: Parameters<typeof path>[1],
  headers: Readonly<Record<string, string>> = {}
) {
  return yield* needingGeoIp(yield* call(at({ mode: "ip-region", ...parameters }), { headers }))
})

const ipContextOf = ({ ipContext }: typeof Generated.Type) => ({ ...ipContext, attributions: undefined })

const one = Effect.flatMap(Deployment, ({ country }) => generate({ country }))

export const generateRows = [
  ...table(import.meta.url, "Generated address result (`data` of generate)", {
    "requestId | string | the caller-provided requestId when one is sent": Effect.gen(function* () {
      const { country } = yield* Deployment
      assert.equal((yield* generate({ country, requestId: "row-1" })).requestId, "row-1")
      assert.notEqual((yield* generate({ country })).requestId, (yield* generate({ country })).requestId)
    }),
    "country | string | country code": Effect.gen(function* () {
      const { country } = yield* Deployment
      assert.equal((yield* one).country, country)
      assert.ok(isCountryCode(country))
    }),
    "mode | string | observed value: residential": Effect.map(one, ({ mode }) => assert.equal(mode, "residential")),

    "sourcesTried | array of strings | names of data sources consulted": Effect.gen(function* () {
      const { result, sourcesTried } = yield* one
      assert.ok(sourcesTried.length > 0)
      assert.equal(new Set(sourcesTried).size, sourcesTried.length)
      for (const { name } of result.address.sources) assert.ok(sourcesTried.includes(name))
    }),

    "result | object | contains `address`": Effect.map(one, ({ result }) => {
      assert.equal(typeof result.address, "object")
      assert.equal(result.profile.synthetic, true)
    }),

    "result.address.id | string | generated address ID": Effect.gen(function* () {
      const { address } = (yield* one).result
      assert.deepEqual(dataOf(yield* call(`/addresses/${encodeURIComponent(address.id)}`)), { address })
    }),
    "result.address.countryCode | string": Effect.gen(function* () {
      const { country } = yield* Deployment
      assert.equal((yield* one).result.address.countryCode, country)
    }),
    "result.address.formattedAddress | string": Effect.map(one, ({ result }) => {
      const { components, formattedAddress, lines } = result.address
      assert.ok(formattedAddress.includes(components.city ?? ""))
      assert.ok(lines.length > 1)
    })
  }),

  ...table(import.meta.url, "GET /api/v1/generate", {
    "country | string | US | ISO 3166-1 alpha-2": Effect.gen(function* () {
      const { countries, country } = yield* Deployment
      assert.equal((yield* generate({ country: country.toLowerCase() })).country, country)
      const us = countries.find(({ code }) => code === "US")
      if (us?.residentialAvailable === true) assert.equal((yield* generate({})).country, "US")
      else yield* uncovered("/generate", "country")
      for (const country of wrongCountries) yield* refused(at({ country }), "country")
      yield* refused("/generate?country=US&country=US", "country")
    }),
    "region | string | exact first-level region value": byName("region"),
    "regionId | string | stable region ID from location search": byId("region"),
    "city | string | exact city value": byName("city"),
    "cityId | string | stable city ID": byId("city"),
    "district | string | exact district value where supported": byName("district"),
    "districtId | string | stable district ID": byId("district"),
    "postcode | string | exact postcode value": byName("postcode"),
    "postcodeId | string | stable postcode ID": byId("postcode"),

    "mode | string | only allowed value: ip-region; matches the request IP or the supplied ip": Effect.gen(
      function* () {
        const { setup } = yield* Deployment
        for (const mode of ["residential", "IP-REGION", ""]) yield* refused(at({ mode }), "mode")
        // The client's own address may have no place; then the message says so.
        const own = yield* drawByIp({})
        if (own.status !== 200) assert.ok(errorOf(own, "NO_POOL_COVERAGE").message.includes("IP address"))
        const { believesForwarded, located } = setup
        if (located === undefined) return
        const { ip, ...place } = located
        const expected = { ...place, matchLevel: "city", attributions: undefined }
        const supplied = dataOf<typeof Generated.Type>(yield* drawByIp({ ip }))
        assert.deepEqual(ipContextOf(supplied), expected)
        if (believesForwarded !== true) return
        const forwarded = dataOf<typeof Generated.Type>(yield* drawByIp({}, { "x-forwarded-for": ip }))
        assert.deepEqual(ipContextOf(forwarded), expected)
      }
    ),

    "ip | string | IPv4 or IPv6, used with mode=ip-region": Effect.gen(function* () {
      const { setup } = yield* Deployment
      yield* refused(at({ ip: "8.8.8.8" }), "ip")
      for (const ip of ["", "localhost", "1.2.3", "1.2.3.256", "[::1]", "::1%eth0"]) {
        yield* refused(at({ mode: "ip-region", ip }), "ip")
      }
      for (const ip of ["127.0.0.1", "::1"]) errorOf(yield* drawByIp({ ip }), "NO_POOL_COVERAGE")
      if (setup.located === undefined) return
      const { city, country, ip, region } = setup.located
      for (const seed of seeds) {
        const { result } = dataOf<typeof Generated.Type>(yield* drawByIp({ ip, seed }))
        assert.deepEqual(
          [result.address.countryCode, result.address.components.region, result.address.components.city],
          [country, region, city]
        )
      }
      dataOf(yield* drawByIp({ ip, country, region, city }))
      const elsewhere = country === "US" ? "FR" : "US"
      errorOf(yield* drawByIp({ ip, country: elsewhere }), "NO_POOL_COVERAGE")
      errorOf(yield* drawByIp({ ip, city: "Nowhere at all" }), "NO_POOL_COVERAGE", "city")
    }),

    "q | string | text that must occur in the selected address components": Effect.gen(function* () {
      const { address, value } = yield* addressWith("street")
      const { countryCode: country } = address
      const q = value.slice(0, 6).trim()
      for (const spelled of [q, q.toUpperCase()]) {
        for (const seed of seeds) {
          const { components } = (yield* generate({ country, q: spelled, seed })).result.address
          assert.ok(Object.values(components).some((component) => fold(component).includes(fold(q))))
        }
      }
      yield* uncovered(at({ country, q: "qqqzzzxxx" }), "q")
      for (const q of ["", " ", long(301)]) yield* refused(at({ country, q }), "q")
    }),

    "strategy | string | random | one of: random, instant": Effect.gen(function* () {
      const { country } = yield* Deployment
      const of = (strategy: string | undefined) => generate({ country, seed: "s", requestId: "same", strategy })
      const [random, instant, none] = [yield* of("random"), yield* of("instant"), yield* of(undefined)]
      assert.deepEqual(none, random)
      assert.equal(random.strategy, "random")
      assert.deepEqual({ ...instant, strategy: "random" }, random)
      assert.equal((yield* generate({ country, strategy: "instant" })).strategy, "instant")
      for (const strategy of ["fast", "Random", ""]) yield* refused(at({ country, strategy }), "strategy")
    }),

    "residential | boolean | true | legacy compatibility flag; generation always returns residential records":
      Effect.gen(function* () {
        const { country } = yield* Deployment
        const of = (residential: boolean | undefined) =>
          generate({ country, seed: "s", requestId: "same", residential })
        const expected = yield* of(undefined)
        assert.deepEqual(yield* of(true), expected)
        assert.deepEqual(yield* of(false), expected)
        const { items } = yield* search({ country, field: "region", residential: true, limit: 200 })
        const homes = items.reduce((sum, { availableCount }) => sum + availableCount, 0)
        if (items.length < 200) assert.ok(expected.eligibleCount! >= homes)
        for (const residential of ["yes", "", "2"]) yield* refused(at({ country, residential }), "residential")
      }),

    "seed | string | reproducible random seed": Effect.gen(function* () {
      const { country } = yield* Deployment
      const of = (seed: string) => call(at({ country, seed, requestId: "same" }))
      const texts = new Set<string>()
      for (const seed of [...seeds, "😀".repeat(300), "Köln & #1 %"]) {
        const { text } = yield* of(seed)
        assert.equal((yield* of(seed)).text, text)
        texts.add(text)
      }
      assert.ok(texts.size > 1)
      const drawn = yield* generate({ country })
      assert.deepEqual((yield* generate({ country, seed: drawn.seed })).result, drawn.result)
      for (const seed of ["", "\0", long(301)]) yield* refused(at({ country, seed }), "seed")
    }),

    "requestId | string | caller-supplied correlation ID, returned as requestId": Effect.gen(function* () {
      const { country } = yield* Deployment
      for (const requestId of ["x", "order/4711?#", "~".repeat(160)]) {
        const answer = yield* call(at({ country, requestId }))
        assert.equal(dataOf<{ readonly requestId: string }>(answer).requestId, requestId)
        assert.equal(answer.headers["x-request-id"], requestId)
      }
      for (const requestId of ["", "a b", "é", "~".repeat(161)]) yield* refused(at({ requestId }), "requestId")
    })
  })
]

/** The smallest city of the deployment's main country that has more than one home, and fewer than a full batch. */
export const smallCity = Effect.gen(function* () {
  const { country } = yield* Deployment
  const { items } = yield* search({ country, residential: true, limit: 200 })
  const small = items.filter(({ availableCount }) => availableCount > 1 && availableCount < 50)
  const [smallest] = small.sort((a, b) => a.availableCount - b.availableCount)
  return smallest === undefined
    ? yield* skip(`No city of ${country} has from 2 to 49 addresses.`)
    : { country, cityId: smallest.id, homes: smallest.availableCount }
})
