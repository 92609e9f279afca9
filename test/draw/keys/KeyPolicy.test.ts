import { assert, describe, it } from "vitest"
import * as fc from "fast-check"
import { besideDraws, isKept, isReadWhole, partsOf, type Standing } from "../../../src/draw/keys/KeyPolicy.ts"
import * as Sampler from "../../../src/draw/Sampler.ts"

const standings = fc.record({
  size: fc.oneof(fc.integer({ min: 1, max: 2000 }), fc.integer({ min: 1, max: 20_000_000 })),
  missed: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 4_000_000 })),
  room: fc.constantFrom<Standing["room"]>("free", "others'", "none"),
  mayBeFiled: fc.boolean(),
  isCounted: fc.boolean()
})

const bucketsOf = ({ size }: Standing): number => 2 ** Sampler.levelOf(size)

const law = (holds: (standing: Standing) => void) => fc.assert(fc.property(standings, holds), { numRuns: 2000 })

describe("the choice of keys to cache", () => {
  it("MUST cost draws at most sixteen times what they have missed, where memory may have room", () => {
    law((standing) => {
      if (besideDraws(standing) === "nothing" || standing.room === "none") return
      assert.isAbove(standing.missed * 16, bucketsOf(standing))
    })
  })

  it("MUST be read soon where memory never has room: then draws read one bucket each", () => {
    law((standing) => {
      const large = { ...standing, room: "none", isCounted: false } as const
      const step = large.mayBeFiled ? "file" : "count"
      assert.strictEqual(besideDraws(large), large.missed * 512 > bucketsOf(large) ? step : "nothing")
      // Once they do, it is filed only if that saves as much as it costs.
      const known = { ...large, isCounted: true }
      const isWorthIt = large.mayBeFiled && large.missed * 16 > bucketsOf(large)
      assert.strictEqual(besideDraws(known), isWorthIt ? "file" : "nothing")
    })
  })

  it("MUST be filed if there is a file, and only where memory has no room", () => {
    law((standing) => {
      const next = besideDraws(standing)
      if (next === "file") assert.isTrue(standing.mayBeFiled && !isKept(standing))
      if (standing.mayBeFiled && standing.missed * 16 > bucketsOf(standing)) assert.include(["read", "file"], next)
    })
  })

  it("MUST not be read beside draws unless it is cached afterwards", () => {
    law((standing) => {
      if (besideDraws(standing) === "read") assert.isTrue(isKept(standing))
    })
  })

  it("MUST not be cached if memory has no room for them", () => {
    law((standing) => assert.isFalse(isKept({ ...standing, room: "none" })))
  })

  it("MUST evict others only if all of it was missed twice over", () => {
    law((standing) => {
      const taken = { ...standing, room: "others'" } as const
      assert.strictEqual(isKept(taken), taken.missed > 2 * bucketsOf(taken))
    })
  })

  it("MUST be counted only once", () => {
    law((standing) => assert.notStrictEqual(besideDraws({ ...standing, isCounted: true }), "count"))
  })

  it("MUST be read or counted eventually, whatever its size, and never less for having been missed more", () => {
    const steps = { nothing: 0, count: 1, file: 2, read: 3 }
    law((standing) => {
      const uncounted = { ...standing, isCounted: false }
      const more = { ...uncounted, missed: uncounted.missed + 1 }
      assert.isAtLeast(steps[besideDraws(more)], steps[besideDraws(uncounted)])
      assert.notStrictEqual(besideDraws({ ...uncounted, missed: bucketsOf(uncounted) }), "nothing")
    })
  })

  it("MUST be read completely by a draw if it is one bucket, and never if it is large", () => {
    law((standing) => {
      if (bucketsOf(standing) === 1) assert.isTrue(isReadWhole(standing))
      if (standing.size > 512) assert.isFalse(isReadWhole(standing))
    })
  })

  it("MUST be read in parts that omit no key, repeat none, and split no bucket", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5_000_000 }), (size) => {
        const parts = partsOf(size)
        assert.strictEqual(parts[0]!.low, 0n)
        assert.strictEqual(parts.at(-1)!.high, (1n << 63n) - 1n)
        for (const [i, { high }] of parts.slice(0, -1).entries()) assert.strictEqual(parts[i + 1]!.low, high + 1n)
        assert.isAtMost(parts.length, 2 ** Sampler.levelOf(size))
        assert.isAtMost(size / parts.length, 16_384)
      }),
      { numRuns: 50 }
    )
  })
})
