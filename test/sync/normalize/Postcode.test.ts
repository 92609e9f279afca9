import { assert, it } from "@effect/vitest"
import { inOwnForm, isPostcode } from "../../../src/sync/normalize/Postcode.ts"
import { countriesIn, readArchive } from "../../gazetteer/fixtures/WriteArchive.ts"

it.each([
  ["SG", "S238858", "238858"],
  ["SG", "S 238858", "238858"],
  ["SV", "1101", "CP 1101"],
  ["LC", "LC04  101", "LC04 101"],
  ["LC", "LC04101", "LC04 101"],
  ["WS", "WS 1330", "WS1330"],
  ["TT", "110 100", "110100"],
  ["KH", "120207", "120207"],
  ["KZ", "050000", "050000"],
  ["KZ", "A15P7K5", "A15P7K5"],
  ["MM", "1508203", "1508203"],
  ["MU", "11302", "11302"],
  ["MU", "R5133", "R5133"],
  ["MU", "742CU001", "742CU001"],
  ["PY", "001015", "001015"],
  ["TZ", "11101", "11101"],
  // Digits of the country's own script: Burmese, Tibetan, Gujarati.
  ["MM", "၁၁၁၈၁", "11181"],
  ["BT", "༡༡༠༠༡", "11001"],
  ["IN", "૩૮૦૦૦૧", "380001"]
])("MUST keep the postcodes that a country uses now, and those from before: %s %s", (country, given, own) => {
  assert.strictEqual(inOwnForm(country, given), own)
  assert.isTrue(isPostcode(country, own))
})

it.each([
  ["NL", "1012 LG", "1012LG", "1012lg", "1012-LG", "NL-1012 LG"],
  ["GB", "SW1A 1AA", "SW1A1AA", "sw1a 1aa"],
  ["CA", "K1A 0B1", "k1a0b1", "K1A-0B1", "ON K1A 0B1", "on k1a0b1"],
  ["SE", "105 63", "10563", "S-105 63", "SE-10563"],
  ["CZ", "110 00", "11000"],
  ["SK", "811 01", "81101"],
  ["GR", "104 31", "10431"],
  ["BR", "01310-100", "01310100", "01310 100"],
  ["JP", "100-0005", "1000005", "〒100-0005", "１００－０００５"],
  ["MT", "VLT 1117", "VLT1117"],
  ["BM", "HM 12", "HM12"],
  ["US", "12345-6789", "12345 6789", "123456789", "NY 12345-6789"],
  ["AU", "3053", "VIC 3053"],
  ["LB", "2038 3054", "20383054"],
  ["FR", "75001", "75 001"],
  ["IE", "D02 X285", "D02X285"]
])("MUST be published in one form, however sources write them: %s %s", (country, own, ...given) => {
  for (const text of [own, ...given]) assert.strictEqual(inOwnForm(country, text), own, text)
})

it.each([
  ["SV", "1901"],
  ["TZ", "111011"],
  ["KZ", "A15P7K"],
  ["CA", "XX K1A 0B1"],
  ["US", "NY 1234"]
])("MUST still refuse what is no postcode there: %s %s", (country, given) => {
  assert.isFalse(isPostcode(country, inOwnForm(country, given)))
})

/** Their tables have the first parts of postcodes. */
const inParts = new Set(["CA", "GB", "NL"])

it.each(countriesIn("postcodes").filter((country) => !inParts.has(country)))(
  "MUST accept each postcode of the included table: %s",
  (country) => {
    const rows = readArchive("postcodes", country)!.split("\n")
    const refused = rows.filter((row) => !isPostcode(country, row.split("\t")[0]!))
    assert.deepStrictEqual(refused, [])
  }
)
