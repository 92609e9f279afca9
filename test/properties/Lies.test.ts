import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { poolSuite } from "../../properties/PoolSuite.ts"
import type { Pool } from "../../properties/Subject.ts"
import { answerOf } from "../../properties/Watch.ts"
import { found } from "./Found.ts"
import { memoryWorlds } from "./Houses.ts"
import { inTime } from "./InTime.ts"
import { lies } from "./PoolLies.ts"
import { village } from "./Village.ts"

/** Seeds of an earlier run, with their responses. */
const earlier = (pool: Pool) =>
  Effect.forEach(
    Array.from({ length: 50 }, (_, i) => ({ country: "US", filters: {}, seed: `before ${i}` })),
    (request) =>
      Effect.map(pool.draw(request), (drawn) => ({
        request,
        poolVersion: drawn.poolVersion,
        answer: answerOf(drawn, [drawn.address])
      }))
  )

const openVillage = Effect.tap(memoryWorlds("US"), (world) => world.synchronize("alpha", { records: village }))

/** The number of additional requests in a default run, and a smaller one that is enough to find each lie. */
const [requests, fewer] = [4000, 1600]

const isLate = (promise: string): boolean => promise.endsWith("half a minute later")

/** The laws of a default run, or of one with fewer requests. */
const lawsOf = Effect.fnUntraced(function* (honest: Pool, pool: Pool, requests: number, late: number) {
  const effort = { runs: 10, requests, seconds: 3_600, seed: 1, late, previous: yield* earlier(honest) }
  const suite = poolSuite(Effect.succeed(pool), "US", effort)
  return (promise: string) => {
    const { holds } = suite.find((law) => law.promise === promise)!
    // Laws that wait get their half minute; the others must not depend on the clock.
    return late > 0 ? inTime(holds) : holds
  }
})

describe("Faults that deployments may hide", () => {
  it.effect("MUST be found in no honest pool", () =>
    Effect.gen(function* () {
      const world = yield* openVillage
      const laws = yield* lawsOf(world, world, requests, 0)
      const later = yield* lawsOf(world, world, fewer, 35)
      for (const promise of new Set(Object.values(lies).map(({ breaks }) => breaks))) {
        yield* isLate(promise) ? later(promise) : laws(promise)
      }
    })
  )

  for (const [what, { breaks, lie }] of Object.entries(lies)) {
    it.effect(`MUST be found: ${what}`, () =>
      Effect.gen(function* () {
        const world = yield* openVillage
        const failure = yield* found((yield* lawsOf(world, lie(world), fewer, isLate(breaks) ? 35 : 0))(breaks))
        assert.match(failure._tag, /LawBroken|PropertyFailed/, failure.message)
        assert.match(failure.message, /us-[0-9a-z]{20}|"id":"[rcp]-\w+"|"request"|"filters"|differ/)
      })
    )
  }
})
