import { assert, describe, it, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import type { RawRecord } from "../../sources/DataSource.ts"
import { type PoolFilters, filterNames } from "../../src/pool/PoolRequests.ts"
import { PoolRepository } from "../../src/draw/PoolRepository.ts"
import { resolveScope } from "../../src/draw/Scope.ts"
import { scopeName } from "../../src/draw/ScopeCache.ts"
import type { PoolStore } from "../../src/draw/store/PoolStore.ts"
import { Synchronizer } from "../../src/sync/run/Synchronizer.ts"
import { database, emptied, house, memory, postgres, scripted, type Storage } from "../properties/Houses.ts"
import { businesses, village } from "../properties/Village.ts"

const opened = <R>(storage: Storage<R>, records: ReadonlyArray<RawRecord>, country = "US") =>
  Effect.gen(function* () {
    const sources = [scripted("alpha", ["US", "CA"], { records }).source]
    const context = yield* Layer.build(Layer.fresh(house(storage, sources)))
    yield* Context.get(context, Synchronizer).run({ country })
    return Context.get(context, PoolRepository)
  })

const inMemory = (records: ReadonlyArray<RawRecord>, country?: string) => opened(memory, records, country)
const inPostgres = (records: ReadonlyArray<RawRecord>, country?: string) =>
  Effect.andThen(emptied, opened(postgres, records, country))

const request = (filters: PoolFilters, country = "US") => ({ country, filters, strategy: "random" as const })

/**
 * Empty selections, each with the filter that empties it and the message's words about the other filters, and about
 * where the value belongs.
 */
const empty: ReadonlyArray<
  readonly [filters: PoolFilters, filter: keyof PoolFilters, together: string, instead?: string]
> = [
  [{ city: "Atlantis" }, "city", ""],
  [{ region: "Illinois", city: "Pasadena" }, "city", ' together with region "Illinois"'],
  [
    { postcode: "62701", city: "Springfield", region: "MO" },
    "postcode",
    ' together with region "MO", city "Springfield"'
  ],
  [{ city: "Chicago", district: "South End" }, "district", ' together with city "Chicago"'],
  [{ region: "California", regionId: "r-0000000000000" }, "regionId", ' together with region "California"'],
  [{ cityId: "c-zzzzzzzzzzzzz" }, "cityId", ""],
  [{ cityId: "r-2f2fy2ce1pc1j" }, "cityId", "", " It is the ID of a region, which goes into regionId."],
  [{ regionId: "GA" }, "regionId", "", " It is not an ID: names go into region."],
  [{ postcodeId: "31401" }, "postcodeId", "", " It is not an ID: postcodes go into postcode."],
  [{ city: "Springfield", q: "north clark" }, "q", ' together with city "Springfield"'],
  // It is synchronized, but nothing marks it as a home.
  [{ q: "Market Square" }, "q", ""],
  // Special characters of patterns are taken literally.
  [{ q: "%" }, "q", ""],
  [{ q: "Main_Street" }, "q", ""],
  // No single component contains it.
  [{ q: "main street springfield" }, "q", ""]
]

const isExplained = Effect.fnUntraced(function* (pool: PoolRepository["Service"]) {
  for (const [filters, filter, together, instead = ""] of empty) {
    const failures = [
      yield* Effect.flip(pool.draw(request(filters))),
      yield* Effect.flip(pool.drawMany({ ...request(filters), count: 3, unique: false, excludeAddressIds: [] }))
    ]
    const matches = `matches ${filter} "${filters[filter]}"${together}.${instead}`
    const message = `No published residential address of US (United States) ${matches} Sources consulted: alpha.`
    for (const failure of failures) {
      assert.deepInclude(failure, { _tag: "NoPoolCoverage", filter, message, sourcesTried: ["alpha"] })
    }
  }
})

/** Names that match nothing, and similar names of places with homes. */
const mistyped: ReadonlyArray<readonly [filters: PoolFilters, like: ReadonlyArray<string>]> = [
  [{ city: "Springfeild" }, ["Springfield"]],
  [{ city: "SPRING FIELD" }, ["Springfield"]],
  [{ city: "Pasedena" }, ["Pasadena"]],
  [{ region: "Calfornia" }, ["California"]],
  [{ city: "ボストン" }, []],
  [{ region: "California", city: "Pasadenna" }, ["Pasadena"]],
  [{ district: "Suoth End" }, ["South End"]],
  [{ district: "South" }, ["South End"]],
  [{ city: "Pasadena, CA" }, ["Pasadena"]],
  [{ postcode: "91011-1234" }, ["91011"]],
  [{ city: "Atlantis" }, []],
  [{ city: "X" }, []],
  [{ city: "Springfield".repeat(20) }, []],
  [{ city: "%" }, []],
  // It is a city, but in another region.
  [{ region: "Illinois", city: "Pasadena" }, []]
]

/** Names that no place has, and the city that each means. */
const meant: ReadonlyArray<readonly [filters: PoolFilters, city: string]> = [
  [{ city: "シカゴ" }, "Chicago"],
  [{ city: "Saint Louis" }, "St. Louis"],
  [{ city: "st louis", region: "IL" }, "St. Louis"],
  [{ city: "ST-LOUIS" }, "St. Louis"],
  [{ city: "Ft Worth" }, "Fort Worth"]
]

const springfield = village.find(({ city, region }) => city === "Springfield" && region === "IL") ?? village[0]!

const villageOfSaints = [
  ...village,
  { ...springfield, recordId: "louis", city: "St. Louis" },
  { ...springfield, recordId: "worth", city: "Fort Worth" }
]

/** The same addresses as by the name that the pool has. */
const understands = Effect.fnUntraced(function* (pool: PoolRepository["Service"]) {
  for (const [filters, city] of meant) {
    for (const seed of ["a", "b"]) {
      const drawn = yield* pool.draw({ ...request(filters), seed })
      assert.strictEqual(drawn.address.components.city, city, JSON.stringify(filters))
      const plain = yield* pool.draw({ ...request({ ...filters, city }), seed })
      assert.deepStrictEqual(drawn.address, plain.address)
      assert.strictEqual(drawn.eligibleCount, plain.eligibleCount)
    }
  }
  const elsewhere = yield* Effect.flip(pool.draw(request({ city: "Saint Louis", region: "CA" })))
  assert.include(elsewhere.message, 'matches city "Saint Louis" together with region "CA"')
})

const where = "GET /api/v1/availability says which countries have homes."

/** A place without homes, which is no suggestion. */
const villageWithShops = [...village, { ...businesses[0]!, recordId: "shop", city: "Pasadina" }]

const suggests = Effect.fnUntraced(function* (pool: PoolRepository["Service"]) {
  for (const [filters, like] of mistyped) {
    const { message } = yield* Effect.flip(pool.draw(request(filters)))
    const [, shown] = / Similar (?:names|postcodes): (.*)\. Sources consulted: alpha\.$/.exec(message) ?? []
    assert.deepStrictEqual(
      shown === undefined ? [] : shown.split(", ").map((name) => String(JSON.parse(name))),
      [...like],
      message
    )
  }
})

/** A unique batch that takes every match reveals their number. */
const countsMatches = Effect.fnUntraced(function* (pool: PoolRepository["Service"]) {
  const filters = { q: "oak" }
  const matching = { ...request(filters), count: 50, unique: true, excludeAddressIds: [] }
  const { addresses, eligibleCount } = yield* pool.drawMany(matching)
  assert.isAbove(addresses.length, 0)
  assert.strictEqual(eligibleCount, addresses.length)
  const counts = new Set<number | undefined>()
  for (let i = 0; i < 10; i++) {
    const drawn = yield* pool.draw({ ...request(filters), seed: `seed ${i}` })
    counts.add(drawn.eligibleCount)
    const again = yield* pool.draw({ ...request(filters), seed: `seed ${i}` })
    assert.deepStrictEqual(again, drawn)
  }
  assert.deepStrictEqual([...counts], [addresses.length])
})

const namesTheCountry = Effect.fnUntraced(function* (
  pool: PoolRepository["Service"],
  onlyBusinesses: PoolRepository["Service"]
) {
  const none = yield* Effect.flip(pool.draw(request({ city: "Toronto" }, "CA")))
  assert.deepInclude(none, {
    message: `No residential address of CA (Canada) is published. ${where}`,
    filter: "country",
    sourcesTried: []
  })
  for (const filters of [{}, { city: "Springfield" }]) {
    const noHome = yield* Effect.flip(onlyBusinesses.draw(request(filters)))
    assert.strictEqual(
      noHome.message,
      `No residential address of US (United States) is published. Sources consulted: alpha. ${where}`
    )
  }
})

/** A name and an ID of the same level must both match. */
const bothHold = Effect.fnUntraced(function* (pool: PoolRepository["Service"]) {
  const { address } = yield* pool.draw({ ...request({ city: "Springfield", region: "IL" }), seed: "n" })
  const { cityId, regionId } = address.locationIds
  const one = yield* pool.draw({ ...request({ city: "Springfield", cityId: cityId! }), seed: "n" })
  assert.strictEqual(one.eligibleCount, 12)
  const failures = [
    yield* Effect.flip(pool.draw(request({ city: "Pasadena", cityId: cityId! }))),
    yield* Effect.flip(pool.draw(request({ region: "California", regionId: regionId! })))
  ]
  assert.deepStrictEqual(
    failures.map((failure) => "filter" in failure && failure.filter),
    ["cityId", "regionId"]
  )
})

const sizes: ReadonlyArray<readonly [filters: PoolFilters, size: number | undefined]> = [
  [{}, 52],
  [{ region: "IL" }, 22],
  // As a source may write it.
  [{ region: "State of Illinois" }, 22],
  [{ region: "イリノイ州 - Illinois" }, 22],
  [{ city: "Springfield" }, 25],
  [{ district: "South End" }, 8],
  [{ postcode: "91011" }, 14],
  [{ postcode: "91 011" }, 14],
  [{ postcode: "91011", city: "PASADENA" }, 4],
  [{ city: "Springfield", region: "Illinois" }, 12],
  [{ region: "ca", district: "south end" }, 3],
  [{ region: "us-ma", city: "springfield", district: "South  End", postcode: "01103" }, 5],
  // Counted, because all matches of a text are read.
  [{ q: "oak" }, 15]
]

/** Two spellings of a postcode, and a district with the name of a city. */
const namesakes: ReadonlyArray<RawRecord> = (
  [
    ["901", "Montréal", undefined, "H3G 1P1"],
    ["902", "Montréal", undefined, "H3G1P1"],
    ["903", "Montréal", "Laval", "H3G 1P2"],
    ["904", "Laval", undefined, "H7A 0A1"]
  ] as const
).map(([houseNumber, city, district, postcode]) => ({
  ...springfield,
  recordId: houseNumber,
  region: "QC",
  houseNumber,
  city,
  district,
  postcode
}))

const areTold = Effect.fnUntraced(function* (pool: PoolRepository["Service"]) {
  for (const [filters, numbers] of [
    [{ postcode: "h3g1p1" }, ["901", "902"]],
    [{ postcode: "H3G 1P1" }, ["901", "902"]],
    [{ city: "Laval" }, ["904"]],
    [{ district: "Laval" }, ["903"]]
  ] as const) {
    const all = { ...request(filters, "CA"), count: 9, unique: true, excludeAddressIds: [] }
    const { addresses, eligibleCount } = yield* pool.drawMany(all)
    const found = addresses.map(({ components }) => components.houseNumber!).toSorted()
    assert.deepStrictEqual(found, [...numbers], JSON.stringify(filters))
    assert.strictEqual(eligibleCount, numbers.length, JSON.stringify(filters))
  }
})

const isCounted = Effect.fnUntraced(function* (pool: PoolRepository["Service"]) {
  for (const [filters, size] of sizes) {
    const { eligibleCount } = yield* pool.draw({ ...request(filters), seed: "n" })
    assert.strictEqual(eligibleCount, size, JSON.stringify(filters))
    // What the counts of places say, the homes themselves must say too.
    const everything = { ...request(filters), count: 60, unique: true, excludeAddressIds: [] }
    assert.lengthOf((yield* pool.drawMany(everything)).addresses, eligibleCount!, JSON.stringify(filters))
  }
})

describe("What is remembered of a selection", () => {
  it("MUST be of its country and of each of its filters", () => {
    const selections = filterNames.flatMap((name) => [{ [name]: "a" }, { [name]: "b" }])
    const names = ["US", "CA"].flatMap((country) => [{}, ...selections].map((filters) => scopeName(country, filters)))
    assert.strictEqual(new Set(names).size, 2 * (1 + 2 * filterNames.length))
  })
})

describe("A selection in memory", () => {
  it.effect("MUST be counted", () => Effect.flatMap(inMemory(village), isCounted))
  it.effect("MUST be of each spelling of a postcode, and of one kind of place alone", () =>
    Effect.flatMap(inMemory(namesakes, "CA"), areTold)
  )
  it.effect("MUST match both a name and an ID, if both are given", () => Effect.flatMap(inMemory(village), bothHold))
  it.effect("MUST have its text matches counted if all are read", () =>
    Effect.flatMap(inMemory(village), countsMatches)
  )
  it.effect("MUST be by a city's name in another language or spelling, if none has that name itself", () =>
    Effect.flatMap(inMemory(villageOfSaints), understands)
  )
  it.effect("MUST be explained by names that may have been meant", () =>
    Effect.flatMap(inMemory(villageWithShops), suggests)
  )
  it.effect("MUST be explained by the filter that empties it", () => Effect.flatMap(inMemory(village), isExplained))
  it.effect("MUST be explained by the country if that has no home", () =>
    Effect.gen(function* () {
      yield* namesTheCountry(yield* inMemory(village), yield* inMemory(businesses))
    })
  )
})

layer(database)("A selection in PostgreSQL", (it) => {
  it.effect("MUST be counted", () => Effect.flatMap(inPostgres(village), isCounted))
  it.effect("MUST be of each spelling of a postcode, and of one kind of place alone", () =>
    Effect.flatMap(inPostgres(namesakes, "CA"), areTold)
  )
  it.effect("MUST match both a name and an ID, if both are given", () => Effect.flatMap(inPostgres(village), bothHold))
  it.effect("MUST have its text matches counted if all are read", () =>
    Effect.flatMap(inPostgres(village), countsMatches)
  )
  it.effect("MUST be by a city's name in another language or spelling, if none has that name itself", () =>
    Effect.flatMap(inPostgres(villageOfSaints), understands)
  )
  it.effect("MUST be explained by names that may have been meant", () =>
    Effect.flatMap(inPostgres(villageWithShops), suggests)
  )
  it.effect("MUST be explained by the filter that empties it", () => Effect.flatMap(inPostgres(village), isExplained))
  it.effect("MUST be explained by the country if that has no home", () =>
    Effect.gen(function* () {
      const pool = yield* inPostgres(businesses)
      yield* namesTheCountry(pool, pool)
    })
  )
})

describe("a name that no place has", () => {
  for (const level of ["city", "district"] as const) {
    it.effect(`MUST be compared with others in one read: a ${level}`, () =>
      Effect.gen(function* () {
        const compared: Array<string> = []
        const store: Partial<PoolStore["Service"]> = {
          pool: () => Effect.succeed({ version: 1, edition: "1", residential: 10, sources: ["alpha"] }),
          placesNamed: () => Effect.succeed([]),
          sizeOf: () => Effect.succeed(0),
          namesLike: (_, __, folded) =>
            Effect.sync(() => {
              compared.push(folded)
              return [{ name: "Savannah", folded: "savannah" }]
            })
        }
        const failure = yield* Effect.flip(
          resolveScope(store as PoolStore["Service"], "US", { [level]: "Savanah", q: "oak" })
        )
        assert.include(failure.message, 'Similar names: "Savannah".')
        assert.deepStrictEqual(compared, ["savanah"])
      })
    )
  }
})
