import { assert, describe, it, layer } from "@effect/vitest"
import { Context, Effect, Layer, Result } from "effect"
import { chiSquare, upperTail } from "../../properties/statistics/ChiSquare.ts"
import { matches } from "../../properties/Law.ts"
import type { Filters, FreshWorld, Pool } from "../../properties/Subject.ts"
import { drawsAreUniform, type Road } from "../../properties/UniformityLaws.ts"
import type { Address } from "../../schemas/Address.ts"
import type { RawRecord } from "../../sources/DataSource.ts"
import { normalize } from "../../src/sync/normalize/Normalize.ts"
import * as Broken from "./BrokenPools.ts"
import { takesBucketsAsTheyCome } from "./BrokenSampler.ts"
import { crowd, rare, selections } from "./Crowd.ts"
import { database, memoryWorlds, postgresWorlds, scripted, worldsOn } from "./Houses.ts"
import { sorted } from "./SortedStore.ts"

const { manifest } = scripted("alpha", ["US"]).source

/** A filled pool, and the IDs in a selection, computed without the pool. */
class Crowd extends Context.Service<
  Crowd,
  { readonly pool: Pool; readonly members: (filters: Filters) => ReadonlyArray<string> }
>()("doorstep/test/Crowd") {
  static readonly make = <R>(fresh: FreshWorld<R>, records: ReadonlyArray<RawRecord>) =>
    Effect.gen(function* () {
      const pool = yield* fresh("US")
      yield* pool.synchronize("alpha", { records })
      const all = records.map((record) => Result.getOrThrow(normalize(manifest, "US", record)))
      return Crowd.of({
        pool,
        members: (filters) =>
          all
            .filter(({ components }) => matches({ components, locationIds: {} } as Address, filters))
            .map(({ addressId }) => addressId)
      })
    })

  static readonly layer = <R>(fresh: FreshWorld<R>, records: ReadonlyArray<RawRecord>) =>
    Layer.effect(Crowd, Crowd.make(fresh, records))
}

const uniform = Effect.fnUntraced(function* (filters: Filters, road: Road, draws: number) {
  const { members, pool } = yield* Crowd
  const ids = members(filters)
  const seed = `${JSON.stringify(filters)} ${ids.length} ${road.by}`
  yield* drawsAreUniform(pool, { country: "US", filters }, ids, { draws: draws * ids.length, road, seed })
})

const draw: Road = { by: "draw" }
const batch: Road = { by: "batch" }
const third: Road = { by: "position", position: 2 }
const quince = { q: "quince" }

const holdAll = (sizes: ReadonlyArray<readonly [n: number, draws: number, roads: ReadonlyArray<Road>]>) => ({
  on: <R>(where: string, fresh: FreshWorld<R>, below: Layer.Layer<R, unknown>, kinds = Object.keys(selections)) => {
    for (const [n, draws, roads] of sizes) {
      layer(Crowd.layer(fresh, crowd(n)).pipe(Layer.provide(below)), { excludeTestServices: true })(
        `MUST make each of ${n} addresses equally likely, ${where}`,
        (it) => {
          for (const kind of kinds) {
            it.effect(`selected by ${kind}`, () =>
              Effect.forEach(roads, (road) => uniform(selections[kind]!, road, draws), { discard: true })
            )
          }
        }
      )
    }
  }
})

holdAll([
  [20, 60, [draw, batch, third]],
  [1000, 5, [draw, batch]]
]).on("in memory", worldsOn(sorted), Layer.empty)

// Cities, districts and postcodes are drawn in the same way as regions.
const fewer = ["country", "region", "combination", "text", "name of two cities"]
holdAll([[5000, 5, [batch]]]).on("in memory", worldsOn(sorted), Layer.empty, fewer)

holdAll([
  [20, 20, [draw, batch]],
  [1000, 5, [batch]]
]).on("in PostgreSQL", postgresWorlds, database, ["country", "city", "combination", "text", "name of two cities"])

layer(Crowd.layer(worldsOn(sorted), [...crowd(5000), ...rare]), { excludeTestServices: true })(
  "MUST make each match of a rare text equally likely, in memory",
  (it) => {
    it.effect("by draws", () => uniform(quince, draw, 40))
    it.effect("by batches", () => uniform(quince, batch, 40))
    it.effect("by a position of unique batches", () => uniform(quince, third, 40))
  }
)

