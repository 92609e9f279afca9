import { assert, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
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
