import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { Effect, FileSystem, Stream } from "effect"
import { shapefileRecords } from "../../../sources/reading/Shapefile.ts"
import { locate, testPlatform } from "./TestReader.ts"
import { zip } from "./ZipWriter.ts"

/** A dBASE III table with one text column. */
const dbf = (column: string, values: ReadonlyArray<Buffer>): Buffer => {
  const width = 10
  const head = Buffer.alloc(32)
  head[0] = 3
  head.writeUInt32LE(values.length, 4)
  head.writeUInt16LE(32 + 32 + 1, 8)
  head.writeUInt16LE(1 + width, 10)
  const field = Buffer.alloc(32)
  field.write(column, 0, "latin1")
  field.write("C", 11, "latin1")
  field[16] = width
  const rows = values.map((value) => Buffer.concat([Buffer.from(" "), value, Buffer.alloc(width - value.length, " ")]))
  return Buffer.concat([head, field, Buffer.from([0x0d]), ...rows, Buffer.from([0x1a])])
}

/** A shapefile of points (ESRI, 1998). */
const shp = (points: ReadonlyArray<readonly [number, number]>): Buffer => {
  const record = 8 + 20
  const buffer = Buffer.alloc(100 + points.length * record)
  buffer.writeInt32BE(9994, 0)
  buffer.writeInt32BE(buffer.length / 2, 24)
  buffer.writeInt32LE(1000, 28)
  buffer.writeInt32LE(1, 32)
  points.forEach(([x, y], index) => {
    const at = 100 + index * record
    buffer.writeInt32BE(index + 1, at)
    buffer.writeInt32BE(10, at + 4)
    buffer.writeInt32LE(1, at + 8)
    buffer.writeDoubleLE(x, at + 12)
    buffer.writeDoubleLE(y, at + 20)
  })
  return buffer
}

const points = [
  [1, 2],
  [3.5, 4.25]
] as const

const read = Effect.fnUntraced(function* (files: Readonly<Record<string, Uint8Array>>, encoding?: string) {
  const system = yield* FileSystem.FileSystem
  const path = join(yield* system.makeTempDirectoryScoped(), "a.zip")
  yield* system.writeFile(path, zip(files))
  const location = yield* locate(path)
  return yield* location.entries({ select: (name) => name.endsWith(".shp") }).pipe(
    Stream.flatMap((entry) => shapefileRecords(entry, encoding)),
    Stream.runCollect
  )
})

describe("a shapefile", () => {
  const names = (encoding: BufferEncoding) => ["Straße", "Rue"].map((name) => Buffer.from(name, encoding))

  it.effect(
    "MUST give columns and points, decoded as declared, otherwise as the .cpg says, otherwise as Windows does",
    () =>
      Effect.gen(function* () {
        const files = {
          "d/a.shp": shp(points),
          "d/a.dbf": dbf("NAME", names("utf8")),
          "d/a.cpg": Buffer.from("UTF-8\r\n")
        }
        const expected = [
          { number: 1, columns: { NAME: "Straße" }, point: [1, 2] },
          { number: 2, columns: { NAME: "Rue" }, point: [3.5, 4.25] }
        ]
        expect(yield* read(files)).toEqual(expected)
        const latin = { "a.shp": shp(points), "a.dbf": dbf("NAME", names("latin1")) }
        expect(yield* read(latin)).toEqual(expected)
        expect(yield* read({ ...latin, "a.cpg": Buffer.from("UTF-8") }, "iso-8859-1")).toEqual(expected)
      }).pipe(Effect.provide(testPlatform))
  )

  it.effect("MUST be unreadable if either file is truncated, rather than end early", () =>
    Effect.gen(function* () {
      const table = dbf("NAME", names("latin1"))
      for (const files of [
        { "a.shp": shp(points), "a.dbf": table.subarray(0, table.length - 8) },
        { "a.shp": shp(points).subarray(0, 120), "a.dbf": table },
        { "a.shp": shp([points[0]]), "a.dbf": table },
        { "a.shp": Buffer.from("no shapefile at all"), "a.dbf": table }
      ]) {
        expect(yield* Effect.flip(read(files))).toMatchObject({ _tag: "SourceError", reason: "unreadable" })
      }
    }).pipe(Effect.provide(testPlatform))
  )

  it.effect("MUST say that its table is missing", () =>
    Effect.gen(function* () {
      const failure = yield* Effect.flip(read({ "a.shp": shp(points) }))
      expect(failure).toMatchObject({ reason: "misconfigured" })
      expect(failure.message).toContain(".dbf file that belongs to it is missing")
    }).pipe(Effect.provide(testPlatform))
  )

  it.effect("MUST be given up if a record claims to be longer than any can be", () =>
    Effect.gen(function* () {
      const lying = shp(points)
      lying.writeInt32BE(0x7fffffff, 100 + 28 + 4)
      const error = yield* Effect.flip(read({ "a.shp": lying, "a.dbf": dbf("name", names("latin1")) }))
      expect(error).toMatchObject({ reason: "unreadable" })
      expect(error.message).toContain("a record of it says that it has 4294967294 bytes")
    }).pipe(Effect.provide(testPlatform))
  )
})
