import { assert, describe, it } from "@effect/vitest"
import { regionName } from "../../src/pool/RegionName.ts"

describe("regionName", () => {
  it.each([
    ["ES-MD", "Madrid, Comunidad de", "Comunidad de Madrid"],
    ["ES-VC", "Valenciana, Comunidad", "Comunidad Valenciana"],
    ["CZ-10", "Praha, Hlavní město", "Hlavní město Praha"],
    ["GB-VGL", "Vale of Glamorgan, The", "The Vale of Glamorgan"],
    ["GB-NMD", "Newry, Mourne and Down", "Newry, Mourne and Down"],
    ["CO-SAP", "San Andrés, Providencia y Santa Catalina", "San Andrés, Providencia y Santa Catalina"],
    ["IT-BZ", "Bolzano, Bozen", "Bolzano, Bozen"],
    ["MD-GA", "Găgăuzia, Unitatea teritorială autonomă (UTAG)", "Unitatea teritorială autonomă Găgăuzia (UTAG)"],
    ["DE-BW", "Baden-Württemberg", "Baden-Württemberg"]
  ])("%s %s is written %s", (code, listed, written) => {
    assert.strictEqual(regionName(code, listed), written)
  })
})
