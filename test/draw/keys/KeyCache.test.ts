import { assert, describe, it } from "vitest"
import { KeyCache } from "../../../src/draw/keys/KeyCache.ts"
import type { Scope } from "../../../src/draw/store/PoolStore.ts"
import * as Sampler from "../../../src/draw/Sampler.ts"

const scope = (size: number): Scope => ({
  country: "US",
  pool: { version: 1, edition: "1", residential: size, sources: [] },
  selection: {},
  size,
  q: undefined,
  narrowest: undefined
})

/** Evenly spaced keys. */
const keysOf = (count: number): Sampler.SampleKeys =>
  Sampler.sampleKeys(Array.from({ length: count }, (_, i) => (BigInt(i) * ((1n << 63n) - 1n)) / BigInt(count)))

const megabyte = 1024 * 1024

describe("cached keys", () => {
  it("MUST be returned unchanged, bucket by bucket", () => {
    const all = keysOf(4000)
    const level = Sampler.levelOf(4000)
    const cache = new KeyCache(megabyte)
    const held = scope(4000)
    cache.set(held, all)
    const found = cache.get(held)!
    assert.deepStrictEqual(Array.from(found.keys), Array.from(all))
    for (let bucket = 0; bucket < 2 ** level; bucket++) {
      assert.deepStrictEqual(Array.from(found.bucket(level, bucket)), Array.from(Sampler.bucketOf(all, level, bucket)))
    }
  })

  it("MUST belong to one scope object, and so to one version of a pool", () => {
    const cache = new KeyCache(megabyte)
    const before = scope(100)
    cache.set(before, keysOf(100))
    assert.isUndefined(cache.get({ ...before, pool: { ...before.pool, version: 2 } }))
  })

  it("MUST stay within their budget, and evict the least recently used", () => {
    const cache = new KeyCache(megabyte)
    const scopes = Array.from({ length: 400 }, () => scope(1000))
    for (const each of scopes) {
      cache.set(each, keysOf(1000))
      // The first scope stays in use.
      cache.get(scopes[0]!)
      assert.isAtMost(cache.bytes, megabyte)
    }
    assert.isDefined(cache.get(scopes[0]!))
    assert.isUndefined(cache.get(scopes[1]!))
    assert.isDefined(cache.get(scopes.at(-1)!))
  })

  it("MUST not belong to a single scope that is too large", () => {
    const cache = new KeyCache(megabyte)
    const large = scope(100_000)
    assert.isFalse(cache.mayKeep(large))
    assert.isFalse(cache.hasRoomFor(large))
    cache.set(large, keysOf(100_000))
    assert.strictEqual(cache.bytes, 0)
  })

  it("MUST not mistake a part of a larger array for more than it is", () => {
    const cache = new KeyCache(megabyte)
    const held = scope(100)
    cache.set(held, keysOf(50_000).subarray(0, 200))
    assert.strictEqual(cache.get(held)!.keys.buffer.byteLength, 800)
  })

  it("MUST use only free room, or the room of scopes that are no longer drawn from", () => {
    const cache = new KeyCache(megabyte)
    const inUse = Array.from({ length: 3 }, () => scope(30_000))
    const next = scope(30_000)
    for (const each of inUse) {
      assert.isTrue(cache.hasRoomFor(each))
      cache.set(each, keysOf(30_000))
    }
    // A quarter of the budget is free, just enough for another scope of this size.
    assert.isTrue(cache.hasRoomFor(next))
    cache.set(next, keysOf(30_000))
    const another = scope(40_000)
    for (let draw = 0; draw < 300_000; draw++) cache.get(inUse[draw % 3]!)
    // Evicting `next` alone does not make enough room.
    assert.isFalse(cache.hasRoomFor(another))
    for (let draw = 0; draw < 300_000; draw++) cache.get(inUse[draw % 2]!)
    assert.isTrue(cache.hasRoomFor(another))
    cache.set(another, keysOf(40_000))
    assert.isDefined(cache.get(inUse[0]!))
    assert.isDefined(cache.get(inUse[1]!))
    assert.isUndefined(cache.get(next))
  })

  it("MUST immediately make room for those of a pool's next version", () => {
    const cache = new KeyCache(megabyte)
    const [first, second] = [scope(40_000), scope(40_000)]
    const elsewhere: Scope = { ...scope(1000), country: "CA" }
    for (const each of [elsewhere, first, second]) cache.set(each, keysOf(each.size))
    assert.isFalse(cache.hasRoomFor(scope(50_000)))
    const next: Scope = { ...first, pool: { ...first.pool, version: 2, edition: "2" } }
    assert.isTrue(cache.hasRoomFor({ ...next, size: 50_000 }))
    cache.set(next, keysOf(next.size))
    // Draws that began before the publication may still add keys of the earlier version.
    cache.set(second, keysOf(second.size))
    assert.isUndefined(cache.get(first))
    assert.isDefined(cache.get(next))
    assert.isDefined(cache.get(elsewhere))
    const afterFailover: Scope = { ...first, pool: { ...next.pool, edition: "another" } }
    cache.set(afterFailover, keysOf(1000))
    assert.isUndefined(cache.get(next))
    assert.isDefined(cache.get(afterFailover))
  })
})
