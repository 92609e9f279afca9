import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { Effect, FileSystem, Stream } from "effect"
import inside from "point-in-polygon-hao"
import { isRejected, type RawRecord } from "../../../../sources/DataSource.ts"
import { type as fileType } from "../../../../sources/registers/FileType.ts"
import { guessTable } from "../../../../sources/registers/guess/Guess.ts"
import { locate } from "../../reading/TestReader.ts"
import { run } from "./Guessing.ts"

/** What is guessed of a file, and what a source with that mapping reads, changed by these members. */
const guessed = Effect.fnUntraced(function* (name: string, content: string, changes: object = {}) {
  const files = yield* FileSystem.FileSystem
  const location = join(yield* files.makeTempDirectoryScoped(), name)
  yield* files.writeFileString(location, content)
  const guess = yield* guessTable(yield* locate(location))
  const { country, mapping } = guess
  if (mapping === null) return { guess, records: [] }
  const source = yield* fileType.configure("guessed", { location, mapping: { ...(mapping as object), ...changes } })
  const all = yield* Stream.runCollect(source.records(country!))
  return { guess, records: all.filter((record) => !isRejected(record)) as ReadonlyArray<RawRecord> }
})

const numbers = Array.from({ length: 9 }, (_, index) => index + 1)
const each = (record: (number: number) => string) => numbers.map(record).join("")
const xml = (inner: string) => `<?xml version="1.0" encoding="UTF-8"?><all xmlns:gml="urn:gml">${inner}</all>`
const kml = (inner: string) => `<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${inner}</Document></kml>`

const first = { houseNumber: "1", street: "Oak Ave", city: "Austin", postcode: "78701" }
const at = (number: number) => `<Point><coordinates>-97.7${number},30.2${number},0</coordinates></Point>`
const placed = { ...first, coordinates: { latitude: 30.21, longitude: -97.71 } }

