import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { assert, describe, expect, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import * as fc from "fast-check"
import { isRejected } from "../../../../sources/DataSource.ts"
import { flatFeatures } from "../../../../sources/reading/flatgeobuf/FlatGeobuf.ts"
import { Fault } from "../../../../sources/reading/Parser.ts"
import { guessTable } from "../../../../sources/registers/guess/Guess.ts"
import { readRows } from "../../../../sources/registers/Rows.ts"
import { run } from "../../registers/guess/Guessing.ts"
import { locate } from "../TestReader.ts"

/** Four features, as ogr2ogr of GDAL 3.6.2 writes them: with an index, and without the one that has no geometry. */
const gdal = fileURLToPath(new URL("gdal.fgb", import.meta.url))
const byGdal = readFileSync(gdal)
/** Five features, as the npm package flatgeobuf 4.5.0 serializes GeoJSON: without an index. */
const byPackage = readFileSync(new URL("package.fgb", import.meta.url))

const read = (file: Buffer, chunk = file.length) => {
  const parser = flatFeatures(() => {})
  const found = Array.from({ length: Math.ceil(file.length / chunk) }, (_, at) =>
    parser.push(file.subarray(at * chunk, (at + 1) * chunk))
  ).flat()
  return [...found, ...parser.end()].map(({ columns, point }) => [columns.get("number"), point])
}

/** The bytes with a number at a place. */
const withNumber = (file: Buffer, at: number, value: number): Buffer => {
  const changed = Buffer.from(file)
  changed.writeUInt32LE(value, at)
  return changed
}

const headerEnd = (file: Buffer): number => 12 + file.readUInt32LE(8)

/** A geometry of so many parts, each of which is the same geometry of so many parts, and so on. */
const nested = (levels: number, width: number): Buffer => {
  const level = 12 + width * 4
  const feature = Buffer.alloc(40 + levels * level)
  feature.writeUInt32LE(32, 0)
  // Which fields the geometries have, and the feature.
  Buffer.from(Uint16Array.from([20, 8, 0, 0, 0, 0, 0, 0, 0, 4, 6, 8, 4]).buffer).copy(feature, 4)
  feature.writeInt32LE(8, 32)
  feature.writeUInt32LE(4, 36)
  for (let nth = 0; nth < levels; nth++) {
    const at = 40 + nth * level
    feature.writeInt32LE(at - 4, at)
    feature.writeUInt32LE(4, at + 4)
    feature.writeUInt32LE(nth + 1 < levels ? width : 0, at + 8)
    for (let part = 0; part < width; part++) {
      const from = at + 12 + part * 4
      feature.writeUInt32LE(at + level - from, from)
    }
  }
  const length = Buffer.alloc(4)
  length.writeUInt32LE(feature.length, 0)
  return Buffer.concat([byPackage.subarray(0, headerEnd(byPackage)), length, feature])
}

describe("a file of FlatGeobuf", () => {
  it("MUST give values and positions, by any writer, with and without an index, whatever the chunks", () => {
    const cases = [
      [
        byGdal,
        [
          ["4", [9.54005, 47.14005]],
          ["2a", [9.53005, 47.14005]],
          ["1", [9.52, 47.14]]
        ]
      ],
      [
        byPackage,
        [
          ["1", [9.52, 47.14]],
          ["2a", [9.53005, 47.14005]],
          ["4", [9.54005, 47.14005]],
          ["5", [9.55, 47.15]],
          ["6", [9.5501, 47.15]]
        ]
      ]
    ] as const
    for (const [file, expected] of cases) {
      for (const chunk of [1, 7, 1000, file.length]) assert.deepStrictEqual(read(file, chunk), expected as never)
    }
  })

  it.effect("MUST be guessed with its reference system, and read with its columns and days", () =>
    run(
      Effect.gen(function* () {
        const location = yield* locate(gdal)
        const { country, mapping } = yield* guessTable(location)
        expect({ country, mapping }).toMatchObject({ country: "LI", mapping: { format: { type: "flatgeobuf" } } })
        const rows = yield* Stream.runCollect(
          Stream.flatMap(location.entries(), (entry) => readRows(entry, { type: "flatgeobuf" }, []))
        )
        const texts = rows.map((row) => (isRejected(row) ? [] : ["street", "level", "day", "none"].map(row.get)))
        assert.deepStrictEqual(texts.at(-1), ["Dorfstrasse", "1.5", "2024-05-01T00:00:00", ""])
        const strange = readRows((yield* Stream.runCollect(location.entries()))[0]!, { type: "flatgeobuf" }, [
          { name: "strasse", optional: false }
        ])
        const { message } = yield* Effect.flip(Stream.runDrain(strange))
        assert.include(message, "none of its records has strasse. They have: id, street, number")
      })
    )
  )

  const [header, index] = [headerEnd(byGdal), headerEnd(byGdal) + 160]
  it.each([
    ["cut off in its header", byGdal.subarray(0, 100), "it is cut off after 0 features"],
    ["cut off in its index", byGdal.subarray(0, header + 50), "it is cut off after 0 of 3 features"],
    ["cut off between features", byPackage.subarray(0, headerEnd(byPackage)), "after 0 of 5 features"],
    ["cut off in a feature", byGdal.subarray(0, -1), "it is cut off after 2 of 3 features"],
    ["another version", withNumber(byGdal, 0, 0x02626766), "it does not begin as FlatGeobuf does"],
    ["columns that take more memory than bytes", withNumber(byGdal, 72, 15_000_000), "it has more than 10000 columns"],
    ["a header of four gigabytes", withNumber(byGdal, 8, 0xffffffff), "its header says that it has 4294967295 bytes"],
    ["a feature of four gigabytes", withNumber(byGdal, index, 0xffffffff), "its feature 1 says that it has"],
    ["a feature whose root is elsewhere", withNumber(byGdal, index + 4, 0x7fffffff), "its feature 1 is damaged"],
    ["parts that are the same one, again and again", nested(8, 1000), "its feature 1 is damaged"],
    ["parts within parts without an end", nested(100, 1), "its feature 1 is damaged"]
  ])("MUST be refused at once if it is %s", (_, file, sentence) => {
    assert.throws(() => read(file), Fault, sentence)
  })

  it("MUST have no position of a larger area than a home's, also if its header says that all are points", () => {
    const more = 1024 ** 2
    const [start, end] = [1800, 2008]
    const large = withNumber(byGdal, start, end - start - 4 + more)
    // The header's field for the type, in which it now finds some byte that is 1.
    large.writeUInt16LE(byGdal.indexOf(1, 44) - 44, 26)
    const file = Buffer.concat([large.subarray(0, end), Buffer.alloc(more), large.subarray(end)])
    assert.deepStrictEqual(read(file)[1], ["2a", undefined])
  })

  it("MUST be read or refused, and nothing else, whichever byte is changed", () => {
    fc.assert(
      fc.property(fc.constantFrom(byGdal, byPackage), fc.nat(), fc.nat(255), (file, at, value) => {
        const changed = Buffer.from(file)
        changed[at % file.length] = value
        try {
          read(changed)
        } catch (error) {
          assert.instanceOf(error, Fault)
        }
      }),
      { numRuns: 500 }
    )
  })
})
