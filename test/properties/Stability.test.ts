import { assert, describe, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as StabilityLaws from "../../properties/StabilityLaws.ts"
import type { FreshWorld, World } from "../../properties/Subject.ts"
import type { RawRecord } from "../../sources/DataSource.ts"
import * as Broken from "./BrokenWorlds.ts"
import { crowd } from "./Crowd.ts"
import { database, postgresWorlds, worldsOn } from "./Houses.ts"
import { sorted } from "./SortedStore.ts"

const sortedWorlds = worldsOn(sorted)

const country = { country: "US", filters: {} }
const city = { country: "US", filters: { city: "Crowdville" } }

const stepsOf = (n: number, seeds: number) => {
  const before = crowd(n)
  // Every hundredth address of all places again, with a unit and a record ID of its own.
  const newcomers = before
    .filter((_, i) => i % 100 === 0)
    .map((record): RawRecord => ({ ...record, recordId: `new ${record.recordId}`, unit: "Apt 1" }))
  const additions = { source: "alpha", before, after: [...before, ...newcomers], request: country, seeds }
  return {
    additions,
    inCity: { ...additions, request: city },
    removals: { ...additions, after: before.filter((_, i) => i % 100 !== 50) },
    elsewhere: {
      ...additions,
      after: before.filter(({ city }, i) => city !== "Twinton" || i % 20 !== 0),
      request: city
    }
  }
}

const holds = <R>(fresh: FreshWorld<R>, n: number, seeds: number) => {
  const { additions, elsewhere, inCity, removals } = stepsOf(n, seeds)
  const inWorld = <E>(law: (world: World) => Effect.Effect<void, E>) => Effect.flatMap(fresh("US"), law)
  return {
    "MUST keep 95 percent of seeds when 1 percent is added": inWorld((world) =>
      StabilityLaws.seedsOutliveAdditions(world, additions)
    ),
    "MUST keep 95 percent of seeds of a city when 1 percent is added": inWorld((world) =>
      StabilityLaws.seedsOutliveAdditions(world, inCity)
    ),
    "MUST change few seeds other than those of removed addresses": inWorld((world) =>
      StabilityLaws.seedsOutliveRemovals(world, removals)
    ),
    "MUST keep all seeds if something else changes": inWorld((world) =>
      StabilityLaws.seedsOutliveOtherChanges(world, elsewhere)
    )
  }
}

describe("Seeds in memory", () => {
  for (const [promise, law] of Object.entries(holds(sortedWorlds, 1000, 600))) it.live(promise, () => law)

  it.live("MUST keep all seeds of a city if every other one is gone, which no gate may keep from being looked at", () =>
    Effect.gen(function* () {
      const { elsewhere } = stepsOf(1000, 200)
      const after = elsewhere.before.filter(({ city }) => city === "Crowdville")
      yield* StabilityLaws.seedsOutliveOtherChanges(yield* sortedWorlds("US"), { ...elsewhere, after })
    })
  )
})

layer(database, { excludeTestServices: true })("Seeds in PostgreSQL", (it) => {
  for (const [promise, law] of Object.entries(holds(postgresWorlds, 400, 200))) it.effect(promise, () => law)
})

describe("The laws of stability bite", () => {
  for (const [what, breaking] of [
    ["reseeding", Broken.reseedsOnSynchronization],
    ["reseeding by halves", Broken.reseedsHalfOnSynchronization]
  ] as const) {
    for (const [promise, law] of Object.entries(holds(Broken.broken(sortedWorlds, breaking), 1000, 100))) {
      it.live(`on ${what}: ${promise}`, () =>
        Effect.gen(function* () {
          assert.strictEqual((yield* Effect.flip(law))._tag, "LawBroken")
        })
      )
    }
  }

  it.live("on draws of removed addresses", () =>
    Effect.gen(function* () {
      const world = Broken.drawsNowhere(yield* sortedWorlds("US"))
      const failure = yield* Effect.flip(StabilityLaws.seedsOutliveRemovals(world, stepsOf(1000, 400).removals))
      assert.strictEqual(failure._tag, "LawBroken")
    })
  )
})
