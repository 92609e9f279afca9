import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { add, BucketSizes } from "../../../src/draw/keys/BucketSizes.ts"
import { PoolRepository } from "../../../src/draw/PoolRepository.ts"
import type { Scope } from "../../../src/draw/store/PoolStore.ts"
import * as Sampler from "../../../src/draw/Sampler.ts"
import { Storehouse } from "../Storehouse.ts"

const request = { country: "US", filters: {}, strategy: "random" } as const
const seeds = Array.from({ length: 100 }, (_, i) => `seed ${i}`)

/** The IDs drawn by seeds and batches, and the number of buckets read for them. */
const drawn = Effect.fnUntraced(function* (knowsSizes: boolean) {
  const storehouse = new Storehouse()
  storehouse.publish(5000, "Oak Avenue")
  storehouse.knowsSizes = knowsSizes
  const pool = Context.get(yield* Layer.build(storehouse.layer), PoolRepository)
  const single = yield* Effect.forEach(seeds, (seed) =>
    Effect.map(pool.draw({ ...request, seed }), ({ address }) => address.id)
  )
  const bucketsOfDraws = storehouse.bucketsRead
  const batch = { ...request, count: 50, seed: "abc", excludeAddressIds: single }
  const batches = yield* Effect.forEach([true, false], (unique) =>
    Effect.map(pool.drawMany({ ...batch, unique }), ({ addresses }) => addresses.map(({ id }) => id))
  )
  return { single, batches, bucketsOfDraws, bucketsOfBatches: storehouse.bucketsRead - bucketsOfDraws }
})

describe("known bucket sizes", () => {
  it.effect("MUST lead to the same addresses with fewer reads: one bucket per draw", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const [without, with_] = [yield* drawn(false), yield* drawn(true)]
        assert.deepStrictEqual(with_.single, without.single)
        assert.deepStrictEqual(with_.batches, without.batches)
        assert.strictEqual(with_.bucketsOfDraws, seeds.length)
        assert.isAbove(without.bucketsOfDraws, 4 * seeds.length)
        assert.isBelow(with_.bucketsOfBatches, without.bucketsOfBatches / 3)
      })
    )
  )

  it("MUST be derived from the keys, as long as there is room for them", () => {
    const sizes = new BucketSizes(4096)
    const count = 4000
    const level = Sampler.levelOf(count)
    const keys = Sampler.sampleKeys(
      Array.from({ length: count }, (_, i) => (BigInt(i) * ((1n << 63n) - 1n)) / BigInt(count))
    )
    const scopes = Array.from({ length: 40 }, (): Scope => ({
      country: "US",
      pool: { version: 1, edition: "1", residential: count, sources: [] },
      selection: {},
      size: count,
      q: undefined,
      narrowest: undefined
    }))
    for (const scope of scopes) {
      sizes.learn(scope, keys)
      assert.isAtMost(sizes.bytes, 4096)
      const known = sizes.get(scope, level)!
      assert.deepStrictEqual(
        Array.from(known),
        Array.from(known, (_, bucket) => Sampler.keyCount(Sampler.bucketOf(keys, level, bucket)))
      )
      assert.isUndefined(sizes.get(scope, level + 1))
      assert.isDefined(sizes.get(scopes[0]!, level), "the first scope stays in use")
    }
    assert.isUndefined(sizes.get(scopes[1]!, level))
  })

  it("MUST report a bucket of 255 or more keys as 255, never as few", () => {
    const level = Sampler.levelOf(4000)
    const width = 1n << BigInt(63 - level)
    for (const count of [254, 255, 256, 257, 512]) {
      const sizes = new BucketSizes(4096)
      const keys = Sampler.sampleKeys(Array.from({ length: count }, (_, i) => 3n * width + BigInt(i)))
      const scope: Scope = {
        country: "US",
        pool: { version: 1, edition: "1", residential: 4000, sources: [] },
        selection: {},
        size: 4000,
        q: undefined,
        narrowest: undefined
      }
      sizes.learn(scope, keys)
      assert.strictEqual(sizes.get(scope, level)![3], Math.min(count, 255))
      const together = new Uint8Array(1)
      add(together, 0, 200)
      add(together, 0, count - 200)
      assert.strictEqual(together[0], Math.min(count, 255))
    }
  })
})
