import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { Effect, FileSystem, Stream } from "effect"
import { isRejected } from "../../../../sources/DataSource.ts"
import { type as fileType } from "../../../../sources/registers/FileType.ts"
import { contentsOf } from "../../../../sources/registers/guess/Contents.ts"
import { guessTable } from "../../../../sources/registers/guess/Guess.ts"
import { usesOf } from "../../../../sources/registers/guess/UseWords.ts"
import { locate } from "../../reading/TestReader.ts"
import { zip } from "../../reading/ZipWriter.ts"
import { guess, run } from "./Guessing.ts"

/** A table sorted by use, whose first rows have one alone. */
const sorted = (...uses: ReadonlyArray<string>) => [
  "NUM,STREET,CITY,USE,LON,LAT",
  ...[...Array.from({ length: 210 }, () => "Single Family"), ...uses].map(
    (use, at) => `${at + 1},Oak Ave,Austin,${use},-97.7${100 + at},30.2${100 + at}`
  )
]

describe("uses of rows beyond the first", () => {
  it.effect("MUST be known to the mapping: their homes would never be drawn", () =>
    run(
      Effect.gen(function* () {
        const files = yield* FileSystem.FileSystem
        const location = join(yield* files.makeTempDirectoryScoped(), "homes.zip")
        const table = sorted("Condominium", "Office", "Mobile Home", "Thingummy").join("\n")
        yield* files.writeFile(location, zip({ "data/homes.csv": Buffer.from(table) }))
        const found = yield* guessTable(yield* locate(location))
        expect(found.doubts.join(" ")).toContain("these values of USE mean homes: Thingummy.")
        const source = yield* fileType.configure("guessed", { location, mapping: found.mapping })
        const all = yield* Stream.runCollect(source.records("US"))
        const kinds = all.slice(209).map((record) => (isRejected(record) ? "rejected" : record.evidence?.kind))
        expect(kinds).toEqual(["register", "register", "register-against", "register", undefined])
      })
    )
  )

  it.effect("MUST not be hundreds, as names are", () =>
    run(
      Effect.gen(function* () {
        const { mapping } = yield* guess(sorted(...Array.from({ length: 320 }, (_, at) => `Apartment ${at}`)))
        expect(mapping).toMatchObject({
          evidence: [{ kind: "register", when: [{ is: ["Single Family"] }] }, { kind: "assumed" }]
        })
      })
    )
  )
})

