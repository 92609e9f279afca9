import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { testPlatform } from "../reading/TestReader.ts"
import { writeAddresses, writeBuildings, square } from "./GeoParquet.ts"
import { failureOf, folder, readAll, street } from "./Reading.ts"

const whole = () => Buffer.from(writeAddresses(street(200), { rowGroupSize: 50 }))

/**
 * Changes the compression codec that the footer declares for every column: field 4, an i32 in Thrift's compact
 * protocol.
 */
const withCodec = (codec: number): Uint8Array => {
  const file = whole()
  const length = file.readUInt32LE(file.length - 8)
  const footer = file.length - 8 - length
  let changed = 0
  // In column metadata, field 4 (delta 1, type 5) follows the path. Its value is zigzag-encoded: 12 is ZSTD, codec 6.
  for (let at = footer; at < file.length - 8; at++) {
    if (file[at] === 0x15 && file[at + 1] === 12 && file[at + 2] === 0x16) {
      file[at + 1] = codec * 2
      changed += 1
    }
  }
  expect(changed).toBeGreaterThan(0)
  return file
}

const damages: ReadonlyArray<readonly [what: string, bytes: () => Uint8Array, words: RegExp]> = [
  ["is a page of HTML", () => Buffer.from("<html><body>Sign in to download</body></html>"), /not a Parquet file/],
  ["is empty", () => Buffer.from(""), /not a Parquet file/],
  ["is cut off", () => whole().subarray(0, 2000), /cut off.*Download it again/],
  ["is cut off at its start", () => whole().subarray(2000), /.+/],
  ["has an encrypted footer", () => Buffer.concat([whole().subarray(0, -4), Buffer.from("PARE")]), /encrypted/],
  [
    "has a footer of an impossible length",
    () => {
      const file = whole()
      file.writeUInt32LE(0x7fffffff, file.length - 8)
      return file
    },
    /footer/
  ],
  [
    "has a damaged footer",
    () => {
      const file = whole()
      const length = file.readUInt32LE(file.length - 8)
      return file.fill(0xff, file.length - 8 - length, file.length - 8)
    },
    /footer cannot be read/
  ],
  ["has damaged pages", () => whole().fill(0xff, 4, 3000), /row group 1 cannot be read/],
  ["is compressed with LZO", () => withCodec(3), /compressed with LZO.*zstd/],
  ["is compressed with something new", () => withCodec(60), /compressed by an unknown method/],
  ["lacks columns", () => writeAddresses(street(2), { without: ["street", "number"] }), /no column number, street/],
  [
    "holds buildings",
    () => writeBuildings([{ id: "b", polygon: square(9.5, 47.1, 0.1) }]),
    /no column country, number, street, address_levels, as files of theme=addresses.type=address have. Its columns are id, geometry, bbox, subtype/
  ]
]

layer(testPlatform)((it) => {
  for (const [what, bytes, words] of damages) {
    it.effect(`MUST say that a file ${what}`, () =>
      Effect.gen(function* () {
        const { write } = yield* folder
        const file = yield* write("a.parquet", bytes())
        const failure = yield* failureOf(file)
        expect(failure).toMatchObject({ _tag: "SourceError", source: "overture", reason: "unreadable" })
        expect(failure.message).toContain("a.parquet")
        expect(failure.message).toMatch(words)
      })
    )
  }

  it.effect("MUST be a typed failure wherever bytes are damaged, never a defect", () =>
    Effect.gen(function* () {
      const { write } = yield* folder
      const file = whole()
      let failures = 0
      for (let at = 0; at + 64 < file.length; at += 97) {
        const damaged = Buffer.from(file)
        for (let byte = at; byte < at + 8; byte++) damaged[byte] = (damaged[byte]! * 31 + 101) & 0xff
        const place = yield* write("a.parquet", damaged)
        const result = yield* Effect.result(readAll(place))
        if (result._tag === "Failure") {
          expect(result.failure._tag).toBe("SourceError")
          failures += 1
        }
      }
      expect(failures).toBeGreaterThan(10)
    })
  )

  it.effect("MUST say that there is no such file, or no file of addresses in a folder", () =>
    Effect.gen(function* () {
      const { path, write } = yield* folder
      yield* write("readme.txt", Buffer.from("none"))
      expect(yield* failureOf(`${path}/none.parquet`)).toMatchObject({ reason: "misconfigured" })
      expect(yield* failureOf(path)).toMatchObject({
        reason: "misconfigured",
        message: expect.stringContaining("no .parquet file")
      })
      const file = yield* write("addresses/a.parquet", whole())
      const empty = yield* folder
      expect(yield* failureOf(file, { buildings: empty.path })).toMatchObject({
        reason: "misconfigured",
        message: expect.stringContaining("no .parquet file of theme=buildings/type=building")
      })
      expect(yield* failureOf(file, { buildings: file })).toMatchObject({
        reason: "unreadable",
        message: expect.stringContaining("no column class")
      })
    })
  )
})
