import { describe, expect, it } from "@effect/vitest"
import { Effect, FileSystem } from "effect"
import { realFile } from "../reading/Harvest.ts"
import { testPlatform } from "../reading/TestReader.ts"
import { zip } from "../reading/ZipWriter.ts"
import { readArchive, readFolder } from "./Published.ts"

describe("tree-structured registers with residential use codes", () => {
  const building = (reference: string, use: string, dwellings: string, condition = "functional") => `
    <gml:featureMember><bu-ext2d:Building gml:id="ES.SDGC.BU.${reference}">
      <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::32628"><gml:lowerCorner>1 1</gml:lowerCorner></gml:Envelope></gml:boundedBy>
      <bu-core2d:conditionOfConstruction>${condition}</bu-core2d:conditionOfConstruction>
      <bu-core2d:inspireId><base:Identifier><base:localId>${reference}</base:localId><base:namespace>ES.SDGC.BU</base:namespace></base:Identifier></bu-core2d:inspireId>
      <bu-ext2d:currentUse>${use}</bu-ext2d:currentUse>
      <bu-ext2d:numberOfDwellings>${dwellings}</bu-ext2d:numberOfDwellings>
    </bu-ext2d:Building></gml:featureMember>`
  const collection = (name: string, inner: string) =>
    `<?xml version="1.0" encoding="ISO-8859-1"?><gml:FeatureCollection gml:id="ES.SDGC.${name}" xmlns:gml="http://www.opengis.net/gml/3.2">${inner}</gml:FeatureCollection>`

  const fasnia = realFile("registers-use/es-catastro-address.gml")
  it.effect.skipIf(fasnia === undefined)(
    "MUST read Spain: real addresses, whose streets, town and postcode are linked in their file, with their buildings",
    () =>
      Effect.gen(function* () {
        const files = yield* FileSystem.FileSystem
        const addresses = yield* files.readFile(fasnia!)
        const references = Array.from(
          Buffer.from(addresses)
            .toString("latin1")
            .matchAll(/localId>[\dA-Z.]+\.(\d{7}[A-Z]{2}\d{4}[A-Z])</g),
          ([, reference]) => reference!
        )
        const buildings = Array.from(new Set(references), (reference, index) =>
          index === 1
            ? building(reference, "3_industrial", "0")
            : index === 2
              ? building(reference, "4_2_retail", "2")
              : building(reference, "1_residential", "1", index === 3 ? "ruin" : "functional")
        )
        const found = yield* readFolder("es-catastro", "ES", {
          "A.ES.SDGC.AD.38012.zip": zip({ "A.ES.SDGC.AD.38012.gml": addresses }),
          "A.ES.SDGC.BU.38012.zip": zip({
            "A.ES.SDGC.BU.38012.building.gml": Buffer.from(collection("BU", buildings.join(""))),
            "A.ES.SDGC.BU.38012.buildingpart.gml": Buffer.from(collection("BU", ""))
          })
        })
        expect(found.rejected).toEqual({ duplicate: 1, "missing-house-number": 2 })
        expect(found.addresses.slice(0, 4)).toEqual([
          "1 | CJ CALLEJON | FASNIA | FASNIA | ES-TF | 38570 = register-against",
          "10 | CJ CALLEJON | FASNIA | FASNIA | ES-TF | 38570 = register",
          "10A | CJ CALLEJON | FASNIA | FASNIA | ES-TF | 38570 = register-against",
          "11 | CJ CALLEJON | FASNIA | FASNIA | ES-TF | 38570 = register"
        ])
        expect(found.addresses.at(-1)).toBe("73 | CR GENERAL DEL SUR | FASNIA | FASNIA | ES-TF | 38570 = register")
        const { coordinates, language } = Array.from(found.found.addresses.values())[0]!
        expect(language).toBe("es")
        expect(coordinates?.latitude).toBeCloseTo(28.2387, 3)
        expect(coordinates?.longitude).toBeCloseTo(-16.4433, 3)
      }).pipe(Effect.provide(testPlatform))
  )

  const buildings = realFile("registers-use/es-catastro-38023.building.gml")
  it.effect.skipIf(fasnia === undefined || buildings === undefined)(
    "MUST read real buildings of Spain, and each municipality with its own",
    () =>
      Effect.gen(function* () {
        const files = yield* FileSystem.FileSystem
        const real = Buffer.from(yield* files.readFile(fasnia!)).toString("latin1")
        const { found } = yield* readFolder("es-catastro", "ES", {
          "A.ES.SDGC.AD.38023.gml": real.replaceAll("8345806CS5284S", "000604300CS65F"),
          "A.ES.SDGC.BU.38023.building.gml": yield* files.readFile(buildings!),
          "A.ES.SDGC.AD.38012.gml": real.replaceAll("38570", "38579").replaceAll("8345806CS5284S", "000604300CS65F"),
          "A.ES.SDGC.BU.38012.building.gml": collection("BU", building("000604300CS65F", "4_1_office", "0"))
        })
        const first = Array.from(found.addresses.values()).filter(({ components }) => components.houseNumber === "1")
        expect(first.map(({ components, evidence }) => [components.postcode, evidence?.kind])).toEqual([
          ["38579", "register-against"],
          ["38570", "register"]
        ])
      }).pipe(Effect.provide(testPlatform))
  )

  it.effect("MUST read Spain: names with letters that its files have in the encoding that they declare", () =>
    Effect.gen(function* () {
      const name = (id: string, element: string, text: string) =>
        `<gml:featureMember><AD:${element} gml:id="ES.SDGC.${id}"><GN:text>${text}</GN:text></AD:${element}></gml:featureMember>`
      const address = `<gml:featureMember><AD:Address gml:id="ES.SDGC.AD.1"><base:localId>37.246.1.3.000604300CS65F</base:localId><AD:LocatorDesignator><AD:designator>3</AD:designator></AD:LocatorDesignator><gml:Point srsName="urn:ogc:def:crs:EPSG::25830"><gml:pos>325000 4531000</gml:pos></gml:Point><AD:component xlink:href="#ES.SDGC.TN.37.246.1"/><AD:component xlink:href="#ES.SDGC.AU.37.246"/></AD:Address></gml:featureMember>`
      const file = collection(
        "AD",
        `${address}${name("TN.37.246.1", "ThoroughfareName", "CL ESPAÑA")}${name("AU.37.246", "AdminUnitName", "PEÑARANDA")}`
      )
      const { addresses, rejected } = yield* readFolder("es-catastro", "ES", {
        "A.ES.SDGC.AD.37246.gml": Buffer.from(file, "latin1"),
        "A.ES.SDGC.BU.37246.building.gml": Buffer.from(
          collection("BU", building("000604300CS65F", "1_residential", "1")),
          "latin1"
        )
      })
      expect(rejected).toEqual({})
      expect(addresses).toEqual(["3 | Calle ESPAÑA | PEÑARANDA | ES-SA = register"])
    }).pipe(Effect.provide(testPlatform))
  )

  it.effect("MUST read Czechia: numbers of both kinds, linked within the file of a municipality", () =>
    Effect.gen(function* () {
      const kod = (prefix: string, element: string, code: string) =>
        `<${prefix}:${element}><${prefix === "ami" ? (element === "Ulice" ? "uli" : "soi") : "obi"}:Kod>${code}</${prefix === "ami" ? (element === "Ulice" ? "uli" : "soi") : "obi"}:Kod></${prefix}:${element}>`
      const object = (code: string, type: string, use: string, flats = "") =>
        `<vf:StavebniObjekt gml:id="SO.${code}"><soi:Kod>${code}</soi:Kod><soi:CislaDomovni><com:CisloDomovni>1</com:CisloDomovni></soi:CislaDomovni><soi:TypStavebnihoObjektuKod>${type}</soi:TypStavebnihoObjektuKod><soi:ZpusobVyuzitiKod>${use}</soi:ZpusobVyuzitiKod><soi:CastObce><coi:Kod>490156</coi:Kod></soi:CastObce>${flats === "" ? "" : `<soi:PocetBytu>${flats}</soi:PocetBytu>`}</vf:StavebniObjekt>`
      const place = (code: string, number: string, street: string, pos = "") =>
        `<vf:AdresniMisto gml:id="AD.${code}"><ami:Kod>${code}</ami:Kod><ami:CisloDomovni>${number}</ami:CisloDomovni>${street === "" ? "" : `<ami:CisloOrientacni>13</ami:CisloOrientacni><ami:CisloOrientacniPismeno>a</ami:CisloOrientacniPismeno>`}<ami:Psc>11000</ami:Psc>${kod("ami", "StavebniObjekt", code)}${street === "" ? "" : kod("ami", "Ulice", street)}${pos === "" ? "" : `<ami:Geometrie><ami:DefinicniBod><gml:Point gml:id="DAD.${code}" srsName="urn:ogc:def:crs:EPSG::5514"><gml:pos>${pos}</gml:pos></gml:Point></ami:DefinicniBod></ami:Geometrie>`}</vf:AdresniMisto>`
      const file = `<?xml version="1.0" encoding="UTF-8"?><vf:VymennyFormat xmlns:vf="urn:cz:isvs:ruian:schemas:VymennyFormatTypy:v1"><vf:Data>
        <vf:Obce><vf:Obec gml:id="OB.554782"><obi:Kod>554782</obi:Kod><obi:Nazev>Praha</obi:Nazev></vf:Obec></vf:Obce>
        <vf:CastiObci><vf:CastObce gml:id="CO.490156"><coi:Kod>490156</coi:Kod><coi:Nazev>Staré Město</coi:Nazev>${kod("coi", "Obec", "554782")}</vf:CastObce></vf:CastiObci>
        <vf:Ulice><vf:Ulice gml:id="UL.1"><uli:Kod>1</uli:Kod><uli:Nazev>Dlouhá</uli:Nazev>${kod("uli", "Obec", "554782")}</vf:Ulice><vf:Ulice gml:id="UL.2"><uli:Kod>2</uli:Kod><uli:Nazev>Krátká</uli:Nazev>${kod("uli", "Obec", "554782")}</vf:Ulice></vf:Ulice>
        <vf:StavebniObjekty>${object("11", "1", "6")}${object("12", "1", "14")}${object("13", "2", "8")}${object("14", "1", "20", "3")}${object("15", "1", "20")}</vf:StavebniObjekty>
        <vf:AdresniMista>${place("11", "604", "1", "-742800.00 -1043100.00")}${place("12", "605", "2")}${place("13", "7", "")}${place("14", "606", "2")}${place("15", "607", "2")}</vf:AdresniMista>
        </vf:Data></vf:VymennyFormat>`
      const { addresses, found, rejected } = yield* readFolder("cz-ruian", "CZ", {
        "20240131_OB_554782_UKSH.xml": file
      })
      expect(addresses).toEqual([
        "604/13a | Dlouhá | Staré Město | Praha | 110 00 = register",
        "605/13a | Krátká | Staré Město | Praha | 110 00 = register-against",
        "č.ev. 7 | Staré Město | Praha | 110 00 = register-against",
        "606/13a | Krátká | Staré Město | Praha | 110 00 = register",
        "607/13a | Krátká | Staré Město | Praha | 110 00 = none"
      ])
      expect(rejected).toEqual({})
      expect(Array.from(found.addresses.values())[0]?.coordinates?.latitude).toBeCloseTo(50.0867, 3)
    }).pipe(Effect.provide(testPlatform))
  )

  it.effect("MUST read Norway: a house with its garage is a home, and a shop or cabin is none", () =>
    Effect.gen(function* () {
      const building = (number: string, type: string, ...addresses: ReadonlyArray<string>) =>
        `<gml:featureMember><app:Bygning gml:id="bygning.${number}"><app:bygningsnummer>${number}</app:bygningsnummer><app:bygningstype>${type}</app:bygningstype><app:bygningsstatus>TB</app:bygningsstatus>${addresses.map((id) => `<app:bruksenhet><app:Bruksenhet><app:adresseId>${id}</app:adresseId><app:bruksenhetId>${number}${id}</app:bruksenhetId></app:Bruksenhet></app:bruksenhet>`).join("")}</app:Bygning></gml:featureMember>`
      const columns =
        "lokalId;kommunenummer;kommunenavn;adressetype;adressetilleggsnavn;adressetilleggsnavnKilde;adressekode;adressenavn;nummer;bokstav;gardsnummer;bruksnummer;festenummer;undernummer;adresseTekst;adresseTekstUtenAdressetilleggsnavn;EPSG-kode;Nord;Øst;postnummer;poststed;oppdateringsdato;datauttaksdato;adresseId;uuidAdresse"
      const address = (id: string, number: string, letter: string, type = "vegadresse") =>
        `l${id};3207;NORDRE FOLLO;${type};;;25440;Myrvollveien;${number};${letter};243;898;;;;;25832;6628970.5;600800.2;1415;OPPEGÅRD;;;${id};`
      const { addresses, found, rejected } = yield* readFolder("no-matrikkelen", "NO", {
        "matrikkelenAdresse.csv": `\uFEFF${[columns, address("1", "5", "C"), address("2", "7", ""), address("3", "9", ""), address("4", "11", ""), address("5", "1", "", "matrikkeladresse")].join("\n")}\n`,
        "Basisdata_3207_NordreFollo_25832_MatrikkelenBygning_GML.gml": `<gml:FeatureCollection>${building("10", "181", "1")}${building("11", "143", "1", "9")}${building("12", "322", "2")}${building("13", "161", "3")}</gml:FeatureCollection>`
      })
      expect(addresses).toEqual([
        "5C | Myrvollveien | OPPEGÅRD | 1415 = register",
        "7 | Myrvollveien | OPPEGÅRD | 1415 = register-against",
        "9 | Myrvollveien | OPPEGÅRD | 1415 = register-against",
        "11 | Myrvollveien | OPPEGÅRD | 1415 = none"
      ])
      expect(rejected).toEqual({ filtered: 1 })
      expect(Array.from(found.addresses.values())[0]?.coordinates?.latitude).toBeCloseTo(59.786, 2)
    }).pipe(Effect.provide(testPlatform))
  )
})