describe("a table in XML", () => {
  const files: ReadonlyArray<readonly [what: string, name: string, content: string, gives: object]> = [
    [
      "values of KML by their names, of which rows may lack some",
      "a.kml",
      kml(
        each(
          (number) =>
            `<Placemark><ExtendedData><SchemaData schemaUrl="#s">${number % 2 === 0 ? `<SimpleData name="UNIT">Apt ${number}</SimpleData>` : ""}<SimpleData name="STREET">Oak Ave</SimpleData><SimpleData name="HOUSENO">${number}</SimpleData><SimpleData name="ZIP">78701</SimpleData><SimpleData name="CITY">Austin</SimpleData></SchemaData></ExtendedData>${at(number)}</Placemark>`
        )
      ),
      placed
    ],
    [
      "streets, postcodes and towns of INSPIRE, to which addresses link",
      "a.gml",
      xml(
        each(
          (number) =>
            `<Address gml:id="AD.${number}"><Point srsName="urn:ogc:def:crs:EPSG::4258"><pos>30.2${number} -97.7${number}</pos></Point><LocatorDesignator><designator>${number}</designator><type>2</type></LocatorDesignator><component xlink:href="#AU.1"/><component xlink:href="#TN.${number % 2}"/><component xlink:href="#PD.1"/></Address>`
        ) +
          [0, 1]
            .map(
              (at) =>
                `<ThoroughfareName gml:id="TN.${at}"><name><text>${["Elm Rd", "Oak Ave"][at]}</text></name></ThoroughfareName>`
            )
            .join("") +
          `<PostalDescriptor gml:id="PD.1"><postCode>78701</postCode></PostalDescriptor><AdminUnitName gml:id="AU.1"><name><text>Austin</text></name></AdminUnitName>`
      ),
      placed
    ],
    [
      "values of KML with names to show",
      "a.kml",
      kml(
        each(
          (number) =>
            `<Placemark id="p${number}"><ExtendedData>${Object.entries({
              STREET: "Oak Ave",
              HOUSENO: number,
              ZIP: "78701",
              CITY: "Austin"
            })
              .map(
                ([key, value]) =>
                  `<Data name="${key}"><displayName>The ${key}</displayName><value>${value}</value></Data>`
              )
              .join("")}</ExtendedData>${at(number)}</Placemark>`
        )
      ),
      placed
    ],
    [
      "records whose values are attributes",
      "a.xml",
      xml(
        each(
          (number) =>
            `<HOUSE ID="x${number}" HOUSENUM="${number}" STREET="Oak Ave" CITY="Austin" ZIP="78701" LAT="30.2${number}" LON="-97.7${number}"${number === 1 ? "/>" : "></HOUSE>"}`
        )
      ),
      { ...placed, recordId: "x1" }
    ],
    [
      "columns of rows",
      "a.xml",
      xml(
        `<catalog name="x">${each((number) => `<row><col name="STREET">Oak Ave</col><col name="NUMBER">${number}</col><col name="ZIP">78701</col><col name="CITY">Austin</col><col name="LAT">30.2${number}</col><col name="LON">-97.7${number}</col></row>`)}</catalog>`
      ),
      placed
    ],
    [
      "leaves of the same names in different elements",
      "a.xml",
      xml(
        each(
          (number) =>
            `<House><Code>${number}</Code><Street><Code>12</Code><Name>Oak Ave</Name></Street><Number>${number}</Number><City><Code>3</Code><Name>Austin</Name></City><Zip><Code>78701</Code></Zip><X>-97.7${number}</X><Y>30.2${number}</Y></House>`
        )
      ),
      placed
    ],
    [
      "numbers of Poland beside whole addresses that begin with the town",
      "a.xml",
      xml(
        each(
          (number) =>
            `<ms:AD.Address><gml:Point srsName="urn:ogc:def:crs:EPSG::2180"><gml:pos>39438${number}.17 54750${number}.59</gml:pos></gml:Point><ms:miejscowosc>Piotrków Trybunalski</ms:miejscowosc><ms:ulica>1 Maja</ms:ulica><ms:numer>${number}</ms:numer><ms:kod>97-300</ms:kod><ms:adres>Piotrków Trybunalski 1 Maja ${number}</ms:adres></ms:AD.Address>`
        )
      ),
      { houseNumber: "1", street: "1 Maja", city: "Piotrków Trybunalski", postcode: "97-300" }
    ],
    [
      "numbers with their extensions, as INSPIRE has them",
      "a.gml",
      xml(
        each(
          (number) =>
            `<gml:member><ad:Address gml:id="a${number}"><ad:LocatorDesignator><ad:designator>${number}</ad:designator></ad:LocatorDesignator>${number === 1 ? "<ad:LocatorDesignator><ad:designator>B</ad:designator></ad:LocatorDesignator>" : ""}<street>Oak Ave</street><city>Austin</city><zip>78701</zip><gml:Point srsName="urn:ogc:def:crs:EPSG::4258"><gml:pos>30.2${number} -97.7${number}</gml:pos></gml:Point></ad:Address></gml:member>`
        )
      ),
      { ...placed, houseNumber: "1B" }
    ]
  ]
  it.effect.each(files)("MUST be read by a guessed mapping: %s", ([, name, content, gives]) =>
    run(
      Effect.gen(function* () {
        const { records } = yield* guessed(name, content)
        expect(records.length).toBe(numbers.length)
        expect(records[0]).toMatchObject(gives)
      })
    )
  )

  it.effect("MUST lie where its reference system says, whose northings come first in a URN or a URL", () =>
    run(
      Effect.gen(function* () {
        const essen = (srsName: string, pos: (number: number) => string) =>
          xml(
            each(
              (number) =>
                `<gml:member><A><street>Lindenweg</street><number>${number}</number><gml:Point srsName="${srsName}"><gml:pos>${pos(number)}</gml:pos></gml:Point></A></gml:member>`
            )
          )
        for (const [srsName, pos] of [
          ["urn:ogc:def:crs:EPSG::3035", (number: number) => `31530${number}0.5 41120${number}0.5`],
          ["http://www.opengis.net/def/crs/EPSG/0/3035", (number: number) => `31530${number}0.5 41120${number}0.5`],
          ["EPSG:3035", (number: number) => `41120${number}0.5 31530${number}0.5`],
          ["http://www.opengis.net/gml/srs/epsg.xml#3035", (number: number) => `41120${number}0.5 31530${number}0.5`],
          ["urn:adv:crs:ETRS89_UTM32", (number: number) => `3605${number}5.5 57016${number}0.5`]
        ] as const) {
          const { guess } = yield* guessed("a.gml", essen(srsName, pos))
          expect(guess).toMatchObject({ country: "DE" })
          expect(guess.addresses[0]?.latitude).toBeCloseTo(51.449, 2)
          expect(guess.addresses[0]?.longitude).toBeCloseTo(6.993, 2)
        }
      })
    )
  )

  it.effect(
    "MUST lie where the order of its degrees says, and where the other order puts it into another country",
    () =>
      run(
        Effect.gen(function* () {
          // The two numbers of a place in Rome are those of one in Ethiopia, too.
          const rome = (point: (latitude: string, longitude: string) => string) =>
            each(
              (number) =>
                `<Placemark><A><street>Street ${number % 3}</street><number>${number}</number><Point${point(`41.9${number}`, `12.5${number}`)}</Point></A></Placemark>`
            )
          const pos = (srsName: string, isNorthFirst: boolean) =>
            rome((latitude, longitude) => {
              const [first, second] = isNorthFirst ? [latitude, longitude] : [longitude, latitude]
              return ` srsName="${srsName}"><gml:pos>${first} ${second}</gml:pos>`
            })
          const files = [
            pos("urn:ogc:def:crs:EPSG::4326", true),
            pos("http://www.opengis.net/def/crs/EPSG/0/4258", true),
            pos("EPSG:4326", false),
            pos("http://www.opengis.net/gml/srs/epsg.xml#4326", false),
            pos("urn:ogc:def:crs:OGC:1.3:CRS84", false),
            rome(
              (y, x) =>
                ` srsName="urn:ogc:def:crs:EPSG::4326"><posList>${y} ${x} ${y}1 ${x} ${y} ${x}1 ${y} ${x}</posList>`
            ),
            rome((y, x) => `><coordinates>${x},${y} ${x},${y}1 ${x}1,${y} ${x},${y}</coordinates>`),
            rome((latitude, longitude) => `><coordinates>${longitude},${latitude},0</coordinates>`)
          ]
          for (const file of files) {
            const { guess } = yield* guessed("a.xml", xml(file))
            expect(guess.country, file.slice(0, 200)).toBe("IT")
            expect(guess.addresses[0]?.latitude).toBeCloseTo(41.91, 2)
          }
        })
      )
  )

  it.effect("MUST NOT be identified by what elements are called, which differs in each export", () =>
    run(
      Effect.gen(function* () {
        const record = (number: number, from: number) =>
          `<A gml:id="layer.fid--${from + number}"><street>Oak Ave</street><number>${number}</number><city>Austin</city><LAT>30.2${number}</LAT><LON>-97.7${number}</LON></A>`
        const [first, later] = yield* Effect.forEach([100, 7000], (from) =>
          Effect.map(guessed("a.gml", xml(each((number) => record(number, from)))), ({ records }) =>
            records.map(({ recordId }) => recordId)
          )
        )
        expect(first?.length).toBe(numbers.length)
        expect(later).toEqual(first)
      })
    )
  )

  it.effect("MUST NOT take links and namespaces for names of streets", () =>
    run(
      Effect.gen(function* () {
        const content = each(
          (number) =>
            `<com:address><com:code><com:namespace>https://data.example/id/address</com:namespace><com:objectIdentifier>${300 + number}</com:objectIdentifier></com:code><com:pos srsName="http://www.opengis.net/def/crs/EPSG/0/31370">16526${number}.87 21082${number}.78</com:pos><com:houseNumber>${number}</com:houseNumber><com:hasStreetName><com:namespace>https://data.example/id/street</com:namespace><com:objectIdentifier>6345</com:objectIdentifier></com:hasStreetName></com:address>`
        )
        const { guess } = yield* guessed("a.xml", xml(content))
        expect(guess).toMatchObject({ country: "BE", isAddressTable: false })
        expect(guess.missing.join(" ")).toContain("No column holds streets")
        const flat = each(
          (number) =>
            `<ad:SimpleAddress><component_ThoroughfareName>#nl-imbag-ad-thoroughfarename-0003${number}</component_ThoroughfareName><locator_designator_addressNumber>${number}</locator_designator_addressNumber><gml:pos>53.31${number} 6.85${number}</gml:pos></ad:SimpleAddress>`
        )
        expect((yield* guessed("a.xml", xml(flat))).guess).toMatchObject({ country: "NL", isAddressTable: false })
      })
    )
  )

  it.effect("MUST be told to be a declared register, whichever of its structures it has", () =>
    run(
      Effect.gen(function* () {
        const { guess } = yield* guessed(
          "a.xml",
          xml(
            `<gml:featureMembers>${each((number) => `<prg-ad:PRG_PunktAdresowy><bt:lokalnyId>x${number}</bt:lokalnyId><prg-ad:jednostkaAdmnistracyjna>Polska</prg-ad:jednostkaAdmnistracyjna><prg-ad:jednostkaAdmnistracyjna>lubuskie</prg-ad:jednostkaAdmnistracyjna><prg-ad:miejscowosc>Konotop</prg-ad:miejscowosc><prg-ad:czescMiejscowosci xsi:nil="true" /><prg-ad:ulica>Podgórna</prg-ad:ulica><prg-ad:numerPorzadkowy>${number}</prg-ad:numerPorzadkowy><prg-ad:kodPocztowy>67-416</prg-ad:kodPocztowy><gml:Point srsName="urn:ogc:def:crs:EPSG::2180"><gml:pos>45600${number}.1 28777${number}.3</gml:pos></gml:Point></prg-ad:PRG_PunktAdresowy>`)}</gml:featureMembers>`
          )
        )
        expect(guess.register).toBe("pl-prg")
        expect(guess.addresses[0]?.latitude).toBeCloseTo(51.93, 2)
      })
    )
  )

  it.effect("MUST NOT be a table of addresses if numbers and streets are of different records", () =>
    run(
      Effect.gen(function* () {
        const { guess } = yield* guessed(
          "a.gml",
          xml(
            each(
              (number) =>
                `<gml:member><Point><number>${number}</number><zip>78701</zip><way href="#s${number}"/></Point></gml:member><gml:member><Street><street>Oak Ave</street><kind>9</kind></Street></gml:member>`
            )
          )
        )
        expect(guess.isAddressTable).toBe(false)
        expect(guess.layout).toBe("XML with records <Point>")
        expect(guess.missing.join(" ")).toContain("No column holds streets")
      })
    )
  )
})

