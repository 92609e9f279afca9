import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { PoolRepository } from "../../src/draw/PoolRepository.ts"
import { Storehouse } from "./Storehouse.ts"

const instant = { country: "US", filters: {}, strategy: "instant" } as const

/** Lets the refill, which runs beside the draw that asked for it, come to its end: until nothing is read any more. */
const settle = Effect.fnUntraced(function* (storehouse: Storehouse) {
  for (let quiet = 0, reads = -1; quiet < 100; quiet++) {
    if (storehouse.reads !== reads) quiet = 0
    reads = storehouse.reads
    yield* Effect.yieldNow
  }
})

const opened = Effect.fnUntraced(function* () {
  const storehouse = new Storehouse()
  storehouse.publish(200, "Oak Avenue")
  const pool = Context.get(yield* Layer.build(storehouse.layer), PoolRepository)
  return { storehouse, pool }
})

/** A storehouse whose buffer for `instant` is full. */
const filled = Effect.fnUntraced(function* () {
  const house = yield* opened()
  yield* house.pool.draw(instant)
  yield* settle(house.storehouse)
  house.storehouse.reads = 0
  return house
})

describe("the instant strategy", () => {
  it.effect("MUST answer from its buffer without reading the store", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { pool, storehouse } = yield* filled()
        for (let i = 0; i < 20; i++) yield* pool.draw(instant)
        assert.strictEqual(storehouse.reads, 0)
      })
    )
  )

  it.effect("MUST use each buffered draw once, each with a seed that replays it", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { pool } = yield* filled()
        const draws = yield* Effect.forEach(Array.from({ length: 100 }), () => pool.draw(instant))
        assert.strictEqual(new Set(draws.map((draw) => draw.seed)).size, 100)
        for (const { address, seed } of draws) {
          const replayed = yield* pool.draw({ ...instant, strategy: "random", seed })
          assert.strictEqual(replayed.address.id, address.id)
        }
      })
    )
  )

  it.effect("MUST return the same address as random if there is a seed", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { pool } = yield* filled()
        const a = yield* pool.draw({ ...instant, seed: "abc" })
        const b = yield* pool.draw({ ...instant, strategy: "random", seed: "abc" })
        assert.deepStrictEqual(a, b)
      })
    )
  )

  it.effect("MUST not serve a withdrawn address for more than a second", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { pool, storehouse } = yield* filled()
        storehouse.publish(200, "Elm Street")
        yield* TestClock.adjust("1 second")
        for (let i = 0; i < 100; i++) {
          const { address, poolVersion } = yield* pool.draw(instant)
          assert.strictEqual(address.components.street, "Elm Street")
          assert.strictEqual(poolVersion, 2)
        }
      })
    )
  )

  it.effect("MUST never go back to an earlier version, once it has served a later one", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { pool, storehouse } = yield* filled()
        // A refill comes before anybody has looked which version stands.
        storehouse.publish(200, "Elm Street")
        let newest = 1
        for (let i = 0; i < 200 && newest === 1; i++) {
          newest = (yield* pool.draw(instant)).poolVersion
          yield* settle(storehouse)
        }
        assert.strictEqual(newest, 2)
        // Nothing comes to the buffer any more: it is drawn from to its end.
        storehouse.down = true
        for (;;) {
          const drawn = yield* Effect.result(pool.draw(instant))
          if (drawn._tag === "Failure") break
          assert.strictEqual(drawn.success.poolVersion, 2)
        }
      })
    )
  )

  it.effect("MUST not outlive its store: draws not confirmed for a second are not served", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { pool, storehouse } = yield* filled()
        storehouse.down = true
        yield* pool.draw(instant)
        yield* TestClock.adjust("1 second")
        const failure = yield* Effect.flip(pool.draw(instant))
        assert.strictEqual(failure._tag, "StorageUnavailable")
        storehouse.down = false
        yield* TestClock.adjust("1 second")
        assert.strictEqual((yield* pool.draw(instant)).poolVersion, 1)
      })
    )
  )

  it.effect("MUST forget unused scopes, and stop refilling them", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { storehouse } = yield* filled()
        yield* TestClock.adjust("2 minutes")
        storehouse.reads = 0
        yield* TestClock.adjust("1 minute")
        assert.strictEqual(storehouse.reads, 0)
      })
    )
  )
})
