import { assert, describe, it } from "@effect/vitest"
import { weighted } from "../../src/profile/Pattern.ts"
import { SeededRandom } from "../../src/profile/SeededRandom.ts"

const take = (random: SeededRandom, count: number) => Array.from({ length: count }, () => random.nextWord())

describe("SeededRandom", () => {
  it("MUST produce the published sequence of xoshiro128** for the state 1, 2, 3, 4", () => {
    const random = new SeededRandom()
    random.seed([1, 2, 3, 4])
    // A test vector of the rand_xoshiro crate, made with the reference implementation.
    assert.deepStrictEqual(
      take(random, 10),
      [11520, 0, 5927040, 70819200, 2031721883, 1637235492, 1287239034, 3734860849, 3729100597, 4258142804]
    )
  })

  it("MUST initialize from the first 16 bytes of a text's SHA-256", () => {
    const [text, state] = [new SeededRandom(), new SeededRandom()]
    text.reseed("abc")
    // FIPS 180-4, example "abc": ba7816bf 8f01cfea 414140de 5dae2223 …
    state.seed([0xba7816bf, 0x8f01cfea, 0x414140de, 0x5dae2223])
    assert.deepStrictEqual(take(text, 100), take(state, 100))
    text.reseed("Köln 東京")
    assert.deepStrictEqual(take(text, 4), [712652268, 1636292650, 2400365866, 1968726805])
  })

  it("MUST forget everything when it is seeded again", () => {
    const random = new SeededRandom()
    random.reseed("a")
    const first = take(random, 20)
    random.reseed("b")
    assert.notDeepEqual(take(random, 20), first)
    random.reseed("a")
    assert.deepStrictEqual(take(random, 20), first)
  })

  it("MUST leave the state that xoshiro never leaves by itself", () => {
    const random = new SeededRandom()
    random.seed([])
    assert.isAbove(new Set(take(random, 20)).size, 10)
  })

  it("MUST be uniform over [0, 1) and over the members of a list", () => {
    const random = new SeededRandom()
    random.reseed("spread")
    const counts = [0, 0, 0, 0, 0, 0, 0, 0]
    for (let i = 0; i < 80_000; i++) counts[random.pick([0, 1, 2, 3, 4, 5, 6, 7])]!++
    // Chi-square with 7 degrees of freedom exceeds 40 once in a million; the seed is fixed.
    const chiSquare = counts.reduce((sum, count) => sum + (count - 10_000) ** 2 / 10_000, 0)
    assert.isBelow(chiSquare, 40)
    // One of four draws is of the first kind.
    const draw = weighted(
      [
        { draw: () => "a", weight: 10 },
        { draw: () => "b", weight: 30 }
      ],
      random
    )
    const firsts = Array.from({ length: 10_000 }, draw).filter((drawn) => drawn === "a").length
    assert.isTrue(firsts > 2_300 && firsts < 2_700, `${firsts}`)
    for (let i = 0; i < 10_000; i++) {
      const value = random.next()
      assert.isTrue(value >= 0 && value < 1)
    }
  })
})
