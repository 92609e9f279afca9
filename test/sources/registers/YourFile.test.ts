import { fileURLToPath } from "node:url"
import { describe, expect, it } from "@effect/vitest"
import { Effect, Fiber, FileSystem, Stream } from "effect"
import { isRejected, type RawRecord } from "../../../sources/DataSource.ts"
import { type as fileType } from "../../../sources/registers/FileType.ts"
import { fileServer } from "../reading/FileServer.ts"
import { envelope, harvest, realFile } from "../reading/Harvest.ts"
import { testPlatform } from "../reading/TestReader.ts"
import { carson, said, sanFrancisco } from "./RealMappings.ts"
import { writtenFile } from "../../support/WrittenFile.ts"

const configure = (location: string, mapping: unknown) => fileType.configure("mine", { location, mapping })

const table = {
  ...said,
  format: { type: "csv", delimiter: ";" },
  fields: { houseNumber: "{no}", street: "{street}", city: "{town}", region: "CA" }
}

const records = Effect.fnUntraced(function* (
  name: string,
  content: string | Uint8Array,
  mapping: { readonly country: string }
) {
  const source = yield* configure(yield* writtenFile(name, content), mapping)
  return yield* Stream.runCollect(source.records(mapping.country))
})

const readable = (all: ReadonlyArray<object>) => all.filter((record) => !isRejected(record)) as ReadonlyArray<RawRecord>

describe("real files with an operator's mapping", () => {
  const carsonFile = realFile("national/us/us-ca-carson-cache.geojson")
  it.effect.skipIf(carsonFile === undefined)(
    "MUST read Carson, whose JSON has an extra comma, with its flag for homes",
    () =>
      Effect.gen(function* () {
        const found = yield* harvest(yield* configure(carsonFile!, carson), "US")
        expect({ read: found.read, kept: found.kept, rejected: found.rejected, evidence: found.evidence }).toEqual({
          read: 99,
          kept: 99,
          rejected: {},
          evidence: { register: 77, none: 22 }
        })
        expect(envelope(found)[0]).toBe("555 | E CARSON ST | Unit 122 | CARSON | US-CA | 90745")
      }).pipe(Effect.provide(testPlatform))
  )

  const sfFile = realFile("national/us/us-ca-san_francisco-excerpt.zip")
  it.effect.skipIf(sfFile === undefined)("MUST read San Francisco with its units, from a shapefile in an archive", () =>
    Effect.gen(function* () {
      const found = yield* harvest(yield* configure(sfFile!, sanFrancisco), "US")
      expect(found.read).toBe(7284)
      expect(found.kept + Object.values(found.rejected).reduce((sum, count) => sum + count, 0)).toBe(7284)
      expect({ kept: found.kept, rejected: found.rejected }).toEqual({
        kept: 4732,
        // Each address occurs once per parcel number, and eight have a street named UNKNOWN.
        rejected: { duplicate: 2517, "missing-street": 8, "placeholder-house-number": 27 }
      })
      expect(envelope(found)).toContain("650 | TURK ST | 407 | San Francisco | US-CA | 94102")
    }).pipe(Effect.provide(testPlatform))
  )
})

