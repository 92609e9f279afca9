import { assert, describe, it } from "@effect/vitest"
import * as fc from "fast-check"
import { inAsciiDigits } from "../../schemas/Digits.ts"
import { fold } from "../../schemas/Fold.ts"

describe("decimal digits", () => {
  it("MUST become those of ASCII, whatever their script", () => {
    assert.strictEqual(inAsciiDigits("१२a١٢"), "12a12")
    // In every script they stand in a row, from zero to nine.
    let before = 0
    for (let code = 0; code <= 0x1_ffff; code++) {
      const digit = String.fromCodePoint(code)
      if (!/^\p{Nd}$/u.test(digit)) before = 0
      else assert.strictEqual(inAsciiDigits(digit), String(before++ % 10), code.toString(16))
    }
  })
})

describe("fold", () => {
  it.each([
    ["Zürich", "ZURICH"],
    ["Straße", "STRASSE"],
    ["São  Paulo", "sao paulo"],
    ["Łódź", "lodz"],
    ["Ærøskøbing", "aeroskobing"],
    ["İstanbul", "istanbul"],
    ["Ｔｏｋｙｏ", "tokyo"],
    [" New\tYork\n", "new york"],
    ["Đà Nẵng", "da nang"],
    ["\u200fتل أبيب\u200e", "تل أبيب"],
    ["ولی\u200cعصر", "ولیعصر"],
    ["Savan\u00adnah\u200b", "savannah"],
    ["\ufeffSavannah", "savannah"]
  ])("MUST treat %j and %j as equal", (a, b) => {
    assert.strictEqual(fold(a), fold(b))
  })

  it.each([
    ["かき", "かぎ"],
    ["Main Street", "Main St"],
    ["강남구", "강동구"],
    ["कमल", "कमाल"]
  ])("MUST keep %j and %j distinct", (a, b) => {
    assert.notStrictEqual(fold(a), fold(b))
  })

  it("MUST be idempotent, and leave neither invisible characters nor double spaces", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const folded = fold(text)
        assert.strictEqual(fold(folded), folded)
        assert.notMatch(folded, /[\p{Cc}\p{Cf}]| {2}|^ | $/u)
      }),
      { numRuns: 2000 }
    )
  })
})
