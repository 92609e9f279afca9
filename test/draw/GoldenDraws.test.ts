import { assert, describe, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import { enumerate, idsOf } from "../../properties/Law.ts"
import type { Filters, FreshWorld } from "../../properties/Subject.ts"
import { sampleKey } from "../../src/address/Identity.ts"
import { crowd } from "../properties/Crowd.ts"
import { database, memoryWorlds, postgresWorlds, worldsOn } from "../properties/Houses.ts"
import { sorted } from "../properties/SortedStore.ts"
import { village } from "../properties/Village.ts"
import { referenceDraw } from "./ReferenceSampler.ts"

// Literal results: no new version of anything may change a draw. Changing one of these breaks every seed that anybody
// has written down.

const bySeed: ReadonlyArray<readonly [seed: string, id: string]> = [
  ["0", "us-3qem0t3qs2hqka32rdns"],
  ["1", "us-9cx2n7kvj39n7qsec0ga"],
  ["2", "us-x3s9fqtmvw620nve7c53"],
  ["a", "us-6n7pppb5qqsd1rct2ed5"],
  ["b", "us-v485r0ezgq3kxvsq08gb"],
  ["spring-42", "us-6jf9r4z9m51eerwgz23z"],
  ["Köln", "us-shnvv1410k1pyqmb81pd"],
  ["東京", "us-r4gcxyzsgx1x6j53bdjp"],
  ["🦊 seed", "us-5415z29erbsknjvaftn1"],
  [" ", "us-hy0gmd0bsd4afk8ax3rh"],
  ["%00", "us-g1v6vw4qb3by44p1hasn"],
  ["x".repeat(300), "us-40frv5gzq695nefg7mt8"],
  ["seed with spaces", "us-6n7pppb5qqsd1rct2ed5"],
  ["SEED", "us-1v914ntxzjs39tyc8mpn"],
  ["seed", "us-3qem0t3qs2hqka32rdns"],
  ["-1", "us-bq1gz78c0y39ztarqshh"],
  ["3.14", "us-mwm1v686bcq5ndyxtqxy"],
  ["null", "us-4p260gzjg8ybjp9rxxj9"],
  ["undefined", "us-yy8dcjxgfjgydb2x2n5q"],
  ["<script>", "us-shpwgsc4bt8qef2hrxsw"]
]

const byFilters: ReadonlyArray<readonly [filters: Filters, id: string]> = [
  [{ city: "Springfield" }, "us-w3h15kbnxv9b3rq3xkxp"],
  [{ postcode: "91011" }, "us-bq1gz78c0y39ztarqshh"],
  [{ region: "ca", district: "South End" }, "us-yy8dcjxgfjgydb2x2n5q"],
  [{ q: "oak" }, "us-9fgsxe57yprm462yj19b"],
  [{ q: "peñasco" }, "us-bq1gz78c0y39ztarqshh"],
  [{ city: "Springfield", q: "main" }, "us-w3h15kbnxv9b3rq3xkxp"]
]

/** A ranked batch, and one drawn position by position. */
const villageBatches = {
  unique: [
    "us-t933y19mgf5vpqwk7d7w",
    "us-w3h15kbnxv9b3rq3xkxp",
    "us-bq1gz78c0y39ztarqshh",
    "us-9fgsxe57yprm462yj19b",
    "us-v485r0ezgq3kxvsq08gb",
    "us-mwm1v686bcq5ndyxtqxy",
    "us-gr4pbk9k6npjhc6znnrp",
    "us-6zmtw60ch0708xzt4t1x"
  ],
  repeating: [
    "us-t933y19mgf5vpqwk7d7w",
    "us-r4gcxyzsgx1x6j53bdjp",
    "us-r4gcxyzsgx1x6j53bdjp",
    "us-yxkg77cvrjnpc3smcj80",
    "us-x15wn2cbtc8bca794cnf",
    "us-40frv5gzq695nefg7mt8",
    "us-g61rbry7r7c67vf7f85x",
    "us-v485r0ezgq3kxvsq08gb"
  ]
}

/** Batches with repetition after excluding the first addresses, which leaves 47, 32, 7 and 1 of 52 homes. */
const excludingBatches: ReadonlyArray<readonly [excluded: number, ids: ReadonlyArray<string>]> = [
  [
    5,
    [
      "us-hy0gmd0bsd4afk8ax3rh",
      "us-r4gcxyzsgx1x6j53bdjp",
      "us-r4gcxyzsgx1x6j53bdjp",
      "us-yxkg77cvrjnpc3smcj80",
      "us-x15wn2cbtc8bca794cnf",
      "us-40frv5gzq695nefg7mt8"
    ]
  ],
  [
    20,
    [
      "us-3qem0t3qs2hqka32rdns",
      "us-6n7pppb5qqsd1rct2ed5",
      "us-tft87pqr70aqbjqe0vkg",
      "us-yxkg77cvrjnpc3smcj80",
      "us-xkqedpjsvjrmd344ka2b",
      "us-g1v6vw4qb3by44p1hasn"
    ]
  ],
  [
    45,
    [
      "us-3qem0t3qs2hqka32rdns",
      "us-3qem0t3qs2hqka32rdns",
      "us-3qem0t3qs2hqka32rdns",
      "us-ancdnhddfhk8q1tk2d3t",
      "us-ancdnhddfhk8q1tk2d3t",
      "us-9cx2n7kvj39n7qsec0ga"
    ]
  ],
  [51, Array.from({ length: 6 }, () => "us-3qem0t3qs2hqka32rdns")]
]

/** From 4,400 addresses, too many to rank: both kinds of batches are drawn position by position. */
const crowdBatch = [
  "us-q72n95hfs5sa9cvz8beq",
  "us-xzez86v1ydxdyzk5btpy",
  "us-1x8xnmx6styvd2s4vnb1",
  "us-bhej720nkqyew6tjz05e",
  "us-1ztzq12sts68q41qjq9h",
  "us-r956skqnwga8wk9ne2xa",
  "us-rg0nemw87k46vcdj1rh1",
  "us-fatsm4gevsqcddg2pj5p"
]

/** The same batch with its first six excluded and replaced. */
const crowdExcluding: ReadonlyArray<string> = [
  "us-51w335db6rc6vnjsz7aw",
  "us-fvft9wyr7ztspkrvcb7g",
  "us-h5kx1bmtvfeb8z6d82dy",
  "us-nthcaz7qw3nn8x1z1evs",
  "us-eh0en7ppfftcte0t6x9g",
  "us-magn3pna1zk0ta9em9ew",
  "us-rg0nemw87k46vcdj1rh1",
  "us-fatsm4gevsqcddg2pj5p"
]

/** From the matches of a text, which are just as many. */
const crowdTextBatch = [
  "us-q72n95hfs5sa9cvz8beq",
  "us-xzez86v1ydxdyzk5btpy",
  "us-bmccyk1rpms0gg8h0eka",
  "us-nthcaz7qw3nn8x1z1evs"
]

/** The same batch with its first three excluded and replaced. */
const crowdTextExcluding = [
  "us-ey6mbn2k13jg606kd4et",
  "us-1a89q2kt42535yzx4kbn",
  "us-aeg417bzcdbxzhd74kh1",
  "us-nthcaz7qw3nn8x1z1evs"
]

const everything = { country: "US", filters: {} }

const inVillage = <R>(fresh: FreshWorld<R>) =>
  Effect.gen(function* () {
    const world = yield* fresh("US")
    yield* world.synchronize("alpha", { records: village })
    for (const [seed, id] of bySeed) {
      assert.strictEqual((yield* world.draw({ ...everything, seed })).address.id, id, seed)
    }
    for (const [filters, id] of byFilters) {
      const { address } = yield* world.draw({ country: "US", filters, seed: "golden" })
      assert.strictEqual(address.id, id, JSON.stringify(filters))
    }
    for (const [kind, ids] of Object.entries(villageBatches)) {
      const request = { ...everything, seed: "golden", count: 8, unique: kind === "unique" }
      assert.deepStrictEqual(idsOf((yield* world.drawMany(request)).addresses), ids, kind)
    }
    const known = idsOf(yield* enumerate(world, { ...everything, seed: "golden" }))
    for (const [excluded, ids] of excludingBatches) {
      const request = { ...everything, seed: "golden", count: 6, unique: false }
      const { addresses } = yield* world.drawMany({ ...request, excludeAddressIds: known.slice(0, excluded) })
      assert.deepStrictEqual(idsOf(addresses), ids, String(excluded))
    }
  })

const inCrowd = <R>(fresh: FreshWorld<R>) =>
  Effect.gen(function* () {
    const world = yield* fresh("US")
    yield* world.synchronize("alpha", { records: crowd(2000) })
    for (const unique of [true, false]) {
      const batch = yield* world.drawMany({ ...everything, seed: "golden", count: 8, unique })
      assert.deepStrictEqual(idsOf(batch.addresses), crowdBatch)
    }
    const excluding = yield* world.drawMany({
      ...everything,
      seed: "golden",
      count: 8,
      unique: false,
      excludeAddressIds: crowdBatch.slice(0, 6)
    })
    assert.deepStrictEqual(idsOf(excluding.addresses), crowdExcluding)
    const request = { country: "US", seed: "golden" }
    const draws = [
      yield* world.draw({ ...request, filters: {} }),
      yield* world.draw({ ...request, filters: { q: "oak" } })
    ]
    assert.deepStrictEqual(
      draws.map(({ address }) => address.id),
      ["us-yqgnr8bkjpg8n1de2kpm", "us-7fzmakt6jmay009wcvfh"]
    )
    // Every address contains this letter.
    const byText = { ...request, filters: { q: "l" }, count: 4 }
    for (const unique of [true, false]) {
      assert.deepStrictEqual(idsOf((yield* world.drawMany({ ...byText, unique })).addresses), crowdTextBatch)
    }
    const others = yield* world.drawMany({ ...byText, excludeAddressIds: crowdTextBatch.slice(0, 3) })
    assert.deepStrictEqual(idsOf(others.addresses), crowdTextExcluding)
  })

describe("A draw in memory", () => {
  it.effect("MUST never return another address of the village", () => inVillage(memoryWorlds))
  it.effect("MUST never return another address of the crowd", () => inCrowd(worldsOn(sorted)))

  it.effect("MUST match the sampling design, computed independently", () =>
    Effect.gen(function* () {
      const world = yield* memoryWorlds("US")
      yield* world.synchronize("alpha", { records: village })
      const homes = idsOf(yield* enumerate(world, everything))
      const byKey = new Map(homes.map((id) => [sampleKey(id), id]))
      for (const [seed, id] of bySeed) {
        assert.strictEqual(byKey.get(referenceDraw(seed, Array.from(byKey.keys()))!), id, seed)
      }
      const big = yield* worldsOn(sorted)("US")
      const records = crowd(400)
      yield* big.synchronize("alpha", { records })
      const region = { country: "US", filters: { region: "IL" } }
      const members = idsOf(yield* enumerate(big, region))
      const keys = new Map(members.map((id) => [sampleKey(id), id]))
      for (let i = 0; i < 100; i++) {
        const { address, eligibleCount } = yield* big.draw({ ...region, seed: `apart ${i}` })
        assert.strictEqual(eligibleCount, members.length)
        assert.strictEqual(address.id, keys.get(referenceDraw(`apart ${i}`, Array.from(keys.keys()))!))
      }
    })
  )
})

layer(database)("A draw in PostgreSQL", (it) => {
  it.effect("MUST never return another address of the village", () => inVillage(postgresWorlds))
  it.effect("MUST never return another address of the crowd", () => inCrowd(postgresWorlds))
})
