import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { Effect, FileSystem, Stream } from "effect"
import { type as fileType } from "../../../sources/registers/FileType.ts"
import { type as registerType } from "../../../sources/registers/RegisterType.ts"
import { fileServer } from "../reading/FileServer.ts"
import { envelope, harvest } from "../reading/Harvest.ts"
import { testPlatform } from "../reading/TestReader.ts"
import { zip } from "../reading/ZipWriter.ts"
import { said } from "./RealMappings.ts"

/** Rows with the columns of G-NAF, Standard folder, as named in the releases of May 2021 and August 2026. */
const table = (columns: string, rows: ReadonlyArray<Readonly<Record<string, string>>>) => {
  const names = columns.split("|")
  const lines = rows.map((row) => names.map((name) => row[name] ?? "").join("|"))
  return Buffer.from([columns, ...lines, ""].join("\r\n"))
}

const detail =
  "ADDRESS_DETAIL_PID|DATE_CREATED|DATE_LAST_MODIFIED|DATE_RETIRED|BUILDING_NAME|LOT_NUMBER_PREFIX|LOT_NUMBER|LOT_NUMBER_SUFFIX|FLAT_TYPE_CODE|FLAT_NUMBER_PREFIX|FLAT_NUMBER|FLAT_NUMBER_SUFFIX|LEVEL_TYPE_CODE|LEVEL_NUMBER_PREFIX|LEVEL_NUMBER|LEVEL_NUMBER_SUFFIX|NUMBER_FIRST_PREFIX|NUMBER_FIRST|NUMBER_FIRST_SUFFIX|NUMBER_LAST_PREFIX|NUMBER_LAST|NUMBER_LAST_SUFFIX|STREET_LOCALITY_PID|LOCATION_DESCRIPTION|LOCALITY_PID|ALIAS_PRINCIPAL|POSTCODE|PRIVATE_STREET|LEGAL_PARCEL_ID|CONFIDENCE|ADDRESS_SITE_PID|LEVEL_GEOCODED_CODE|PROPERTY_PID|GNAF_PROPERTY_PID|PRIMARY_SECONDARY"
const street =
  "STREET_LOCALITY_PID|DATE_CREATED|DATE_RETIRED|STREET_CLASS_CODE|STREET_NAME|STREET_TYPE_CODE|STREET_SUFFIX_CODE|LOCALITY_PID|GNAF_STREET_PID|GNAF_STREET_CONFIDENCE|GNAF_RELIABILITY_CODE"
const locality =
  "LOCALITY_PID|DATE_CREATED|DATE_RETIRED|LOCALITY_NAME|PRIMARY_POSTCODE|LOCALITY_CLASS_CODE|STATE_PID|GNAF_LOCALITY_PID|GNAF_RELIABILITY_CODE"
const geocode =
  "ADDRESS_DEFAULT_GEOCODE_PID|DATE_CREATED|DATE_RETIRED|ADDRESS_DETAIL_PID|GEOCODE_TYPE_CODE|LONGITUDE|LATITUDE"