layer(Crowd.layer(postgresWorlds, [...crowd(1000), ...rare]).pipe(Layer.provide(database)), {
  excludeTestServices: true
})("MUST make each match of a rare text equally likely, in PostgreSQL", (it) => {
  it.effect("by batches", () => uniform(quince, batch, 20))
})

describe("The law of uniformity bites", () => {
  const request = { country: "US", filters: selections["combination"]! }
  const bite = (n: number, draws: number, road: Road, breaking: (ids: ReadonlyArray<string>) => Broken.Breaking) =>
    Effect.gen(function* () {
      const { members, pool } = yield* Crowd.make(worldsOn(sorted), crowd(n))
      const ids = members(request.filters)
      const options = { draws: draws * n, road, seed: "bite" }
      yield* drawsAreUniform(pool, request, ids, options)
      const failure = yield* Effect.flip(drawsAreUniform(breaking(ids)(pool), request, ids, options))
      assert.strictEqual(failure._tag, "LawBroken")
    })

  it.live("on a preference for low keys, by draws", () => bite(20, 60, draw, () => Broken.prefersLowKeys))
  it.live("on a preference for low keys, by batches", () => bite(20, 60, batch, () => Broken.prefersLowKeys))
  it.live("on an address that is never drawn", () => bite(20, 60, draw, (ids) => Broken.hides(ids[0]!)))
  it.live("on an address from another selection", () => bite(20, 60, draw, () => Broken.forgets("city")))
  it.live("on draws in rotation", () => bite(20, 60, draw, () => Broken.goesRound(request)))
  it.live("on buckets accepted without rejection", () => bite(1000, 10, draw, takesBucketsAsTheyCome))

  it.live("on no suspicion that new draws do not confirm", () =>
    Effect.gen(function* () {
      const { members, pool } = yield* Crowd.make(worldsOn(sorted), crowd(20))
      const ids = members(request.filters)
      const seeds: Array<string> = []
      const often = yield* pool.findById(ids[0]!)
      // One in twenty of the first look's 1,200 draws is the same address.
      const unlucky: Pool = {
        ...pool,
        draw: (asked) => {
          const n = seeds.push(asked.seed ?? "")
          return Effect.map(pool.draw(asked), (drawn) =>
            n <= 1200 && n % 20 === 0 ? { ...drawn, address: often } : drawn
          )
        }
      }
      yield* drawsAreUniform(unlucky, request, ids, { draws: 1200, road: draw, seed: "bite" })
      assert.strictEqual(seeds.length, 3600)
      assert.strictEqual(new Set(seeds).size, 3600)
    })
  )

  it.live("on too few draws to tell", () =>
    Effect.gen(function* () {
      const { members, pool } = yield* Crowd.make(memoryWorlds, crowd(20))
      const options = { draws: 99, road: draw, seed: "few" }
      const failure = yield* Effect.flip(drawsAreUniform(pool, request, members(request.filters), options))
      assert.strictEqual(failure._tag, "LawBroken")
    })
  )
})

describe("The chi-square test", () => {
  it("MUST agree with the tables: NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.4", () => {
    for (const [degrees, value, tail] of [
      [1, 3.841, 0.05],
      [1, 10.828, 0.001],
      [10, 18.307, 0.05],
      [19, 43.82, 0.001],
      [100, 124.342, 0.05],
      [100, 149.449, 0.001],
      [10, 3.94, 0.95]
    ] as const) {
      assert.closeTo(upperTail(value, degrees), tail, tail / 500, `${value} with ${degrees}`)
    }
  })

  it("MUST approach the normal distribution for many degrees of freedom", () => {
    for (const degrees of [1000, 5000, 11_000]) {
      // Wilson and Hilferty (1931): the cube root of chi-square is nearly normal; 4.753 is exceeded once in 10^6.
      const value = degrees * (1 - 2 / (9 * degrees) + 4.753_424 * Math.sqrt(2 / (9 * degrees))) ** 3
      assert.closeTo(upperTail(value, degrees) * 1e6, 1, 0.1)
    }
  })

  it("MUST be the sum of squared deviations divided by the expected counts", () => {
    assert.strictEqual(chiSquare([10, 10, 10]), 0)
    assert.closeTo(chiSquare([5, 15]), 5, 1e-12)
  })
})
