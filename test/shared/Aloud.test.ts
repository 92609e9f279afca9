import { assert, it } from "@effect/vitest"
import { Effect, Fiber, Logger } from "effect"
import { TestClock } from "effect/testing"
import { aloud } from "../../src/shared/Aloud.ts"

it.effect("What takes long MUST be said, ever less often, and go on", () =>
  Effect.gen(function* () {
    const said: Array<string> = []
    const logger = Logger.layer([Logger.make(({ message }) => void said.push(String(message)))])
    const work = aloud("the Layer of a.ts", "Does it wait?")(Effect.as(Effect.sleep("40 minutes"), "done"))
    const waiting = yield* Effect.forkChild(Effect.provide(work, logger))
    yield* TestClock.adjust("14 seconds")
    assert.deepStrictEqual(said, [])
    yield* TestClock.adjust("40 minutes")
    assert.strictEqual(yield* Fiber.join(waiting), "done")
    assert.deepStrictEqual(
      said,
      ["15s", "30s", "1m", "2m", "4m", "8m", "16m", "26m", "36m"].map(
        (time) => `Still waiting for the Layer of a.ts, after ${time}. Does it wait?`
      )
    )
  })
)
