import { assert, layer } from "@effect/vitest"
import { Effect, Exit, Schema } from "effect"
import { Address } from "../../schemas/Address.ts"
import { Availability, Country } from "../../schemas/Countries.ts"
import { Generated, GeneratedBatch } from "../../schemas/Generation.ts"
import { assertError, assertHeaders } from "../http/support/ErrorAnswers.ts"
import * as FixturePool from "../http/support/FixturePool.ts"
import type { Answer, CallOptions } from "../http/support/TestApi.ts"
import * as Test from "../http/support/TestApi.ts"

const { TestApi } = Test

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

const Envelope = Schema.Struct({ data: Schema.Unknown })

/** The payload, checked strictly against the contract's schema, in an envelope with nothing else. */
const payload = <A>(schema: Schema.Codec<A, unknown>, answer: Answer): A => {
  assert.strictEqual(answer.status, 200, answer.text)
  assert.strictEqual(answer.headers["content-type"], "application/json")
  assertHeaders(answer)
  const { data } = Schema.decodeUnknownSync(Envelope, { onExcessProperty: "error" })(answer.body)
  return Schema.decodeUnknownSync(schema, { onExcessProperty: "error" })(data)
}

const call = (path: string, options?: CallOptions) => Effect.flatMap(TestApi, (api) => api.call(path, options))

const generate = (query: string) => Effect.map(call(`/api/v1/generate${query}`), (answer) => payload(Generated, answer))

const batch = (body: unknown) =>
  Effect.map(call("/api/v1/generate/batch", { body }), (answer) => payload(GeneratedBatch, answer))

const US = { country: "US" }

