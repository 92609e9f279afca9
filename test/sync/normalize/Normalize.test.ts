import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import * as fc from "fast-check"
import { fold } from "../../../schemas/Fold.ts"
import type { RawRecord } from "../../../sources/DataSource.ts"
import { formatAddress } from "../../../src/formatting/AddressFormat.ts"
import { placeKey } from "../../../src/address/Identity.ts"
import { normalize } from "../../../src/sync/normalize/Normalize.ts"
import { manifestOf } from "./TestManifest.ts"

const manifest = manifestOf("US")

const home: RawRecord = {
  recordId: "1",
  houseNumber: "203",
  street: "East Gwinnett Street",
  city: "Savannah",
  region: "GA",
  postcode: "31401",
  coordinates: { latitude: 32.06637, longitude: -81.093895 },
  evidence: { kind: "declared", detail: "Made up for tests." }
}

/** As the boundary around a house gives them. */
const byBoundary = [
  { component: "city", method: "boundary" },
  { component: "district", method: "boundary" }
] as const

const kept = (record: RawRecord, country = "US") => Result.getOrThrow(normalize(manifest, country, record))

const reason = (record: RawRecord, country = "US") =>
  Result.match(normalize(manifest, country, record), { onFailure: (failure) => failure, onSuccess: () => "kept" })

