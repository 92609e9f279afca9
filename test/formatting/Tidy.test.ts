import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { tidy, tidyLines } from "../../src/formatting/Tidy.ts"

/** What templates leave behind, and what components may contain. */
const piece = fc.constantFrom("a", "12", "New York", ",", " ", "  ", "- ", "}", "\n", "\v", "\u3000")
const rendered = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(""))

const withText = (lines: ReadonlyArray<string>) => lines.filter((line) => line !== "")

describe("tidyLines", () => {
  it("MUST return what all steps would leave, whether or not it skips some", () => {
    fc.assert(
      fc.property(rendered, fc.subarray(["a", "12"]), (text, kept) => {
        assert.deepStrictEqual(withText(tidyLines(text, kept)), withText(tidy(text, kept).split("\n")))
      }),
      { numRuns: 3_000 }
    )
  })

  it("MUST remove what missing components leave behind", () => {
    assert.deepStrictEqual(tidyLines("\n\n12 Main Street \nBerlin, , 10115\n\n\n"), ["12 Main Street", "Berlin, 10115"])
    assert.deepStrictEqual(tidyLines("Berlin, Berlin\nBerlin\nNew York, New York"), ["Berlin", "New York, New York"])
    assert.deepStrictEqual(tidyLines("- a , b}\n"), ["a, b"])
    assert.deepStrictEqual(tidyLines("- \na"), ["a"])
  })

  it("MUST leave a number with a comma as it is", () => {
    assert.deepStrictEqual(tidyLines("Carretera de Ronda, km 4,5, 4,5"), ["Carretera de Ronda, km 4,5, 4,5"])
    assert.deepStrictEqual(tidyLines("Lange Straße 12,14\nBerlin,10115"), ["Lange Straße 12,14", "Berlin, 10115"])
  })
})
