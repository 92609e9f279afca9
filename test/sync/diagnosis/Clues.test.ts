import { assert, describe, it } from "@effect/vitest"
import { clueOf } from "../../../src/sync/diagnosis/Clues.ts"

const at = (latitude: number, longitude: number, country = "DE") =>
  clueOf("coordinates-outside-country", { recordId: "1", coordinates: { latitude, longitude } }, country)

describe("The clue in a position", () => {
  it("MUST be what was done to it, where that puts it into its country", () => {
    assert.isUndefined(at(52.5, 13.4))
    assert.strictEqual(at(13.4, 52.5), "swapped")
    assert.strictEqual(at(52.5, -13.4), "sign")
    assert.strictEqual(at(-52.5, 13.4), "sign")
    assert.strictEqual(at(0, 0), "zero")
    assert.strictEqual(at(5_820_000, 390_000), "projected")
    assert.strictEqual(at(52.5, 181), "projected")
  })

  it("MUST be the country that it lies in, and none where it lies in none", () => {
    assert.strictEqual(at(48.86, 2.35), "in-FR")
    assert.strictEqual(at(52.5, 13.4, "US"), "in-DE")
    // The middle of the Atlantic, and positions that do not exist on Earth.
    assert.isUndefined(at(30, -40))
    assert.isUndefined(at(95, 10))
    assert.isUndefined(at(NaN, 10))
  })
})
