import { assert, describe, it } from "vitest"
import { KeyCache, type KeyCacheOptions } from "../../src/pool/KeyCache.ts"
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

const makeCache = (options: Partial<KeyCacheOptions> = {}) =>
  new KeyCache({ budget: megabyte, perScope: 1 / 2, keepsTheSteady: true, ...options })

/** Draws from a scope whose keys are read when they are not held. Gives whether they were. */
const draw = (cache: KeyCache, drawn: Scope): boolean => {
  cache.use(drawn)
  const isHeld = cache.whole(drawn) !== undefined
  if (!isHeld) cache.setWhole(drawn, keysOf(drawn.size))
  return isHeld
}

describe("keys kept in memory", () => {
  it("MUST come back as they were given, bucket by bucket or cut from all", () => {
    const all = keysOf(4000)
    const level = Sampler.levelOf(4000)
    const buckets = Array.from({ length: 2 ** level }, (_, bucket) => bucket)
    const cut = buckets.map((bucket) => Array.from(Sampler.bucketOf(all, level, bucket)))
    assert.strictEqual(cut.flat().length, all.length)
    const [whole, packed] = [scope(4000), scope(4000)]
    const cache = makeCache()
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
    const cache = makeCache()
    const held = scope(1000)
    cache.setBuckets(held, 3, [5], [new Uint32Array(0)])
    const [empty, unknown] = cache.buckets(held, 3, [5, 6])
    assert.strictEqual(empty?.length, 0)
    assert.isUndefined(unknown)
    assert.isUndefined(cache.buckets(held, 4, [5])[0])
  })

  it("MUST belong to one scope object, and so to one version of a pool", () => {
    const cache = makeCache()
    const before = scope(100)
    cache.setWhole(before, keysOf(100))
    assert.isUndefined(cache.whole({ ...before, pool: { ...before.pool, version: 2 } }))
  })

  it("MUST stay within their budget, and drop what was not asked for longest", () => {
    const cache = makeCache({ keepsTheSteady: false })
    const scopes = Array.from({ length: 400 }, () => scope(1000))
    for (const each of scopes) {
      draw(cache, each)
      // The first is asked for again and again.
      draw(cache, scopes[0]!)
      assert.isAtMost(cache.bytes, megabyte)
    }
    assert.isDefined(cache.whole(scopes[0]!))
    assert.isUndefined(cache.whole(scopes[1]!))
    assert.isDefined(cache.whole(scopes.at(-1)!))
  })

  it("MUST go on being found where more scopes are drawn from in turn than there is room for", () => {
    const scopes = Array.from({ length: 200 }, () => scope(1000))
    const [steady, latest] = [makeCache(), makeCache({ keepsTheSteady: false })]
    const round = (cache: KeyCache): number => scopes.filter((each) => draw(cache, each)).length
    for (const cache of [steady, latest]) round(cache)
    // A thousand keys take 8,000 bytes, and some for their index.
    const found = round(steady)
    assert.isAbove(found, 100)
    assert.strictEqual(round(steady), found)
    assert.strictEqual(round(latest), 0)
    assert.isAtMost(steady.bytes, megabyte)
  })

  it("MUST make room for those of scopes that are drawn from while they are not", () => {
    const cache = makeCache()
    const [before, after] = [1, 2].map(() => Array.from({ length: 80 }, () => scope(1000)))
    for (const each of [...before!, ...before!, ...after!, ...after!]) draw(cache, each)
    assert.isTrue(after!.every((each) => draw(cache, each)))
  })

  it("MUST be kept in part of a scope that is too large, and be the right ones", () => {
    const cache = makeCache()
    const large = scope(400_000)
    const level = Sampler.levelOf(large.size)
    const all = keysOf(large.size)
    cache.use(large)
    cache.setWhole(large, all)
    assert.isFalse(cache.admits(large, level))
    assert.isUndefined(cache.whole(large))
    for (let bucket = 0; bucket < 2 ** level; bucket++) {
      cache.setBuckets(large, level, [bucket], [Sampler.bucketOf(all, level, bucket)])
      assert.isAtMost(cache.bytes, megabyte / 2)
    }
    let known = 0
    for (let bucket = 0; bucket < 2 ** level; bucket++) {
      const [keys] = cache.buckets(large, level, [bucket])
      if (keys === undefined) continue
      known++
      assert.deepStrictEqual(Array.from(keys), Array.from(Sampler.bucketOf(all, level, bucket)))
    }
    assert.isAbove(known, 2 ** level / 16)
    assert.isBelow(known, 2 ** level / 2)
  })

  it("MUST not take more than the first buckets of a scope need, when that is all the room there is", () => {
    const cache = makeCache()
    const [steady, large] = [scope(60_000), scope(4_000_000)]
    draw(cache, steady)
    for (let i = 0; i < 3; i++) {
      draw(cache, steady)
      cache.use(large)
      cache.setBuckets(large, Sampler.levelOf(large.size), [i], [keysOf(24)])
    }
    assert.isDefined(cache.whole(steady))
    assert.isAtMost(cache.bytes, megabyte)
  })
})
