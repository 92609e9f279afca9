import { assert, describe, it } from "vitest"
import { KeyCache } from "../../src/pool/KeyCache.ts"
import type { Scope } from "../../src/pool/PoolStore.ts"
import * as Sampler from "../../src/pool/Sampler.ts"

const scope = (size: number): Scope => ({
  country: "US",
  pool: { version: 1, residential: size, sources: [] },
  selection: {},
  size,
  q: undefined,
  narrowest: undefined
})

/** Keys that lie evenly in the key space. */
const keysOf = (count: number): Sampler.SampleKeys =>
  Sampler.sampleKeys(Array.from({ length: count }, (_, i) => (BigInt(i) * ((1n << 63n) - 1n)) / BigInt(count)))

const megabyte = 1024 * 1024

describe("keys kept in memory", () => {
  it("MUST come back as they were given, bucket by bucket or cut from all", () => {
    const all = keysOf(4000)
    const level = Sampler.levelOf(4000)
    const buckets = Array.from({ length: 2 ** level }, (_, bucket) => bucket)
    const cut = buckets.map((bucket) => Array.from(Sampler.bucketOf(all, level, bucket)))
    assert.strictEqual(cut.flat().length, all.length)
    const [whole, packed] = [scope(4000), scope(4000)]
    const cache = new KeyCache(megabyte)
    cache.setWhole(whole, all)
    for (const bucket of buckets.toReversed())
      cache.setBuckets(packed, level, [bucket], [Uint32Array.from(cut[bucket]!)])
    for (const held of [whole, packed]) {
      const found = cache.buckets(held, level, buckets)
      assert.deepStrictEqual(
        found.map((keys) => Array.from(keys!)),
        cut
      )
    }
  })

  it("MUST tell an empty bucket from one that is not known", () => {
    const cache = new KeyCache(megabyte)
    const held = scope(1000)
    cache.setBuckets(held, 3, [5], [new Uint32Array(0)])
    const [empty, unknown] = cache.buckets(held, 3, [5, 6])
    assert.strictEqual(empty?.length, 0)
    assert.isUndefined(unknown)
    assert.isUndefined(cache.buckets(held, 4, [5])[0])
  })

  it("MUST belong to one scope object, and so to one version of a pool", () => {
    const cache = new KeyCache(megabyte)
    const before = scope(100)
    cache.setWhole(before, keysOf(100))
    assert.isUndefined(cache.whole({ ...before, pool: { ...before.pool, version: 2 } }))
  })

  it("MUST stay within their budget, and drop what was not asked for longest", () => {
    const cache = new KeyCache(megabyte)
    const scopes = Array.from({ length: 400 }, () => scope(1000))
    for (const each of scopes) {
      cache.setWhole(each, keysOf(1000))
      // The first is asked for again and again.
      cache.whole(scopes[0]!)
      assert.isAtMost(cache.bytes, megabyte)
    }
    assert.isDefined(cache.whole(scopes[0]!))
    assert.isUndefined(cache.whole(scopes[1]!))
    assert.isDefined(cache.whole(scopes.at(-1)!))
  })

  it("MUST not keep one scope that is too large, in whole or in part", () => {
    const cache = new KeyCache(megabyte)
    cache.setWhole(scope(100_000), keysOf(100_000))
    const large = scope(4_000_000)
    const level = Sampler.levelOf(large.size)
    const keys = keysOf(24)
    for (let bucket = 0; bucket < 20_000; bucket++) cache.setBuckets(large, level, [bucket], [keys])
    assert.strictEqual(cache.bytes, 0)
  })
})
