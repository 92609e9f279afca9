import { gzipSync } from "node:zlib"
import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { Effect, FileSystem, Stream } from "effect"
import { isRejected, type RawRecord } from "../../../../sources/DataSource.ts"
import { type as fileType } from "../../../../sources/registers/FileType.ts"
import { guessTable } from "../../../../sources/registers/guess/Guess.ts"
import { layoutsOf } from "../../../../sources/registers/guess/Layout.ts"
import { locate } from "../../reading/TestReader.ts"
import { dbf } from "../../reading/shapefile/Written.ts"
import { zip } from "../../reading/ZipWriter.ts"
import { run } from "./Guessing.ts"
import { writtenFile } from "../../../support/WrittenFile.ts"

const zipOf = (files: Readonly<Record<string, string>>): Buffer =>
  zip(Object.fromEntries(Object.entries(files).map(([name, content]) => [name, Buffer.from(content)])))

const guessed = (path: string) => Effect.flatMap(locate(path), (found) => guessTable(found))

/** What a source with the guessed mapping reads. */
const readBy = Effect.fnUntraced(function* (path: string) {
  const { country, mapping } = yield* guessed(path)
  const source = yield* fileType.configure("guessed", { location: path, mapping })
  const all = yield* Stream.runCollect(source.records(country!))
  return all.filter((record) => !isRejected(record)) as ReadonlyArray<RawRecord>
})

/** A point as well-known binary in hexadecimal digits, with a reference system if one is given. */
const wkb = (x: number, y: number, srid?: number): string => {
  const head = Buffer.alloc(srid === undefined ? 5 : 9)
  head.writeUInt8(1, 0)
  head.writeUInt32LE(srid === undefined ? 1 : 0x20000001, 1)
  if (srid !== undefined) head.writeUInt32LE(srid, 5)
  const numbers = Buffer.alloc(16)
  numbers.writeDoubleLE(x, 0)
  numbers.writeDoubleLE(y, 8)
  return Buffer.concat([head, numbers]).toString("hex").toUpperCase()
}

const lines = [
  "id;Hausnummer;Straße;PLZ;Ort;Breite;Länge",
  "a1;12;Hauptstraße;69117;Heidelberg;49.4105;8.7054",
  "a2;14a;Hauptstraße;69117;Heidelberg;49.4106;8.7055",
  "a3;3;Plöck;69117;Heidelberg;49.4092;8.6950"
]
const table = `${lines.join("\n")}\n`
const addresses = [
  {
    houseNumber: "12",
    street: "Hauptstraße",
    city: "Heidelberg",
    coordinates: { latitude: 49.4105, longitude: 8.7054 }
  },
  { houseNumber: "14a", street: "Hauptstraße" },
  { houseNumber: "3", street: "Plöck", postcode: "69117" }
]

