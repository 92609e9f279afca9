import { assert, describe, it } from "@effect/vitest"
import { percentWithin, shareSentence } from "../../../src/sync/diagnosis/Shares.ts"

const words = { has: "has no city", have: "have no city" }
const sentence = (count: number, total: number) => shareSentence(count, total, words)

describe("A share of records", () => {
  it("MUST be a sentence in the number of its records: of the only one, of all, or of a part", () => {
    assert.strictEqual(sentence(1, 1), "The only record has no city.")
    assert.strictEqual(sentence(2, 2), "All 2 records have no city.")
    assert.strictEqual(sentence(1200, 1200), "All 1,200 records have no city.")
    assert.strictEqual(sentence(1, 2), "50 percent of the records have no city.")
    assert.strictEqual(shareSentence(1, 1, words, "kept record"), "The only kept record has no city.")
  })

  it("MUST never be rounded to all or to nothing", () => {
    assert.strictEqual(sentence(999, 1000), "More than 99 percent of the records have no city.")
    assert.strictEqual(sentence(99, 100), "99 percent of the records have no city.")
    assert.strictEqual(sentence(1, 100), "1 percent of the records have no city.")
    assert.strictEqual(sentence(1, 1000), "Less than 1 percent of the records have no city.")
    assert.deepStrictEqual(
      [percentWithin(1, 1), percentWithin(999, 1000), percentWithin(1, 3)],
      ["all", "more than 99 percent", "33 percent"]
    )
  })
})
