import { assert, describe, it } from "@effect/vitest"
import { Cause, Clock, Deferred, Effect, Exit, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { makeTimeLimit } from "../../../src/http/server/TimeLimit.ts"
import { jumping } from "../../support/JumpingClock.ts"

const makeLimited = makeTimeLimit("5 seconds", "late")

describe("a time limit", () => {
  it.effect("MUST pass on how the work ends, at once or later", () =>
    Effect.gen(function* () {
      const limited = yield* makeLimited
      assert.strictEqual(yield* limited(Effect.succeed("now")), "now")
      const later = yield* Effect.forkChild(limited(Effect.as(Effect.sleep("4 seconds"), "later")))
      yield* TestClock.adjust("4 seconds")
      assert.strictEqual(yield* Fiber.join(later), "later")
      assert.strictEqual(yield* Effect.flip(limited(Effect.fail("no"))), "no")
      const exit = yield* Effect.exit(limited(Effect.die("defect")))
      assert.isTrue(Exit.isFailure(exit) && Cause.hasDies(exit.cause))
    })
  )

  it.effect("MUST interrupt the work when the time is over", () =>
    Effect.gen(function* () {
      const limited = yield* makeLimited
      const interrupted = yield* Deferred.make<void>()
      const work = Effect.onInterrupt(Effect.never, () => Deferred.succeed(interrupted, undefined))
      const waiting = yield* Effect.forkChild(limited(work))
      yield* TestClock.adjust("5 seconds")
      assert.strictEqual(yield* Fiber.join(waiting), "late")
      yield* Deferred.await(interrupted)
    })
  )

  for (const hours of [-1, 24]) {
    it.effect(`MUST end work in time, and no earlier, whenever the clock is set: by ${hours} hours`, () =>
      Effect.gen(function* () {
        const limited = yield* Effect.provideService(makeLimited, Clock.Clock, yield* jumping(hours * 3_600_000))
        const waiting = yield* Effect.forkChild(limited(Effect.never))
        yield* TestClock.adjust("4999 millis")
        assert.isUndefined(waiting.pollUnsafe())
        yield* TestClock.adjust("1 millis")
        assert.deepStrictEqual(waiting.pollUnsafe(), Exit.succeed("late"))
      })
    )
  }

  it.effect("MUST not wait for uninterruptible work", () =>
    Effect.gen(function* () {
      const limited = yield* makeLimited
      const waiting = yield* Effect.forkChild(limited(Effect.uninterruptible(Effect.never)))
      yield* TestClock.adjust("5 seconds")
      assert.strictEqual(yield* Fiber.join(waiting), "late")
    })
  )

  it.effect("MUST time each piece of work separately, whatever started before or has ended meanwhile", () =>
    Effect.gen(function* () {
      const limited = yield* makeLimited
      const first = yield* Effect.forkChild(limited(Effect.as(Effect.sleep("1 second"), "first")))
      yield* TestClock.adjust("2 seconds")
      const second = yield* Effect.forkChild(limited(Effect.never))
      yield* TestClock.adjust("1 second")
      const third = yield* Effect.forkChild(limited(Effect.never))
      assert.strictEqual(yield* Fiber.join(first), "first")
      yield* TestClock.adjust("3999 millis")
      assert.isUndefined(second.pollUnsafe())
      yield* TestClock.adjust("1 millis")
      assert.strictEqual(yield* Fiber.join(second), "late")
      assert.isUndefined(third.pollUnsafe())
      yield* TestClock.adjust("1 second")
      assert.strictEqual(yield* Fiber.join(third), "late")
      const later = yield* Effect.forkChild(limited(Effect.never))
      yield* TestClock.adjust("5 seconds")
      assert.strictEqual(yield* Fiber.join(later), "late")
    })
  )

  it.effect("MUST interrupt work that nobody is waiting for", () =>
    Effect.gen(function* () {
      const limited = yield* makeLimited
      const began = yield* Deferred.make<void>()
      const interrupted = yield* Deferred.make<void>()
      const work = Deferred.succeed(began, undefined).pipe(
        Effect.andThen(Effect.never),
        Effect.onInterrupt(() => Deferred.succeed(interrupted, undefined))
      )
      const waiting = yield* Effect.forkChild(limited(work))
      yield* Deferred.await(began)
      yield* Fiber.interrupt(waiting)
      yield* Deferred.await(interrupted)
    })
  )
})
