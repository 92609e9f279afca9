import { assert, describe, it } from "@effect/vitest"
import { fold } from "../../schemas/Fold.ts"
import { noSubdivisions, servedElsewhere } from "../../src/gazetteer/RegionParents.ts"
import { officialRegions, subdivisionsFingerprint, unitMembers } from "../../src/gazetteer/OfficialRegions.ts"
import { subdivisions } from "../../src/gazetteer/Subdivisions.ts"
import { placeKey } from "../../src/address/Identity.ts"

const codes = (country: string) => officialRegions(country).map(({ code }) => code)

const countries = Array.from(new Set(subdivisions.map(({ code }) => code.slice(0, 2))))
const codeOf = new Map(subdivisions.map(({ code }) => [placeKey(code.slice(0, 2), "region", [code]), code]))

/** The codes of the units that coverage counts, and for each listed code the unit that it counts towards. */
const units = (country: string) => {
  const of = new Map(unitMembers(country).map(({ region, unit }) => [codeOf.get(region), codeOf.get(unit)]))
  return { all: Array.from(new Set(of.values())), of }
}

describe("Official regions", () => {
  it("MUST be the first level of ISO 3166-2", () => {
    assert.strictEqual(codes("US").length, 57)
    assert.strictEqual(codes("DE").length, 16)
    assert.deepStrictEqual(codes("GB"), ["GB-ENG", "GB-NIR", "GB-SCT", "GB-WLS"])
    assert.deepStrictEqual(codes("BE"), ["BE-BRU", "BE-VLG", "BE-WAL"])
    assert.deepStrictEqual(codes("DK"), ["DK-81", "DK-82", "DK-83", "DK-84", "DK-85"])
    assert.strictEqual(codes("IT").length, 20)
    assert.strictEqual(codes("ES").length, 19)
    assert.strictEqual(codes("FR").length, 26)
    assert.include(codes("FR"), "FR-20R")
    assert.strictEqual(codes("EE").length, 15)
    assert.strictEqual(codes("IS").length, 8)
    assert.strictEqual(codes("ID").length, 38)
    assert.deepStrictEqual(codes("VA"), [])
  })

  it("MUST be Norway's counties of 2024", () => {
    const names = officialRegions("NO").map(({ name }) => name)
    assert.includeMembers(names, ["Akershus", "Buskerud", "Finnmark", "Telemark", "Troms", "Vestfold", "Østfold"])
    assert.notIncludeMembers(names, ["Viken"])
    assert.strictEqual(units("NO").all.length, 15)
  })

  it("MUST be found by name, code and other forms of their names", () => {
    for (const country of countries) {
      for (const { code, key, name, names } of officialRegions(country)) {
        assert.includeMembers(Array.from(names), [fold(name), code.toLowerCase(), code.slice(3).toLowerCase()])
        assert.strictEqual(names[0], fold(name))
        assert.strictEqual(codeOf.get(key), code)
      }
    }
    const names = new Map(officialRegions("IT").map((region) => [region.code, region.names]))
    assert.includeMembers(Array.from(names.get("IT-23")!), ["valle d'aosta", "vallee d'aoste"])
    assert.notInclude(
      officialRegions("ES").flatMap((region) => region.names),
      "comunidad de"
    )
  })

  it("MUST include lower subdivisions in the one that contains them, except those with a pool of their own", () => {
    assert.strictEqual(units("US").all.length, 51)
    assert.notInclude(units("US").all, "US-PR")
    assert.strictEqual(units("FR").all.length, 13)
    const of = (code: string) => units(code.slice(0, 2)).of.get(code)
    assert.strictEqual(of("FR-75C"), "FR-IDF")
    assert.strictEqual(of("FR-2A"), "FR-20R")
    assert.strictEqual(of("FR-971"), undefined)
    assert.strictEqual(of("IT-MI"), "IT-25")
    assert.strictEqual(of("BE-VAN"), "BE-VLG")
    assert.strictEqual(of("GB-CAM"), "GB-ENG")
    assert.strictEqual(of("GB-EDH"), "GB-SCT")
    assert.strictEqual(of("GB-GBN"), undefined)
    assert.strictEqual(of("EE-130"), "EE-45")
    assert.strictEqual(of("ID-JK"), "ID-JK")
    assert.strictEqual(of("IE-D"), "IE-L")
    assert.deepStrictEqual(units("VA").all, [])
  })

  it("MUST leave no listed subdivision uncounted except those set apart", () => {
    const counted = new Set(countries.flatMap((country) => Array.from(units(country).of.keys())))
    const uncounted = subdivisions
      .filter(({ code, parent }) => !counted.has(code) && !servedElsewhere.has(parent))
      .map(({ code }) => code)
    assert.deepStrictEqual(
      uncounted.filter((code) => !noSubdivisions.has(code)).sort(),
      Array.from(servedElsewhere.keys()).sort()
    )
    assert.strictEqual(uncounted.length, noSubdivisions.size + servedElsewhere.size)
  })

  it("MUST have a separate fingerprint in each country", () => {
    assert.strictEqual(new Set(countries.map(subdivisionsFingerprint)).size, countries.length)
  })
})
