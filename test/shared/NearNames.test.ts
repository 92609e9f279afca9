import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { distance } from "../../schemas/EditDistance.ts"
import { fold } from "../../schemas/Fold.ts"
import { MOST_NAMES, nearest } from "../../src/shared/NearNames.ts"

const word = fc.string({ unit: fc.constantFrom("a", "b", "c", "é", "😀"), maxLength: 8 })

const letters = (text: string) => Array.from(text)

/** One letter inserted, omitted, replaced, or swapped with the next. */
const edited = (text: string, at: number, kind: number): string => {
  const all = letters(text)
  const i = at % (all.length + 1)
  if (kind === 0) return all.toSpliced(i, 0, "z").join("")
  if (kind === 1) return all.toSpliced(i, 1).join("")
  if (kind === 2) return all.toSpliced(i, 1, "z").join("")
  return all.toSpliced(i, 2, ...all.slice(i, i + 2).reverse()).join("")
}

describe("the edit distance of texts", () => {
  it("MUST be right for typical typing errors", () => {
    for (const [a, b, letters] of [
      ["savanah", "savannah", 1],
      ["calfornia", "california", 1],
      ["teh", "the", 1],
      ["kitten", "sitting", 3],
      ["ca", "abc", 3],
      ["", "abc", 3],
      ["same", "same", 0]
    ] as const) {
      assert.strictEqual(distance(a, b, 9), letters, `${a} ${b}`)
      assert.strictEqual(distance(b, a, 9), letters)
    }
  })

  it("MUST be 0 only for equal texts, symmetric, and grow by at most one with one edit", () => {
    fc.assert(
      fc.property(word, word, fc.nat(8), fc.nat(3), (a, b, at, kind) => {
        const between = distance(a, b, 20)
        assert.strictEqual(between === 0, a === b)
        assert.strictEqual(distance(b, a, 20), between)
        assert.isAtMost(between, Math.max(letters(a).length, letters(b).length))
        assert.isAtMost(distance(a, edited(a, at, kind), 20), 1)
      })
    )
  })

  it("MUST be abandoned above the given limit, and right otherwise", () => {
    fc.assert(
      fc.property(word, word, fc.nat(8), (a, b, most) => {
        const whole = distance(a, b, 20)
        assert.strictEqual(distance(a, b, most), whole <= most ? whole : most + 1)
      })
    )
  })
})

describe("similar names", () => {
  const names = ["Savannah", "Savanna", "Suwanee", "Springfield", "Springfield", "Spring Hill", "Ada"].map((name) => ({
    name,
    folded: name.toLowerCase()
  }))

  it("MUST be the nearest ones, each once, and only a few", () => {
    assert.deepStrictEqual(nearest("savanah", names), ["Savannah", "Savanna"])
    assert.deepStrictEqual(nearest("springfeld", names), ["Springfield"])
    assert.deepStrictEqual(nearest("atlantis", names), [])
    const many = Array.from({ length: 9 }, (_, i) => ({ name: `Ada${i}`, folded: `ada${i}` }))
    assert.lengthOf(nearest("ada", many), MOST_NAMES)
  })

  it.each([
    ["frankfurt", ["Frankfurt (Oder)", "Frankfurt am Main"]],
    ["york", ["York Township", "New York"]],
    ["2511", ["2511 BL", "2511BM"]],
    ["nw1", ["NW1 6XE"]],
    ["savannah, ga", ["Savannah"]],
    ["31419-0001", ["31419"]],
    ["50667 koln", ["Köln"]],
    ["frankfurt am mein", ["Frankfurt am Main"]],
    ["ham", ["Hamm"]],
    ["251", []],
    ["lies, oh", []]
  ] as const)("MUST be those that a text begins or ends, or that are its beginning or end: %s", (text, like) => {
    const places =
      "Frankfurt am Main|Frankfurt (Oder)|New York|York Township|2511 BL|2511BM|NW1 6XE|Savannah|31419|Köln|Hamm|Hampton|Oh|Å"
    const known = places.split("|").map((name) => ({ name, folded: fold(name) }))
    assert.deepStrictEqual(nearest(text, known), [...like])
  })

  it("MUST NOT match a short name with another one", () => {
    assert.deepStrictEqual(nearest("ida", names), ["Ada"])
    assert.deepStrictEqual(nearest("bob", names), [])
  })
})
