import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import * as Sampler from "../../src/draw/Sampler.ts"
import { SipHash } from "../../src/draw/SipHash.ts"
import { referencePick } from "./ReferenceSampler.ts"

const key = fc.bigInt({ min: 0n, max: (1n << 63n) - 1n })
const keys = fc.uniqueArray(key, { maxLength: 400 })

const bigints = (words: Sampler.SampleKeys) =>
  Array.from({ length: Sampler.keyCount(words) }, (_, i) => Sampler.fromWords(words, i))

const ascending = (values: ReadonlyArray<bigint>) => [...values].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))

describe("levelOf", () => {
  it("MUST be the largest L for which n / 2^L is at least 16, and 0 below 32", () => {
    const around = Array.from({ length: 30 }, (_, i) => 2 ** i).flatMap((n) => [n - 1, n, n + 1])
    for (const n of [...around, 20, 31, 32, 47, 48, 63, 64, 1000, 4096, 10_000_000]) {
      const level = Sampler.levelOf(n)
      if (n < 32) assert.strictEqual(level, 0, String(n))
      else {
        assert.isAtLeast(n / 2 ** level, 16, String(n))
        assert.isBelow(n / 2 ** level, 32, String(n))
      }
    }
  })
})

describe("buckets", () => {
  it("MUST cover the key space without gap or overlap", () => {
    for (const level of [0, 1, 2, 7]) {
      let next = 0n
      for (let bucket = 0; bucket < 2 ** level; bucket++) {
        const { high, low } = Sampler.bucketRange(level, bucket)
        assert.strictEqual(low, next)
        next = high + 1n
      }
      assert.strictEqual(next, 1n << 63n)
    }
  })

  it("MUST contain exactly the keys in their range", () => {
    fc.assert(
      fc.property(keys, fc.integer({ min: 0, max: 6 }), (values, level) => {
        const words = Sampler.sampleKeys(values)
        assert.deepStrictEqual(bigints(words), ascending(values))
        for (let bucket = 0; bucket < 2 ** level; bucket++) {
          const { high, low } = Sampler.bucketRange(level, bucket)
          const expected = ascending(values).filter((value) => value >= low && value <= high)
          assert.deepStrictEqual(bigints(Sampler.bucketOf(words, level, bucket)), expected)
        }
      }),
      { numRuns: 50 }
    )
  })

  it("MUST be the same among many indexed keys, evenly distributed or not", () => {
    const key = fc.bigInt({ min: 0n, max: (1n << 63n) - 1n })
    const crowded = fc.bigInt({ min: 1n << 61n, max: (1n << 61n) + (1n << 45n) })
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.oneof(key, crowded), { minLength: 1, maxLength: 200 }),
        fc.nat(1 << 20),
        fc.integer({ min: 0, max: 14 }),
        (given, salt, level) => {
          // Another thousand evenly spaced keys: fewer are not indexed.
          const even = Array.from({ length: 1024 }, (_, i) => (BigInt(i) << 53n) + BigInt(salt))
          const keys = Sampler.sampleKeys(new Set([...given, ...even]))
          const indexed = new Sampler.IndexedKeys(keys)
          for (let i = 0; i < 200; i++) {
            const bucket = Math.floor((i * 2 ** level) / 200)
            const expected = Sampler.bucketOf(keys, level, bucket)
            assert.deepStrictEqual(bigints(indexed.bucket(level, bucket)), bigints(expected))
          }
          const last = 2 ** level - 1
          assert.deepStrictEqual(bigints(indexed.bucket(level, last)), bigints(Sampler.bucketOf(keys, level, last)))
        }
      ),
      { numRuns: 100 }
    )
  })

  it("MUST be numbered within the level, for every attempt", () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 0, max: 30 }), fc.nat(255), (seed, level, attempt) => {
        const bucket = Sampler.bucketAt(SipHash.fromSeed(seed), level, attempt)
        assert.isAtLeast(bucket, 0)
        assert.isBelow(bucket, 2 ** level)
      })
    )
  })
})