describe("a file that is no table", () => {
  const files: ReadonlyArray<readonly [what: string, name: string, content: string | Uint8Array, says: string]> = [
    ["nothing", "a.csv", "", "it is empty"],
    ["blank lines", "a.csv", "\n \n", "it is empty"],
    [
      "a map in XML",
      "a.xml",
      '<?xml version="1.0"?>\n<osm version="0.6"><node id="1" lat="1" lon="1"/></osm>',
      "a source of the type openstreetmap"
    ],
    [
      "a map in JSON",
      "a.json",
      '{\n "version": 0.6,\n "generator": "Overpass API",\n "elements": []}',
      "it is a map of OpenStreetMap"
    ],
    ["a map", "a.pbf", "\0\0\0\u000d\u000a\u0009OSMHeader\u0018\u007c", "it is a map of OpenStreetMap"],
    [
      "a web page as a workbook",
      "a.xls",
      '<html xmlns:x="urn:schemas-microsoft-com:office:excel"><body><table><tr><td>1</td></tr></table></body></html>',
      "it is a web page in place of an Excel workbook"
    ],
    [
      "a dump of PostgreSQL",
      "a.sql",
      "--\n-- PostgreSQL database dump\n--\n\nSET client_encoding = 'UTF8';\n",
      "it is a dump of a database"
    ],
    [
      "statements of SQL",
      "a.sql",
      "INSERT INTO a (number, street) VALUES\n(1, 'Oak Ave'),\n(2, 'Oak Ave');\n",
      "it is a dump of a database"
    ],
    [
      "a workbook in XML",
      "a.xml",
      '<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook><Worksheet/></Workbook>',
      "it is an Excel workbook in XML"
    ],
    ["a table of MapInfo", "a.tab", "!table\n!version 300\n!charset WindowsLatin1\n", "it is a table of MapInfo"],
    ["a text of MapInfo", "a.mif", 'Version 300\nCharset "WindowsLatin1"\nDelimiter ","\n', "it is a table of MapInfo"],
    ["a table of dBASE", "a.dbf", dbf([["NUMBER", "C", 10]], [["12"]]), "it is a table of dBASE. Give the .shp"],
    [
      "waypoints",
      "a.gpx",
      '<?xml version="1.0"?>\n<gpx><wpt lat="1" lon="2"><name>Oak Ave 1</name></wpt></gpx>',
      "it is a GPX file of waypoints and tracks, which have names and no addresses"
    ],
    [
      "UTF-32",
      "a.csv",
      Buffer.concat([Buffer.from("fffe0000", "hex"), Buffer.from(Uint32Array.from([97, 44, 98]).buffer)]),
      "in UTF-32"
    ],
    ["names of columns alone", "a.csv", `${lines[0]!}\n`, 'it has one line and no rows: "id;Hausnummer'],
    [
      "TopoJSON",
      "a.json",
      '{"type":"Topology","transform":{},"objects":{"a":{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[1,2],"properties":{"number":"1","street":"Oak Ave"}}]}}}',
      "it is TopoJSON"
    ],
    [
      "records with names of their own",
      "a.json",
      '{"found":3,"results":{"1":{"number":"1"},"2":{"number":"2"},"3":{"number":"3"}}}',
      "Make it an array with jq"
    ],
    [
      "columns, by pandas",
      "a.json",
      '{"number":{"0":"1","1":"2"},"street":{"0":"Oak Ave","1":"Oak Ave"},"city":{"0":"Austin"}}',
      "orient='records'"
    ],
    ["rows without names", "a.json", '[["1","Oak Ave"],["2","Oak Ave"]]', "none of its records is an object"],
    [
      "a page to sign in",
      "a.csv",
      "<!DOCTYPE html>\n<html><head><title>Sign in</title></head><body><p>a</p><p>b</p></body></html>",
      'it is a web page ("Sign in")'
    ],
    [
      "a pointer of Git LFS",
      "a.csv",
      "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 1234\n",
      "git lfs pull"
    ],
    [
      "an error in JSON",
      "a.json",
      '{"error":{"code":400,"message":"Invalid or missing input"}}',
      "Invalid or missing input"
    ],
    [
      "an error in XML",
      "a.gml",
      '<?xml version="1.0"?>\n<Error><Code>AccessDenied</Code><Message>Denied</Message></Error>',
      "Denied"
    ],
    ["a PDF", "a.csv", "%PDF-1.7\n1 0 obj\n", "it is a PDF"],
    ["an old workbook", "a.csv", Buffer.from("d0cf11e0a1b11ae10000", "hex"), "old Excel"],
    ["a 7z archive", "a.7z", Buffer.from("377abcaf271c0004", "hex"), "Unpack it"],
    ["a file of bzip2", "a.csv.bz2", Buffer.from("BZh91AY&SY"), "its bzip2 compression is damaged or cut off"],
    ["a file compressed twice", "a.csv.gz", gzipSync(gzipSync("street,number\n")), "compressed twice"],
    ["a compressed archive", "a.zip.gz", gzipSync(zipOf({ "a.csv": "street,number\n" })), "compressed again"],
    ["a file of lz4", "a.csv.lz4", Buffer.from("04224d186440a7", "hex"), "with lz4"],
    ["a file of compress", "a.csv.Z", Buffer.from("1f9d9061", "hex"), "with compress"],
    ["the beginning of FlatGeobuf", "a.fgb", Buffer.from("6667620366676200", "hex"), "it is cut off after 0 features"],
    [
      "FlatGeobuf with a damaged header",
      "a.fgb",
      Buffer.from("666762036667620008000000ffffffff00000000", "hex"),
      "its header is damaged"
    ],
    ["a Feather file", "a.arrow", "ARROW1\0\0", "Save it as Parquet"],
    ["a tar archive", "a.tar", `${"a.csv".padEnd(257, "\0")}ustar\0`, "tar archive"],
    [
      "a binary workbook",
      "a.xlsb",
      zipOf({ "[Content_Types].xml": "<Types/>", "xl/workbook.bin": "" }),
      "in the binary format (.xlsb)"
    ],
    [
      "a sheet of LibreOffice",
      "a.ods",
      zipOf({ mimetype: "application/vnd.oasis", "content.xml": "<a/>" }),
      "LibreOffice"
    ],
    ["a file geodatabase", "a.zip", zipOf({ "a.gdb/a1.gdbtable": "\u0003\0\0\0" }), "file geodatabase"],
    [
      "a workbook beside a text",
      "a.zip",
      zipOf({ "Adressen.xls": "PK", "liesmich.txt": "Hallo" }),
      "it holds a workbook, Adressen.xls"
    ],
    [
      "a file that is compressed beside a text, whichever comes first",
      "a.zip",
      zipOf({ "a.txt": "Hallo", "b.csv.bz2": "BZh91AY" }),
      "it is compressed with bzip2"
    ],
    ["fixed widths", "a.txt", "12  Main St   \n14  Main St   \n16  Main St   \n18  High St   \n", "fixed widths"]
  ]
  it.effect.each(files)("MUST be called what it is, with what to do: %s", ([, name, content, says]) =>
    run(
      Effect.gen(function* () {
        const failure = yield* Effect.flip(Effect.flatMap(writtenFile(name, content), guessed))
        expect(failure).toMatchObject({ _tag: "SourceError", reason: "unreadable" })
        expect(failure.message).toContain(says)
      })
    )
  )

  it.effect("MUST be called what it is when a source reads it, too", () =>
    run(
      Effect.gen(function* () {
        const good = yield* writtenFile("a.csv", table)
        const { country, mapping } = yield* guessed(good)
        const page = yield* writtenFile("a.csv", "<html><title>Moved</title></html>")
        const source = yield* fileType.configure("mine", { location: page, mapping })
        const failure = yield* Effect.flip(Stream.runDrain(source.records(country!)))
        expect(failure.message).toContain('it is a web page ("Moved")')
      })
    )
  )
})

