import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Exit, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { noTotals } from "../../../src/sync/read/Tally.ts"
import { makeWatch } from "../../../src/sync/run/RunWatch.ts"

const counted = (read: number) => ({ ...noTotals, read })

/** A run under watch, with its reports. */
const watching = Effect.gen(function* () {
  const reports: Array<{ readonly at: number; readonly phase: string; readonly read: number; readonly rate: number }> =
    []
  let isCancelled = false
  const watch = makeWatch({
    expected: undefined,
    progress: ({ phase, rate, read }) =>
      Effect.map(Clock.currentTimeMillis, (at) => {
        reports.push({ at, phase, read, rate })
        return isCancelled
      })
  })
  const work = yield* Effect.forkChild(watch.over(Effect.never))
  const settle = Effect.repeat(Effect.yieldNow, { times: 20 })
  yield* settle
  return { watch, reports, work, settle, cancel: () => (isCancelled = true) }
})

describe("A run under watch", () => {
  it.effect("MUST report the beginning of a phase at once, and what goes on within it twice a second", () =>
    Effect.gen(function* () {
      const { reports, settle, watch, work } = yield* watching
      const times = () => reports.map(({ at, phase }) => `${at} ${phase}`)
      yield* watch.counted(counted(1))
      yield* settle
      assert.deepStrictEqual(times(), ["0 reading"])
      for (let i = 2; i < 10; i++) {
        yield* watch.counted(counted(i))
        yield* settle
      }
      assert.deepStrictEqual(times(), ["0 reading"])
      yield* TestClock.adjust(499)
      assert.lengthOf(reports, 1)
      yield* TestClock.adjust(1)
      yield* settle
      assert.deepStrictEqual(times(), ["0 reading", "500 reading"])
      assert.strictEqual(reports[1]!.read, 9)
      yield* watch.checking(9)
      yield* settle
      yield* watch.publishing(0, 5)
      yield* settle
      yield* watch.publishing(1, 5)
      yield* settle
      assert.deepStrictEqual(times().slice(2), ["500 checking", "500 publishing"])
      yield* Fiber.interrupt(work)
    })
  )

  it.effect("MUST show a rate in which the last half second weighs a fifth, and never one below nothing", () =>
    Effect.gen(function* () {
      const { reports, settle, watch, work } = yield* watching
      const half = Effect.fnUntraced(function* (read: number) {
        yield* watch.counted(counted(read))
        yield* settle
        yield* TestClock.adjust(500)
        yield* settle
        return reports.at(-1)!.rate
      })
      assert.strictEqual(yield* half(50), 100)
      assert.strictEqual(yield* half(200), 140)
      // A part that is read again starts over.
      assert.strictEqual(yield* half(0), 0)
      yield* Fiber.interrupt(work)
    })
  )

  it.effect("MUST end when somebody has asked for it", () =>
    Effect.gen(function* () {
      const { cancel, settle, work } = yield* watching
      yield* TestClock.adjust(500)
      yield* settle
      cancel()
      yield* TestClock.adjust(500)
      const exit = yield* Fiber.await(work)
      assert.isTrue(Exit.isFailure(exit))
      assert.include(String(exit), "The run was cancelled. The published pool is unchanged.")
    })
  )
})