describe("names within objects of JSON", () => {
  it.effect("MUST be read with those of the objects, as services of Argentina and Denmark nest them", () =>
    run(
      Effect.gen(function* () {
        const georef = numbers.map((number) => ({
          altura: { unidad: null, valor: number },
          calle: { categoria: "AV", id: `06441${number}`, nombre: "AV SANTA FE" },
          localidad_censal: { id: "06441030", nombre: "La Plata" },
          ubicacion: { lat: -34.9 - number / 1000, lon: -57.9 }
        }))
        const { records } = yield* guessed("a.json", JSON.stringify({ direcciones: georef }))
        expect(records[0]).toMatchObject({ houseNumber: "1", street: "AV SANTA FE", city: "La Plata" })
        const dawa = numbers.map((number) => ({
          adressebetegnelse: `Vestergade ${number}, 5000 Odense C`,
          adgangsadresse: {
            vejstykke: { navn: "Vestergade", kode: "0855" },
            husnr: `${number}`,
            postnummer: { nr: "5000", navn: "Odense C" },
            kommune: { kode: "0461", navn: "Odense" },
            adgangspunkt: { koordinater: [10.33, 55.39 + number / 1000] }
          }
        }))
        const { records: danish } = yield* guessed("b.json", JSON.stringify(dawa))
        expect(danish[0]).toMatchObject({
          houseNumber: "1",
          street: "Vestergade",
          postcode: "5000",
          city: "Odense C",
          coordinates: { latitude: 55.391, longitude: 10.33 }
        })
      })
    )
  )
})

