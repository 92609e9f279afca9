import { assert, describe, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import { idsOf } from "../../properties/Law.ts"
import type { FreshWorld } from "../../properties/Subject.ts"
import { database, memoryWorlds, postgresWorlds } from "../properties/Houses.ts"
import { springfieldIllinois, village } from "../properties/Village.ts"

const twelve = { country: "US", filters: { city: "Springfield", region: "Illinois" }, count: 50 }

const open = <R>(fresh: FreshWorld<R>) =>
  Effect.tap(fresh("US"), (world) => world.synchronize("alpha", { records: village }))

const comesWhole = <R>(fresh: FreshWorld<R>) =>
  Effect.gen(function* () {
    const world = yield* open(fresh)
    const { addresses, eligibleCount, exhausted } = yield* world.drawMany(twelve)
    const recordIds = addresses.flatMap(({ sources }) => sources.map(({ recordId }) => recordId))
    assert.sameMembers(
      recordIds,
      springfieldIllinois.map(({ recordId }) => recordId)
    )
    assert.lengthOf(addresses, 12)
    assert.isTrue(exhausted)
    assert.strictEqual(eligibleCount, 12)
  })

const staysEmpty = <R>(fresh: FreshWorld<R>) =>
  Effect.gen(function* () {
    const world = yield* open(fresh)
    const ids = idsOf((yield* world.drawMany(twelve)).addresses)
    const others = Array.from({ length: 488 }, (_, i) => `us-${String(i).padStart(20, "0")}`)
    for (const unique of [true, false]) {
      const nothing = yield* world.drawMany({ ...twelve, unique, excludeAddressIds: [...others, ...ids] })
      assert.deepInclude(nothing, { addresses: [], exhausted: true })
      const [left] = ids
      const one = yield* world.drawMany({ ...twelve, unique, excludeAddressIds: [...others, ...ids.slice(1)] })
      assert.deepStrictEqual(Array.from(new Set(idsOf(one.addresses))), [left])
      assert.lengthOf(one.addresses, unique ? 1 : 50)
    }
  })

describe("A city of 12 homes in memory", () => {
  it.effect("MUST be returned completely in a batch of 50", () => comesWhole(memoryWorlds))
  it.effect("MUST return nothing that is among 500 exclusions", () => staysEmpty(memoryWorlds))
})

layer(database)("A city of 12 homes in PostgreSQL", (it) => {
  it.effect("MUST be returned completely in a batch of 50", () => comesWhole(postgresWorlds))
  it.effect("MUST return nothing that is among 500 exclusions", () => staysEmpty(postgresWorlds))
})