describe("tree-structured registers without use codes", () => {
  const collection = (inner: string) =>
    `<?xml version="1.0" encoding="UTF-8"?><gml:FeatureCollection xmlns:gml="http://www.opengis.net/gml/3.2" xmlns:xlink="http://www.w3.org/1999/xlink">${inner}</gml:FeatureCollection>`
  const place = (id: string, name: string, code = "0805043") =>
    `<gml:featureMember><prgad:AD_Miejscowosc gml:id="PL.${id}"><prgad:nazwa>${name}</prgad:nazwa><prgad:rodzaj>96</prgad:rodzaj><prgad:georeferencja><gml:Point srsName="EPSG:2180"><gml:pos>216088 505580</gml:pos></gml:Point></prgad:georeferencja><prgad:TERYTGminy>${code}</prgad:TERYTGminy></prgad:AD_Miejscowosc></gml:featureMember>`
  const street = (id: string, name: string) =>
    `<gml:featureMember><prgad:AD_UlicaPlac gml:id="PL.${id}"><prgad:nazwaPelna>${name}</prgad:nazwaPelna><prgad:rodzaj>1</prgad:rodzaj><prgad:miejsce xlink:href="#PL.m1"/><prgad:adres2 xlink:href="#PL.1"/></prgad:AD_UlicaPlac></gml:featureMember>`
  const point = (id: string, number: string, town: string, way = "", pos = "216691.39 505645.69") =>
    `<gml:featureMember><prgad:AD_PunktAdresowy gml:id="PL.${id}"><prgad:idIIP><prgad:AD_IdentyfikatorIIP><prgad:lokalnyId>${id}</prgad:lokalnyId></prgad:AD_IdentyfikatorIIP></prgad:idIIP><prgad:numerPorzadkowy>${number}</prgad:numerPorzadkowy><prgad:georeferencja><gml:Point srsName="EPSG:2180"><gml:pos>${pos}</gml:pos></gml:Point></prgad:georeferencja><prgad:kodPocztowy>69-110</prgad:kodPocztowy><prgad:miejscowosc xlink:href="#PL.${town}"/>${way === "" ? "" : `<prgad:ulica2 xlink:href="#PL.${way}"/>`}</prgad:AD_PunktAdresowy></gml:featureMember>`
  const former = `<gml:featureMembers><prg-ad:PRG_PunktAdresowy><bt:lokalnyId>old</bt:lokalnyId><prg-ad:jednostkaAdmnistracyjna>Polska</prg-ad:jednostkaAdmnistracyjna><prg-ad:jednostkaAdmnistracyjna>lubuskie</prg-ad:jednostkaAdmnistracyjna><prg-ad:miejscowosc>Konotop</prg-ad:miejscowosc><prg-ad:ulica>Podgórna</prg-ad:ulica><prg-ad:numerPorzadkowy>2</prg-ad:numerPorzadkowy><prg-ad:kodPocztowy>67-416</prg-ad:kodPocztowy><prg-ad:status>istniejacy</prg-ad:status><prg-ad:pozycja><gml:Point srsName="urn:ogc:def:crs:EPSG::2180"><gml:pos>456005.14 287772.37</gml:pos></gml:Point></prg-ad:pozycja></prg-ad:PRG_PunktAdresowy></gml:featureMembers>`

  it.effect("MUST read Poland: streets and towns that are linked before and after the points of their file", () =>
    Effect.gen(function* () {
      const { addresses, found, rejected } = yield* readFolder("pl-prg", "PL", {
        "08_lubuskie_11.09.2026_11.35.23.gml": collection(
          `${place("m1", "Rzepin")}${point("1", "1A", "m1", "u1")}${point("2", "7", "m1")}${street("u1", "Inwalidów Wojennych")}`
        ),
        "12_malopolskie_11.09.2026_11.40.00.gml": collection(
          `${street("u1", "Rynek")}${place("m1", "Gorlice", "1205011")}${point("3", "1A", "m1", "u1", "623000 198000")}`
        )
      })
      expect(rejected).toEqual({})
      expect(addresses).toEqual([
        "1A | Inwalidów Wojennych | Rzepin | PL-08 | 69-110 = assumed",
        "7 | Rzepin | PL-08 | 69-110 = assumed",
        "1A | Rynek | Gorlice | PL-12 | 69-110 = assumed"
      ])
      const [first] = Array.from(found.addresses.values())
      expect(first?.coordinates?.latitude).toBeCloseTo(52.343, 2)
      expect(first?.coordinates?.longitude).toBeCloseTo(14.84, 2)
    }).pipe(Effect.provide(testPlatform))
  )

  it.effect("MUST read Poland also in an archive that has the schema of 2012 beside the present one", () =>
    Effect.gen(function* () {
      const { addresses, found } = yield* readArchive("pl-prg", "PL", {
        "08_lubuskie.xml": Buffer.from(collection(former)),
        "NOWE_08_lubuskie.gml": Buffer.from(collection(`${place("m1", "Rzepin")}${point("2", "7", "m1")}`))
      })
      expect(addresses).toEqual([
        "2 | Podgórna | Konotop | PL-08 | 67-416 = assumed",
        "7 | Rzepin | PL-08 | 69-110 = assumed"
      ])
      const [konotop] = Array.from(found.addresses.values())
      expect(konotop?.coordinates?.latitude).toBeCloseTo(51.94, 1)
      expect(konotop?.coordinates?.longitude).toBeCloseTo(15.91, 1)
    }).pipe(Effect.provide(testPlatform))
  )
})