describe("normalize", () => {
  it("MUST not take a box at a post office for a home", () => {
    const streets: ReadonlyArray<readonly [country: string, street: string]> = [
      ["US", "P.O. Box"],
      ["US", "PO BOX 123"],
      ["DE", "Postfach"],
      ["NL", "Postbus 12"],
      ["FR", "BP"],
      ["BR", "Caixa Postal"],
      ["ES", "Apartado de Correos"],
      ["PL", "skr. poczt."],
      ["RU", "а/я"]
    ]
    const elsewhere = { region: undefined, postcode: undefined, coordinates: undefined }
    for (const [country, street] of streets) {
      const places = country === "US" ? {} : { ...elsewhere, ...(country === "DE" ? { postcode: "10115" } : {}) }
      assert.strictEqual(reason({ ...home, ...places, street }, country), "missing-street", street)
    }
    assert.strictEqual(reason({ ...home, houseNumber: "PO Box 12" }), "placeholder-house-number")
    for (const street of ["Box Street", "Postfachstraße", "Post Road", "RR 2", "Apartadó Road"]) {
      assert.strictEqual(reason({ ...home, street }), "kept", street)
    }
  })

  it.each([
    ["CA", "Vancouver, BC", "British Columbia", "Vancouver"],
    ["CA", "Vancouver, British Columbia", "BC", "Vancouver"],
    ["US", "Savannah , ga.", "GA", "Savannah"],
    ["US", "Savannah , ga", "GA", "Savannah"],
    ["US", "Savannah, SC", "GA", "Savannah, SC"],
    ["ES", "Coruña, A", "ES-C", "Coruña, A"],
    ["BR", ", SP", "SP", ", SP"],
    ["AU", "1770", "QLD", "1770"]
  ])("MUST leave out the region from the city of %s %s in %s", (country, city, region, expected) => {
    const record = { ...home, city, region, postcode: undefined, coordinates: undefined }
    assert.strictEqual(kept(record, country).components.city, expected)
  })

  it.each([
    ["DE", "76149 Karlsruhe", "76149", "Karlsruhe"],
    ["DE", "Karlsruhe, 76149", "76149", "Karlsruhe"],
    ["DE", "76150 Karlsruhe", "76149", "76150 Karlsruhe"],
    ["US", "Savannah, GA 31401", "31401", "Savannah"],
    ["AU", "1770", "1770", "1770"]
  ])("MUST leave out the postcode from the city of %s %s with %s", (country, city, postcode, expected) => {
    const record = { ...home, city, postcode, region: country === "AU" ? "QLD" : "GA", coordinates: undefined }
    assert.strictEqual(kept(record, country).components.city, expected)
  })

  it.each([
    ["PL", "00-000"],
    ["FR", "00000"],
    ["CH", "0000"],
    ["US", "99999-9999"],
    ["US", " - "],
    ["DE", "n/a"],
    ["BR", "XXXXX-XXX"],
    ["NO", "unknown"],
    ["FI", "99999", "99999"],
    ["AT", "9990", "9990"],
    ["SG", "099999", "099999"],
    ["US", "10000", "10000"],
    ["GB", "NN1 1NA", "NN1 1NA"]
  ])("MUST treat a placeholder for a postcode as none: %s %s", (country, postcode, expected?: string) => {
    const region = country === "US" ? "NY" : undefined
    // Of these countries, only Germany requires a postcode, and rejects a home without one.
    if (country === "DE") {
      assert.strictEqual(reason({ ...home, region, postcode, coordinates: undefined }, country), "missing-postcode")
    } else {
      assert.strictEqual(
        kept({ ...home, region, postcode, coordinates: undefined }, country).components.postcode,
        expected
      )
    }
  })

  it.each([
    ["IN", "560 001", "560001"],
    ["LU", "L-1234", "1234"],
    ["AT", "a-1010", "1010"],
    ["AT", "B-1010", undefined],
    ["MD", "MD-2001", "2001"],
    ["AZ", "AZ 1000", "1000"],
    ["SE", "SE-221 00", "221 00"],
    ["LV", "1010", "LV-1010"],
    ["LV", "LV1010", "LV-1010"],
    ["PT", "1000001", "1000-001"],
    ["PT", "1000", undefined],
    ["PL", "05500", "05-500"],
    ["CA", "K1A-0B1", "K1A 0B1"],
    ["US", "314010001", "31401-0001"],
    ["US", "31401-", "31401"],
    ["US", "31401.0", undefined],
    ["JP", "〒１５０－０００１", "150-0001"],
    ["EG", "١٢٣٤٥", "12345"],
    ["SA", "12345-6789", "12345-6789"],
    ["BD", "১২০৫", "1205"],
    ["GB", "SW1A 1AA", "SW1A 1AA"],
    ["GB", "sw1a 1aa", "SW1A 1AA"],
    ["CZ", "281 63", "281 63"]
  ])("MUST keep a home whose postcode is written in another way, in its country's: %s %s", (country, postcode, own) => {
    const region = country === "US" ? "GA" : country === "CA" ? "ON" : undefined
    const record = { ...home, region, postcode, coordinates: undefined }
    if (own === undefined) assert.strictEqual(reason(record, country), "malformed-postcode")
    else assert.strictEqual(kept(record, country).components.postcode, own)
  })

  it.each([
    ["ES", "S/N"],
    ["BR", "s/nº"],
    ["IT", "s.n.c."],
    ["HR", "bb"],
    ["RU", "б/н"],
    ["CZ", "bez č.p."],
    ["JP", "無番地"],
    ["JP", "００"],
    ["FR", "null"],
    ["US", "0"]
  ])("MUST treat a number that says there is none as none: %s %s", (country, houseNumber) => {
    const record = { ...home, houseNumber, postcode: undefined, coordinates: undefined }
    assert.strictEqual(reason(record, country), "placeholder-house-number")
    const { components } = kept({ ...record, building: "Villa Rosa" }, country)
    assert.strictEqual(components.building, "Villa Rosa")
    assert.notProperty(components, "houseNumber")
  })

  it.each(["-", "?", "N/A", "#N/A", "null", "<Null>", "UNKNOWN", "(unnamed)"])(
    "MUST treat a word for nothing as none, whatever lacks: %s",
    (nothing) => {
      assert.strictEqual(reason({ ...home, street: nothing }), "missing-street")
      assert.strictEqual(reason({ ...home, city: nothing }), "missing-city")
      assert.strictEqual(reason({ ...home, region: nothing }), "missing-region")
      assert.notProperty(kept({ ...home, district: nothing }).components, "district")
      const german = { ...home, region: nothing, postcode: "76149", coordinates: undefined }
      assert.notProperty(kept(german, "DE").components, "region")
    }
  )

  it.each([
    ["IT", "None"],
    ["TH", "Nan"],
    ["AF", "Nil"],
    ["NO", "Å"],
    ["FR", "Y"]
  ])("MUST keep homes of towns with such names: %s %s", (country, city) => {
    const record = { ...home, city, region: undefined, postcode: undefined, coordinates: undefined }
    assert.strictEqual(kept(record, country).components.city, city)
  })

  it.each([
    ["IE", { houseNumber: undefined, building: "Rose Cottage", district: "Ballymore" }, "kept"],
    ["IE", { houseNumber: undefined, building: "Rose Cottage" }, "missing-street"],
    ["GB", { houseNumber: undefined, building: "Rose Cottage", postcode: "EX39 5HW" }, "kept"],
    ["JE", { houseNumber: undefined, building: "La Maison", postcode: "JE3 1AB" }, "kept"],
    ["IE", { houseNumber: undefined, building: "Rose Cottage", postcode: "N91 E0F6" }, "kept"],
    ["GB", { houseNumber: undefined, building: "Rose Cottage" }, "missing-street"],
    ["GB", { houseNumber: "12", postcode: "EX39 5HW" }, "missing-street"],
    ["FR", { houseNumber: undefined, building: "Villa Rose", postcode: "29200" }, "missing-street"],
    ["TW", { houseNumber: "12號", district: "竹林里" }, "kept"],
    ["IN", { houseNumber: "A-12", district: "Sector 62" }, "kept"],
    ["TH", { houseNumber: "99/1 หมู่ 3", district: "บางพลีใหญ่" }, "kept"],
    ["TH", { houseNumber: "99/1 Moo 3", district: "Bang Phli Yai" }, "kept"],
    ["TH", { houseNumber: "99/1", district: "หมู่ที่ 3 บางพลีใหญ่" }, "kept"],
    ["TH", { houseNumber: "99/1", district: "บางพลีใหญ่" }, "missing-street"],
    ["TH", { houseNumber: "99/1 หมู่ 3" }, "missing-street"],
    ["PE", { houseNumber: "Mz. B Lt. 12", district: "AA.HH. Villa Sol" }, "kept"],
    ["PE", { houseNumber: "Mz. B Lt. 12", district: "AA.HH. Villa Sol", derived: byBoundary }, "missing-street"],
    ["PE", { houseNumber: "12", district: "AA.HH. Villa Sol" }, "missing-street"],
    ["PH", { houseNumber: "Lot 5 Blk 3", district: "Villa Aurora" }, "kept"],
    ["BR", { houseNumber: "Qd. 5, Lote 12", district: "Jardim América" }, "kept"],
    ["PH", { houseNumber: "Lot 5", district: "Villa Aurora" }, "missing-street"],
    ["BG", { houseNumber: "бл. 25", district: "ж.к. Младост 1" }, "kept"],
    ["BG", { houseNumber: "25", district: "ж.к. Младост 1" }, "missing-street"],
    ["BG", { houseNumber: "бл. 25" }, "missing-street"],
    ["ZA", { houseNumber: "4521", district: "Diepsloot West", region: "Gauteng", postcode: "2189" }, "kept"],
    ["ZA", { houseNumber: "125", district: "Claremont", region: "Western Cape", postcode: "7708" }, "missing-street"],
    ["ZA", { houseNumber: "4521", region: "Gauteng", postcode: "2189" }, "missing-street"],
    ["ZW", { houseNumber: "7821A", district: "Budiriro 5B", derived: byBoundary }, "missing-street"],
    ["NA", { houseNumber: "Erf 512", district: "Katutura" }, "kept"],
    ["BW", { houseNumber: "Plot No. 8", district: "Extension 2" }, "kept"],
    ["KE", { houseNumber: "4521", district: "Umoja" }, "missing-street"],
    ["LA", { houseNumber: "123", district: "Ban Haysok" }, "kept"],
    ["MN", { houseNumber: "12-р байр", district: "3-р хороо" }, "kept"],
    ["MN", { houseNumber: "12-р байр", district: "3-р хороо", derived: byBoundary }, "missing-street"],
    ["IN", { houseNumber: "12", district: "Ward 65", derived: byBoundary }, "missing-street"],
    ["TW", { houseNumber: "12號", district: "學府里", derived: byBoundary }, "missing-street"],
    ["KR", { houseNumber: "5", district: "방배동", derived: byBoundary }, "missing-street"],
    ["KR", { houseNumber: "5-1", district: "방배동" }, "kept"],
    ["HR", { houseNumber: "5", derived: byBoundary }, "missing-street"],
    ["HR", { houseNumber: "5" }, "kept"],
    ["IS", { houseNumber: undefined, building: "Hóll", derived: byBoundary }, "kept"],
    ["JP", { houseNumber: "5", derived: byBoundary }, "missing-street"],
    ["JP", { houseNumber: "3-5", district: "銀座四丁目", derived: byBoundary }, "kept"],
    ["US", { district: "Midtown", region: "GA" }, "missing-street"],
    ["TW", { houseNumber: "十二號", street: "中山路" }, "kept"],
    ["US", { houseNumber: "十二", street: "Main Street", region: "GA" }, "malformed-house-number"],
    ["US", { houseNumber: "Jan-32", street: "Main Street", region: "GA" }, "malformed-house-number"],
    ["US", { houseNumber: "2024-01-05 00:00:00", street: "Main Street", region: "GA" }, "malformed-house-number"],
    ["US", { houseNumber: "12-05", street: "31st Avenue", region: "NY" }, "kept"],
    ["US", { houseNumber: "N6W23001", street: "Bluemound Road", region: "WI" }, "kept"],
    ["JP", { houseNumber: "2024-1-5" }, "kept"],
    ["PT", { houseNumber: "Lote 5", street: "Rua das Flores" }, "kept"],
    ["AT", { houseNumber: "12/Stg. 2/Tür 5", street: "Hauptstraße" }, "kept"],
    ["CZ", { houseNumber: "č.ev. 12" }, "kept"],
    ["VN", { houseNumber: "12/34/5A", street: "Lê Lợi" }, "kept"]
  ] as const)("MUST keep homes as their country writes them, and nothing else: %s %j", (country, change, expected) => {
    const record = { ...home, street: undefined, region: undefined, postcode: undefined, coordinates: undefined }
    assert.strictEqual(reason({ ...record, ...change }, country), expected)
  })

  it.each([
    ["US", { houseNumber: undefined }, "missing-house-number"],
    ["US", { houseNumber: "  " }, "missing-house-number"],
    ["US", { houseNumber: "North" }, "malformed-house-number"],
    ["US", { houseNumber: "5-Jan" }, "malformed-house-number"],
    ["US", { houseNumber: "12?" }, "malformed-house-number"],
    ["US", { houseNumber: "0" }, "placeholder-house-number"],
    ["US", { street: "" }, "missing-street"],
    ["US", { city: undefined }, "missing-city"],
    ["US", { region: undefined }, "missing-region"],
    ["US", { region: "Ruritania" }, "unknown-region"],
    ["US", { postcode: "3140" }, "malformed-postcode"],
    ["US", { postcode: "SW1A 1AA" }, "malformed-postcode"],
    ["US", { coordinates: { latitude: 0, longitude: 0 } }, "coordinates-out-of-range"],
    ["US", { coordinates: { latitude: 95, longitude: 0 } }, "coordinates-out-of-range"],
    ["US", { coordinates: { latitude: 48.2, longitude: 16.37 } }, "coordinates-outside-country"],
    ["US", { street: "x".repeat(201) }, "text-too-long"],
    ["US", { recordId: " " }, "missing-record-id"],
    ["US", { street: 12 as never }, "malformed-record"],
    ["US", { postcode: undefined }, "kept"],
    ["US", { coordinates: undefined }, "kept"],
    ["US", { evidence: undefined }, "kept"],
    ["US", { houseNumber: undefined, building: "Rose Cottage" }, "kept"],
    ["DE", { region: undefined, postcode: "76149", coordinates: undefined }, "kept"],
    ["DE", { region: undefined, postcode: "7614", coordinates: undefined }, "malformed-postcode"],
    ["CZ", { region: undefined, street: undefined, postcode: "110 00", coordinates: undefined }, "kept"],
    ["RO", { region: undefined, street: undefined, postcode: "407125", coordinates: undefined }, "kept"],
    ["GL", { region: undefined, street: undefined, postcode: "3900", coordinates: undefined }, "kept"]
  ] as const)("%s: MUST judge %j as %s", (country, change, expected) => {
    assert.strictEqual(reason({ ...home, ...change }, country), expected)
  })

  it("MUST accept a building as evidence for a home in a Russian строение, and keep what speaks against it", () => {
    const inMoscow = (houseNumber: string, kind: "building" | "landuse" | "declared" | "against") =>
      kept(
        {
          recordId: "1",
          houseNumber,
          street: "улица Арбат",
          city: "Москва",
          region: "RU-MOW",
          postcode: "119002",
          evidence: { kind, detail: "It is." }
        },
        "RU"
      ).evidence?.kind
    for (const number of ["12 с1", "12с1", "12 стр. 3", "12, строение 2", "12 соор. 1", "12к2с1", "12А с4", "вл12с3"]) {
      assert.strictEqual(inMoscow(number, "building"), "building", number)
      assert.isUndefined(inMoscow(number, "landuse"), number)
      assert.isUndefined(inMoscow(number, "declared"), number)
      assert.strictEqual(inMoscow(number, "against"), "against", number)
    }
    for (const number of ["12", "12к1", "12 корп. 2", "12А", "12/3", "12-14"]) {
      assert.strictEqual(inMoscow(number, "landuse"), "landuse", number)
    }
  })

  it("MUST accept no weaker evidence than a building for a Czech evidence number, which cottages have", () => {
    const kindOf = (houseNumber: string, kind: "building" | "landuse" | "against") =>
      kept(
        {
          recordId: "1",
          houseNumber,
          city: "Mnichovice",
          postcode: "251 64",
          evidence: { kind, detail: "It is." }
        },
        "CZ"
      ).evidence?.kind
    for (const number of ["ev.9", "ev. 9/3", "č.ev. 12", "č. ev. 12", "č.e. 5", "Ev.č.7", "evid. 4", "E15"]) {
      assert.isUndefined(kindOf(number, "landuse"), number)
      assert.strictEqual(kindOf(number, "building"), "building", number)
      assert.strictEqual(kindOf(number, "against"), "against", number)
    }
    for (const number of ["9", "č.p. 12", "123/5", "12e", "123/5e"]) {
      assert.strictEqual(kindOf(number, "landuse"), "landuse", number)
    }
  })

  it("MUST accept only a register for a shop, an office or a garage, and a building for an American suite", () => {
    const kindOf = (unit: string, kind: "register" | "building" | "landuse" | "assumed" | "against", country = "US") =>
      kept(
        {
          recordId: "1",
          houseNumber: "12",
          street: "Park Street",
          unit,
          city: "Springfield",
          region: country === "US" ? "US-IL" : undefined,
          evidence: { kind, detail: "It is." }
        },
        country
      ).evidence?.kind
    for (const unit of ["OFC", "Office 3", "SHOP 2", "Garage", "GARAGE 12", "Car Space 4", "LBBY", "Clubhouse"]) {
      assert.isUndefined(kindOf(unit, "building"), unit)
      assert.isUndefined(kindOf(unit, "assumed"), unit)
      assert.strictEqual(kindOf(unit, "register"), "register", unit)
      assert.strictEqual(kindOf(unit, "against"), "against", unit)
    }
    for (const unit of ["STE 200", "Suite B", "STE"]) {
      assert.isUndefined(kindOf(unit, "landuse"), unit)
      assert.strictEqual(kindOf(unit, "building"), "building", unit)
      assert.strictEqual(kindOf(unit, "assumed", "NZ"), "assumed", unit)
    }
    const elsewhere = [
      ["ES", "Local 2"],
      ["MX", "Oficina 301"],
      ["CL", "OF 1201"],
      ["CL", "BX 12"],
      ["BR", "Loja 4"],
      ["BR", "Sala 12"],
      ["IT", "Box 7"],
      ["AT", "In der Tiefgarage"],
      ["PL", "Garaż 3"],
      ["RU", "офис 5"]
    ] as const
    for (const [country, unit] of elsewhere) assert.isUndefined(kindOf(unit, "building", country), unit)
    const flats = [
      "3",
      "B",
      "APT 3",
      "UNIT 2",
      "Garage Apt",
      "Shop Flat",
      "Stella",
      "Officers 3",
      "SPC 6",
      "LOT 4",
      "PH"
    ]
    for (const unit of flats) assert.strictEqual(kindOf(unit, "assumed"), "assumed", unit)
    assert.strictEqual(kindOf("Box 3", "building", "BE"), "building")
    assert.strictEqual(kindOf("lok. 5", "building", "PL"), "building")
  })

  it("MUST accept only a register for a red number, which shops and garages of three Italian cities have", () => {
    const kindOf = (houseNumber: string, city: string, kind: "register" | "building" | "landuse" | "against") =>
      kept({ recordId: "1", houseNumber, street: "Via Roma", city, evidence: { kind, detail: "It is." } }, "IT")
        .evidence?.kind
    for (const number of ["12r", "12R", "12/r", "12 R", "12a r", "12/A/R", "12 rosso", "3r."]) {
      for (const city of ["Firenze", "GENOVA", "Savona", "Florence"]) {
        assert.isUndefined(kindOf(number, city, "building"), `${number} ${city}`)
        assert.isUndefined(kindOf(number, city, "landuse"), `${number} ${city}`)
        assert.strictEqual(kindOf(number, city, "register"), "register")
        assert.strictEqual(kindOf(number, city, "against"), "against")
      }
      assert.strictEqual(kindOf(number, "Roma", "building"), "building")
    }
    for (const number of ["12", "12a", "12n", "12/B", "12 ter"]) {
      assert.strictEqual(kindOf(number, "Firenze", "building"), "building", number)
    }
  })

  it("MUST recognize regions by names and by codes", () => {
    for (const region of ["GA", "US-GA", "georgia", " Georgia "]) {
      const { components } = kept({ ...home, region })
      assert.deepStrictEqual([components.region, components.regionCode], ["Georgia", "US-GA"])
    }
    const german = kept({ ...home, region: "Bayern", postcode: "80331", coordinates: undefined }, "DE")
    assert.strictEqual(german.components.regionCode, "DE-BY")
  })

  it("MUST clean white space and control characters, and leave the source's words unchanged", () => {
    const { components } = kept({ ...home, street: " East\u0000 Gwinnett\tStreet\u200b ", city: "SAVANNAH" })
    assert.strictEqual(components.street, "East Gwinnett Street")
    assert.strictEqual(components.city, "SAVANNAH")
    assert.notProperty(components, "unit")
  })

  it("MUST have no invisible characters and line breaks in names in other languages, nor in the source's terms", () => {
    const names = {
      en: { street: "\u202eEast\u009b31m\nStreet\u200b", city: " \u200b" },
      de: { city: "\u00ad" },
      ["__proto__"]: { street: "Weg\t" }
    }
    const terms = { license: "A\u001b]0;B\u0007", attribution: "A\r\nB", homepage: "\u202ehttps://a.example " }
    const record = Result.getOrThrow(normalize({ ...manifest, ...terms }, "US", { ...home, names }))
    assert.deepStrictEqual(Object.entries(record.names ?? {}), [
      ["en", { street: "East 31m Street" }],
      ["__proto__", { street: "Weg" }]
    ])
    assert.deepStrictEqual([record.license, record.attribution, record.url], ["A ]0;B", "A B", "https://a.example"])
    assert.isUndefined(kept({ ...home, names: { de: { city: "\u00ad" } } }).names)
  })

  it("MUST assign an address to its places, found by name, code and short code", () => {
    const { places } = kept({ ...home, district: "Midtown" })
    assert.deepStrictEqual(
      places.map((place) => [place.type, place.name]),
      [
        ["region", "Georgia"],
        ["city", "Savannah"],
        ["district", "Midtown"],
        ["postcode", "31401"]
      ]
    )
    const [region, city, district] = places
    assert.sameMembers([...region!.names], ["georgia", "us-ga", "ga"])
    assert.strictEqual(region!.key, placeKey("US", "region", ["US-GA"]))
    assert.strictEqual(city!.parent, region!.key)
    assert.strictEqual(district!.parent, city!.key)
  })

  it("MUST give the same record the same address and digest, and any change another digest", () => {
    const digest = (record: RawRecord) => kept(record).parts.record.digest
    assert.strictEqual(digest(home), digest({ ...home }))
    for (const change of [
      { city: "SAVANNAH" },
      { coordinates: undefined },
      { evidence: undefined },
      { recordId: "2" }
    ]) {
      const changed = kept({ ...home, ...change })
      assert.strictEqual(changed.addressId, kept(home).addressId)
      assert.notStrictEqual(changed.parts.record.digest, digest(home))
    }
  })

  it("MUST be total: every record is kept or rejected with a reason, and kept ones are complete", () => {
    const text = fc.option(fc.string({ unit: "binary", maxLength: 30 }), { nil: undefined })
    const record = fc.record({
      recordId: fc.string(),
      houseNumber: fc.oneof(text, fc.constant("12")),
      street: text,
      unit: text,
      building: text,
      district: text,
      city: text,
      region: fc.oneof(text, fc.constant("GA")),
      postcode: fc.oneof(text, fc.constant("31401")),
      coordinates: fc.option(fc.record({ latitude: fc.double(), longitude: fc.double() }), { nil: undefined })
    })
    fc.assert(
      fc.property(record, fc.constantFrom("US", "DE", "JP", "XX"), (raw, country) => {
        const result = normalize(manifest, country, raw)
        if (Result.isFailure(result)) return assert.isString(result.failure)
        const { components, parts } = result.success
        const { formattedAddress, lines } = formatAddress(country, components)
        assert.isTrue(Object.values(components).every((value) => value !== "" && value === value.normalize("NFC")))
        assert.isNotEmpty(lines)
        assert.isTrue(lines.every((line) => formattedAddress.includes(line)))
        assert.include(parts.street.search.split("\n"), fold(components.city!))
      }),
      { numRuns: 1000 }
    )
  })
})
