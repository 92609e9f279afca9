import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { upperTail } from "../../../properties/statistics/ChiSquare.ts"
import { sampleKey } from "../../../src/address/Identity.ts"
import * as Sampler from "../../../src/draw/Sampler.ts"
import { SipHash } from "../../../src/draw/SipHash.ts"
import { Weights } from "../../../src/draw/text/Weights.ts"
import { referenceStreet } from "../ReferenceSampler.ts"

/** The keys of each street's homes, by the street's key. */
type Streets = ReadonlyMap<bigint, ReadonlyArray<bigint>>

const streetsOf = (sizes: ReadonlyArray<number>): Streets =>
  new Map(
    sizes.map((size, i) => [
      sampleKey(`street ${i}`),
      Array.from({ length: size }, (_, j) => sampleKey(`home ${i} ${j}`))
    ])
  )

const weightsOf = (streets: Streets): Weights =>
  Weights.of(new Map(Array.from(streets, ([key, homes]) => [key, homes.length])))

/** Draws a street, then one of its homes. */
const drawerOf = (streets: Streets) => {
  const weights = weightsOf(streets)
  const homes = new Map(Array.from(streets, ([key, own]) => [key, Sampler.sampleKeys(own)]))
  return (hash: SipHash) => {
    const street = weights.keyAt(weights.draw(hash))
    return { street, home: Sampler.fromWords(Sampler.pick(hash, homes.get(street)!), 0) }
  }
}

const hashes = (seed: string, count: number): ReadonlyArray<SipHash> => {
  const root = SipHash.fromSeed(seed)
  return Array.from({ length: count }, (_, i) => root.derive(9, i))
}

/** 400 streets with 1 to 40 homes, 8,200 in all. */
const town = Array.from({ length: 400 }, (_, i) => 1 + (i % 40))

/** The probability of a deviation at least this large, if the expected distribution is true. */
const tailOf = (counts: ReadonlyArray<number>, expected: ReadonlyArray<number>): number =>
  upperTail(
    counts.reduce((sum, count, i) => sum + (count - expected[i]!) ** 2 / expected[i]!, 0),
    counts.length - 1
  )

/** Draws per street, in the order of `sizes`. */
const drawnFrom = (sizes: ReadonlyArray<number>, draws: number): Array<number> => {
  const index = new Map(sizes.map((_, i) => [sampleKey(`street ${i}`), i]))
  const weights = Weights.of(new Map(sizes.map((size, i) => [sampleKey(`street ${i}`), size])))
  const counts = sizes.map(() => 0)
  for (const hash of hashes("uniform", draws)) counts[index.get(weights.keyAt(weights.draw(hash)))!]!++
  return counts
}

const expectedOf = (sizes: ReadonlyArray<number>, draws: number) => {
  const total = sizes.reduce((sum, size) => sum + size, 0)
  return sizes.map((size) => (draws * size) / total)
}

/** A correct sampler fails once in 10⁶ runs. */
const never = 1e-6

const word = fc.bigInt({ min: 0n, max: (1n << 63n) - 1n })
const keys = fc.oneof(
  word,
  // Equal in their upper bits, or in all but the lowest.
  fc.nat({ max: 50 }).map(BigInt),
  fc.nat({ max: 50 }).map((low) => (0x1234_5678n << 32n) | BigInt(low)),
  fc.nat({ max: 50 }).map((high) => BigInt(high) << 57n)
)
const somewhere = fc
  .uniqueArray(fc.tuple(keys, fc.oneof(fc.integer({ min: 1, max: 40 }), fc.constantFrom(1, 100_000, 50_000_000))), {
    minLength: 1,
    maxLength: 40,
    selector: ([key]) => key
  })
  .map((streets) => new Map(streets))

