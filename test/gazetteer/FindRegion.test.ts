import { assert, describe, it } from "@effect/vitest"
import { iso31662 } from "iso-3166"
import { findRegion } from "../../src/gazetteer/Regions.ts"

describe("Regions of ISO 3166-2", () => {
  it.each([
    ["US", "California", "US-CA"],
    ["US", "ca", "US-CA"],
    ["US", "US-CA", "US-CA"],
    ["DE", "baden-wurttemberg", "DE-BW"],
    // The region and its only province share their name.
    ["ES", "La Rioja", "ES-RI"],
    ["ES", "Cantabria", "ES-CB"],
    ["ES", "Illes Balears", "ES-IB"],
    // "Madrid, Comunidad de" is the region, "Madrid" its province.
    ["ES", "Madrid", "ES-MD"],
    ["ES", "Comunidad de Madrid", "ES-MD"],
    ["BD", "Dhaka", "BD-C"],
    ["GN", "Kindia", "GN-D"],
    // Withdrawn codes come last.
    ["LU", "Luxembourg", "LU-LU"],
    // A province that shares its name with no region stands for itself.
    ["ES", "Girona", "ES-GI"]
  ])("%s: %s is %s", (country, text, code) => {
    assert.strictEqual(findRegion(country, text)?.code, code)
  })

  it("every code is found as itself, by whatever case", () => {
    for (const { code } of iso31662) {
      assert.strictEqual(findRegion(code.slice(0, 2), code.toLowerCase())?.code, code)
    }
  })

  it("what nobody calls a region is none", () => {
    assert.isUndefined(findRegion("DE", "Atlantis"))
    assert.isUndefined(findRegion("XX", "California"))
  })
})
