import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { openPromise } from "yauzl"
import { decoderOf } from "../../sources/reading/CodePages.ts"
import { tableOf, tableRows } from "../../sources/reading/shapefile/Dbase.ts"
import latinNamesTable from "../../src/gazetteer/names/latin-names.json" with { type: "json" }
import { cityName } from "../../src/gazetteer/PlaceNames.ts"
import { translateOffline } from "../../src/translation/Offline.ts"
import { romanizeArmenian } from "../../src/translation/romanization/Caucasus.ts"
import { romanizeMandarin, romanizeTaiwanese } from "../../src/translation/romanization/Chinese.ts"
import { romanizeKorean } from "../../src/translation/romanization/Korean.ts"
import { romanizeThai } from "../../src/translation/romanization/Thai.ts"
import { hasSharedData, sharedData } from "../formatting/SharedData.ts"
import { latinNames } from "./fixtures/GenerateData.ts"

const countryInfo = "libaddressinput/testdata/countryinfo.txt"
const geolonia = "national/jp/geolonia/patches/patch.json"

/** The share of libaddressinput's pairs that romanization by rules reproduces, without looking them up. */
const share = (country: string, same: (native: string, latin: string) => boolean) => {
  const pairs = latinNamesTable.map((line) => line.split("\t")).filter(([of]) => of === country)
  return pairs.filter(([, native = "", latin = ""]) => same(native, latin)).length / pairs.length
}
const bare = (text: string) => text.toLowerCase().replaceAll(/[\s'-]/g, "")

describe("romanization against libaddressinput's Latin names", () => {
  it("MUST match every city, county and district of Korea", () => {
    // Provinces and metropolitan cities use short names there (강원도 Gangwon), so only the units below them can be
    // compared.
    const units = /(?<!특별|광역|자치)[시군구]$/u
    for (const [country, native = "", latin] of latinNamesTable.map((line) => line.split("\t"))) {
      if (country === "KR" && units.test(native) && native !== "대구")
        assert.strictEqual(romanizeKorean(native, "place"), latin)
    }
    assert.isAbove(
      share("KR", (native, latin) => romanizeKorean(native, "place") === latin),
      0.92
    )
  })

  // The rest are names from other languages (Ürümqi, Keelung), which only the pairs themselves have.
  it.each([
    ["AM", 1, (native: string) => romanizeArmenian(native)],
    ["CN", 0.86, (native: string) => romanizeMandarin(native, "place")],
    ["TW", 0.9, (native: string) => romanizeTaiwanese(native, "place")?.replace("Dist.", "District")],
    ["TH", 0.75, (native: string) => romanizeThai(native)]
  ] as const)("MUST match most names of %s, at least %d", (country, least, romanize) => {
    assert.isAtLeast(
      share(country, (native, latin) => bare(romanize(native) ?? "") === bare(latin)),
      least
    )
  })
})

describe.skipIf(!hasSharedData(countryInfo))("libaddressinput", () => {
  it("MUST be the source of the packaged pairs", () => {
    assert.deepStrictEqual(latinNamesTable, latinNames(sharedData(countryInfo)))
  })
})

interface Town {
  readonly 市区町村名: string
  readonly 市区町村名カナ: string
  readonly 市区町村名ローマ字: string
  readonly 大字町丁目名: string
  readonly 大字町丁目名カナ: string
  readonly 大字町丁目名ローマ字: string
}

describe.skipIf(!hasSharedData(geolonia))("Geolonia's readings", () => {
  it("MUST be romanized as by Geolonia", () => {
    const towns = JSON.parse(readFileSync(sharedData(geolonia), "utf8")) as ReadonlyArray<Town>
    assert.isAbove(towns.length, 50)
    for (const town of towns.filter((town) => town.大字町丁目名カナ !== "")) {
      const { components, methods } = translateOffline({
        address: {
          countryCode: "JP",
          components: { city: town.市区町村名, district: town.大字町丁目名, country: "Japan" }
        },
        names: { "ja-Kana": { city: town.市区町村名カナ, district: town.大字町丁目名カナ } },
        targetLocale: "en"
      })
      assert.strictEqual(components.city?.toUpperCase().replaceAll("-", " "), town.市区町村名ローマ字)
      // Hepburn writes tch where these readings have cch, and in さくらの丘 it keeps both of the vowels that meet.
      const district = components.district?.toUpperCase().replace("-CHOME", "").replace("TCH", "CCH").replace("OO", "O")
      assert.strictEqual(district, town.大字町丁目名ローマ字)
      // The wards of Tokyo have their names in the table.
      const city = cityName("JP", town.市区町村名, "en") === undefined ? "transliteration" : "gazetteer"
      assert.deepStrictEqual([methods.city, methods.district], [city, "transliteration"])
    }
  })
})

const urbis = "national/be-urbis/be-wa-brussels.zip"

/** Reads one file of an archive. */
const entryOf = async (archive: string, name: string): Promise<Buffer> => {
  const zip = await openPromise(archive)
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName !== name) continue
    const chunks: Array<Buffer> = []
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer)
    return Buffer.concat(chunks)
  }
  throw new Error(`${archive} has no ${name}`)
}

describe.skipIf(!hasSharedData(urbis))("Brussels' bilingual register", () => {
  it("MUST give the French names of Dutch addresses, and leave the Dutch ones in other languages", async () => {
    const dbf = await entryOf(sharedData(urbis), "shp/UrbAdm_AdPt.dbf")
    const streets = new Set<string>()
    for (const { columns } of tableRows(tableOf(dbf, decoderOf("utf-8")!)).push(dbf)) {
      const { ADRN, MU_NAME_DU, MU_NAME_FR, PW_NAME_DU, PW_NAME_FR, PZNC } = columns as Record<string, string | null>
      if (!ADRN || !MU_NAME_DU || !MU_NAME_FR || !PW_NAME_DU || !PW_NAME_FR || !PZNC) continue
      streets.add(PW_NAME_DU)
      const address = {
        countryCode: "BE",
        components: { houseNumber: ADRN, street: PW_NAME_DU, city: MU_NAME_DU, postcode: PZNC, country: "Belgium" },
        language: "nl"
      }
      const names = { fr: { street: PW_NAME_FR, city: MU_NAME_FR } }
      const french = translateOffline({ address, names, targetLocale: "fr" })
      assert.deepStrictEqual(french.lines, [`${PW_NAME_FR} ${ADRN}`, `${PZNC} ${MU_NAME_FR}`, "Belgique"])
      assert.deepStrictEqual([french.methods.street, french.methods.city], ["official", "official"])
      const german = translateOffline({ address, names, targetLocale: "de" })
      assert.deepStrictEqual([german.components.street, german.methods.street], [PW_NAME_DU, "original"])
    }
    assert.isAbove(streets.size, 30)
  })
})
