import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { SipHash } from "../../src/draw/SipHash.ts"

const mask = (1n << 64n) - 1n
const rotate = (x: bigint, bits: bigint) => ((x << bits) | (x >> (64n - bits))) & mask

/** SipHash-2-4 on 64-bit words, written from the paper. The last word of the message holds its length. */
const reference = (k0: bigint, k1: bigint, words: ReadonlyArray<bigint>): bigint => {
  let [v0, v1, v2, v3] = [
    k0 ^ 0x736f6d6570736575n,
    k1 ^ 0x646f72616e646f6dn,
    k0 ^ 0x6c7967656e657261n,
    k1 ^ 0x7465646279746573n
  ]
  const round = () => {
    v0 = (v0 + v1) & mask
    v2 = (v2 + v3) & mask
    v1 = rotate(v1, 13n) ^ v0
    v3 = rotate(v3, 16n) ^ v2
    v0 = rotate(v0, 32n)
    v2 = (v2 + v1) & mask
    v0 = (v0 + v3) & mask
    v1 = rotate(v1, 17n) ^ v2
    v3 = rotate(v3, 21n) ^ v0
    v2 = rotate(v2, 32n)
  }
  for (const word of words) {
    v3 ^= word
    round()
    round()
    v0 ^= word
  }
  v2 ^= 0xffn
  for (let i = 0; i < 4; i++) round()
  return v0 ^ v1 ^ v2 ^ v3
}

const publishedKey = [0x0706050403020100n, 0x0f0e0d0c0b0a0908n] as const

const word = fc.integer({ min: 0, max: 0xffffffff })

describe("SipHash", () => {
  it("is checked against a reference that produces the published vectors", () => {
    // From vectors_sip64 of the authors' reference implementation: the empty message, and the bytes 00 to 0e.
    assert.strictEqual(reference(...publishedKey, [0n]), 0x726fdb47dd0e0e31n)
    assert.strictEqual(
      reference(...publishedKey, [0x0706050403020100n, (0x0f0e0d0c0b0a0908n & ~(0xffn << 56n)) | (15n << 56n)]),
      0xa129ca6149be45e5n
    )
  })

  it("MUST agree with the reference for every key, tag and value", () => {
    fc.assert(
      fc.property(fc.tuple(word, word, word, word), word, word, word, (key, tag, hi, lo) => {
        const hash = new SipHash(key)
        hash.update(tag, hi, lo)
        const [a, b, c, d] = key.map(BigInt) as [bigint, bigint, bigint, bigint]
        const expected = reference(a | (b << 32n), c | (d << 32n), [
          BigInt(tag),
          (BigInt(hi) << 32n) | BigInt(lo),
          16n << 56n
        ])
        assert.strictEqual((BigInt(hash.hi) << 32n) | BigInt(hash.lo), expected)
      })
    )
  })

  it("MUST find the key with the smallest hash, the first among equals, in few keys and in many", () => {
    const keys = fc
      .array(fc.tuple(word, word), { minLength: 0, maxLength: 200, size: "max" })
      // With duplicates.
      .map((pairs) => Uint32Array.from([...pairs, ...pairs.slice(0, 20)].flat()))
    fc.assert(
      fc.property(fc.tuple(word, word, word, word), fc.integer({ min: 0, max: 5 }), keys, (key, tag, words) => {
        const hash = new SipHash(key)
        let [least, index] = [-1n, -1]
        for (let i = 0; i < words.length; i += 2) {
          hash.update(tag, words[i]!, words[i + 1]!)
          const found = (BigInt(hash.hi) << 32n) | BigInt(hash.lo)
          if (index < 0 || found < least) [least, index] = [found, i / 2]
        }
        assert.strictEqual(hash.indexOfLeast(tag, words), index)
        assert.strictEqual(new SipHash(key).indexOfLeast(tag, words), index)
      })
    )
  })

  it("MUST find it among more keys than its memory initially holds", () => {
    const hash = SipHash.fromSeed("many")
    const words = Uint32Array.from({ length: 60_000 }, (_, i) => Math.imul(i + 1, 0x9e3779b1))
    const hashes = Array.from({ length: words.length / 2 }, (_, i) => {
      hash.update(1, words[i * 2]!, words[i * 2 + 1]!)
      return (BigInt(hash.hi) << 32n) | BigInt(hash.lo)
    })
    const least = hashes.reduce((a, b) => (b < a ? b : a))
    assert.strictEqual(hash.indexOfLeast(1, words), hashes.indexOf(least))
  })

  it.each([
    ["abc", 1, 0, 0, "f31547ea6dc8004c"],
    ["", 2, 0, 5, "a55dd0692cca8476"],
    ["🦊 seed", 3, 0x7fffffff, 0xffffffff, "e960027aec129e00"]
  ])("MUST never change its hashes: seed %j, tag %i, value %i %i", (seed, tag, hi, lo, expected) => {
    const hash = SipHash.fromSeed(seed)
    hash.update(tag, hi, lo)
    assert.strictEqual(hash.hi.toString(16).padStart(8, "0") + hash.lo.toString(16).padStart(8, "0"), expected)
  })

  it("MUST derive independent hashes from tag and value only", () => {
    const seed = SipHash.fromSeed("abc")
    const first = seed.derive(4, 0)
    seed.update(1, 2, 3)
    const again = seed.derive(4, 0)
    const other = seed.derive(4, 1)
    const values = [first, again, other].map((hash) => {
      hash.update(1, 0, 0)
      return [hash.hi, hash.lo]
    })
    assert.deepStrictEqual(values[0], values[1])
    assert.notDeepEqual(values[0], values[2])
  })
})
