import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { makeSharedReads } from "../../src/shared/SharedReads.ts"

/** Reads that end when they are told to, one at a time, and the names of those that began. */
const made = Effect.gen(function* () {
  const gate = yield* Deferred.make<void>()
  const began: Array<string> = []
  const arrived: Array<string> = []
  const shared = makeSharedReads<string, string, never>(yield* Effect.context<never>(), 1)
  const ask = (name: string) => {
    const read = Effect.suspend(() => {
      began.push(name)
      return Effect.as(Deferred.await(gate), name)
    })
    return shared(name, read, (found) => arrived.push(found))
  }
  const begin = Effect.fnUntraced(function* (name: string) {
    const fiber = yield* Effect.forkChild(ask(name))
    yield* Effect.yieldNow
    return fiber
  })
  return { begin, began, arrived, open: Deferred.succeed(gate, undefined) }
})

describe("shared reads", () => {
  it.effect("MUST go on if whoever began them leaves, for those who still wait and for the cache", () =>
    Effect.gen(function* () {
      const { arrived, began, begin, open } = yield* made
      const [first, second] = [yield* begin("a"), yield* begin("a")]
      yield* Fiber.interrupt(first)
      yield* open
      assert.strictEqual(yield* Fiber.join(second), "a")
      assert.deepStrictEqual([began, arrived], [["a"], ["a"]])
    })
  )

  it.effect("MUST not begin if nobody waits for them any more when it is their turn", () =>
    Effect.gen(function* () {
      const { arrived, began, begin, open } = yield* made
      const first = yield* begin("a")
      const [left, stayed] = [yield* begin("b"), yield* begin("c")]
      yield* Fiber.interrupt(left)
      assert.deepStrictEqual(began, ["a"])
      yield* open
      assert.strictEqual(yield* Fiber.join(first), "a")
      assert.strictEqual(yield* Fiber.join(stayed), "c")
      assert.deepStrictEqual(
        [began, arrived],
        [
          ["a", "c"],
          ["a", "c"]
        ]
      )
      assert.strictEqual(yield* Fiber.join(yield* begin("b")), "b")
    })
  )
})