/** One state's tables. Unlike in real data, both states use the same keys, so that a mix-up would show. */
const state = (name: string, place: string, longitude: string, latitude: string, postcode: string) => {
  const home = {
    STREET_LOCALITY_PID: "S1",
    LOCALITY_PID: "L1",
    ALIAS_PRINCIPAL: "P",
    POSTCODE: postcode,
    CONFIDENCE: "2"
  }
  const folder = "G-NAF/G-NAF AUGUST 2026/Standard"
  return {
    [`${folder}/${name}_ADDRESS_DETAIL_psv.psv`]: table(detail, [
      { ...home, ADDRESS_DETAIL_PID: "A1", NUMBER_FIRST: "61" },
      {
        ...home,
        ADDRESS_DETAIL_PID: "A2",
        NUMBER_FIRST: "10",
        NUMBER_LAST: "12",
        FLAT_TYPE_CODE: "UNIT",
        FLAT_NUMBER: "3"
      },
      { ...home, ADDRESS_DETAIL_PID: "A3", NUMBER_FIRST: "10", FLAT_TYPE_CODE: "CARS", FLAT_NUMBER: "4" },
      { ...home, ADDRESS_DETAIL_PID: "A4", NUMBER_FIRST: "5", DATE_RETIRED: "2020-01-01" },
      { ...home, ADDRESS_DETAIL_PID: "A5", NUMBER_FIRST: "6", ALIAS_PRINCIPAL: "A" },
      { ...home, ADDRESS_DETAIL_PID: "A6", NUMBER_FIRST: "7", STREET_LOCALITY_PID: "S9" },
      { ...home, ADDRESS_DETAIL_PID: "A7", LOT_NUMBER: "8" }
    ]),
    [`${folder}/${name}_STREET_LOCALITY_psv.psv`]: table(street, [
      { STREET_LOCALITY_PID: "S1", STREET_NAME: `${place} "LAWSON"`, STREET_TYPE_CODE: "AVENUE" }
    ]),
    [`${folder}/${name}_STREET_LOCALITY_ALIAS_psv.psv`]: Buffer.from(
      "STREET_LOCALITY_ALIAS_PID|STREET_NAME\r\n1|WRONG\r\n"
    ),
    [`${folder}/${name}_LOCALITY_psv.psv`]: table(locality, [{ LOCALITY_PID: "L1", LOCALITY_NAME: place }]),
    [`${folder}/${name}_ADDRESS_DEFAULT_GEOCODE_psv.psv`]: table(geocode, [
      { ADDRESS_DETAIL_PID: "A1", LONGITUDE: "1", LATITUDE: "1", DATE_RETIRED: "2019-01-01" },
      { ADDRESS_DETAIL_PID: "A1", LONGITUDE: longitude, LATITUDE: latitude }
    ])
  }
}

const states = {
  ...state("VIC", "FRANKSTON SOUTH", "145.124738", "-38.162404", "3199"),
  ...state("ACT", "AINSLIE", "149.1441", "-35.2624", "2602")
}

const write = Effect.fnUntraced(function* (name: string, content: Uint8Array) {
  const files = yield* FileSystem.FileSystem
  const path = join(yield* files.makeTempDirectoryScoped(), name)
  yield* files.writeFile(path, content)
  return path
})

const gnaf = (location: string) => registerType.configure("gnaf", { register: "au-gnaf", location })

const expected = (place: string, region: string, postcode: string) => [
  `61 | ${place} "LAWSON" AVENUE | ${place} | ${region} | ${postcode}`,
  `10-12 | ${place} "LAWSON" AVENUE | UNIT 3 | ${place} | ${region} | ${postcode}`,
  `10 | ${place} "LAWSON" AVENUE | CARS 4 | ${place} | ${region} | ${postcode}`
]

describe("joined tables", () => {
  it.live("MUST complete rows with those of their own state, downloading the archive once", () =>
    Effect.gen(function* () {
      const server = yield* fileServer(zip(states), { etag: '"1"', breakAfter: [500] })
      const found = yield* harvest(yield* gnaf(`${server.url}/g-naf_aug26.zip`), "AU")
      expect(envelope(found)).toEqual([
        ...expected("FRANKSTON SOUTH", "AU-VIC", "3199"),
        ...expected("AINSLIE", "AU-ACT", "2602")
      ])
      expect(found.rejected).toEqual({ filtered: 6, "missing-house-number": 2 })
      // A parking space has an address, but is not a home.
      expect(found.evidence).toEqual({ assumed: 4, none: 2 })
      expect(found.samples.some((sample) => sample.includes('no row "S9" in the table "street"'))).toBe(true)
      const [first] = found.addresses.values()
      expect(first?.coordinates).toEqual({ latitude: -38.162404, longitude: 145.124738 })
      expect(server.requests.filter((request) => request === "GET").length).toBe(1)
    }).pipe(Effect.provide(testPlatform))
  )

  it.effect("MUST fail if a table is missing, or has unreadable rows", () =>
    Effect.gen(function* () {
      const failure = Effect.fnUntraced(function* (files: Readonly<Record<string, Uint8Array>>) {
        const source = yield* gnaf(yield* write("g-naf.zip", zip(files)))
        return yield* Effect.flip(Stream.runDrain(source.records("AU")))
      })
      const without = Object.fromEntries(Object.entries(states).filter(([path]) => !path.includes("VIC_LOCALITY_psv")))
      const missing = yield* failure(without)
      expect(missing).toMatchObject({ reason: "misconfigured" })
      expect(missing.message).toContain('no file of the table "locality" for "VIC"')
      const path = Object.keys(states).find((name) => name.includes("VIC_STREET_LOCALITY_psv"))!
      const damaged = yield* failure({ ...states, [path]: Buffer.concat([states[path]!, Buffer.from("S2|x\r\n")]) })
      expect(damaged).toMatchObject({ reason: "unreadable" })
      expect(damaged.message).toContain('1 rows of its table "street" cannot be read')
    }).pipe(Effect.provide(testPlatform))
  )
})

