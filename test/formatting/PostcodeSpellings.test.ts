import { assert, it } from "@effect/vitest"
import { postcodeSpellings } from "../../src/formatting/PostcodeSpellings.ts"

it.each([
  ["NL", "1012lg", "1012 lg"],
  ["NL", "1012 LG", "1012lg"],
  ["GB", "CF101AA", "cf10 1aa"],
  ["GB", "cf10 1aa", "cf101aa"],
  ["GR", "105 63", "10563"],
  ["CZ", "12000", "120 00"],
  ["SE", "SE-111 51", "11151"],
  ["CA", "h3g-1p1", "h3g 1p1"],
  ["BR", "60165121", "60165-121"],
  ["JP", "1000005", "100-0005"],
  ["PL", "00590", "00-590"],
  ["LU", "L-2561", "2561"],
  ["MD", "MD-2001", "2001"],
  ["AZ", "AZ1010", "1010"],
  ["LV", "1010", "lv-1010"],
  ["US", "314010001", "31401-0001"],
  ["FR", "75 001", "75001"],
  ["SV", "1101", "cp 1101"],
  ["SV", "CP1101", "cp 1101"],
  ["LC", "LC04101", "lc04 101"],
  ["WS", "WS 1330", "ws1330"],
  ["MS", "MSR 1110", "msr1110"],
  ["TT", "110 100", "110100"],
  ["IE", "D06X0K7", "d06 x0k7"],
  ["IE", "d06-x0k7", "d06 x0k7"],
  // As lines write it, and as people type it.
  ["JP", "〒100-0005", "100-0005"],
  ["IR", "۱۴۳۴۸۱۴۱۱۱", "14348-14111"],
  ["SA", "١٢٢١١", "12211"]
])("MUST find the postcodes of %s that are typed as %s", (country, typed, stored) => {
  assert.include(postcodeSpellings(country, typed), stored)
})

it("MUST find nothing but the text where a country has no form for it, or the text is no postcode", () => {
  assert.deepStrictEqual(postcodeSpellings("IE", "D01 F5P2"), ["d01 f5p2"])
  assert.deepStrictEqual(postcodeSpellings("IE", "Dublin 6"), ["dublin 6"])
  assert.deepStrictEqual(postcodeSpellings("DE", "1 2"), ["1 2"])
  assert.deepStrictEqual(postcodeSpellings("DE", "x".repeat(300)), ["x".repeat(300)])
})