layer(Test.layerOf(FixturePool.layer), { excludeTestServices: true })("the interface", (it) => {
  for (const [path, status] of [
    ["health", "ok"],
    ["ready", "ready"]
  ] as const) {
    it.effect(`GET ${path} MUST answer {"status": "${status}"} without a token`, () =>
      Effect.gen(function* () {
        const answer = yield* call(`/api/v1/${path}`, { token: null })
        assert.strictEqual(answer.status, 200)
        assert.deepStrictEqual(answer.body, { status })
        assertHeaders(answer)
        assert.notProperty(answer.headers, "ratelimit-limit")
      })
    )
  }

  it.effect(
    "countries MUST list the countries of sources and pools, by code, with how addresses can be generated",
    () =>
      Effect.gen(function* () {
        const countries = payload(Schema.Array(Country), yield* call("/api/v1/countries"))
        const entry = (code: string, residentialCount: number): Country => ({
          code,
          residentialAvailable: residentialCount > 0,
          residentialCount,
          generationMode: "synchronized-pool"
        })
        assert.deepStrictEqual(countries, [entry("CA", 0), entry("FR", 0), entry("US", 72)])
      })
  )

  it.effect("availability MUST say of the same countries whether they can be generated", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(payload(Schema.Array(Availability), yield* call("/api/v1/availability")), [
        { code: "CA", residentialAvailable: false },
        { code: "FR", residentialAvailable: false },
        { code: "US", residentialAvailable: true }
      ])
    })
  )

  it.effect("generate without parameters MUST draw from US, at random, and say how to replay it", () =>
    Effect.gen(function* () {
      const generated = yield* generate("")
      const { address, profile } = generated.result
      assert.strictEqual(generated.country, "US")
      assert.strictEqual(address.countryCode, "US")
      assert.strictEqual(generated.mode, "residential")
      assert.strictEqual(generated.strategy, "random")
      assert.strictEqual(generated.eligibleCount, 72)
      assert.deepStrictEqual(generated.sourcesTried, ["fixture"])
      assert.deepStrictEqual(generated.filters, {})
      assert.match(generated.requestId, uuid)
      assert.isTrue(profile.synthetic)
      const replayed = yield* generate(`?seed=${encodeURIComponent(generated.seed)}`)
      assert.deepStrictEqual({ ...replayed, requestId: "" }, { ...generated, requestId: "" })
    })
  )

  /** Query, what every drawn address has, the filters in the response, and the number of eligible addresses. */
  const springfield = ["Springfield"]
  const rows: ReadonlyArray<readonly [string, Record<string, ReadonlyArray<string>>, object, number | undefined]> = [
    ["country=us", {}, {}, 72],
    ["region=Illinois", { region: ["Illinois"] }, { region: "Illinois" }, 30],
    ["region=IL", { region: ["Illinois"] }, { region: "IL" }, 30],
    ["region=us-il", { region: ["Illinois"] }, { region: "us-il" }, 30],
    ["city=springfield", { city: springfield, region: ["Illinois", "Missouri"] }, { city: "springfield" }, 60],
    ["city=%20SPRINGFIELD%20", { city: springfield }, { city: " SPRINGFIELD " }, 60],
    ["city=Springfield&region=MO", { region: ["Missouri"] }, { region: "MO", city: "Springfield" }, 30],
    ["postcode=31401", { postcode: ["31401"], city: ["Savannah"] }, { postcode: "31401" }, 12],
    ["q=gwinnett", { street: ["East Gwinnett Street"] }, { q: "gwinnett" }, 12],
    ["q=main+street&region=IL", { street: ["Main Street"] }, { region: "IL", q: "main street" }, 30],
    ["strategy=random", {}, {}, 72],
    ["strategy=instant", {}, {}, 72],
    ["residential=true", {}, {}, 72],
    ["residential=false", {}, {}, 72],
    ["residential=1", {}, {}, 72],
    ["residential=0", {}, {}, 72],
    ["seed=spring-42", {}, {}, 72],
    [`seed=${encodeURIComponent("😀".repeat(300))}`, {}, {}, 72]
  ]
  for (const [query, components, filters, eligible] of rows) {
    it.effect(`generate?${query.slice(0, 50)} MUST draw what matches, and only that`, () =>
      Effect.gen(function* () {
        const generated = yield* generate(`?${query}`)
        assert.deepStrictEqual(generated.filters, filters)
        assert.strictEqual(generated.eligibleCount, eligible)
        for (const [name, values] of Object.entries(components)) {
          const drawn = generated.result.address.components[name as keyof Address["components"]]
          assert.include(values, drawn)
        }
      })
    )
  }

  it.effect("generate MUST accept the IDs in its addresses as filters, in addition to names", () =>
    Effect.gen(function* () {
      const { result } = yield* generate("?city=Savannah")
      const { cityId, postcodeId, regionId } = result.address.locationIds
      for (const query of [`cityId=${cityId}`, `postcodeId=${postcodeId}`, `regionId=${regionId}`]) {
        const generated = yield* generate(`?${query}`)
        assert.strictEqual(generated.eligibleCount, 12)
        assert.strictEqual(generated.result.address.components.city, "Savannah")
      }
      assert.strictEqual((yield* generate(`?region=Georgia&regionId=${regionId}`)).eligibleCount, 12)
      const { message } = assertError(
        yield* call(`/api/v1/generate?region=Illinois&regionId=${regionId}`),
        "NO_POOL_COVERAGE"
      )
      assert.include(message, "region")
    })
  )

  it.effect("the same seed MUST give the same answer, byte for byte but for the request ID, with either strategy", () =>
    Effect.gen(function* () {
      const of = (strategy: string) => call(`/api/v1/generate?seed=s1&requestId=same&strategy=${strategy}`)
      const first = yield* of("random")
      assert.strictEqual((yield* of("random")).text, first.text)
      assert.strictEqual((yield* of("instant")).text, first.text.replace('"random"', '"instant"'))
    })
  )

  it.effect("an address MUST be found by its ID as it was generated, with the scope read", () =>
    Effect.gen(function* () {
      const { readToken } = yield* TestApi
      const { address } = (yield* generate("")).result
      const answer = yield* call(`/api/v1/addresses/${address.id}`, { token: readToken })
      assert.deepStrictEqual(payload(Schema.Struct({ address: Address }), answer), { address })
    })
  )

  it.effect("mode=ip-region MUST draw at the address's location, and say so, or that it has no coverage", () =>
    Effect.gen(function* () {
      const generated = yield* generate("?mode=ip-region&ip=8.0.0.1&region=MO").pipe(Effect.exit)
      assert.isTrue(Exit.isFailure(generated), "MO contradicts the address, which is in Illinois")
      const { country, eligibleCount, filters, ipContext, result } = yield* generate("?mode=ip-region&ip=8.0.0.1")
      assert.deepStrictEqual(ipContext, {
        country: "US",
        region: "Illinois",
        city: "Springfield",
        matchLevel: "city"
      })
      assert.strictEqual(country, "US")
      assert.strictEqual(eligibleCount, 30)
      assert.deepStrictEqual(filters, {})
      assert.strictEqual(result.address.components.region, "Illinois")
      const seeded = yield* generate("?mode=ip-region&ip=::ffff:8.0.0.1&seed=s&country=us")
      assert.deepStrictEqual(seeded.result, (yield* generate("?mode=ip-region&ip=8.0.0.1&seed=s")).result)
      for (const [query, word] of [
        ["ip=2a00::7", "FR"],
        ["ip=8.0.0.9", "8.0.0.9"],
        ["ip=8.0.0.1&country=FR", "FR"],
        ["ip=8.0.0.1&city=Savannah", "Savannah"],
        ["", "127.0.0.1"]
      ] as const) {
        const { message } = assertError(yield* call(`/api/v1/generate?mode=ip-region&${query}`), "NO_POOL_COVERAGE")
        assert.include(message, word)
      }
    })
  )

  const empty: ReadonlyArray<readonly [query: string, filter: string, words: ReadonlyArray<string>]> = [
    ["country=FR", "country", ["FR", "/availability"]],
    ["country=AQ", "country", ["AQ"]],
    ["country=CA", "country", ["CA"]],
    ["city=Atlantis", "city", ["US", "city", "Atlantis", "fixture"]],
    ["region=IL&city=Savannah", "city", ["city", "Savannah", "fixture"]],
    ["cityId=c-0000000000001", "cityId", ["cityId", "c-0000000000001"]],
    ["postcode=00000", "postcode", ["postcode", "00000"]],
    ["district=Nowhere", "district", ["district", "Nowhere"]],
    ["q=zzzzzz", "q", ["q", "zzzzzz"]]
  ]
  for (const [query, filter, words] of empty) {
    it.effect(`generate?${query} MUST be answered with NO_POOL_COVERAGE that names what emptied the scope`, () =>
      Effect.gen(function* () {
        const { details = [], message } = assertError(yield* call(`/api/v1/generate?${query}`), "NO_POOL_COVERAGE")
        for (const word of words) assert.include(message, word)
        assert.deepStrictEqual(
          details.map(({ path }) => path),
          [filter]
        )
        const filters = { country: "US", ...Object.fromEntries(new URLSearchParams(query)) }
        const batched = assertError(
          yield* call("/api/v1/generate/batch", { body: { count: 1, filters } }),
          "NO_POOL_COVERAGE"
        )
        assert.strictEqual(batched.message, message)
        assert.strictEqual(batched.details?.[0].path, `filters.${filter}`)
      })
    )
  }

  it.effect("batch MUST return each address of a small place once, and say that there are no more", () =>
    Effect.gen(function* () {
      const generated = yield* batch({ count: 50, filters: { ...US, city: "savannah" } })
      const ids = generated.results.map(({ address }) => address.id)
      assert.strictEqual(new Set(ids).size, 12)
      assert.strictEqual(ids.length, 12)
      assert.strictEqual(generated.requestedCount, 50)
      assert.strictEqual(generated.returnedCount, 12)
      assert.isTrue(generated.unique)
      assert.isTrue(generated.exhausted)
      assert.strictEqual(generated.country, "US")
      assert.strictEqual(generated.strategy, "random")
      assert.deepStrictEqual(generated.filters, { city: "savannah" })
      assert.deepStrictEqual(generated.sourcesTried, ["fixture"])
      assert.strictEqual(generated.eligibleCount, 12)
      const rest = yield* batch({ count: 50, filters: { ...US, city: "savannah" }, excludeAddressIds: ids.slice(1) })
      assert.deepStrictEqual(
        rest.results.map(({ address }) => address.id),
        ids.slice(0, 1)
      )
    })
  )

  it.effect("batch MUST answer 200 without results when every address is excluded", () =>
    Effect.gen(function* () {
      const { results } = yield* batch({ count: 50, filters: { ...US, city: "Savannah" } })
      const ids = results.map(({ address }) => address.id)
      const excludeAddressIds = [...ids, ...Array.from({ length: 500 - ids.length }, (_, i) => `us-unknown-${i}`)]
      const generated = yield* batch({ count: 1, filters: { ...US, city: "Savannah" }, excludeAddressIds })
      assert.deepStrictEqual(generated.results, [])
      assert.strictEqual(generated.returnedCount, 0)
      assert.isTrue(generated.exhausted)
    })
  )

  it.effect("batch MUST take every option, and repeat addresses only when allowed to", () =>
    Effect.gen(function* () {
      const options = { unique: false, seed: "s", strategy: "instant", requestId: "batch-1" }
      const body = { count: 50, filters: { ...US, city: "Savannah" }, options, excludeAddressIds: [] }
      const generated = yield* batch(body)
      assert.strictEqual(generated.returnedCount, 50)
      assert.isFalse(generated.exhausted)
      assert.isFalse(generated.unique)
      assert.strictEqual(generated.seed, "s")
      assert.strictEqual(generated.strategy, "instant")
      assert.strictEqual(generated.requestId, "batch-1")
      assert.deepStrictEqual(yield* batch(body), generated)
    })
  )

  it.effect("position i of a seeded batch MUST not depend on count, and have the profile of its seed and address", () =>
    Effect.gen(function* () {
      const of = (count: number) => batch({ count, filters: US, options: { seed: "prefix" } })
      const many = yield* of(50)
      assert.deepStrictEqual((yield* of(7)).results, many.results.slice(0, 7))
      const again = yield* batch({ count: 50, filters: { ...US, city: "Savannah" }, options: { seed: "prefix" } })
      const profiles = new Map(many.results.map(({ address, profile }) => [address.id, profile]))
      const shared = again.results.filter(({ address }) => profiles.has(address.id))
      assert.isNotEmpty(shared)
      for (const { address, profile } of shared) assert.deepStrictEqual(profiles.get(address.id), profile)
    })
  )

  const requests: ReadonlyArray<readonly [string, string, CallOptions]> = [
    ["generate", "/api/v1/generate?requestId=mine-1", {}],
    ["generate with an encoded parameter name", "/api/v1/generate?request%49d=mine%2D1", {}],
    ["generate that has no coverage", "/api/v1/generate?requestId=mine-1&country=FR", {}],
    ["generate that is invalid", "/api/v1/generate?requestId=mine-1&country=XX", {}],
    ["generate without a token", "/api/v1/generate?requestId=mine-1", { token: null }],
    ["batch", "/api/v1/generate/batch", { body: { count: 1, filters: US, options: { requestId: "mine-1" } } }],
    [
      "batch that has no coverage",
      "/api/v1/generate/batch",
      { body: { count: 1, filters: { country: "FR" }, options: { requestId: "mine-1" } } }
    ],
    [
      "batch that is invalid",
      "/api/v1/generate/batch",
      { body: { count: 0, filters: US, options: { requestId: "mine-1" } } }
    ]
  ]
  for (const [name, path, options] of requests) {
    it.effect(`${name} MUST carry the caller's request ID in X-Request-Id`, () =>
      Effect.gen(function* () {
        assert.strictEqual((yield* call(path, options)).headers["x-request-id"], "mine-1")
      })
    )
  }

  it.effect("X-Request-Id MUST else be a new UUID, the same as requestId in the body", () =>
    Effect.gen(function* () {
      const answers = [
        yield* call("/api/v1/health"),
        yield* call("/api/v1/nowhere"),
        yield* call("/api/v1/countries"),
        yield* call("/api/v1/generate"),
        yield* call("/api/v1/generate?requestId=a&requestId=b"),
        yield* call("/api/v1/generate/batch", { body: "{" }),
        yield* call("/api/v1/generate/batch", { body: { count: 1, filters: US } })
      ]
      const ids = answers.map(({ headers }) => headers["x-request-id"] ?? "")
      for (const id of ids) assert.match(id, uuid)
      assert.strictEqual(new Set(ids).size, ids.length)
      assert.strictEqual(payload(Generated, answers[3]!).requestId, ids[3])
      assert.strictEqual(payload(GeneratedBatch, answers[6]!).requestId, ids[6])
    })
  )

  it.effect("a body of exactly 256 KiB MUST be read", () =>
    Effect.gen(function* () {
      const body = JSON.stringify({ count: 1, filters: US }).padEnd(256 * 1024)
      assert.strictEqual((yield* batch(body)).returnedCount, 1)
    })
  )

  for (const path of ["/api/v1/health", "/api/v1/countries", "/api/v1/generate?seed=head&requestId=head", "/docs"]) {
    it.effect(`HEAD ${path} MUST answer as GET does, without the body`, () =>
      Effect.gen(function* () {
        const head = yield* call(path, { method: "HEAD" })
        const get = yield* call(path)
        assert.strictEqual(head.status, 200)
        assert.strictEqual(head.text, "")
        assertHeaders(head)
        assert.strictEqual(head.headers["content-length"], get.headers["content-length"])
        assert.strictEqual(head.headers["content-type"], get.headers["content-type"])
      })
    )
  }

  it.effect("/docs MUST load nothing from elsewhere", () =>
    Effect.gen(function* () {
      const answer = yield* call("/docs", { token: null })
      assert.strictEqual(answer.status, 200)
      assert.match(answer.headers["content-type"] ?? "", /^text\/html/)
      assert.include(answer.headers["content-security-policy"], "default-src 'none'")
      assert.notMatch(answer.headers["content-security-policy"] ?? "", /https?:|\*/)
      assert.notMatch(answer.text, /<(?:script|link|img|iframe)[^>]+(?:src|href)=(?!"\/[^/])/i)
      const [, start = ""] = /src="([^"]+start\.js)"/.exec(answer.text) ?? []
      assert.include((yield* call(start, { token: null })).text, "/api/v1/openapi.json")
    })
  )
})