describe("records of JSON that are lists", () => {
  const names = ["num_house", "street", "city", "zip", "lat", "lon"]
  const rows = numbers.map((number) => [
    `${number}`,
    "Oak Ave",
    "Austin",
    "78701",
    30.2 + number / 100,
    -97.7 - number / 100
  ])
  const files: ReadonlyArray<readonly [what: string, content: unknown]> = [
    ["CKAN", { fields: names.map((id) => ({ id, type: "text" })), records: rows }],
    ["Socrata", { meta: { view: { columns: names.map((fieldName) => ({ name: "A name", fieldName })) } }, data: rows }],
    ["pandas", { columns: names, index: numbers, data: rows }],
    ["those that have them in the first record", [names, ...rows]]
  ]

  it.effect.each(files)("MUST have the names that the document states: %s", ([, content]) =>
    run(
      Effect.gen(function* () {
        const { records } = yield* guessed("rows.json", JSON.stringify(content))
        expect(records).toHaveLength(numbers.length)
        expect(records[0]).toMatchObject(placed)
      })
    )
  )
})

describe("areas in place of points", () => {
  const names = ["HOUSENO", "STREET", "ZIP", "CITY"]
  const values = (number: number) => [number, "Oak Ave", "78701", "Austin"]
  const members = (number: number) => Object.fromEntries(names.map((name, index) => [name, values(number)[index]]))
  const leaves = (number: number) => names.map((name, index) => `<${name}>${values(number)[index]}</${name}>`).join("")
  /** A bent plot, of whose corners the first is 0.0001 degrees to the south-west of all that is within. */
  const ring = (number: number): ReadonlyArray<readonly [x: number, y: number]> =>
    [
      [0, 0],
      [6, 0],
      [6, 6],
      [5, 6],
      [5, 1],
      [1, 1],
      [1, 6],
      [0, 6],
      [0, 0]
    ].map(([x = 0, y = 0]) => [-97.71 - number / 100 + x / 1e4, 30.2 + number / 100 + y / 1e4])
  const pairs = (number: number, between: string, isNorthFirst = false) =>
    ring(number).map((point) =>
      (isNorthFirst ? point.toReversed() : point).map((value) => value.toFixed(6)).join(between)
    )
  const polygon = (number: number) => ({ type: "Polygon", coordinates: [ring(number)] })
  const csv = (delimiter: string, geometry: (number: number) => string) =>
    [[...names, "the_geom"], ...numbers.map((number) => [...values(number), geometry(number)])]
      .map((cells) => cells.join(delimiter))
      .join("\n")

  const files: ReadonlyArray<readonly [what: string, name: string, content: string]> = [
    ["well-known text", "a.csv", csv(",", (number) => `"MULTIPOLYGON (((${pairs(number, " ").join(", ")})))"`)],
    [
      "GeoJSON in cells, with as many commas in each line",
      "a.csv",
      csv(";", (number) => `"${JSON.stringify(polygon(number)).replaceAll('"', '""')}"`)
    ],
    [
      "rings of Esri",
      "a.json",
      JSON.stringify({
        geometryType: "esriGeometryPolygon",
        features: numbers.map((number) => ({ attributes: members(number), geometry: { rings: [ring(number)] } }))
      })
    ],
    [
      "objects of GeoJSON in records",
      "a.json",
      JSON.stringify(numbers.map((number) => ({ ...members(number), the_geom: polygon(number) })))
    ],
    [
      "GeoJSON",
      "a.geojson",
      numbers
        .map((number) => JSON.stringify({ type: "Feature", properties: members(number), geometry: polygon(number) }))
        .join("\n")
    ],
    [
      "polygons of KML",
      "a.kml",
      kml(
        each(
          (number) =>
            `<Placemark><ExtendedData>${names.map((name, index) => `<Data name="${name}"><value>${values(number)[index]}</value></Data>`).join("")}</ExtendedData><MultiGeometry><Polygon><outerBoundaryIs><LinearRing><coordinates>\n${pairs(number, ",").join(",0\n")},0\n</coordinates></LinearRing></outerBoundaryIs></Polygon></MultiGeometry></Placemark>`
        )
      )
    ],
    [
      "surfaces of GML, with the latitude first",
      "a.gml",
      xml(
        each(
          (number) =>
            `<parcel>${leaves(number)}<gml:MultiSurface srsName="urn:ogc:def:crs:EPSG::4326"><gml:Polygon><gml:exterior><gml:LinearRing><gml:posList>${pairs(number, " ", true).join(" ")}</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon></gml:MultiSurface></parcel>`
        )
      )
    ]
  ]

  it.effect.each(files)("MUST give a position within each: %s", ([, name, content]) =>
    run(
      Effect.gen(function* () {
        const { guess, records } = yield* guessed(name, content)
        expect(guess.country).toBe("US")
        expect(records).toHaveLength(numbers.length)
        expect(records[0]).toMatchObject(first)
        for (const [index, { coordinates }] of records.entries()) {
          const { latitude, longitude } = coordinates!
          expect(inside([longitude, latitude], [ring(index + 1).map(([x, y]) => [x, y])])).toBe(true)
        }
      })
    )
  )

  it.effect.each(["KML", "GML"])("MUST give a position in none of its courts: %s", (format) =>
    run(
      Effect.gen(function* () {
        const square = (number: number, from: number, to: number): Array<[number, number]> =>
          [
            [from, from],
            [to, from],
            [to, to],
            [from, to],
            [from, from]
          ].map(([x = 0, y = 0]) => [-97.71 - number / 100 + x / 1e4, 30.2 + number / 100 + y / 1e4])
        const listed = (ring: ReadonlyArray<readonly [number, number]>, between: string) =>
          ring.map((point) => point.map((value) => value.toFixed(6)).join(between)).join(" ")
        const text = (number: number) => {
          const [outer, court] = [square(number, 0, 9), square(number, 1, 8)]
          // Every other building has a court.
          const hasCourt = number % 2 === 1
          return format === "KML"
            ? `<Placemark>${leaves(number)}<Polygon><outerBoundaryIs><LinearRing><coordinates>${listed(outer, ",")}</coordinates></LinearRing></outerBoundaryIs>${hasCourt ? `<innerBoundaryIs><LinearRing><coordinates>${listed(court, ",")}</coordinates></LinearRing></innerBoundaryIs>` : ""}</Polygon></Placemark>`
            : `<A>${leaves(number)}<gml:Polygon srsName="EPSG:4326"><gml:exterior><gml:LinearRing><gml:posList>${listed(outer, " ")}</gml:posList></gml:LinearRing></gml:exterior>${hasCourt ? `<gml:interior><gml:LinearRing><gml:posList>${listed(court, " ")}</gml:posList></gml:LinearRing></gml:interior>` : ""}</gml:Polygon></A>`
        }
        const { guess, records } = yield* guessed("a.xml", format === "KML" ? kml(each(text)) : xml(each(text)))
        expect(guess.addresses[0]?.latitude).toBeCloseTo(30.21, 2)
        expect(records).toHaveLength(numbers.length)
        for (const [index, { coordinates }] of records.entries()) {
          const rings = index % 2 === 0 ? [square(index + 1, 0, 9), square(index + 1, 1, 8)] : [square(index + 1, 0, 9)]
          expect(inside([coordinates!.longitude, coordinates!.latitude], rings)).toBe(true)
        }
      })
    )
  )

  it.effect("MUST be corrected if it lies in another country than the words of the table", () =>
    run(
      Effect.gen(function* () {
        // Heidelberg, whose two numbers are those of a place in Somalia, too.
        const features = numbers.map((number) => ({
          type: "Feature",
          properties: { Hausnummer: number, Straße: "Hauptstraße", PLZ: "69117", Ort: "Heidelberg" },
          geometry: { type: "Point", coordinates: [49.41 + number / 1e4, 8.7 + number / 1e4] }
        }))
        const { guess, records } = yield* guessed("a.geojson", JSON.stringify({ type: "FeatureCollection", features }))
        expect(guess.country).toBe("DE")
        expect(records[0]).toMatchObject({ coordinates: { latitude: 49.4101, longitude: 8.7001 } })
      })
    )
  )

  it.effect("MUST be corrected where all have their two numbers in the other order", () =>
    run(
      Effect.gen(function* () {
        const features = numbers.map((number) => ({
          type: "Feature",
          properties: members(number),
          geometry: { type: "Polygon", coordinates: [ring(number).map(([x, y]) => [y, x])] }
        }))
        const { guess, records } = yield* guessed("a.geojson", JSON.stringify({ type: "FeatureCollection", features }))
        expect(guess.mapping).toMatchObject({ position: { swapped: true } })
        expect(guess.doubts.join(" ")).toContain("in the other order, which the mapping corrects")
        expect(records[0]).toMatchObject({ coordinates: { latitude: expect.closeTo(30.21, 2) } })
      })
    )
  )
})

