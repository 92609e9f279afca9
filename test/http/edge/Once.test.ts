import { assert, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber } from "effect"
import { once } from "../../../src/http/edge/Once.ts"

it.effect(
  "What is made once MUST be made to its end for those who come later, although its first client has left",
  () =>
    Effect.gen(function* () {
      const [begun, gate] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      let times = 0
      const page = yield* once(
        Effect.gen(function* () {
          times++
          yield* Deferred.succeed(begun, undefined)
          yield* Deferred.await(gate)
          return "page"
        })
      )
      assert.strictEqual(times, 0)
      const first = yield* Effect.forkChild(page)
      yield* Deferred.await(begun)
      // Its end need not be waited for: it may itself wait for what is made.
      first.interruptUnsafe()
      yield* Effect.yieldNow
      const later = yield* Effect.forkChild(page)
      yield* Deferred.succeed(gate, undefined)
      assert.strictEqual(yield* Fiber.join(later), "page")
      assert.strictEqual(yield* page, "page")
      assert.strictEqual(times, 1)
    })
)

it.effect("What could not be made MUST be made for those who come later", () =>
  Effect.gen(function* () {
    let times = 0
    const page = yield* once(
      Effect.suspend(() => (times++ === 0 ? Effect.die("too many open files") : Effect.succeed("page")))
    )
    assert.isTrue(Exit.isFailure(yield* Effect.exit(page)))
    assert.strictEqual(yield* page, "page")
    assert.strictEqual(yield* page, "page")
    assert.strictEqual(times, 2)
  })
)
