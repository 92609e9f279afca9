import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { Effect, FileSystem, Stream } from "effect"
import { shapefileRecords } from "../../../sources/reading/Shapefile.ts"
import { locate, testPlatform } from "./TestReader.ts"
import { dbf, point, shp } from "./shapefile/Written.ts"
import { zip } from "./ZipWriter.ts"

const written = shp(1, [point(1, 2), point(3.5, 4.25)])

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
  const table = (encoding: BufferEncoding) =>
    dbf(
      [["NAME", "C", 10]],
      ["Straße", "Rue"].map((name) => [Buffer.from(name, encoding)])
    )

  it.effect(
    "MUST give columns and points, decoded as declared, otherwise as the .cpg says, otherwise as Windows does",
    () =>
      Effect.gen(function* () {
        const files = {
          "d/a.shp": written,
          "d/a.dbf": table("utf8"),
          "d/a.cpg": Buffer.from("UTF-8\r\n")
        }
        const expected = [
          { number: 1, columns: { NAME: "Straße" }, point: [1, 2] },
          { number: 2, columns: { NAME: "Rue" }, point: [3.5, 4.25] }
        ]
        expect(yield* read(files)).toEqual(expected)
        const latin = { "a.shp": written, "a.dbf": table("latin1") }
        expect(yield* read(latin)).toEqual(expected)
        expect(yield* read({ ...latin, "a.cpg": Buffer.from("UTF-8") }, "iso-8859-1")).toEqual(expected)
        // Some programs write UTF-8, and say so nowhere.
        expect(yield* read({ "a.shp": written, "a.dbf": table("utf8") })).toEqual(expected)
      }).pipe(Effect.provide(testPlatform))
  )

  it.effect("MUST be decoded as far as its columns are wide, where nothing states the encoding", () =>
    Effect.gen(function* () {
      const cells = [
        Buffer.from("Große Straße").subarray(0, 12),
        Buffer.from("Allee \u00e9", "latin1"),
        Buffer.from("Rue \u20ac"),
        Buffer.from("\u00e9", "latin1")
      ]
      const names = yield* Effect.forEach(cells, (cell) =>
        Effect.map(
          read({ "a.shp": shp(1, [point(1, 2)]), "a.dbf": dbf([["NAME", "C", cell.length]], [[cell]]) }),
          ([row]) => row?.columns["NAME"]
        )
      )
      expect(names).toEqual(["Große Stra", "Allee é", "Rue €", "é"])
    }).pipe(Effect.provide(testPlatform))
  )

  it.effect("MUST be unreadable if either file is truncated, rather than end early", () =>
    Effect.gen(function* () {
      const latin = table("latin1")
      for (const files of [
        { "a.shp": written, "a.dbf": latin.subarray(0, latin.length - 8) },
        { "a.shp": written.subarray(0, 120), "a.dbf": latin },
        { "a.shp": shp(1, [point(1, 2)]), "a.dbf": latin },
        { "a.shp": Buffer.from("no shapefile at all"), "a.dbf": latin }
      ]) {
        expect(yield* Effect.flip(read(files))).toMatchObject({ _tag: "SourceError", reason: "unreadable" })
      }
    }).pipe(Effect.provide(testPlatform))
  )

  it.effect("MUST be decoded as its table states if there is no .cpg, as programs of Windows write it", () =>
    Effect.gen(function* () {
      const name = Effect.fnUntraced(function* (bytes: ReadonlyArray<number>, driver: number, cpg?: string) {
        const table = dbf([["NAME", "C", 10]], [[Uint8Array.from(bytes)]])
        table[29] = driver
        const files = { "a.shp": shp(1, [point(1, 2)]), "a.dbf": table }
        return (yield* read(cpg === undefined ? files : { ...files, "a.cpg": Buffer.from(cpg) }))[0]?.columns["NAME"]
      })
      expect(yield* name([0xcc, 0xe8, 0xf0], 0xc9)).toBe("Мир")
      expect(yield* name([0xa3, 0xf3, 0x64, 0x9f], 0xc8)).toBe("Łódź")
      expect(yield* name([0x8c, 0xa8, 0xe0], 0x65)).toBe("Мир")
      expect(yield* name([0x93, 0x8c, 0x8b, 0x9e], 0x13)).toBe("東京")
      expect(yield* name([0x81], 0x02)).toBe("ü")
      // The system's own, none, and none that is known.
      for (const driver of [0x57, 0, 0xff]) expect(yield* name([0xfc], driver)).toBe("ü")
      expect(yield* name([0xc3, 0xbc], 0xc9, "UTF-8")).toBe("ü")
    }).pipe(Effect.provide(testPlatform))
  )

  it.effect("MUST be read without the records that were deleted, whose shapes are still there", () =>
    Effect.gen(function* () {
      const latin = table("latin1")
      latin[latin.readUInt16LE(8)] = 0x2a
      expect(yield* read({ "a.shp": written, "a.dbf": latin })).toEqual([
        { number: 2, columns: { NAME: "Rue" }, point: [3.5, 4.25] }
      ])
    }).pipe(Effect.provide(testPlatform))
  )

  it.effect("MUST say that its table is missing", () =>
    Effect.gen(function* () {
      const failure = yield* Effect.flip(read({ "a.shp": written }))
      expect(failure).toMatchObject({ reason: "misconfigured" })
      expect(failure.message).toContain(".dbf file that belongs to it is missing")
    }).pipe(Effect.provide(testPlatform))
  )

  it.effect("MUST be given up if a record claims to be longer than any can be", () =>
    Effect.gen(function* () {
      const lying = Buffer.from(written)
      lying.writeInt32BE(0x7fffffff, 100 + 28 + 4)
      const error = yield* Effect.flip(read({ "a.shp": lying, "a.dbf": table("latin1") }))
      expect(error).toMatchObject({ reason: "unreadable" })
      expect(error.message).toContain("its record 2 says that it has 4294967294 bytes")
    }).pipe(Effect.provide(testPlatform))
  )

  it.effect(
    "MUST be decoded by any name that its .cpg has for an encoding; an unknown one is named, and none is guessed",
    () =>
      Effect.gen(function* () {
        const name = Effect.fnUntraced(function* (bytes: ReadonlyArray<number>, cpg: string) {
          const files = {
            "a.shp": shp(1, [point(1, 2)]),
            "a.dbf": dbf([["NAME", "C", 10]], [[Uint8Array.from(bytes)]]),
            "a.cpg": Buffer.from(cpg)
          }
          return (yield* read(files))[0]?.columns["NAME"]
        })
        for (const cpg of [
          "1252",
          "ANSI 1252",
          "88591",
          "ISO 88591",
          "ISO8859-1",
          "8859_1",
          "cp1252",
          "Windows-1252\r\n"
        ]) {
          expect(yield* name([0x5a, 0xfc], cpg), cpg).toBe("Zü")
        }
        for (const cpg of ["65001", "UTF8"]) expect(yield* name([0xc5, 0x81], cpg), cpg).toBe("Ł")
        for (const cpg of ["OEM 850", "cp850", "850", "IBM437", "OEM852"])
          expect(yield* name([0x81], cpg), cpg).toBe("ü")
        expect(yield* name([0x9d, 0xb6], "850")).toBe("ØÂ")
        expect(yield* name([0x9d, 0xd1], "OEM 852")).toBe("ŁĐ")
        expect(yield* name([0x8d, 0x8e], "866")).toBe("НО")
        for (const cpg of ["OEM", "cp799", "LDID/87"]) {
          const error = yield* Effect.flip(name([0x81], cpg))
          expect(error).toMatchObject({ reason: "misconfigured" })
          expect(error.message).toContain(`its .cpg names the encoding "${cpg}", which is unknown. State encoding`)
        }
      }).pipe(Effect.provide(testPlatform))
  )

  it.effect("MUST give text, numbers, dates and logical values, and nothing where a value is none", () =>
    Effect.gen(function* () {
      const table = dbf(
        [
          ["T", "C", 4],
          ["N", "N", 5],
          ["D", "D", 8],
          ["L", "L", 1],
          ["__proto__", "D", 8]
        ],
        [
          [" a ", "  7.5", "20240229", "Y", "20240301"],
          ["", "*****", "", "?", "none"]
        ]
      )
      const [first, second] = yield* read({ "a.shp": written, "a.dbf": table })
      expect(Object.entries(first!.columns)).toEqual([
        ["T", "a"],
        ["N", 7.5],
        ["D", new Date("2024-02-29T00:00:00Z")],
        ["L", true],
        ["__proto__", new Date("2024-03-01T00:00:00Z")]
      ])
      expect(Object.values(second!.columns)).toEqual([null, null, null, null, null])
    }).pipe(Effect.provide(testPlatform))
  )

  it.effect("MUST be refused with a sentence if its table is no table, before a row of it is made", () =>
    Effect.gen(function* () {
      const good = table("latin1")
      const patched = (at: number, value: number) => {
        const copy = Buffer.from(good)
        copy.writeUInt16LE(value, at)
        return copy
      }
      const many = Array.from({ length: 100 }, (_, i): readonly [string, string, number] => [`C${i}`, "C", 0])
      for (const [faulty, sentence] of [
        [Buffer.alloc(0), "its .dbf is cut off"],
        [patched(8, 3), "its header has 3 bytes, and each record 11"],
        [patched(10, 0), "its header has 65 bytes, and each record 0"],
        [patched(10, 5), "its 1 columns have 11 bytes, and its records 5"],
        [dbf(many, [[], []]), "its 100 columns have 1 bytes, and its records 1"],
        [dbf([["NAME", "Z", 10]], [["a"], ["b"]]), 'has the column "NAME" of the type "Z", which is unknown'],
        [patched(4, 3), "cut off after 2 of 3 records"],
        [Buffer.concat([good.subarray(0, 70), good.subarray(71)]), 'its record 2 begins with "R" in place of a space']
      ] as const) {
        const error = yield* Effect.flip(read({ "a.shp": written, "a.dbf": faulty }))
        expect(error).toMatchObject({ reason: "unreadable" })
        expect(error.message).toContain(sentence)
      }
    }).pipe(Effect.provide(testPlatform))
  )
})
