import { assert, describe, it } from "@effect/vitest"
import { WalEnds } from "../../src/database/replicas/Lag.ts"

/** The ends of a log that grew by a byte every half second, as its primary told. */
const growing = (count: number) => {
  const ends = new WalEnds()
  for (let i = 0; i < count; i++) ends.add(i * 500, 100 + i, true)
  return ends
}

describe("The lag of a replica", () => {
  it("MUST be the time since the log ended where the replica is", () => {
    const ends = growing(5)
    assert.deepStrictEqual(ends.lagOf(104, 9_000), { millis: 0, bytes: 0 })
    assert.deepStrictEqual(ends.lagOf(102, 2_500), { millis: 1_500, bytes: 2 })
    // It may have more than the primary has told of.
    assert.deepStrictEqual(ends.lagOf(120, 9_000), { millis: 0, bytes: 0 })
    assert.deepStrictEqual(new WalEnds().lagOf(1, 9_000), { millis: 0, bytes: 0 })
  })

  it("MUST not be of a log that has not grown, however long ago", () => {
    const ends = growing(1)
    ends.add(600_000, 100, true)
    ends.add(600_500, 101, true)
    assert.deepStrictEqual(ends.lagOf(100, 600_600), { millis: 600, bytes: 1 })
  })

  it("MUST not count the time in which no server could be asked", () => {
    const ends = growing(1)
    ends.add(600_000, 101, true)
    assert.deepStrictEqual(ends.lagOf(100, 600_100), { millis: 1_100, bytes: 1 })
  })

  it("MUST be of the log that the primary has now, not of a longer one before it, whatever a replica says", () => {
    const ends = growing(5)
    ends.add(2_500, 50, false)
    assert.strictEqual(ends.lagOf(100, 2_500).bytes, 4)
    ends.add(3_000, 50, true)
    assert.deepStrictEqual(ends.lagOf(50, 9_000), { millis: 0, bytes: 0 })
  })
})
