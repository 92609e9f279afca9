import { assert, layer } from "@effect/vitest"
import { Effect, Stream } from "effect"
import * as fc from "fast-check"
import { property } from "../../properties/Bridge.ts"
import { subjectsAgree } from "../../properties/DrawLaws.ts"
import { filterPlans, filtersOf, seeds, worlds } from "../../properties/Generators.ts"
import { drawOrNone, promise } from "../../properties/Law.ts"
import type { Pool } from "../../properties/Subject.ts"
import { published } from "../../properties/SyncLaws.ts"
import type { RawRecord } from "../../sources/DataSource.ts"
import { source as starter } from "../../sources/starter/Starter.ts"
import { database, memoryWorlds, postgresWorlds, worldsOn } from "./Houses.ts"
import { sorted } from "./SortedStore.ts"

const cases = fc.record({
  plan: worlds,
  draws: fc.array(
    fc.record({
      filters: filterPlans,
      seed: seeds,
      count: fc.integer({ min: 1, max: 50 }),
      unique: fc.boolean(),
      exclude: fc.nat({ max: 60 })
    }),
    { minLength: 5, maxLength: 15 }
  )
})

const starterRecords = Effect.map(
  Stream.runCollect(starter.records("US")),
  (records) => records as ReadonlyArray<RawRecord>
)
const everything = { country: "US", filters: {} }
const twoHundred = Array.from({ length: 200 }, (_, i) => `restart ${i}`)

const answers = (pool: Pool) =>
  Effect.forEach(twoHundred, (seed) =>
    Effect.map(drawOrNone(pool, { ...everything, seed }), (drawn) => drawn?.address.id)
  )

// The test clock stands still, so that documents are identical to the last character, including when they changed.
layer(database)("Memory and PostgreSQL", (it) => {
  it.effect("MUST publish the same documents and answer every request identically", () =>
    property(
      cases,
      ({ draws, plan }) =>
        Effect.scoped(
          Effect.gen(function* () {
            const law = promise("Memory and PostgreSQL MUST publish the same documents")
            const inMemory = yield* memoryWorlds(plan.gazetteer.country)
            const inPostgres = yield* postgresWorlds(plan.gazetteer.country)
            const steps = [
              ["alpha", plan.first],
              ["beta", plan.second],
              // Withdrawals and changes take other paths through a publication.
              ["alpha", plan.first.filter((_, i) => i % 3 > 0).map((record) => ({ ...record, language: "xx" }))]
            ] as const
            for (const [source, records] of steps) {
              const feed = { records, anyway: true }
              const one = yield* inMemory.synchronize(source, feed)
              const other = yield* inPostgres.synchronize(source, feed)
              yield* law.same(one, other, "The synchronizations report different things.")
              yield* law.same(yield* published(inMemory), yield* published(inPostgres), "They differ.")
            }
            yield* law.same(yield* inMemory.counts, yield* inPostgres.counts, "Their counts differ.")
            const known = yield* published(inMemory)
            for (const { count, exclude, filters, seed, unique } of draws) {
              yield* subjectsAgree(inMemory, inPostgres, {
                country: inMemory.country,
                filters: filtersOf(filters, known),
                seed,
                count,
                unique,
                excludeAddressIds: known.slice(0, exclude).map(({ id }) => id)
              })
            }
          })
        ),
      { runs: 8 }
    )
  )

  it.effect(
    "MUST give 200 seeds of the starter one address each, even after a restart and, for 95 percent, after 1 percent more",
    () =>
      Effect.gen(function* () {
        const records = yield* starterRecords
        const worlds = [yield* worldsOn(sorted)("US"), yield* postgresWorlds("US")]
        for (const world of worlds) yield* world.synchronize("alpha", { records })
        const expected = yield* answers(worlds[0]!)
        assert.isAtLeast(new Set(expected).size, 180)
        for (const world of worlds) {
          assert.deepStrictEqual(yield* answers(world), expected)
          assert.deepStrictEqual(yield* answers(yield* world.reopened), expected)
        }
        const newcomers = records
          .filter(({ city, houseNumber, region }) => ![city, houseNumber, region].includes(undefined))
          .filter((_, i) => i % 98 === 0)
          .map((record) => ({ ...record, recordId: `${record.recordId} annex`, unit: "Annex 9" }))
        for (const world of worlds) {
          const { added } = yield* world.synchronize("alpha", { records: [...records, ...newcomers] })
          assert.isAtLeast(added, 40)
          const changed = (yield* answers(world)).filter((id, i) => id !== expected[i])
          assert.isAtMost(changed.length, 10)
        }
      })
  )
})