describe("weights", () => {
  it("MUST draw as designed, computed independently", () => {
    fc.assert(
      fc.property(somewhere, fc.string(), (matches, seed) => {
        const weights = Weights.of(matches)
        assert.strictEqual(weights.keyAt(weights.draw(SipHash.fromSeed(seed))), referenceStreet(seed, matches))
      })
    )
  })

  it("MUST know every street and its matches, in whatever order they arrived", () => {
    fc.assert(
      fc.property(
        somewhere.chain((matches) =>
          fc.tuple(fc.constant(matches), fc.shuffledSubarray(Array.from(matches), { minLength: matches.size }))
        ),
        ([matches, shuffled]) => {
          const [one, other] = [Weights.of(matches), Weights.of(new Map(shuffled))]
          assert.deepStrictEqual(one.streets, other.streets)
          for (let i = 0; i < one.count; i++) {
            assert.strictEqual(one.at(i), matches.get(one.keyAt(i)))
            assert.strictEqual(other.at(i), one.at(i))
          }
          assert.strictEqual(
            one.total,
            Array.from(matches.values()).reduce((sum, count) => sum + count, 0)
          )
        }
      )
    )
    assert.deepInclude(Weights.of(new Map()), { count: 0, total: 0 })
  })

  it("MUST make every home equally likely: 400 streets of 1 to 40", () => {
    const draws = 60_000
    const counts = drawnFrom(town, draws)
    assert.isAbove(tailOf(counts, expectedOf(town, draws)), never)
    // The same draws do not fit equal streets, nor weights that are a fifth too high in half of the streets.
    const alike = town.map(() => 20)
    assert.isBelow(tailOf(counts, expectedOf(alike, draws)), never)
    const off = town.map((size, i) => (i % 2 === 0 ? size * 1.2 : size))
    assert.isBelow(tailOf(counts, expectedOf(off, draws)), never)
  })

  it("MUST make every home equally likely: one street of 100,000 among 2,000 of one", () => {
    const sizes = [100_000, ...Array.from({ length: 2000 }, () => 1)]
    const draws = 60_000
    const counts = drawnFrom(sizes, draws)
    const expected = expectedOf(sizes, draws)
    // A hundred small streets count together, since each is expected to be drawn less than once.
    const cell = (values: ReadonlyArray<number>) => [
      values[0]!,
      ...Array.from({ length: 20 }, (_, i) =>
        values.slice(1 + i * 100, 101 + i * 100).reduce((sum, value) => sum + value, 0)
      )
    ]
    assert.isAbove(tailOf(cell(counts), cell(expected)), never)
  })

  it("MUST choose street and home independently: every home of a street equally often", () => {
    const streets = streetsOf([1, 2, 3, 5, 8, 13, 21, 34])
    const draw = drawerOf(streets)
    const counts = new Map(Array.from(streets.values()).flatMap((homes) => homes.map((home) => [home, 0])))
    const draws = 20_000
    for (const hash of hashes("homes", draws)) {
      const { home } = draw(hash)
      counts.set(home, counts.get(home)! + 1)
    }
    const found = Array.from(counts.values())
    assert.isAbove(
      tailOf(
        found,
        found.map(() => draws / found.length)
      ),
      never
    )
  })

  for (const [what, grown] of [
    ["in the streets", (i: number, all: ReadonlyArray<bigint>) => all[(i * 7919) % all.length]!],
    ["in streets of their own", (i: number) => sampleKey(`new street ${i}`)]
  ] as const) {
    it(`MUST keep 96.5 percent of draws when 1 percent is added ${what}`, () => {
      const before = streetsOf(town)
      const after = new Map(before)
      const owners = Array.from(before).flatMap(([street, homes]) => homes.map(() => street))
      for (let i = 0; i < 82; i++) {
        const street = grown(i, owners)
        after.set(street, [...(after.get(street) ?? []), sampleKey(`new home ${i}`)])
      }
      const [one, other] = [drawerOf(before), drawerOf(after)]
      const draws = hashes("stable", 10_000)
      const changed = draws.filter((hash) => one(hash).home !== other(hash).home).length
      // About 2.4 percent change, 1 percent necessarily: those drawn to the new homes.
      assert.isBelow(changed, 350)
      assert.isAbove(changed, 70)
    })
  }

  it("MUST never leave a street because it has grown", () => {
    fc.assert(
      fc.property(somewhere, fc.nat(), fc.integer({ min: 1, max: 1000 }), fc.string(), (matches, at, more, seed) => {
        const [street, count] = Array.from(matches)[at % matches.size]!
        const drawn = (from: ReadonlyMap<bigint, number>) => {
          const weights = Weights.of(from)
          return weights.keyAt(weights.draw(SipHash.fromSeed(seed)))
        }
        if (drawn(matches) === street) {
          assert.strictEqual(drawn(new Map([...matches, [street, count + more]])), street)
        }
      })
    )
  })

  it("MUST hash as often as a street has forks above it: a few more than the logarithm of their number", () => {
    class Counted extends SipHash {
      updates = 0
      override update(tag: number, hi: number, lo: number): void {
        this.updates++
        super.update(tag, hi, lo)
      }
    }
    const hash = new Counted([1, 2, 3, 4])
    const updatesFor = (count: number) => {
      const weights = Weights.of(new Map(Array.from({ length: count }, (_, i) => [sampleKey(`street ${i}`), 1])))
      hash.updates = 0
      return Array.from({ length: 20 }, () => (weights.draw(hash), hash.updates)).at(-1)! / 20
    }
    assert.strictEqual(updatesFor(1), 0)
    assert.strictEqual(updatesFor(2), 1)
    for (const count of [100, 10_000]) assert.isBelow(updatesFor(count), Math.log2(count) + 4)
  })
})