describe("a mapping", () => {
  it.effect("MUST work as the guide beside the declarations shows it", () =>
    Effect.gen(function* () {
      const files = yield* FileSystem.FileSystem
      const guide = yield* files.readFileString(
        fileURLToPath(new URL("../../../sources/registers/README.md", import.meta.url))
      )
      const [, json] = /```json\n([^]*?)```/.exec(guide) ?? []
      const source = yield* fileType.configure("mine", JSON.parse(json!))
      expect(source.manifest.countries).toEqual(["US"])
    }).pipe(Effect.provide(testPlatform))
  )

  it.effect("MUST stop a run whose example fails, with the expected and the actual value", () =>
    Effect.gen(function* () {
      const wrong = {
        ...table,
        examples: [
          {
            row: { no: "7", street: "Main", town: "Alma" },
            gives: { houseNumber: "7", street: "Main Street", city: "Alma", region: "CA", evidence: "assumed" }
          }
        ]
      }
      const failure = yield* Effect.flip(configure("a.csv", wrong))
      expect(failure).toMatchObject({ _tag: "SourceError", source: "mine", reason: "misconfigured" })
      expect(failure.message).toContain(
        'should give {"city":"Alma","evidence":"assumed","houseNumber":"7","region":"CA","street":"Main Street"}'
      )
      expect(failure.message).toContain(
        'but gives {"city":"Alma","evidence":"assumed","houseNumber":"7","region":"CA","street":"Main"}'
      )
    }).pipe(Effect.provide(testPlatform))
  )

  it.effect("MUST name every fault with its place, before anything is read", () =>
    Effect.gen(function* () {
      const faults = yield* Effect.flip(
        configure("a.csv", {
          ...table,
          country: "USA",
          format: { type: "csv", delimiter: ";;", encoding: "latin-99" },
          fields: { ...table.fields, hausnummer: "{no}", street: "{street" },
          projection: { epsg: 1, definition: "+proj=nothing" },
          keep: [{ value: "{no}", matches: "(" }]
        })
      )
      expect(faults.reason).toBe("misconfigured")
      for (const words of [
        "country",
        "delimiter",
        "encoding",
        "hausnummer",
        "does not close it",
        "projection",
        "regular expression"
      ]) {
        expect(faults.message).toContain(words)
      }
    }).pipe(Effect.provide(testPlatform))
  )

  it.effect("MUST read CSV, JSON, lines of JSON, GeoJSON and XML to the same addresses", () =>
    Effect.gen(function* () {
      const row = { no: "7", street: "Main Street", town: "Alma" }
      const json = JSON.stringify({ data: { items: [row] } })
      const feature = JSON.stringify({
        type: "FeatureCollection",
        features: [{ type: "Feature", properties: row, geometry: null }]
      })
      const files = [
        ["a.csv", "no;street;town\n7;Main Street;Alma\n", table.format],
        ["a.txt", "no\tstreet\ttown\n7\tMain Street\tAlma\n", { type: "csv", delimiter: "\t" }],
        ["a.json", json, { type: "json", path: "data.items" }],
        ["a.json", `${JSON.stringify(row)}\n`, { type: "json", lines: true }],
        ["a.geojson", feature, { type: "geojson" }],
        [
          "a.xml",
          "<all><home><no>7</no><street>Main Street</street><town>Alma</town></home></all>",
          { type: "xml", records: ["home"] }
        ]
      ] as const
      for (const [name, content, format] of files) {
        const [record] = readable(yield* records(name, content, { ...table, format } as typeof table))
        expect(record, name).toMatchObject({ houseNumber: "7", street: "Main Street", city: "Alma", region: "CA" })
        expect(record!.recordId).toMatch(/^[0-9a-f]{24}$/)
      }
    }).pipe(Effect.provide(testPlatform))
  )

  it.effect("MUST list the columns, members or elements of a file in which the mapping finds nothing", () =>
    Effect.gen(function* () {
      const strange = { nr: 7, strasse: "Main Street" }
      const feature = { type: "Feature", properties: strange, geometry: null }
      const files = [
        ["a.csv", "nr;strasse\n7;Main Street\n", table.format, "It has: nr, strasse."],
        ["a.json", JSON.stringify([strange]), { type: "json" }, "They have: nr, strasse."],
        ["a.ndjson", JSON.stringify(strange), { type: "json", lines: true }, "They have: nr, strasse."],
        [
          "a.geojson",
          JSON.stringify({ type: "FeatureCollection", features: [feature] }),
          { type: "geojson" },
          "none of its records has street, town, no. They have: nr, strasse."
        ],
        ["a.xml", "<all><haus><nr>7</nr></haus></all>", { type: "xml", records: ["home"] }, "It has: all, haus, nr."],
        ["a.xml", "<all><home><nr>7</nr></home></all>", { type: "xml", records: ["home"] }, "They have: nr."],
        // Why none of its records can be read.
        [
          "a.xml",
          "<all><home><no>&st;</no></home></all>",
          { type: "xml", records: ["home"] },
          'has &st; in "no", which'
        ]
      ] as const
      for (const [name, content, format, words] of files) {
        const mapping = { ...table, format, files: "a\\.[a-z]+$" } as typeof table
        const failure = yield* Effect.flip(records(name, content, mapping))
        expect(failure, name).toMatchObject({ _tag: "SourceError", reason: "unreadable" })
        expect(failure.message, name).toContain(words)
      }
      // A valid file without records is not a failure.
      expect(yield* records("a.json", "[]", { ...table, format: { type: "json" } } as unknown as typeof table)).toEqual(
        []
      )
    }).pipe(Effect.provide(testPlatform))
  )

  const strangers = realFile("national/us/us-ca-san_francisco-excerpt.zip")
  it.effect.skipIf(strangers === undefined)("MUST list the columns of a shapefile in which it finds nothing", () =>
    Effect.gen(function* () {
      const mapping = { ...table, format: { type: "shapefile" } }
      const source = yield* configure(strangers!, mapping)
      const failure = yield* Effect.flip(Stream.runDrain(source.records("US")))
      expect(failure).toMatchObject({ reason: "unreadable" })
      expect(failure.message).toContain("none of its records has street, town, no. They have: ")
      expect(failure.message).toContain("ADDR_NUM")
    }).pipe(Effect.provide(testPlatform))
  )

  it.effect("MUST distinguish projections and languages by row, and reject a row in an undefined projection", () =>
    Effect.gen(function* () {
      const mapping = {
        ...table,
        country: "NO",
        language: { of: "{lang}", map: { "1": "nb", "2": "se" } },
        position: { x: "{x}", y: "{y}" },
        projection: {
          by: "{epsg}",
          definitions: {
            "25832": "+proj=utm +zone=32 +ellps=GRS80 +units=m +no_defs",
            "4258": "EPSG:4258"
          }
        }
      }
      const rows = ["1;25832;600000;6628000", "2;4258;10.7;59.9", "3;25899;1;2"]
      const content = `no;street;town;lang;epsg;x;y\n${rows.map((row) => `7;Storgata;Oslo;${row}`).join("\n")}\n`
      const all = yield* records("a.csv", content, mapping)
      const [first, second] = readable(all)
      expect(first?.language).toBe("nb")
      expect(first?.coordinates?.latitude).toBeCloseTo(59.777, 2)
      expect(second).toMatchObject({ language: "se", coordinates: { latitude: 59.9, longitude: 10.7 } })
      const [last] = all.filter(isRejected)
      expect(last?.reason).toBe("malformed-record")
      expect(last?.detail).toContain('in the projection "25899", which the mapping does not define')
    }).pipe(Effect.provide(testPlatform))
  )

  it.effect("MUST read text in the declared encoding, and reject invalid bytes", () =>
    Effect.gen(function* () {
      const content = (encoding: BufferEncoding) =>
        Buffer.from("no;street;town\n7;Stra\u00dfe;Alma\n8;Main;Alma\n", encoding)
      const latin = { ...table, format: { ...table.format, encoding: "iso-8859-1" } }
      expect(readable(yield* records("a.csv", content("latin1"), latin)).map((record) => record.street)).toEqual([
        "Straße",
        "Main"
      ])
      const asUtf8 = yield* records("a.csv", content("latin1"), table)
      expect(readable(asUtf8).map((record) => record.street)).toEqual(["Main"])
      expect(asUtf8.filter(isRejected)[0]).toMatchObject({ reason: "malformed-text" })
    }).pipe(Effect.provide(testPlatform))
  )

  it.effect("MUST project coordinates by a code alone, and ask for the definition of a code that is not included", () =>
    Effect.gen(function* () {
      const by = (epsg: number) => ({ ...table, position: { x: "{x}", y: "{y}" }, projection: { epsg } })
      // The origin of the grid, by its definition.
      const rows = "no;street;town;x;y\n2;Main;Rocksprings;2296583.333;9842500\n"
      const [home] = readable(yield* records("a.csv", rows, by(2277)))
      expect(home?.coordinates?.latitude).toBeCloseTo(29.666667, 5)
      expect(home?.coordinates?.longitude).toBeCloseTo(-100.333333, 5)
      const degrees = rows.replace("2296583.333;9842500", "-97.7424;30.273")
      const [plain] = readable(yield* records("a.csv", degrees, by(4269)))
      expect(plain?.coordinates).toEqual({ latitude: 30.273, longitude: -97.7424 })
      for (const epsg of [26713, 99999]) {
        const { message } = yield* Effect.flip(configure("a.csv", by(epsg)))
        expect(message).toContain("projection")
        expect(message).toContain(`epsg.io/${epsg}`)
      }
    }).pipe(Effect.provide(testPlatform))
  )

  it.effect("MUST project coordinates, with decimal commas, and reject invalid ones", () =>
    Effect.gen(function* () {
      const iceland = {
        ...table,
        country: "IS",
        position: { x: "{x}", y: "{y}", decimalComma: true },
        projection: {
          epsg: 3057,
          definition:
            "+proj=lcc +lat_0=65 +lon_0=-19 +lat_1=64.25 +lat_2=65.75 +x_0=500000 +y_0=500000 +ellps=GRS80 +towgs84=0,0,0,0,0,0,0 +units=m +no_defs"
        }
      }
      const all = yield* records(
        "a.csv",
        "no;street;town;x;y\n2;Vesturbrún;Reykjavík;360440;408034,384090909\n3;A;B;;\n4;A;B;x;1\n",
        iceland
      )
      const [first, second] = readable(all)
      expect(first!.coordinates!.latitude).toBeCloseTo(64.1466508, 6)
      expect(first!.coordinates!.longitude).toBeCloseTo(-21.8680851, 6)
      expect(second!.coordinates).toBe(undefined)
      expect(all.filter(isRejected)).toMatchObject([{ reason: "malformed-record" }])
      expect(all.filter(isRejected)[0]!.detail).toMatch(
        /a\.csv line 4 has the coordinates "x", "1", which are not numbers/
      )
    }).pipe(Effect.provide(testPlatform))
  )

  it.effect("MUST use groups of the file's name as fields", () =>
    Effect.gen(function* () {
      const named = {
        ...table,
        files: "([A-Z]{2})_([a-z]+)\\.csv$",
        fields: { ...table.fields, region: "{$1}", city: "{$2}" }
      }
      const [record] = readable(yield* records("CA_alma.csv", "no;street;town\n7;Main;x\n", named))
      expect(record).toMatchObject({ region: "CA", city: "alma" })
    }).pipe(Effect.provide(testPlatform))
  )

  it.effect("MUST release the file when reading is interrupted", () =>
    Effect.gen(function* () {
      const server = yield* fileServer(Buffer.from("no;street;town\n7;Main;Alma\n".repeat(50_000)), {
        etag: '"1"',
        stallAfter: [500_000]
      })
      const source = yield* configure(`${server.url}/a.csv`, table)
      const started = yield* Effect.forkChild(Stream.runDrain(source.records("US")))
      yield* Effect.repeat(
        Effect.andThen(
          Effect.yieldNow,
          Effect.promise(() => new Promise(setImmediate))
        ),
        {
          until: () => server.requests.includes("GET")
        }
      )
      yield* Fiber.interrupt(started)
      yield* Effect.repeat(
        Effect.promise(() => new Promise(setImmediate)),
        { until: () => server.answering === 0 }
      )
      expect(server.answering).toBe(0)
    }).pipe(Effect.provide(testPlatform))
  )
})
