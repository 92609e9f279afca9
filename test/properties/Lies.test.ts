import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { poolSuite } from "../../properties/PoolSuite.ts"
import type { Pool } from "../../properties/Subject.ts"
import { answerOf } from "../../properties/Watch.ts"
import { memoryWorlds } from "./Houses.ts"
import { lies } from "./PoolLies.ts"
import { village } from "./Village.ts"

/** Seeds that an earlier run has asked. */
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

/** Lets time pass until the Effect is done. */
const inTime = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const fiber = yield* Effect.forkChild(effect)
    while (fiber.pollUnsafe() === undefined) {
      yield* TestClock.adjust("1 second")
      yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
    }
    return yield* Fiber.join(fiber)
  })

const openVillage = Effect.tap(memoryWorlds("US"), (world) => world.synchronize("alpha", { records: village }))

/** One law of a default run. */
const lawOf = Effect.fnUntraced(function* (honest: Pool, pool: Pool, promise: string) {
  const late = promise.endsWith("half a minute later") ? 35 : 0
  const effort = { runs: 10, requests: 4000, seconds: 3_600, seed: 1, late, previous: yield* earlier(honest) }
  const { holds } = poolSuite(Effect.succeed(pool), "US", effort).find((law) => law.promise === promise)!
  // Half a minute passes for those that wait for it; chance is not hurried.
  return yield* late > 0 ? inTime(holds) : holds
})

describe("Faults that deployments may hide", () => {
  it.effect("MUST be found in no honest pool", () =>
    Effect.gen(function* () {
      const world = yield* openVillage
      for (const promise of new Set(Object.values(lies).map(({ breaks }) => breaks))) {
        yield* lawOf(world, world, promise)
      }
    })
  )

  for (const [what, { breaks, lie }] of Object.entries(lies)) {
    it.effect(`MUST be found: ${what}`, () =>
      Effect.gen(function* () {
        const world = yield* openVillage
        const failure = yield* Effect.flip(lawOf(world, lie(world), breaks))
        assert.match(failure._tag, /LawBroken|PropertyFailed/, failure.message)
        assert.match(failure.message, /us-[0-9a-z]{20}|"id":"[rcp]-\w+"|"request"|"filters"|differ/)
      })
    )
  }
})