describe("the Address Base Registry of Japan", () => {
  it.effect("MUST join prefecture and position, by a key of several columns", () =>
    Effect.gen(function* () {
      const main =
        "lg_code,machiaza_id,blk_id,rsdt_id,rsdt2_id,city,ward,oaza_cho,chome,koaza,machiaza_dist,blk_num,rsdt_num,rsdt_num2,basic_rsdt_div,rsdt_addr_flg,rsdt_addr_mtd_code,status_flg,efct_date,ablt_date,src_code,remarks"
      const position =
        "lg_code,machiaza_id,blk_id,rsdt_id,rsdt2_id,rsdt_addr_flg,rsdt_addr_mtd_code,rep_lon,rep_lat,rep_srid,rep_scale,rep_src_code,rsdt_addr_code_rdbl,rsdt_addr_data_mnt_date,basic_rsdt_div"
      const archive = zip({
        "mt_rsdtdsp_rsdt_pref13.csv.zip": zip({
          "mt_rsdtdsp_rsdt_pref13.csv": Buffer.from(
            `\uFEFF${main}\n131016,0056000,001,003,,千代田区,,紀尾井町,,,,1,3,,0,1,1,1,1947-04-17,,0,\n131016,0056000,001,004,,千代田区,,紀尾井町,,,,1,4,,0,1,1,1,1947-04-17,2020-01-01,0,\n`
          )
        }),
        "mt_rsdtdsp_rsdt_pos_pref13.csv.zip": zip({
          "mt_rsdtdsp_rsdt_pos_pref13.csv": Buffer.from(
            `${position}\n131016,0056000,001,003,,1,1,139.736394597,35.679107172,EPSG:6668,2500,1,,2017-08-04,0\n`
          )
        }),
        "mt_pref_all.csv.zip": zip({
          "mt_pref_all.csv": Buffer.from(
            "lg_code,pref,pref_kana,pref_roma,efct_date,ablt_date,remarks\n130001,東京都,トウキョウト,Tokyo,1947-04-17,,\n"
          )
        })
      })
      const source = yield* registerType.configure("abr", {
        register: "jp-abr",
        location: yield* write("abr.zip", archive)
      })
      const found = yield* harvest(source, "JP")
      expect(found.rejected).toEqual({ filtered: 1 })
      expect(envelope(found)).toEqual(["1-3 | 紀尾井町 | 千代田区 | JP-13"])
      expect(Array.from(found.addresses.values())[0]?.coordinates).toEqual({
        latitude: 35.6791072,
        longitude: 139.7363946
      })
    }).pipe(Effect.provide(testPlatform))
  )
})