describe("a table as programs leave it", () => {
  const files: ReadonlyArray<readonly [what: string, name: string, content: string | Uint8Array]> = [
    ["lines that end with a delimiter", "a.csv", [lines[0]!, ...lines.slice(1).map((line) => `${line};`)].join("\n")],
    ["lines that end with a carriage return alone", "a.csv", `${lines.join("\r")}\r`],
    [
      "a header in the middle, after another byte order mark",
      "a.csv",
      `\ufeff${lines.slice(0, 2).join("\n")}\n\ufeff${lines[0]!}\n${lines.slice(2).join("\n")}`
    ],
    [
      "line breaks and quotes in notes",
      "a.csv",
      [`Notiz;${lines[0]!}`, ...lines.slice(1).map((line, at) => `"Nr. ${at}\n\nam ""Ring"";\n";${line}`)].join("\n")
    ],
    ["UTF-16 without its mark", "a.csv", Buffer.from(table, "utf16le")],
    ["a name of its own, in an archive", "a.zip", zipOf({ "ADDRESS.OPT": table })],
    ["a text beside it in an archive", "a.zip", zipOf({ "a.csv": table, "readme.txt": "Have fun!" })],
    [
      "several files of it in an archive, and another kind of file",
      "a.zip",
      zipOf({
        "a1.csv": lines.slice(0, 3).join("\n"),
        "a2.csv": [lines[0]!, lines[3]!].join("\n"),
        "read.me.txt": "Two files",
        "fields.json": '{"a":1}'
      })
    ],
    ["a name that comes again", "a.csv", lines.map((line, at) => `${line};${at === 0 ? "Straße" : "L 12"}`).join("\n")],
    ["a web page beside it in an archive", "a.zip", zipOf({ "a.csv": table, "b.csv": "<html></html>" })]
  ]
  it.effect.each(files)("MUST be read in full: %s", ([, name, content]) =>
    run(
      Effect.gen(function* () {
        const found = yield* Effect.flatMap(writtenFile(name, content), readBy)
        expect(found).toMatchObject(addresses)
      })
    )
  )

  it.effect.each([
    ["DE, as numbers", "DE", "1067", "01067"],
    ["FR, as numbers", "FR", "1000", "01000"],
    ["FI, as numbers", "FI", "100", "00100"],
    ["NO, as numbers", "NO", "154", "0154"],
    ["US, as decimals", "US", "2108.0", "02108"]
  ] as const)("MUST have the zeros of its postcodes that a spreadsheet took: %s", ([, country, written, postcode]) =>
    run(
      Effect.gen(function* () {
        const given = [
          "number;street;city;postcode;state",
          `12;Main Street;Town;${written};MA`,
          "14;Main Street;Town;69117;MA"
        ]
        const short = written.length === 3 && country === "NO" ? given.slice(0, 2) : given
        const found = yield* Effect.flatMap(writtenFile("a.csv", short.join("\n")), (path) =>
          Effect.flatMap(locate(path), (location) => guessTable(location, { country }))
        )
        expect(found.addresses[0]).toMatchObject({ houseNumber: "12", postcode })
      })
    )
  )

  it.effect("MUST keep postcodes as they are where one has its zero", () =>
    run(
      Effect.gen(function* () {
        const given = ["number;street;city;postcode", "12;Main Street;Town;01067", "14;Main Street;Town;1010"]
        const path = yield* writtenFile("a.csv", given.join("\n"))
        const found = yield* guessTable(yield* locate(path), { country: "DE" })
        expect(found.addresses.map(({ postcode }) => postcode)).toEqual(["01067", "1010"])
      })
    )
  )

  it.effect.each([
    ["with directions", "49°24'37.8\"N", "8°42'19.44\"E"],
    ["with digits in groups", "5.473.000,50", "478.600,25"]
  ] as const)("MUST have its coordinates as they are written: %s", ([, latitude, longitude]) =>
    run(
      Effect.gen(function* () {
        const rows = [
          "Hausnummer;Straße;PLZ;Ort;Hochwert;Rechtswert".replace(
            "Hochwert;Rechtswert",
            latitude.includes("°") ? "Breite;Länge" : "Nordwert;Ostwert"
          ),
          `12;Hauptstraße;69117;Heidelberg;${latitude};${longitude}`,
          `14;Hauptstraße;69117;Heidelberg;-999;-999`
        ]
        const [first] = yield* Effect.flatMap(writtenFile("a.csv", rows.join("\n")), readBy)
        expect(first).toMatchObject({
          houseNumber: "12",
          coordinates: { latitude: expect.closeTo(49.41, 2), longitude: expect.closeTo(8.705, 2) }
        })
      })
    )
  )

  it.effect("MUST have the minus sign that its longitudes or latitudes lack, if everything else says so", () =>
    run(
      Effect.gen(function* () {
        const american = [
          "ADDR_NUM,PREDIR,ST_NAME,ST_TYPE,CITY,STATE,ZIP,LONGITUDE,LATITUDE",
          "123,N,MAIN,ST,AUSTIN,TX,78701,97.7431,30.2672",
          "125,N,MAIN,ST,AUSTIN,TX,78701,97.7441,30.2682"
        ].join("\n")
        const found = yield* Effect.flatMap(writtenFile("a.csv", american), guessed)
        expect(found).toMatchObject({ country: "US", addresses: [{ latitude: 30.2672, longitude: -97.7431 }, {}] })
        expect(found.doubts.join(" ")).toContain("LONGITUDE lack their minus sign")
        const southern = american.replaceAll("97.74", "144.96").replaceAll("30.26", "37.81")
        const australian = yield* Effect.flatMap(writtenFile("b.csv", southern), (path) =>
          Effect.flatMap(locate(path), (location) => guessTable(location, { country: "AU" }))
        )
        expect(australian).toMatchObject({ addresses: [{ latitude: -37.8172, longitude: 144.9631 }, {}] })
      })
    )
  )

  it.effect("MUST have its coordinates the other way round if everything else says so", () =>
    run(
      Effect.gen(function* () {
        const swapped = [lines[0]!.replace("Breite;Länge", "lon;lat"), ...lines.slice(1)].join("\n")
        const found = yield* Effect.flatMap(writtenFile("a.csv", swapped), readBy)
        expect(found).toMatchObject(addresses)
        const bulgarian = yield* Effect.flatMap(
          writtenFile(
            "b.csv",
            "НАСЕЛЕНО МЯСТО,УЛИЦА,НОМЕР,X,Y\nгр. София,ул. Граф Игнатиев,12,42.6912,23.3212\nгр. София,бул. Витоша,14,42.6922,23.3222"
          ),
          guessed
        )
        expect(bulgarian).toMatchObject({ country: "BG", addresses: [{ latitude: 42.6912, longitude: 23.3212 }, {}] })
      })
    )
  )

  it("MUST have as many columns as its lines have cells, if each has a sign of inches", () => {
    const rows = Array.from({ length: 30 }, (_, at) => `${at}\tOak Ave\tAustin\t5" pipe`)
    const [layout] = layoutsOf("a.tsv", Buffer.from(["number\tstreet\tcity\tnote", ...rows, ""].join("\n")))
    expect(layout).toEqual({
      format: { type: "csv", delimiter: "\t", quote: "" },
      words: "CSV with tabs between 4 columns"
    })
  })

  it.effect.each([
    ["GeoJSON, longitude first", '"{""type"": ""MultiPoint"", ""coordinates"": [[8.7054, 49.4105]]}"'],
    ["well-known binary in hexadecimal digits", wkb(8.7054, 49.4105)],
    [
      "well-known binary with its reference system, as PostGIS exports it",
      `\\x${wkb(478_629.86, 5_473_132.47, 25832).toLowerCase()}`
    ],
    ["two numbers with decimal commas", '"49,4105; 8,7054"'],
    ["two numbers with decimal commas and a comma between", "49,4105, 8,7054"],
    ["minutes and seconds with directions", `"49°24'37,8""N, 8°42'19,44""E"`],
    ["directions before degrees", "N 49.4105° E 8.7054°"],
    ["a link to a place", "geo:49.4105,8.7054"],
    ["well-known text with its reference system", '"SRID=25832;POINT(478629.86 5473132.47)"'],
    ["GeoJSON, members in another order", '"{""coordinates"":[8.7054,49.4105],""type"":""Point""}"']
  ] as const)("MUST have points that are written as %s", ([, point]) =>
    run(
      Effect.gen(function* () {
        const text = `Hausnummer;Straße;PLZ;Ort;geometry\n12;Hauptstraße;69117;Heidelberg;${point}\n`
        const { coordinates, ...rest } = addresses[0]!
        expect(yield* Effect.flatMap(writtenFile("a.csv", text), readBy)).toMatchObject([
          {
            ...rest,
            coordinates: {
              latitude: expect.closeTo(coordinates!.latitude, 4),
              longitude: expect.closeTo(coordinates!.longitude, 4)
            }
          }
        ])
      })
    )
  )

  it.effect("MUST be named in a row whose well-known binary is no geometry", () =>
    run(
      Effect.gen(function* () {
        const rows = Array.from({ length: 10 }, (_, at) => `${at + 1};Hauptstraße;69117;Heidelberg;${wkb(8.7, 49.41)}`)
        const text = ["Hausnummer;Straße;PLZ;Ort;geom", ...rows, "11;Hauptstraße;69117;Heidelberg;0103000000"].join(
          "\n"
        )
        const { rejected } = yield* Effect.flatMap(writtenFile("a.csv", text), guessed)
        expect(rejected).toEqual([expect.stringContaining('line 12 has "0103000000", which is no geometry')])
      })
    )
  )

  it.effect("MUST be found in the JSON of Esri and in objects within objects", () =>
    run(
      Effect.gen(function* () {
        const feature = (number: number, at: number) =>
          `{"attributes":{"OBJECTID":${number},"ADDNUM":${number},"FULLNAME":"N Main St","CITY":"Boise","STATE":"ID","ZIP":"83702"},"geometry":{"x":-116.20${at},"y":43.61${at}}}`
        const esri = `{"fields":[{"name":"ADDNUM"}],"geometryType":"esriGeometryPoint","features":[${feature(123, 1)},${feature(125, 2)}]}`
        expect(yield* Effect.flatMap(writtenFile("a.json", esri), readBy)).toMatchObject([
          { houseNumber: "123", street: "N Main St", city: "Boise", coordinates: { latitude: 43.611 } },
          { houseNumber: "125", postcode: "83702" }
        ])
        const nested = (number: number) =>
          `{"Address":{"PremisesAddress":{"EngStreet":{"StreetName":"NATHAN ROAD","BuildingNoFrom":"${number}"},"Point":{"Latitude":"22.313${number}","Longitude":"114.170${number}"}}}}`
        expect(yield* Effect.flatMap(writtenFile("b.json", `[${nested(12)},${nested(14)}]`), readBy)).toMatchObject([
          { houseNumber: "12", street: "NATHAN ROAD", coordinates: { latitude: 22.31312 } },
          { houseNumber: "14" }
        ])
      })
    )
  )

  const record = (number: string, at: number) =>
    `{"hausnummer":"${number}","strasse":"Hauptstraße","plz":"69117","ort":"Heidelberg","lat":49.41${at},"lon":8.70${at}}`
  const rows = `[${record("12", 5)},${record("14a", 6)}]`
  it.effect.each([
    ["on one line", `{"data":${rows}}`],
    ["behind another array", `{"links":[{"rel":"self"}],"result":{"records":${rows}}}`],
    ["on lines in a folder of its own", zipOf({ "data/a.jsonl": `${record("12", 5)}\n${record("14a", 6)}\n` })]
  ] as const)("MUST be found in a document of JSON: %s", ([, content]) =>
    run(
      Effect.gen(function* () {
        const found = yield* Effect.flatMap(writtenFile("a.json", content), readBy)
        expect(found).toMatchObject([{ houseNumber: "12" }, { houseNumber: "14a", coordinates: { latitude: 49.416 } }])
      })
    )
  )

  it.effect("MUST be found in a KMZ, alone, in an archive, and in a folder", () =>
    run(
      Effect.gen(function* () {
        const data = (name: string, value: string) => `<Data name="${name}"><value>${value}</value></Data>`
        const place = (number: number) =>
          `<Placemark><ExtendedData>${data("number", String(number))}${data("street", "Main St")}${data("city", "Austin")}</ExtendedData><Point><coordinates>-97.7${number},30.2${number},0</coordinates></Point></Placemark>`
        const kml = `<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${place(12)}${place(14)}</Document></kml>`
        const kmz = zipOf({ "doc.kml": kml, "files/icon.png": "" })
        const files = yield* FileSystem.FileSystem
        const folder = yield* files.makeTempDirectoryScoped()
        yield* files.writeFile(join(folder, "homes.kmz"), kmz)
        const archive = yield* writtenFile("a.zip", zip({ "data/homes.KMZ": kmz }))
        for (const path of [join(folder, "homes.kmz"), folder, archive]) {
          expect(yield* readBy(path), path).toMatchObject([
            { houseNumber: "12", street: "Main St", coordinates: { latitude: 30.212, longitude: -97.712 } },
            { houseNumber: "14", city: "Austin" }
          ])
        }
      })
    )
  )
})