describe("a page of a server's answer", () => {
  const record = (number: number) => ({ id: `r${number}`, number, street: "Oak Ave", city: "Austin", zip: "78701" })
  const point = (number: number) => ({
    type: "Point",
    coordinates: [Number(`-97.7${number}`), Number(`30.2${number}`)]
  })
  const feature = (number: number) => ({ type: "Feature", properties: record(number), geometry: point(number) })
  const features = { type: "FeatureCollection", features: numbers.map(feature) }
  const wfs = (counts: string) =>
    `<?xml version="1.0"?><wfs:FeatureCollection ${counts}>${each((number) => `<wfs:member><A><number>${number}</number><street>Oak Ave</street><city>Austin</city><LAT>30.2${number}</LAT><LON>-97.7${number}</LON></A></wfs:member>`)}</wfs:FeatureCollection>`
  const geo = (number: number) => ({ geo_point_2d: { lon: Number(`-97.7${number}`), lat: Number(`30.2${number}`) } })

  const pages: ReadonlyArray<readonly [server: string, name: string, content: string, says: string | undefined]> = [
    ["WFS", "a.gml", wfs('numberMatched="5000" numberReturned="9"'), "9 of 5000"],
    [
      "WFS, with the next page",
      "a.gml",
      wfs('numberMatched="unknown" numberReturned="9" next="http://x/?a"'),
      "one page"
    ],
    ["OGC API", "a.json", JSON.stringify({ ...features, numberMatched: 5000, numberReturned: 9 }), "9 of 5000"],
    [
      "OGC API, with the next page",
      "a.json",
      JSON.stringify({ ...features, links: [{ rel: "next", href: "https://x" }] }),
      "one page"
    ],
    [
      "Esri",
      "a.json",
      JSON.stringify({
        geometryType: "esriGeometryPoint",
        exceededTransferLimit: true,
        features: numbers.map((number) => ({
          attributes: record(number),
          geometry: { x: -10_880_000 - number * 10.5, y: 3_537_000 + number * 10.5 }
        }))
      }),
      "one page"
    ],
    [
      "CKAN",
      "a.json",
      JSON.stringify({
        success: true,
        result: {
          fields: [
            { id: "number", type: "int" },
            { id: "street", type: "text" }
          ],
          records: numbers.map((number) => ({ ...record(number), ...geo(number).geo_point_2d })),
          limit: 9,
          total: 5000
        }
      }),
      "9 of 5000"
    ],
    [
      "Opendatasoft, whose records have Features within them",
      "a.json",
      JSON.stringify({
        total_count: 5000,
        results: numbers.map((number) => ({
          ...record(number),
          ...geo(number),
          geo_shape: { ...feature(number), properties: {} }
        }))
      }),
      "9 of 5000"
    ],
    ["a whole WFS", "a.gml", wfs('numberMatched="9" numberReturned="9"'), undefined],
    ["a whole OGC API", "a.json", JSON.stringify({ ...features, numberMatched: 9, numberReturned: 9 }), undefined],
    [
      "records that count something themselves",
      "a.json",
      JSON.stringify(numbers.map((number) => ({ ...record(number), ...geo(number).geo_point_2d, total: 5000 }))),
      undefined
    ]
  ]
  it.effect.each(pages)("MUST be told from the whole: %s", ([, name, content, says]) =>
    run(
      Effect.gen(function* () {
        if (says !== undefined) {
          // A page may not be published as if it were the whole.
          expect((yield* Effect.flip(guessed(name, content))).message).toContain("it is only one page of a service")
        }
        const { guess, records } = yield* guessed(name, content, says === undefined ? {} : { pages: false })
        expect(records.length).toBe(numbers.length)
        expect(records[0]).toMatchObject({ houseNumber: "1", street: "Oak Ave", city: "Austin" })
        expect(records[0]?.coordinates?.latitude).toBeCloseTo(30.2, 0)
        const doubts = guess.doubts.join(" ")
        if (says === undefined) expect(doubts).not.toContain("one page")
        else {
          expect(doubts).toContain("one page of a server's answer")
          expect(doubts).toContain(says)
        }
      })
    )
  )
})
