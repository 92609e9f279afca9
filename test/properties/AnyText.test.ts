import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import { anyCharacter } from "../../properties/AnyText.ts"

describe("Texts of any characters", () => {
  it("MUST equal those that fast-check generates from the same seeds", () => {
    for (const seed of [1, 2, 3]) {
      const made = (unit: "binary" | typeof anyCharacter) => fc.sample(fc.string({ unit }), { numRuns: 1_000, seed })
      assert.deepStrictEqual(made(anyCharacter), made("binary"))
    }
  })

  it("MUST be distinguished from non-characters", () => {
    for (const text of ["a", "\0", "\ud7ff", "\ue000", "\u{10ffff}"]) {
      assert.isTrue(anyCharacter.canShrinkWithoutContext(text), JSON.stringify(text))
    }
    for (const text of ["", "ab", "\ud800", "\udfff"]) {
      assert.isFalse(anyCharacter.canShrinkWithoutContext(text), JSON.stringify(text))
    }
  })
})
