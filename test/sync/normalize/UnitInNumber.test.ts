import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import type { RawRecord } from "../../../sources/DataSource.ts"
import { normalize } from "../../../src/sync/normalize/Normalize.ts"
import { withUnitApart } from "../../../src/sync/normalize/UnitInNumber.ts"
import { manifestOf } from "./TestManifest.ts"

describe("a unit in a house number", () => {
  it.each([
    ["RU", "12 кв. 5", "12", "кв. 5"],
    ["RU", "д. 12, корп. 1, кв. 5А", "д. 12, корп. 1", "кв. 5А"],
    ["RU", "12 оф. 5", "12", "оф. 5"],
    ["US", "12 Apt 3", "12", "Apt 3"],
    ["US", "12 1/2 Apt B", "12 1/2", "Apt B"],
    ["US", "12 Bldg B", "12", "Bldg B"],
    ["US", "350 5th Floor", "350", "5th Floor"],
    ["IN", "14/2, 3rd Floor, Flat 5", "14/2", "3rd Floor, Flat 5"],
    ["IN", "14/2 Ground Floor", "14/2", "Ground Floor"],
    ["FR", "12 bis, 2e étage", "12 bis", "2e étage"],
    ["TR", "12 2. kat", "12", "2. kat"],
    ["RU", "12, 3 этаж", "12", "3 этаж"],
    ["US", "Floor 3, 12", "12", "Floor 3"],
    ["IN", "3rd Floor, 14/2", "14/2", "3rd Floor"],
    ["GB", "12A Garden Flat", "12A", "Garden Flat"],
    ["GB", "Basement Flat, 12A", "12A", "Basement Flat"],
    ["US", "12 Shop 3", "12", "Shop 3"],
    ["US", "12 Ste 200", "12", "Ste 200"],
    ["AU", "Unit 5, 701", "701", "Unit 5"],
    ["AU", "Suite 105 1245", "1245", "Suite 105"],
    ["CA", "Suite 110, 1333", "1333", "Suite 110"],
    ["AU", "Unit 102 -1626", "1626", "Unit 102"],
    ["AU", "Shop 3/45-47", "45-47", "Shop 3"],
    ["GB", "flat 2b, 12a", "12a", "flat 2b"],
    ["PL", "12 m. 5", "12", "m. 5"],
    ["PL", "12m5", "12", "m5"],
    ["PL", "12 lok. 5", "12", "lok. 5"],
    ["CZ", "123/5 byt 3", "123/5", "byt 3"],
    ["AT", "12/Top 5", "12", "Top 5"],
    ["AT", "12/Stiege 2/Top 5", "12", "Stiege 2/Top 5"],
    ["DE", "12 1. OG links", "12", "1. OG links"],
    ["BE", "12 bus 3", "12", "bus 3"],
    ["BE", "12/bte 3", "12", "bte 3"],
    ["FR", "12 bis apt 4", "12 bis", "apt 4"],
    ["FR", "12 bât B", "12", "bât B"],
    ["DK", "12, 1. tv", "12", "1. tv"],
    ["DK", "12 st. th", "12", "st. th"],
    ["NO", "12 H0101", "12", "H0101"],
    ["SE", "12 lgh 1001", "12", "lgh 1001"],
    ["FI", "12 as. 5", "12", "as. 5"],
    ["ES", "12, 2º A", "12", "2º A"],
    ["ES", "12 2º A", "12", "2º A"],
    ["ES", "12 esc. 1 2º A", "12", "esc. 1 2º A"],
    ["PT", "12, 3.º Dto", "12", "3.º Dto"],
    ["BR", "123 apto 12", "123", "apto 12"],
    ["BR", "123 casa 2", "123", "casa 2"],
    ["MX", "12 Int. 3", "12", "Int. 3"],
    ["AR", "123 Piso 3 Dpto A", "123", "Piso 3 Dpto A"],
    ["CO", "57-83 Apto 301", "57-83", "Apto 301"],
    ["CO", "57A-83 Int 3", "57A-83", "Int 3"],
    ["IT", "12 int. 3", "12", "int. 3"],
    ["IT", "12/A scala B", "12/A", "scala B"],
    ["RO", "12, bl. A1, sc. B, et. 2, ap. 12", "12", "bl. A1, sc. B, et. 2, ap. 12"],
    ["BG", "бл. 12 вх. А ап. 5", "бл. 12", "вх. А ап. 5"],
    ["BG", "12 вх. А ап. 5", "12", "вх. А ап. 5"],
    ["BG", "бл. 12 ап. 5", "бл. 12", "ап. 5"],
    ["TR", "No:12 D:5", "No:12", "D:5"],
    ["TR", "12 Daire 5", "12", "Daire 5"],
    ["HU", "12. 2. em. 3.", "12.", "2. em. 3."],
    ["TW", "12號3樓", "12號", "3樓"],
    ["TW", "12號3樓之2", "12號", "3樓之2"],
    ["CN", "12弄3号501室", "12弄3号", "501室"],
    ["CN", "12号3号楼2单元501室", "12号", "3号楼2单元501室"],
    ["KR", "152, 101동 1203호", "152", "101동 1203호"],
    ["KR", "152 1203호", "152", "1203호"],
    ["JP", "1-2 101号室", "1-2", "101号室"],
    ["IN", "Flat No. 3, 12", "12", "Flat No. 3"],
    ["IN", "12, Flat 3", "12", "Flat 3"],
    ["IL", "12 דירה 5", "12", "דירה 5"],
    ["EG", "12 شقة 5", "12", "شقة 5"],
    ["EE", "12 krt 5", "12", "krt 5"],
    ["UA", "12-А, кв. 5", "12-А", "кв. 5"],
    ["HR", "12 stan 5", "12", "stan 5"],
    ["AU", "12 Unit 3A", "12", "Unit 3A"],
    ["GB", "12 Flat A", "12", "Flat A"]
  ])("MUST be read in %s: %s", (country, text, houseNumber, unit) => {
    assert.deepStrictEqual(withUnitApart(country, text, undefined), { houseNumber, unit })
  })

  it.each([
    ["RU", "12 стр. 1"],
    ["RU", "12к1"],
    ["RU", "12 литера А"],
    ["US", "12 # 3"],
    ["US", "100 REAR"],
    ["US", "12 Apts 1-8"],
    ["AU", "Unit 5-7"],
    ["AU", "Unit 5"],
    ["AU", "Level 57, 10"],
    ["PL", "12/5"],
    ["CZ", "č.p. 12"],
    ["CZ", "č.ev. 12"],
    ["DE", "12 a-c"],
    ["DE", "12 Haus 3"],
    ["NL", "12 bis"],
    ["NL", "12-hs"],
    ["FR", "12 et 14"],
    ["FR", "12 ter"],
    ["DK", "12 og 14"],
    ["SE", "12 A"],
    ["FI", "12 A 5"],
    ["ES", "km 4,5"],
    ["BR", "123 fundos"],
    ["MX", "Mz 3 Lt 5"],
    ["MX", "Manzana 3 Lote 5"],
    ["IT", "12 rosso"],
    ["TR", "12/A"],
    ["HU", "12-14."],
    ["TW", "12之1號"],
    ["TW", "12號之1"],
    ["CN", "3号楼2单元501"],
    ["KR", "152-3"],
    ["JP", "1番2号"],
    ["JP", "1-2-101"],
    ["JP", "千代田区五番町1-9"],
    ["IN", "Plot No. 12"],
    ["IN", "12-3-456/7"],
    ["PH", "Blk 3 Lot 5"],
    ["PH", "Lot 5 Blk 3"],
    ["SG", "Blk 12"],
    ["MY", "Lot 12"],
    ["MY", "12, Lot 3"],
    ["VN", "12/34/5"],
    ["TH", "12/3 หมู่ 5"],
    ["LT", "12-5"],
    ["LV", "12 k-1"],
    ["GR", "12-14"],
    ["GB", "12 Mill House"],
    ["US", "N87W12345"]
  ])("MUST not be seen where there is none, or more than one, in %s: %s", (country, text) => {
    assert.deepStrictEqual(withUnitApart(country, text, undefined), { houseNumber: text, unit: undefined })
  })

  const manifest = manifestOf("RU")
  const home: RawRecord = {
    recordId: "1",
    houseNumber: "12",
    unit: "5",
    street: "улица Ленина",
    city: "Томск",
    evidence: { kind: "building", detail: "Made up for tests." }
  }
  const kept = (parts: Partial<RawRecord>) =>
    Result.getOrThrow(normalize(manifest, "RU", { ...home, ...parts } as RawRecord))

  it("MUST give the home the ID that it has with the unit in a field of its own, and say if nobody lives there", () => {
    const { addressId } = kept({})
    assert.strictEqual(kept({ houseNumber: "д. 12, кв. 5", unit: undefined }).addressId, addressId)
    assert.strictEqual(kept({ houseNumber: "12 кв. 5" }).addressId, addressId)
    assert.notStrictEqual(kept({ houseNumber: "12 кв. 6", unit: undefined }).addressId, addressId)
    // A number with another unit than the record's stays: nobody knows which is right.
    assert.deepInclude(kept({ houseNumber: "12 кв. 6" }).components, { houseNumber: "12 кв. 6", unit: "5" })
    assert.notProperty(kept({ houseNumber: "12 оф. 5", unit: undefined }), "evidence")
    assert.property(kept({ houseNumber: "12 кв. 5", unit: undefined }), "evidence")
  })
})