describe("addresses of INSPIRE", () => {
  const name = (text: string) =>
    `<ad:name><gn:GeographicalName><gn:language>nld</gn:language><gn:spelling><gn:SpellingOfName><gn:text>${text}</gn:text><gn:script>Latn</gn:script></gn:SpellingOfName></gn:spelling></gn:GeographicalName></ad:name>`
  const street = `<ad:ThoroughfareName gml:id="F3">${name("Hoofdstraat")}</ad:ThoroughfareName>`
  const town = `<ad:AddressAreaName gml:id="F1">${name("Bovenkarspel")}</ad:AddressAreaName>`
  const postcode = `<ad:PostalDescriptor gml:id="F2"><ad:status/><ad:postCode>1611ZP</ad:postCode></ad:PostalDescriptor>`
  const address = (id: string, number: string, components: string) =>
    `<wfs:member><ad:Address gml:id="A${id}"><base:localId>${id}</base:localId><gml:Point srsName="urn:ogc:def:crs:EPSG::4258"><gml:pos>52.689 5.246</gml:pos></gml:Point><ad:designator><ad:LocatorDesignator><ad:designator>${number}</ad:designator></ad:LocatorDesignator></ad:designator>${components}</ad:Address></wfs:member>`
  const link = (...ids: ReadonlyArray<string>) => ids.map((id) => `<ad:component xlink:href="#${id}"/>`).join("")
  const collection = (inner: string) => `<?xml version="1.0"?><wfs:FeatureCollection>${inner}</wfs:FeatureCollection>`
  const mapping = {
    ...said,
    country: "NL",
    format: { type: "xml", records: ["Address"] },
    recordId: "{localId}",
    position: { x: { of: "{pos}", match: "^\\S+ (\\S+)" }, y: { of: "{pos}", match: "^\\S+" } }
  }
  const read = Effect.fnUntraced(function* (content: string, rest: object) {
    const location = yield* write("addresses.gml", Buffer.from(content))
    return envelope(
      yield* harvest(yield* fileType.configure("ad", { location, mapping: { ...mapping, ...rest } }), "NL")
    )
  })

  it.effect("MUST get their parts by links that do not say what they lead to, in any order", () => {
    const on = { of: "{component@href}", replace: [["#", ""]] }
    const table = (as: string, record: string, fields: ReadonlyArray<string>) => ({
      as,
      on,
      fields,
      key: "{@id}",
      files: "\\.gml$",
      format: { type: "xml", records: [record] }
    })
    const content = collection(
      `${address("1", "1", link("F1", "F2", "F3"))}${address("2", "3", link("F3", "F9", "F1", "F2"))}<wfs:additionalObjects>${street}${town}${postcode}</wfs:additionalObjects>`
    )
    const joins = [
      table("street", "ThoroughfareName", ["text"]),
      table("town", "AddressAreaName", ["text"]),
      table("post", "PostalDescriptor", ["postCode"])
    ]
    const fields = {
      houseNumber: "{LocatorDesignator.designator}",
      street: "{street.text}",
      city: "{town.text}",
      postcode: "{post.postCode}"
    }
    return Effect.gen(function* () {
      expect(yield* read(content, { joins, fields })).toEqual([
        "1 | Hoofdstraat | Bovenkarspel | 1611 ZP",
        "3 | Hoofdstraat | Bovenkarspel | 1611 ZP"
      ])
    }).pipe(Effect.provide(testPlatform))
  })

  it.effect("MUST get their parts from within, whose leaves have the same names", () => {
    const within = (...parts: ReadonlyArray<string>) =>
      parts.map((part) => `<ad:component>${part}</ad:component>`).join("")
    const content = collection(
      `${address("1", "1", within(town, postcode, street))}${address("2", "3", within(street, town))}`
    )
    const fields = {
      houseNumber: "{LocatorDesignator.designator}",
      street: "{ThoroughfareName//text}",
      city: "{AddressAreaName//text}",
      postcode: "{postCode}"
    }
    return Effect.gen(function* () {
      expect(yield* read(content, { fields })).toEqual([
        "1 | Hoofdstraat | Bovenkarspel | 1611 ZP",
        "3 | Hoofdstraat | Bovenkarspel"
      ])
    }).pipe(Effect.provide(testPlatform))
  })
})
