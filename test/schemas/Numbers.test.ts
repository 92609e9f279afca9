import { assert, it } from "@effect/vitest"
import { numberText } from "../../schemas/Numbers.ts"

it("numberText MUST write whole numbers as Intl does in English", () => {
  const english = new Intl.NumberFormat("en")
  for (const value of [0, 7, 999, 1000, 65_535, 123_456, 1_234_567, -999, -1000, -123_456, 2 ** 53 - 1]) {
    assert.strictEqual(numberText(value), english.format(value))
  }
})

it("numberText MUST leave decimals ungrouped", () => assert.strictEqual(numberText(12_345.6789), "12,345.6789"))
