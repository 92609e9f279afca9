import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { existsSync, readFileSync } from "node:fs"
import { normalize } from "../../../src/sync/normalize/Normalize.ts"
import { postcodeRequired, regionRequired } from "../../../src/sync/normalize/RequiredComponents.ts"
import { manifestOf } from "../support.ts"

const outcome = (country: string, more: object) => {
  const record = { recordId: "1", houseNumber: "7", street: "Hauptstraße", city: "Vaduz", ...more }
  const result = normalize(manifestOf("alpha"), country, record)
  return Result.isSuccess(result) ? "kept" : result.failure
}

const postalRules = new URL("../../../../shared/data/libaddressinput/testdata/countryinfo.txt", import.meta.url)

describe("Required components", () => {
  it("MUST reject a German address without a postcode, and say so", () => {
    assert.strictEqual(outcome("DE", {}), "missing-postcode")
    assert.strictEqual(outcome("DE", { postcode: " " }), "missing-postcode")
    assert.strictEqual(outcome("DE", { postcode: "76149" }), "kept")
    assert.strictEqual(outcome("DE", { postcode: "7614" }), "malformed-postcode")
  })

  it("MUST keep addresses without a postcode in countries where open data mostly has none", () => {
    for (const country of ["LI", "FI", "FR", "MC", "IT", "NL"])
      assert.strictEqual(outcome(country, {}), "kept", country)
    assert.strictEqual(outcome("CA", { region: "BC" }), "kept")
    assert.strictEqual(outcome("US", { region: "PA" }), "kept")
    assert.strictEqual(outcome("US", { postcode: "18901" }), "missing-region")
  })

  it("MUST require nothing that the post does not", ({ skip }) => {
    if (!existsSync(postalRules)) skip("libaddressinput's country data is not on this machine.")
    const text = readFileSync(postalRules, "utf8")
    const required = (country: string): string =>
      (JSON.parse(RegExp(`^data/${country}=(.*)$`, "m").exec(text)![1]!) as { readonly require?: string }).require ?? ""
    for (const country of postcodeRequired) assert.include(required(country), "Z", country)
    for (const country of regionRequired) assert.include(required(country), "S", country)
  })
})
