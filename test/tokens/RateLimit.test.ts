import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import { RateLimit } from "../../src/tokens/RateLimit.ts"

const limited = Effect.provide(RateLimit.layer)

const steps = Schema.Array(
  Schema.Struct({
    token: Schema.Literals(["a", "b"]),
    requests: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 9 })),
    wait: Schema.Literals([0, 1, 999, 1_000, 10_000, 29_999, 30_000, 59_999, 60_000, 60_001, 200_000])
  })
)

describe("RateLimit", () => {
  it.effect("MUST allow exactly the limit in a window of 60 seconds that starts with the first request", () =>
    Effect.gen(function* () {
      const { consume } = yield* RateLimit
      yield* TestClock.adjust(12_345)
      assert.deepStrictEqual(yield* consume("t", 3), { allowed: true, limit: 3, remaining: 2, resetSeconds: 60 })
      yield* TestClock.adjust(30_000)
      assert.deepStrictEqual(yield* consume("t", 3), { allowed: true, limit: 3, remaining: 1, resetSeconds: 30 })
      yield* TestClock.adjust(1)
      assert.deepStrictEqual(yield* consume("t", 3), { allowed: true, limit: 3, remaining: 0, resetSeconds: 30 })
      yield* TestClock.adjust(29_000)
      assert.deepStrictEqual(yield* consume("t", 3), { allowed: false, limit: 3, remaining: 0, resetSeconds: 1 })
      yield* TestClock.adjust(998)
      assert.deepStrictEqual(yield* consume("t", 3), { allowed: false, limit: 3, remaining: 0, resetSeconds: 1 })
      yield* TestClock.adjust(1)
      assert.deepStrictEqual(yield* consume("t", 3), { allowed: true, limit: 3, remaining: 2, resetSeconds: 60 })
    }).pipe(limited)
  )

  it.effect("MUST NOT end a window early because it has few requests", () =>
    Effect.gen(function* () {
      const { consume } = yield* RateLimit
      for (let i = 0; i < 30; i++) yield* consume("t", 60)
      yield* TestClock.adjust(30_000)
      let passed = 0
      for (let i = 0; i < 100; i++) if ((yield* consume("t", 60)).allowed) passed++
      assert.strictEqual(passed, 30)
    }).pipe(limited)
  )

  it.effect("MUST be exact under concurrency", () =>
    Effect.gen(function* () {
      const { consume } = yield* RateLimit
      const decisions = yield* Effect.all(
        Array.from({ length: 1_000 }, (_, i) =>
          Effect.andThen(i % 3 === 0 ? Effect.yieldNow : Effect.void, consume("t", 600))
        ),
        { concurrency: "unbounded" }
      )
      assert.lengthOf(
        decisions.filter(({ allowed }) => allowed),
        600
      )
      assert.strictEqual(Math.min(...decisions.map(({ remaining }) => remaining)), 0)
    }).pipe(limited)
  )

  it.effect("MUST drop windows that are over", () =>
    Effect.gen(function* () {
      const { consume, tracked } = yield* RateLimit
      for (let i = 0; i < 1_000; i++) {
        yield* consume(`token ${i}`, 5)
        yield* TestClock.adjust(100)
      }
      // A window lasts 600 of these steps.
      assert.isAtMost(yield* tracked, 601)
      yield* consume("token 999", 5)
      yield* TestClock.adjust(60_000)
      yield* consume("token 999", 5)
      assert.strictEqual(yield* tracked, 1)
    }).pipe(limited)
  )

  it.effect("MUST last a minute when the clock was set back, neither less nor more", () =>
    Effect.gen(function* () {
      const { consume } = yield* RateLimit
      yield* TestClock.setTime(10_000_000)
      yield* consume("t", 1)
      assert.isFalse((yield* consume("t", 1)).allowed)
      yield* TestClock.setTime(1_000_000)
      yield* TestClock.adjust("59 seconds")
      assert.deepStrictEqual(yield* consume("t", 1), { allowed: false, limit: 1, remaining: 0, resetSeconds: 1 })
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(yield* consume("t", 1), { allowed: true, limit: 1, remaining: 0, resetSeconds: 60 })
    }).pipe(limited)
  )

  it.effect.prop(
    "MUST agree with a list of all requests, for every sequence",
    [steps, Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 12 }))],
    ([sequence, limit]) =>
      Effect.gen(function* () {
        const { consume } = yield* RateLimit
        // A simple model: for each token, the window's start and the requests allowed in it.
        const model = {
          a: { start: Number.NEGATIVE_INFINITY, passed: 0 },
          b: { start: Number.NEGATIVE_INFINITY, passed: 0 }
        }
        let now = yield* Effect.clockWith((clock) => clock.currentTimeMillis)
        for (const { requests, token, wait } of sequence) {
          for (let i = 0; i < requests; i++) {
            const window = model[token]
            if (now - window.start >= 60_000) Object.assign(window, { start: now, passed: 0 })
            const allowed = window.passed < limit
            if (allowed) window.passed++
            assert.deepStrictEqual(yield* consume(token, limit), {
              allowed,
              limit,
              remaining: limit - window.passed,
              resetSeconds: Math.ceil((window.start + 60_000 - now) / 1_000)
            })
          }
          yield* TestClock.adjust(wait)
          now += wait
        }
      }).pipe(limited)
  )
})
