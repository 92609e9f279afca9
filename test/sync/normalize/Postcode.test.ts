import { assert, it } from "@effect/vitest"
import { inOwnForm, isPostcode } from "../../../src/sync/normalize/Postcode.ts"

it.each([
  ["SG", "S238858", "238858"],
  ["SG", "S 238858", "238858"],
  ["SV", "1101", "CP 1101"],
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
  ["SV", "1901"],
  ["TZ", "111011"],
  ["KZ", "A15P7K"]
])("MUST still refuse what is no postcode there: %s %s", (country, given) => {
  assert.isFalse(isPostcode(country, inOwnForm(country, given)))
})
