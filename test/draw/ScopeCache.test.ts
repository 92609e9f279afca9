import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { makeScopeCache } from "../../src/draw/ScopeCache.ts"
import type { Scope } from "../../src/draw/store/PoolStore.ts"

/** A cache, and how often it resolved filters. */
const made = () => {
  let resolved = 0
  const cache = makeScopeCache((country) =>
    Effect.sync((): Scope => {
      resolved++
      const pool = { version: 1, edition: "1", residential: 1, sources: [] }
      return { country, pool, selection: {}, size: 1, q: undefined, narrowest: undefined }
    })
  )
  return { get: cache.get, resolved: () => resolved }
}

describe("the scopes of filters", () => {
  // The longest ones have characters that are written as six.
  for (const [texts, text, isKept] of [
    ["the usual texts", "a".repeat(12), true],
    ["the longest texts", "\u0001".repeat(292), false]
  ] as const) {
    it.effect(`MUST take the same memory whatever filters contain: 20,000 of ${texts}`, () =>
      Effect.gen(function* () {
        const { get, resolved } = made()
        const first = { city: "a" }
        yield* get("US", first)
        yield* get("US", first)
        assert.strictEqual(resolved(), 1)
        for (let i = 0; i < 20_000; i++) yield* get("US", { city: text + i })
        yield* get("US", first)
        assert.strictEqual(resolved(), isKept ? 20_001 : 20_002)
      })
    )
  }
})
