import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { describe, expect, it } from "@effect/vitest"
import { Effect, FileSystem, Stream } from "effect"
import { isRejected } from "../../../../sources/DataSource.ts"
import { layerOf, layersOf } from "../../../../sources/reading/geopackage/GeoPackage.ts"
import { type as fileType } from "../../../../sources/registers/FileType.ts"
import { guessTable } from "../../../../sources/registers/guess/Guess.ts"
import { rows } from "../../../../sources/SourceFiles.ts"
import { locate, testPlatform } from "../TestReader.ts"
import { zip } from "../ZipWriter.ts"
import { database, geoPackage, point, points } from "./Written.ts"

const folder = Effect.flatMap(FileSystem.FileSystem, (files) => files.makeTempDirectoryScoped())

const columns = `"street" TEXT(80), "number" MEDIUMINT, "postcode" TEXT, "town" TEXT`

/** Homes of Vaduz in degrees. */
const homes = (count: number, at: (index: number) => Uint8Array = (i) => point(9.52 + i / 1e6, 47.14)) =>
  Array.from({ length: count }, (_, i) => [at(i), "Städtle", i + 1, "9490", "Vaduz"] as const)

const said = {
  country: "LI",
  license: "CC0-1.0",
  attribution: "Vaduz",
  homepage: "https://example.com",
  fields: { houseNumber: "{number}", street: "{street}", city: "{town}", postcode: "{postcode}" },
  evidence: [{ kind: "assumed", detail: "None of it is known." }]
}

const read = Effect.fnUntraced(function* (location: string, format: object = {}, more: object = {}) {
  const mapping = { ...said, ...more, format: { type: "geopackage", ...format } }
  const source = yield* fileType.configure("vaduz", { location, mapping })
  return Array.from(yield* Stream.runCollect(source.records("LI")))
})

const places = (records: ReadonlyArray<object>) =>
  records.map((record) => {
    const { coordinates: { latitude, longitude } = {}, houseNumber } = record as {
      readonly houseNumber?: string
      readonly coordinates?: { readonly latitude: number; readonly longitude: number }
    }
    return [houseNumber, latitude, longitude]
  })

