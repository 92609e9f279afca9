import { existsSync, readFileSync } from "node:fs"
import { iso31662 } from "iso-3166"
import { assert, describe, it } from "vitest"
import { officialRegions } from "../../src/gazetteer/OfficialRegions.ts"
import { listedName, regionName } from "../../src/gazetteer/RegionName.ts"
import cities from "../../src/gazetteer/names/cities.json" with { type: "json" }
import latinNames from "../../src/gazetteer/names/latin-names.json" with { type: "json" }
import subdivisions from "../../src/gazetteer/names/subdivisions.json" with { type: "json" }
import wellKnownCities from "../../src/gazetteer/names/well-known-cities.json" with { type: "json" }

const names = iso31662.map(({ code, name }) => [code, listedName(code, name)] as const)

/** Connecting words, with which no name ends. */
const joins = /(?:^|[\s-])(?:kai|of|and|de|du|des|y|og|och|und|e)$/iu

const isoCodes = new URL(
  "../../../shared/data/multilingual/iso-codes/src/pycountry/databases/iso3166-2.json",
  import.meta.url
)
const hasIsoCodes = existsSync(isoCodes)

/** Letters only, because romanizations agree on these best. */
const letters = (name: string): string =>
  name
    .replace(/ [[(].*/, "")
    .normalize("NFKD")
    .replace(/[^\p{L}]/gu, "")
    .toLowerCase()

describe("names of subdivisions", () => {
  it("MUST be complete: none ends in the middle of a word or phrase, and none includes ISO's remarks", () => {
    for (const [code, name] of names) {
      assert.notMatch(name, /[\s,/(–-]$|^[\s,)-]|\(EH|\s{2}|[\ufffd?*[\]]/u, code)
      assert.notMatch(name, joins, code)
      assert.strictEqual(name.split("(").length, name.split(")").length, code)
    }
  })

  it("MUST be complete in Russia: each with a kind of region, except the two cities", () => {
    const regions = officialRegions("RU")
    assert.strictEqual(regions.length, 83)
    assert.deepStrictEqual(
      regions
        .filter(({ name }) => !/^Respublika |( oblast'| kray| okrug| Respublika)$/.test(name))
        .map(({ name }) => name),
      ["Moskva", "Sankt-Peterburg"]
    )
  })

  it("MUST begin as in the country, not with the word by which lists are sorted", () => {
    for (const [code, listed, name] of [
      ["ES-MD", "Madrid, Comunidad de", "Comunidad de Madrid"],
      ["IT-BZ", "Bolzano, Bozen", "Bolzano, Bozen"],
      ["FR-PDL", "Pays-de-la-Loire", "Pays de la Loire"],
      ["GB-NMD", "Newry, Mourne and Down", "Newry, Mourne and Down"],
      ["XX-1", "North, Province of (remark)", "Province of North (remark)"],
      ["XX-2", "One, Two, Three", "One, Two, Three"]
    ] as const) {
      assert.strictEqual(regionName(code, listed), name)
    }
  })

  it("MUST be found by the package's truncated names as well as by complete ones", () => {
    const found = officialRegions("RU").find(({ code }) => code === "RU-KB")!
    assert.strictEqual(found.name, "Kabardino-Balkarskaya Respublika")
    assert.strictEqual(found.names[0], "kabardino-balkarskaya respublika")
  })

  it("MUST be complete in every language of the translations", () => {
    for (const row of subdivisions) {
      const [code, ...columns] = row.split("\t")
      // CLDR still lists the regions that had these numbers before.
      assert.notMatch(code!, /^(?:IR|MA)-\d/)
      for (const name of columns.join("|").split("|")) assert.notMatch(name, /[\s,/(–-]$|^[\s,)]/u, `${code} ${name}`)
    }
  })

  it.skipIf(!hasIsoCodes)(
    `MUST not be truncated forms of iso-codes' names${hasIsoCodes ? "" : " (skipped: iso-codes is not there)"}`,
    () => {
      const rows = (
        JSON.parse(readFileSync(isoCodes, "utf8")) as {
          readonly "3166-2": ReadonlyArray<{ readonly code: string; readonly name: string }>
        }
      )["3166-2"]
      const listed = new Map(rows.map(({ code, name }) => [code, name]))
      const short = names.filter(([code, name]) => {
        const [ours, theirs] = [letters(name), letters(listed.get(code) ?? "")]
        return theirs.length > ours.length && theirs.startsWith(ours)
      })
      // "Bern" and "Addu" are complete names; the others have no word for oblast in Kazakh or Kyrgyz.
      const same = new Set(["CH-BE", "GQ-C", "KG-C", "KZ-23", "KZ-62", "MV-01"])
      assert.deepStrictEqual(
        short.filter(([code]) => !same.has(code)),
        []
      )
    }
  )
})

/** Places that share a name with another one, of which CLDR tells them apart by a remark. */
const alike = ["BD-06", "BD-10", "CZ-724", "EE-255", "KZ-19", "MT-65", "SC-13", "SC-14"]

describe("names of places in other languages", () => {
  it("MUST be names alone: without remarks, marks of footnotes, and entities, in full", () => {
    for (const line of [...subdivisions, ...cities, ...wellKnownCities, ...latinNames]) {
      const [code = "", ...cells] = line.split("\t")
      for (const name of cells.flatMap((cell) => cell.split("|")).filter((name) => name !== "")) {
        assert.strictEqual(name, name.trim(), line)
        assert.notMatch(name, /[¹²³<>"]|&\w+;|[,،] (?:ශ්.*|இலங்கை|ভারত|ભારત|ভাৰত|ڀارت)$/u, line)
        if (!alike.includes(code)) assert.notMatch(name, /[()（）]/u, line)
      }
      assert.match(cells[0]!, /^$|^\S/, line)
    }
    assert.isTrue(wellKnownCities.some((line) => line.startsWith("DE\tFrankfurt am Main\t")))
  })
})