describe("values of uses", () => {
  it.each([
    ["GKLAS", "1110 1121 1122", "1211 1220 1263"],
    ["byg021BygningensAnvendelse", "110 120 140", "320 510 910"],
    ["bygningstype", "111 121 142", "161 181 311"],
    ["GFK", "31001_1000 31001_1100", "31001_2000 31001_3000"],
    ["USO_PRINCIPAL", "V", "C O I A"],
    ["CATEGORIA", "A/2 A/7", "A/10 C/1 D/8"],
    ["COD_DESTINO", "H", "C L O Z"],
    ["DOR_UC", "0100 0400", "0000 1100 8600"],
    ["PROP_CLASS", "210 411", "311 260 449"],
    ["PROP_CLASS", "401", "402 201 301"],
    ["STATE_CD", "A1 B2", "C1 F1"],
    ["CLASS", "RD04 RH01", "CR08 RG02 RI01"],
    ["ADDRESS_TYPE", "R B", "C U"]
  ])("MUST be told by codes of registers and by their names: %s", (name, homes, others) => {
    const values = `${homes} ${others}`.split(" ")
    const found = usesOf(contentsOf([...values, ...values]), name)
    expect(found.homes).toEqual(homes.split(" "))
    expect(usesOf(contentsOf(values), "LENGTH").areCodes).toBe(/GFK/.test(name))
  })

  it.each([
    ["USE_CODE", "MA", "101 104 112", "130 325 340 401", "ID"],
    ["class", "IL", "203 299", "100 517 EX RR", "NY"],
    ["State_Use", "CT", "1010 1020", "1300 3220 4000", "FL"],
    ["PROP_CLASS", "MI", "401", "402 101 201", "ID"],
    ["class", "IL", "203 299 318", "100 200 241 517", "ID"],
    ["LUC", "OH", "510 550 401", "500 429 447", "NY"],
    ["landuse", "NY", "01 02 04", "05 11 7", "ID"],
    ["bldgclass", "NY", "A1 D8 R4 S2", "O4 RG W1 V1", "TX"],
    ["PROP_CLASS", "OR", "101 409 701", "100 201 400", "ID"],
    ["LANDUSE_CD", "WA", "11 14 18", "16 19 59 91", "ID"],
    ["PROPCLASS", "WI", "1 1,4", "2 3 4,5M,7", "VA"],
    ["PROP_CLASS", "NJ", "2 4C", "1 4A 15C", "TX"],
    ["LU", "MD", "R U TH", "C CR E", "OH"],
    ["PropertyUseCode", "CA", "0100 010C 0500", "010V 1100 1700", "FL"]
  ])("MUST be told by codes of the state that all rows are in, and not by those of another: %s, %s", (...row) => {
    const [name, state, homes, others, elsewhere] = row
    const contents = contentsOf(`${homes} ${others}`.split(" "))
    expect(usesOf({ ...contents, state }, name).homes).toEqual(homes.split(" "))
    expect(usesOf({ ...contents, state: elsewhere }, name).areCodes).toBe(false)
  })

  it.effect("MUST be doubted where nothing explains them, and shops would count as assumed homes", () =>
    run(
      Effect.gen(function* () {
        const { doubts } = yield* guess([
          "APN,NUM,STREET,CITY,ZIP,LANDUSE,LON,LAT",
          ...[11, 21, 17, 11, 21].map(
            (use, i) => `a${i},${i + 1},Cable St,San Diego,92107,${use},-117.24${i},32.74${i}`
          )
        ])
        expect(doubts.join(" ")).toContain("which of the codes in LANDUSE mean homes (11, 21, 17 …)")
      })
    )
  )

  it.each([
    ["Résidentiel; RESIDENCIA; Logement collectif; Maison individuelle", "Dépendance; Hébergement touristique; École"],
    ["Fritliggende enfamilieshus; Einbýlishús; Terrassehus", "Udhus; Sumarhús; Kirke; Fritidshus"],
    ["Reihenhaus; Wohn- und Geschäftsgebäude; Doppelhaushälfte", "Rathaus; Schuppen; Werkstatt"],
    ["Dzīvojamā māja; Gyvenamoji; Üksikelamu; Stanovanje", "Negyvenamoji; Suvila; Počitniška hiša; Veikals"],
    ["Κατοικία; Konut; Многоквартирный дом; Житловий будинок", "Εξοχική κατοικία; Yazlık; Садовый дом; Магазин"],
    ["سكني; מגורים; บ้านเดี่ยว; Nhà ở; Rumah Tinggal; 一戸建て", "تجاري; משרדים; ร้านค้า; Cửa hàng; Rumah Sakit; 別荘"],
    ["woonfunctie,winkelfunctie; Office, Apartment; 店舗併用住宅", "winkelfunctie,kantoorfunctie; Vacant, residential"],
    [
      "Wohngebäude mit Handel; Immeuble à appartements",
      "Gebäude ohne Wohnnutzung; Bâtiments sans habitation; Sonderbau"
    ],
    ["Lägenhet; Andelsbolig; Ketjutalot; Butas", "Feriebolig; Ekonomibyggnad; Saunarakennukset; Nedzīvojamā ēka"],
    ["kamienica; dům k bydlení; Nájemní byt", "budynek niemieszkalny; stavba ubytovacího zařízení; nem lakás"],
    ["Квартира; Жилище, апартамент; станбена зграда; yaşayış evi", "qeyri-yaşayış binası; викендица; деловен простор"],
    [
      "Domicílio particular; Departamento en edificio",
      "Não residencial; Casa de cambio; Casa rural; Domicílio coletivo"
    ],
    ["House In Multiple Occupation; Tri-plex", "Non-domestic; Strata-Lot Parking Residential; Residential Common Area"],
    ["Multi Unit Dwelling (Building Units); Misto (Habitação e Comércio)", "Üksikelamu abihoone; Garage"],
    ["透天厝; 店舗等併用共同住宅; ห้องชุด; مسکونی; आवासीय", "廠辦; 宿泊施設; 제1종근린생활시설; مغازه; दुकान"]
  ])("MUST be told by words of many languages: %s", (homes, others) => {
    const values = [homes, others].map((list) => list.split("; "))
    const found = usesOf(contentsOf(values.flat()))
    expect(found.homes).toEqual(values[0])
    expect(found.others).toEqual(values[1])
  })
})