describe("a GeoPackage", () => {
  it.effect("MUST be read by the guessed roles of its columns, in the grid that it states", () =>
    Effect.gen(function* () {
      const location = geoPackage(join(yield* folder, "vaduz.gpkg"), [
        { name: "addresses", columns, srs: 25832, rows: homes(300, (i) => point(539_000 + i, 5_221_000, { box: 1 })) }
      ])
      const found = yield* guessTable(yield* locate(location))
      expect(found).toMatchObject({
        country: "LI",
        layout: "the layer addresses of a GeoPackage",
        isAddressTable: true,
        mapping: { format: { type: "geopackage" }, projection: { epsg: 25832 } }
      })
      expect(found.columns.map(({ name, part }) => [name, part])).toEqual([
        ["fid", null],
        ["street", "street"],
        ["number", "houseNumber"],
        ["postcode", "postcode"],
        ["town", "city"]
      ])
      const source = yield* fileType.configure("vaduz", { location, mapping: found.mapping })
      const records = Array.from(yield* Stream.runCollect(source.records("LI")))
      expect(records.length).toBe(300)
      expect(records[0]).toMatchObject({
        houseNumber: "1",
        street: "Städtle",
        postcode: "9490",
        city: "Vaduz",
        coordinates: { latitude: 47.141347, longitude: 9.5143438 }
      })
    }).pipe(Effect.scoped, Effect.provide(testPlatform))
  )

  it.effect("MUST find the layer with the addresses among others, and name it in the mapping", () =>
    Effect.gen(function* () {
      const location = geoPackage(join(yield* folder, "town.gpkg"), [
        { name: "trees", columns: `"species" TEXT, "height" REAL`, rows: [[point(9.5, 47.1), "Tilia", 12.5]] },
        { name: "Address Points", columns, rows: homes(50) },
        { name: "owners", kind: "attributes", columns: `"name" TEXT`, rows: [[null, "the town"]] }
      ])
      const found = yield* guessTable(yield* locate(location))
      expect(found).toMatchObject({
        layout: "the layer Address Points of a GeoPackage",
        mapping: { format: { type: "geopackage", layer: "Address Points" } }
      })
      expect((yield* read(location, { layer: "address points" })).length).toBe(50)
      const without = yield* Effect.flip(read(location))
      expect(without).toMatchObject({ reason: "misconfigured" })
      expect(without.message).toContain(
        "several layers: trees, Address Points, owners. Name the one with the addresses"
      )
      const unknown = yield* Effect.flip(read(location, { layer: "adressen" }))
      expect(unknown.message).toContain("no layer adressen. It has: trees, Address Points, owners.")
      const strange = yield* Effect.flip(read(location, { layer: "trees" }))
      expect(strange.message).toContain(
        "none of its records has street, town, number, postcode. They have: fid, species, height."
      )
    }).pipe(Effect.scoped, Effect.provide(testPlatform))
  )

  it.effect("MUST give points whatever stands before them, and the first of several", () =>
    Effect.gen(function* () {
      const kinds = ([0, 1, 2, 3, 4] as const).flatMap((box) => [
        point(9.5, 47.1, { box }),
        point(9.5, 47.1, { box, little: false })
      ])
      const all = [
        ...kinds,
        points([
          [9.5, 47.1],
          [8, 46]
        ]),
        points([]),
        Buffer.from("GP"),
        Buffer.alloc(40),
        null
      ]
      const location = geoPackage(join(yield* folder, "a.gpkg"), [
        { name: "a", columns, rows: all.map((geometry, i) => [geometry, "Städtle", i + 1, "9490", "Vaduz"]) }
      ])
      const found = yield* Stream.runCollect(rows(yield* locate(location), { type: "geopackage" }))
      expect(found.map((row) => (isRejected(row) ? row : row.point))).toEqual([
        ...Array.from({ length: 11 }, () => [9.5, 47.1]),
        ...Array.from({ length: 4 }, () => undefined)
      ])
    }).pipe(Effect.scoped, Effect.provide(testPlatform))
  )

  it.effect("MUST be the same in an archive", () =>
    Effect.gen(function* () {
      const place = yield* folder
      const location = geoPackage(join(place, "vaduz.gpkg"), [{ name: "a", columns, rows: homes(2000) }])
      const archive = join(place, "vaduz.zip")
      writeFileSync(archive, zip({ "data/vaduz.gpkg": readFileSync(location), "readme.txt": Buffer.from("read me") }))
      const plain = yield* read(location)
      expect(places(plain)[1999]).toEqual(["2000", 47.14, expect.closeTo(9.521999, 6)])
      expect(yield* read(archive)).toEqual(plain)
    }).pipe(Effect.scoped, Effect.provide(testPlatform))
  )

  it.effect("MUST be read in parts that each can be read on their own, and together are the whole", () =>
    Effect.gen(function* () {
      // A page of the database has one row.
      const long = "x".repeat(3900)
      const location = geoPackage(join(yield* folder, "vaduz.gpkg"), [
        { name: "a", columns: `${columns}, "note" TEXT`, rows: homes(10_500).map((row) => [...row, long]) }
      ])
      const mapping = { ...said, format: { type: "geopackage" } }
      const source = yield* fileType.configure("vaduz", { location, mapping })
      const partsOf = (ending: string) =>
        source.parts!("LI").pipe(
          Stream.filter(({ name }) => name.endsWith(ending)),
          Stream.mapEffect(({ name, records }) =>
            Effect.map(Stream.runCollect(records), (all) => ({ name, numbers: places(all).map(([number]) => number) }))
          ),
          Stream.runCollect
        )
      const parts = Array.from(yield* partsOf(""))
      expect(parts.map(({ name }) => name)).toEqual([1, 2, 3].map((part) => `vaduz.gpkg ${part}/3`))
      expect(parts.flatMap(({ numbers }) => numbers)).toEqual(Array.from({ length: 10_500 }, (_, i) => `${i + 1}`))
      const [last] = yield* partsOf("3/3")
      expect(last).toEqual(parts[2])
    }).pipe(Effect.scoped, Effect.provide(testPlatform))
  )

  it.effect("MUST NOT be read while another program keeps changes beside it", () =>
    Effect.gen(function* () {
      const location = geoPackage(join(yield* folder, "open.gpkg"), [{ name: "a", columns, rows: homes(3) }])
      const db = new DatabaseSync(location)
      db.exec(`PRAGMA journal_mode = WAL; UPDATE a SET street = 'Aeulestrasse'`)
      const fault = yield* Effect.flip(read(location))
      expect(fault).toMatchObject({ reason: "misconfigured" })
      expect(fault.message).toContain(
        "the file open.gpkg-wal beside it has changes that are not in it yet. Close the program"
      )
      db.close()
      expect((yield* read(location)).map((record) => !isRejected(record) && record.street)).toEqual([
        "Aeulestrasse",
        "Aeulestrasse",
        "Aeulestrasse"
      ])
    }).pipe(Effect.scoped, Effect.provide(testPlatform))
  )

  it.effect("MUST name what it lacks: layers, or all that makes a database a GeoPackage", () =>
    Effect.gen(function* () {
      const place = yield* folder
      const empty = geoPackage(join(place, "empty.gpkg"), [], (db) => {
        db.exec("CREATE VIEW seen AS SELECT 1 AS fid")
        db.exec("INSERT INTO gpkg_contents (table_name, data_type) VALUES ('seen', 'features'), ('tiles', 'tiles')")
      })
      expect((yield* Effect.flip(read(empty))).message).toContain("the GeoPackage has no layer with records.")
      const other = join(place, "other.gpkg")
      const db = new DatabaseSync(other)
      db.exec("CREATE TABLE a (x TEXT)")
      db.close()
      expect((yield* Effect.flip(read(other))).message).toContain("it is an SQLite database, but not a GeoPackage.")
    }).pipe(Effect.scoped, Effect.provide(testPlatform))
  )

  it.effect("MUST tell the reference system of each layer", () =>
    Effect.gen(function* () {
      const location = geoPackage(
        join(yield* folder, "a.gpkg"),
        [
          { name: "grid", columns, srs: 25832, rows: [] },
          { name: "own", columns, srs: 100_000, rows: [] },
          { name: "none", columns, srs: 77, rows: [] }
        ],
        (db) => {
          db.exec(`INSERT INTO gpkg_spatial_ref_sys VALUES ('own', 100000, 'NONE', 100000, 'PROJCS["own"]', NULL)`)
        }
      )
      const found = yield* locate(location)
      const layers = yield* found.entries().pipe(Stream.mapEffect(layersOf), Stream.flattenIterable, Stream.runCollect)
      expect(layers.map(({ name, reference }) => [name, reference])).toEqual([
        ["grid", "EPSG:25832"],
        ["own", 'PROJCS["own"]'],
        ["none", undefined]
      ])
    }).pipe(Effect.scoped, Effect.provide(testPlatform))
  )

  it.effect("MUST be read whatever its encoding and its pages, in grids of countries and of web maps", () =>
    Effect.gen(function* () {
      const grids = [
        { srs: 3857, at: [1_059_761.5, 5_967_313.7] },
        { srs: 2056, at: [2_757_700, 1_223_000] },
        { srs: 28992, at: [121_000, 487_000] }
      ] as const
      for (const [index, { at, srs }] of grids.entries()) {
        const location = join(yield* folder, "a.gpkg")
        database(location, (db) => {
          db.exec(`PRAGMA encoding = 'UTF-16${index === 0 ? "le" : "be"}'; PRAGMA auto_vacuum = ${(index + 1) & 2}`)
          db.exec(`PRAGMA page_size = ${512 << index}; CREATE TABLE "before" (x)`)
        })
        const layer = { name: "Straße", columns, srs, rows: homes(500, (i) => point(at[0] + i, at[1])) }
        geoPackage(location, [layer], (db) => {
          db.exec(`INSERT INTO gpkg_spatial_ref_sys VALUES ('s', ${srs}, 'epsg', ${srs}, 'd', NULL)`)
        })
        const { mapping } = yield* guessTable(yield* locate(location), { country: index === 2 ? "NL" : "LI" })
        const { projection } = mapping as { readonly projection: object }
        const all = yield* read(location, { layer: "STRAßE" }, { projection })
        expect(all.length).toBe(500)
        expect(places(all)[0]).toEqual(
          index === 2
            ? ["1", expect.closeTo(52.37, 1), expect.closeTo(4.89, 1)]
            : ["1", expect.closeTo(47.14, 1), expect.closeTo(9.52, 1)]
        )
      }
    }).pipe(Effect.scoped, Effect.provide(testPlatform))
  )

  it.effect("MUST have positions in areas, and none in empty points and outlines without extent", () =>
    Effect.gen(function* () {
      const ring = Buffer.alloc(8 + 5 + 4 + 4 + 4 * 16)
      ring.set([0x47, 0x50, 0, 1])
      ring.set([1, 3, 0, 0, 0, 1, 0, 0, 0, 4], 8)
      const plot = Buffer.from(ring)
      const corners = [9, 47, 9.002, 47, 9.002, 47.002, 9, 47]
      corners.forEach((corner, index) => plot.writeDoubleLE(corner, 21 + index * 8))
      const geometries = [ring, plot, point(Number.NaN, Number.NaN), point(Number.NaN, 47)]
      const location = geoPackage(join(yield* folder, "a.gpkg"), [
        { name: "a", columns, rows: homes(4, (i) => geometries[i]!) }
      ])
      const found = yield* Stream.runCollect(rows(yield* locate(location), { type: "geopackage" }))
      expect(found.map((row) => (isRejected(row) ? row : row.point))).toEqual([
        undefined,
        [9.0013333, 47.0006667],
        undefined,
        undefined
      ])
    }).pipe(Effect.scoped, Effect.provide(testPlatform))
  )

  it.effect("MUST say that a view is not read, and how to save what it shows", () =>
    Effect.gen(function* () {
      const place = yield* folder
      const view = (db: DatabaseSync) => {
        db.exec("CREATE VIEW seen AS SELECT * FROM a")
        db.exec("INSERT INTO gpkg_contents (table_name, data_type) VALUES ('seen', 'features')")
      }
      const beside = geoPackage(join(place, "beside.gpkg"), [{ name: "a", columns, rows: homes(3) }], view)
      expect((yield* read(beside)).length).toBe(3)
      const named = yield* Effect.flip(read(beside, { layer: "Seen" }))
      expect(named).toMatchObject({ reason: "misconfigured" })
      expect(named.message).toContain(
        'seen is a view, and only tables are read. Save it as a layer of its own with QGIS, or with GDAL: ogr2ogr addresses.gpkg FILE "seen"'
      )
      const alone = geoPackage(join(place, "alone.gpkg"), [], view)
      const words = "the GeoPackage has no layer with records. It has views, and only tables are read: seen."
      expect((yield* Effect.flip(read(alone))).message).toContain(words)
      expect((yield* Effect.flip(guessTable(yield* locate(alone)))).message).toContain(words)
    }).pipe(Effect.scoped, Effect.provide(testPlatform))
  )

  it.effect("MUST be refused if its end is missing", () =>
    Effect.gen(function* () {
      const location = geoPackage(join(yield* folder, "a.gpkg"), [{ name: "a", columns, rows: homes(3000) }])
      const bytes = readFileSync(location)
      writeFileSync(location, bytes.subarray(0, bytes.length - 1))
      const fault = yield* Effect.flip(read(location))
      expect(fault).toMatchObject({ reason: "unreadable" })
      expect(fault.message).toMatch(/the GeoPackage is cut off or damaged: it has \d+ pages, and page \d+ is needed/)
    }).pipe(Effect.scoped, Effect.provide(testPlatform))
  )

  it.effect("MUST tell names apart as SQLite does, and keep of other bytes no more than their beginning", () =>
    Effect.gen(function* () {
      const others = `${columns}, "photo" BLOB`
      const rowsOf = (town: string) => homes(2).map((row) => [...row.slice(0, -1), town, Buffer.alloc(3000)])
      const location = geoPackage(join(yield* folder, "a.gpkg"), [
        { name: "Ämter", columns: others, rows: rowsOf("Vaduz") },
        { name: "ämter", columns: others, rows: rowsOf("Balzers") },
        { name: "STRAßEN Ö", columns: others, rows: rowsOf("Eschen") }
      ])
      const townsOf = (layer: string) =>
        Effect.map(read(location, { layer }), (all) => all.map((one) => (isRejected(one) ? one : one.city)))
      expect(yield* townsOf("Ämter")).toEqual(["Vaduz", "Vaduz"])
      expect(yield* townsOf("äMTER")).toEqual(["Balzers", "Balzers"])
      expect(yield* townsOf("straßen ö")).toEqual(["Eschen", "Eschen"])
      const [entry] = yield* Stream.runCollect((yield* locate(location)).entries())
      const [part] = yield* (yield* layerOf(entry!, "ämter")).parts([])
      const photos = yield* Stream.runCollect(Stream.map(part!.records, (record) => record.columns["photo"]))
      expect(photos.map((photo) => (photo as Uint8Array).buffer.byteLength)).toEqual([256, 256])
    }).pipe(Effect.scoped, Effect.provide(testPlatform))
  )
})
