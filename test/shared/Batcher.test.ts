import { assert, describe, it } from "@effect/vitest"
import { Context, Deferred, Effect, Fiber } from "effect"
import { makeBatcher } from "../../src/shared/Batcher.ts"

/** A batcher that multiplies by ten, and the questions of each run. Runs wait for `gate` if there is one. */
const opened = (gate: Effect.Effect<void, string> = Effect.void, largest = 4) => {
  const runs: Array<ReadonlyArray<number>> = []
  const ask = makeBatcher<number, number, string>({
    context: Context.empty(),
    largest,
    weigh: () => 1,
    late: () => "late",
    run: (asked) => {
      runs.push(asked)
      return Effect.as(
        gate,
        asked.map((number) => number * 10)
      )
    }
  })
  return { ask, runs }
}

const all = (ask: (number: number) => Effect.Effect<number, string>, numbers: ReadonlyArray<number>) =>
  Effect.forEach(numbers, ask, { concurrency: "unbounded" })

describe("a batcher", () => {
  it.effect("MUST give every caller its own result, from a single run", () =>
    Effect.gen(function* () {
      const { ask, runs } = opened()
      assert.deepStrictEqual(yield* all(ask, [3, 1, 2]), [30, 10, 20])
      assert.deepStrictEqual(runs, [[3, 1, 2]])
    })
  )

  it.effect("MUST not exceed the size of a run", () =>
    Effect.gen(function* () {
      const { ask, runs } = opened()
      const numbers = Array.from({ length: 10 }, (_, i) => i)
      assert.deepStrictEqual(
        yield* all(ask, numbers),
        numbers.map((number) => number * 10)
      )
      assert.deepStrictEqual(
        runs.map((run) => run.length),
        [4, 4, 2]
      )
    })
  )

  it.effect("MUST collect requests while earlier runs are in flight", () =>
    Effect.gen(function* () {
      const gate = yield* Deferred.make<void>()
      const { ask, runs } = opened(Deferred.await(gate), 1)
      const first = yield* Effect.forkChild(all(ask, [1, 2]))
      while (runs.length < 2) yield* Effect.promise(() => new Promise(setImmediate))
      const more = yield* Effect.forkChild(all(ask, [3, 4]))
      yield* Effect.promise(() => new Promise(setImmediate))
      assert.deepStrictEqual(runs, [[1], [2]])
      yield* Deferred.succeed(gate, undefined)
      assert.deepStrictEqual(yield* Fiber.join(first), [10, 20])
      assert.deepStrictEqual(yield* Fiber.join(more), [30, 40])
    })
  )

  it.effect("MUST fail for all callers if the run fails, and work again afterwards", () =>
    Effect.gen(function* () {
      let down = true
      const { ask } = opened(Effect.suspend(() => (down ? Effect.fail("down") : Effect.void)))
      const failures = yield* Effect.forEach([1, 2], (number) => Effect.flip(ask(number)), { concurrency: 2 })
      assert.deepStrictEqual(failures, ["down", "down"])
      down = false
      assert.strictEqual(yield* ask(5), 50)
    })
  )

  it.effect("MUST drop callers that left before the run, and not stop for those that leave during it", () =>
    Effect.gen(function* () {
      const gate = yield* Deferred.make<void>()
      const { ask, runs } = opened(Deferred.await(gate))
      const gone = yield* Effect.forkChild(ask(1), { startImmediately: true })
      const stays = yield* Effect.forkChild(ask(2), { startImmediately: true })
      yield* Fiber.interrupt(gone)
      while (runs.length < 1) yield* Effect.promise(() => new Promise(setImmediate))
      const leaves = yield* Effect.forkChild(ask(3), { startImmediately: true })
      while (runs.length < 2) yield* Effect.promise(() => new Promise(setImmediate))
      yield* Fiber.interrupt(leaves)
      yield* Deferred.succeed(gate, undefined)
      assert.strictEqual(yield* Fiber.join(stays), 20)
      assert.deepStrictEqual(runs, [[2], [3]])
    })
  )
})
