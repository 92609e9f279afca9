import { assert, describe, it, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import * as DrawLaws from "../../properties/DrawLaws.ts"
import * as FilterLaws from "../../properties/FilterLaws.ts"
import type { LawBroken } from "../../properties/Law.ts"
import { poolSuite } from "../../properties/PoolSuite.ts"
import type { Filters, FreshWorld, Pool, SubjectFailure } from "../../properties/Subject.ts"
import { published } from "../../properties/SyncLaws.ts"
import * as Broken from "./BrokenPools.ts"
import { database, memoryWorlds, postgresWorlds } from "./Houses.ts"
import { village } from "./Village.ts"

const openVillage = <R>(fresh: FreshWorld<R>) =>
  Effect.tap(fresh("US"), (world) => world.synchronize("alpha", { records: village }))

/** The pool of a village that all laws ask, so that those of every response see the responses to the others as well. */
class Village extends Context.Service<Village, Pool>()("doorstep/test/Village") {
  static readonly layerOf = <R>(fresh: FreshWorld<R>) => Layer.effect(Village, openVillage(fresh))
}
const asked = Effect.service(Village)

layer(Village.layerOf(memoryWorlds), { excludeTestServices: true })("Draws in memory", (it) => {
  for (const { holds, promise } of poolSuite(asked, "US", { runs: 40 })) it.effect(promise, () => holds)
})

const inPostgres = Village.layerOf(postgresWorlds).pipe(Layer.provide(database))
layer(inPostgres, { excludeTestServices: true })("Draws in PostgreSQL", (it) => {
  for (const { holds, promise } of poolSuite(asked, "US", { runs: 8, requests: 20 })) it.effect(promise, () => holds)
})

interface Bite {
  readonly promise: string
  readonly law: (pool: Pool) => Effect.Effect<void, LawBroken | SubjectFailure>
  readonly broken: Readonly<Record<string, Broken.Breaking>>
}

const request = (filters: Filters = {}) => ({ country: "US", filters, seed: "bite", count: 12 })
const springfield = { city: "Springfield", region: "IL" }

const bites: ReadonlyArray<Bite> = [
  {
    promise: "seeds repeat",
    law: (pool) => DrawLaws.seedsRepeat(pool, request()),
    broken: {
      forgetsSeeds: Broken.forgetsSeeds,
      namesAnotherSeed: Broken.namesAnotherSeed,
      instantGoesItsOwnWay: Broken.instantGoesItsOwnWay,
      instantBatchesGoTheirOwnWay: Broken.instantBatchesGoTheirOwnWay
    }
  },
  {
    promise: "answers replay",
    law: (pool) => DrawLaws.answersReplay(pool, request()),
    broken: { forgetsSeeds: Broken.forgetsSeeds, namesAnotherSeed: Broken.namesAnotherSeed }
  },
  {
    promise: "unseeded draws vary",
    law: (pool) => DrawLaws.unseededDrawsVary(pool, request()),
    broken: { isStuck: Broken.isStuck }
  },
  {
    promise: "unique batches are unique",
    law: (pool) => DrawLaws.batchesAreUnique(pool, request()),
    broken: { repeatsTheFirst: Broken.repeatsTheFirst, stopsShort: Broken.stopsShort }
  },
  {
    promise: "repeating batches are full",
    law: (pool) => DrawLaws.repeatingBatchesAreFull(pool, request(springfield)),
    broken: { stopsShort: Broken.stopsShort }
  },
  {
    promise: "exclusions hold",
    law: (pool) => DrawLaws.exclusionsHold(pool, request()),
    broken: {
      ignoresExclusions: Broken.ignoresExclusions,
      ignoresExclusionsWhenRepeating: Broken.ignoresExclusionsWhenRepeating,
      excludesTwentyAtMost: Broken.excludesTwentyAtMost,
      drawsAnewWhenExcluding: Broken.drawsAnewWhenExcluding
    }
  },
  {
    promise: "nothing is left",
    law: (pool) => DrawLaws.nothingIsLeft(pool, request(springfield)),
    broken: {
      ignoresExclusions: Broken.ignoresExclusionsWhenRepeating,
      failsWhenNothingIsLeft: Broken.failsWhenNothingIsLeft,
      excludesTooMuch: Broken.excludesTheWholeScope
    }
  },
  {
    promise: "prefixes are stable",
    law: (pool) =>
      Effect.andThen(
        DrawLaws.prefixesAreStable(pool, request()),
        DrawLaws.prefixesAreStable(pool, { ...request(), unique: false })
      ),
    broken: {
      dependsOnCount: Broken.dependsOnCount,
      dependsOnCountWhenRepeating: Broken.dependsOnCountWhenRepeating
    }
  },
  {
    promise: "what was drawn is found",
    law: (pool) => DrawLaws.drawnIsFound(pool, request()),
    broken: { altersDocuments: Broken.altersDocuments, losesDocuments: Broken.losesDocuments }
  },
  {
    promise: "small selections come whole",
    law: (pool) => DrawLaws.smallScopesComeWhole(pool, request(springfield)),
    broken: {
      givesUp: Broken.givesUp,
      repeatsTheFirst: Broken.repeatsTheFirst,
      isNeverExhausted: Broken.isNeverExhausted
    }
  },
  {
    promise: "draw and batch agree",
    law: (pool) => DrawLaws.contextsAgree(pool, request()),
    broken: { countsItsBatchesTwice: Broken.countsItsBatchesTwice, namesNoSource: Broken.namesNoSource }
  },
  ...(
    [
      [{ region: "Missouri" }, "region"],
      [{ city: "Chicago" }, "city"],
      [{ district: "South End" }, "district"],
      [{ postcode: "91011" }, "postcode"],
      [{ q: "peñasco" }, "q"]
    ] as const
  ).map(([filters, name]) => ({
    promise: `the filter ${name} holds`,
    law: (pool: Pool) => FilterLaws.filtersHold(pool, request(filters)),
    broken: { [`forgets ${name}`]: Broken.forgets(name) }
  })),
  {
    promise: "spellings are alike",
    law: (pool) =>
      FilterLaws.spellingsAreAlike(pool, request({ city: "La Cañada Flintridge" }), { city: " la CANADA  flintridge" }),
    broken: { comparesExactly: Broken.comparesExactly }
  },
  {
    promise: "IDs agree with names",
    law: (pool) => FilterLaws.idsAgreeWithNames(pool, request(springfield)),
    broken: { mixesUpIds: Broken.mixesUpIds, forgetsRegionIds: Broken.forgets("regionId") }
  },
  {
    promise: "unmatched filters empty the selection",
    law: (pool) => FilterLaws.unmatchedFiltersEmpty(pool, request(springfield)),
    broken: {
      widens: Broken.widens,
      saysNothing: Broken.saysNothing,
      forgetsText: Broken.forgets("q"),
      forgetsDistrictIds: Broken.forgets("districtId")
    }
  }
]

describe("The laws of draws bite", () => {
  for (const { broken, law, promise } of bites) {
    it.live(promise, () =>
      Effect.gen(function* () {
        const pool = yield* openVillage(memoryWorlds)
        yield* law(pool)
        for (const [name, breaking] of Object.entries(broken)) {
          const failure = yield* Effect.flip(law(breaking(pool)))
          assert.strictEqual(failure._tag, "LawBroken", name)
        }
      })
    )
  }

  it.live("every address of a selection is reachable", () =>
    Effect.gen(function* () {
      const world = yield* openVillage(memoryWorlds)
      const filters = { city: "Springfield" }
      const law = (pool: Pool) =>
        Effect.flatMap(Broken.idsMatching(world, filters), (ids) =>
          FilterLaws.nothingIsUnreachable(pool, request(filters), new Set(ids))
        )
      yield* law(world)
      const [hidden] = yield* Broken.idsMatching(world, filters)
      for (const breaking of [
        Broken.hides(hidden!),
        Broken.hidesFromBatches(hidden!),
        Broken.forgets("city"),
        Broken.countsTooManyEligible
      ]) {
        assert.strictEqual((yield* Effect.flip(law(breaking(world))))._tag, "LawBroken")
      }
    })
  )

  it.live("counts add up", () =>
    Effect.gen(function* () {
      const world = yield* openVillage(memoryWorlds)
      const addresses = yield* published(world)
      yield* FilterLaws.countsAddUp(world, "US", addresses)
      for (const breaking of [Broken.miscounts, Broken.countsTooManyEligible, Broken.forgets("districtId")]) {
        const failure = yield* Effect.flip(FilterLaws.countsAddUp(breaking(world), "US", addresses))
        assert.strictEqual(failure._tag, "LawBroken")
      }
    })
  )

  it.live("subjects agree", () =>
    Effect.gen(function* () {
      const world = yield* openVillage(memoryWorlds)
      yield* DrawLaws.subjectsAgree(world, yield* world.reopened, request())
      const other = Broken.salted(() => "!")(world)
      assert.strictEqual((yield* Effect.flip(DrawLaws.subjectsAgree(world, other, request())))._tag, "LawBroken")
    })
  )

  it.live("a suite reports a counterexample that can be replayed", () =>
    Effect.gen(function* () {
      const subject = Effect.map(openVillage(memoryWorlds), Broken.dependsOnCount)
      const suite = poolSuite(subject, "US", { runs: 20, seed: 1 })
      const check = suite.find(({ promise }) => promise.includes("position i"))!
      const failure = yield* Effect.flip(check.holds)
      if (failure._tag !== "PropertyFailed") return assert.fail(failure._tag)
      assert.include(failure.message, `FC_SEED=${failure.seed} FC_PATH=${failure.path}`)
      assert.include(failure.message, "MUST NOT depend on `count`")
      // The intact pool passes the same cases.
      const intact = poolSuite(openVillage(memoryWorlds), "US", { runs: 20, seed: failure.seed })
      yield* intact.find(({ promise }) => promise.includes("position i"))!.holds
    })
  )
})
