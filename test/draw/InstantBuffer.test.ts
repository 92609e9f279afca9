import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { PoolRepository } from "../../src/draw/PoolRepository.ts"
import type { Draw } from "../../src/pool/PoolRequests.ts"
import { Storehouse } from "./Storehouse.ts"

const instant = { country: "US", filters: {}, strategy: "instant" } as const

/** Waits for the refill that a draw started in the background to finish, which is when reads cease. */
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

/** How many draws can still be made from what was drawn before the store went down. */
const left = Effect.fnUntraced(function* (
  pool: PoolRepository["Service"],
  request: Parameters<PoolRepository["Service"]["draw"]>[0]
) {
  let count = 0
  while ((yield* Effect.result(pool.draw(request)))._tag === "Success") count++
  return count
})

/** A storehouse with a full buffer for `instant`, which has grown through repeated requests. */
const filled = Effect.fnUntraced(function* () {
  const house = yield* opened()
  for (let i = 0; i < 40; i++) {
    yield* house.pool.draw(instant)
    yield* settle(house.storehouse)
  }
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

  it.effect("MUST not serve from a pool that a failover has lost, whose version another one has now", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { pool, storehouse } = yield* filled()
        storehouse.publishInstead(200, "Elm Street")
        yield* TestClock.adjust("1 second")
        for (let i = 0; i < 100; i++) {
          const { address, poolVersion } = yield* pool.draw(instant)
          assert.deepStrictEqual([address.components.street, poolVersion], ["Elm Street", 1])
        }
      })
    )
  )

  it.effect("MUST never go back to an earlier version, once it has served a later one", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { pool, storehouse } = yield* filled()
        // A refill happens before the buffer has checked which version is current.
        storehouse.publish(200, "Elm Street")
        let newest = 1
        for (let i = 0; i < 200 && newest === 1; i++) {
          newest = (yield* pool.draw(instant)).poolVersion
          yield* settle(storehouse)
        }
        assert.strictEqual(newest, 2)
        // With the store down, the buffer can only be drawn to its end.
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

  it.effect("MUST not outlive its store while the clock is set back", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { pool, storehouse } = yield* filled()
        storehouse.down = true
        yield* TestClock.setTime(-3_600_000)
        const failure = yield* Effect.flip(pool.draw(instant))
        assert.strictEqual(failure._tag, "StorageUnavailable")
      })
    )
  )

  it.effect("MUST be filled up to its size, whatever is left in it", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { pool, storehouse } = yield* opened()
        yield* pool.draw(instant)
        yield* settle(storehouse)
        // Half empty, it grows to 32 draws.
        for (let i = 0; i < 8; i++) yield* pool.draw(instant)
        yield* settle(storehouse)
        storehouse.down = true
        assert.strictEqual(yield* left(pool, instant), 32)
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

  it.effect("MUST bring what was written of a draw when it was made, and nobody else's text", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { pool, storehouse } = yield* opened()
        let written = 0
        const write = ({ address, seed }: Draw) => {
          written++
          return `${seed} ${address.id}`
        }
        yield* pool.draw({ ...instant, write })
        yield* settle(storehouse)
        const before = written
        const draws = yield* Effect.forEach(Array.from({ length: 8 }), () => pool.draw({ ...instant, write }))
        for (const { address, seed, written: text } of draws) assert.strictEqual(text, `${seed} ${address.id}`)
        assert.isAtLeast(before, 8)
        for (const other of [undefined, () => "another's"]) {
          assert.isUndefined((yield* pool.draw({ ...instant, write: other })).written)
        }
      })
    )
  )

  it.effect("MUST hold no more than its bounds: 256 draws of one scope, and 2,048 of all", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { pool, storehouse } = yield* filled()
        for (let i = 0; i < 1000; i++) {
          yield* pool.draw(instant)
          if (i % 8 === 0) yield* settle(storehouse)
        }
        yield* settle(storehouse)
        const ofScope = (q: string) => ({ ...instant, filters: { city: "Savannah", q } })
        const scopes = Array.from({ length: 140 }, (_, i) => ofScope(String(i + 1)))
        for (const scope of scopes) yield* pool.draw(scope)
        yield* settle(storehouse)
        // From here on, only draws made ahead are available.
        storehouse.down = true
        const one = yield* left(pool, instant)
        assert.isAtMost(one, 256)
        assert.isAbove(one, 100)
        const others = yield* Effect.forEach(scopes, (scope) => left(pool, scope))
        assert.isAtMost(one + others.reduce((sum, count) => sum + count, 0), 2048)
        // Scopes in use do not evict one another: the first ones still have their draws.
        assert.isTrue(others.slice(0, 100).every((count) => count >= 8))
        assert.strictEqual(others.at(-1), 0)
      })
    )
  )

  it.effect("MUST make room for a scope when another is not asked for any more", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { pool, storehouse } = yield* opened()
        const ofScope = (q: number) => ({ ...instant, filters: { city: "Savannah", q: String(q) } })
        for (let i = 1; i <= 140; i++) yield* pool.draw(ofScope(i))
        yield* TestClock.adjust("2 seconds")
        yield* pool.draw(ofScope(140))
        yield* settle(storehouse)
        storehouse.reads = 0
        yield* pool.draw(ofScope(140))
        assert.strictEqual(storehouse.reads, 0)
      })
    )
  )
})