describe("pickFromBucket", () => {
  const attempts = 20_000
  const accepted = (size: number) => {
    const words = Sampler.sampleKeys(Array.from({ length: size }, (_, i) => BigInt(i) << 40n))
    const hash = SipHash.fromSeed(`acceptance of ${size}`)
    let count = 0
    for (let t = 0; t < attempts; t++) if (Sampler.pickFromBucket(hash, 1, t, words).length > 0) count++
    return count / attempts
  }

  it("MUST accept a bucket of j keys with probability j / 80", () => {
    // Five standard deviations of the binomial distribution.
    for (const size of [1, 16, 31, 60]) {
      const p = size / Sampler.acceptanceCeiling
      assert.approximately(accepted(size), p, 5 * Math.sqrt((p * (1 - p)) / attempts), `${size} keys`)
    }
    assert.strictEqual(accepted(0), 0)
    assert.strictEqual(accepted(80), 1)
  })

  it("MUST still draw from a bucket with more keys than the ceiling", () => {
    const words = Sampler.sampleKeys(Array.from({ length: 200 }, (_, i) => BigInt(i) << 40n))
    const hash = SipHash.fromSeed("overfull")
    const drawn = new Set<bigint>()
    for (let t = 0; t < 4000; t++) bigints(Sampler.pickFromBucket(hash, 1, t, words)).forEach((one) => drawn.add(one))
    // A given attempt always takes the same key of a half. Across attempts, many different keys are drawn.
    assert.isAbove(drawn.size, 1)
    assert.isTrue(Array.from(drawn).every((one) => bigints(words).includes(one)))
  })

  it("MUST pick what the reference picks, from buckets of every size", () => {
    for (const size of [0, 1, 2, 31, 79, 80, 81, 82, 160, 161, 162, 333, 700]) {
      const values = Array.from({ length: size }, (_, i) => (BigInt(i) << 40n) + BigInt(i * i))
      const words = Sampler.sampleKeys(values)
      for (let attempt = 0; attempt < 40; attempt++) {
        const drawn = bigints(Sampler.pickFromBucket(SipHash.fromSeed("bucket"), 3, attempt, words))
        const expected = referencePick("bucket", BigInt(attempt), values)
        assert.deepStrictEqual(drawn, expected === undefined ? [] : [expected], `${size} keys, attempt ${attempt}`)
      }
    }
  })

  it("MUST draw at once from a scope with a single bucket", () => {
    const words = Sampler.sampleKeys([7n])
    assert.deepStrictEqual(bigints(Sampler.pickFromBucket(SipHash.fromSeed("x"), 0, 0, words)), [7n])
  })
})

describe("rank", () => {
  it("MUST be a permutation that begins with the choice of rendezvous hashing, and keeps its order if keys are removed", () => {
    fc.assert(
      fc.property(keys, fc.string(), (values, seed) => {
        const words = Sampler.sampleKeys(values)
        const ranked = bigints(Sampler.rank(SipHash.fromSeed(seed), words))
        assert.deepStrictEqual(ascending(ranked), ascending(values))
        assert.deepStrictEqual(ranked.slice(0, 1), bigints(Sampler.pick(SipHash.fromSeed(seed), words)))
        const taken = new Sampler.TakenKeys()
        const excluded = values.filter((_, i) => i % 3 === 0)
        taken.add(Sampler.sampleKeys(excluded))
        const left = bigints(Sampler.rank(SipHash.fromSeed(seed), taken.without(words)))
        assert.deepStrictEqual(
          left,
          ranked.filter((one) => !excluded.includes(one))
        )
      }),
      { numRuns: 60 }
    )
  })

  it("MUST be in the order of the whole hash: of its lower half where the upper ones are equal", () => {
    // Found by trying: of the numbers up to 200,000, these pairs have the same upper 32 bits.
    for (const [first, second] of [
      [91_692n, 56_726n],
      [162_901n, 137_289n],
      [70_973n, 178_994n]
    ] as const) {
      const words = Sampler.sampleKeys([first, second])
      const hash = SipHash.fromSeed("rank")
      assert.deepStrictEqual(bigints(Sampler.rank(hash, words)), [first, second])
      assert.deepStrictEqual(bigints(Sampler.rankFirst(hash, words, 2)), [first, second])
      assert.deepStrictEqual(bigints(Sampler.pick(hash, words)), [first])
    }
  })

  it("MUST begin the same if only the first keys are needed", () => {
    fc.assert(
      fc.property(keys, fc.string(), fc.nat(420), (values, seed, count) => {
        const words = Sampler.sampleKeys(values)
        const ranked = bigints(Sampler.rank(SipHash.fromSeed(seed), words))
        const first = bigints(Sampler.rankFirst(SipHash.fromSeed(seed), words, count))
        assert.deepStrictEqual(first, ranked.slice(0, count))
      }),
      { numRuns: 30 }
    )
  })
})

describe("a key among others", () => {
  /** Many share their upper word, and some their lower one. */
  const close = fc.uniqueArray(
    fc.tuple(fc.nat(3), fc.nat(40)).map(([hi, lo]) => (BigInt(hi) << 32n) | BigInt(lo)),
    { maxLength: 60 }
  )

  it("MUST be found where it is, and only there, by both of its words", () => {
    fc.assert(
      fc.property(close, close, (values, wanted) => {
        const words = Sampler.sampleKeys(values)
        const asked = Sampler.sampleKeys(wanted)
        const shared = ascending(wanted).filter((one) => values.includes(one))
        assert.deepStrictEqual(bigints(Sampler.among(asked, words)), shared)
        const taken = new Sampler.TakenKeys()
        taken.add(words)
        assert.deepStrictEqual(bigints(taken.among(asked)), shared)
        const left = ascending(wanted).filter((one) => !values.includes(one))
        assert.deepStrictEqual(bigints(taken.without(asked)), left)
      })
    )
  })
})
