import { describe, expect, it, layer } from "@effect/vitest"
import { Effect } from "effect"
import * as fc from "fast-check"
import { parquetMetadata, parquetSchema, type SchemaElement } from "hyparquet"
import { parquetHeader } from "hyparquet/src/column.js"
import { getTreePath } from "hyparquet/src/schema.js"
import { parquetWriteBuffer } from "hyparquet-writer"
import { checkPages } from "../../../sources/reading/ParquetPages.ts"
import { endOfStruct, Malformed } from "../../../sources/reading/Thrift.ts"
import { writeAddresses } from "../overture/GeoParquet.ts"
import { failureOf, folder, street } from "../overture/Reading.ts"
import { testPlatform } from "./TestReader.ts"

const varint = (value: number): ReadonlyArray<number> =>
  value < 0x80 ? [value] : [(value % 0x80) | 0x80, ...varint(Math.floor(value / 0x80))]

const zigzag = (value: number): ReadonlyArray<number> => varint(value >= 0 ? 2 * value : -2 * value - 1)

type Field = number | ReadonlyArray<number>

/** A structure in the compact protocol, from numbers and already encoded structures by field number. */
const struct = (fields: Readonly<Record<number, Field>>): ReadonlyArray<number> => {
  let last = 0
  const written = Object.entries(fields).flatMap(([name, value]) => {
    const delta = Number(name) - last
    last = Number(name)
    return typeof value === "number" ? [(delta << 4) | 5, ...zigzag(value)] : [(delta << 4) | 12, ...value]
  })
  return [...written, 0]
}

const plain = 0
const runs = 3
const deltas = 5
const lengths = 6
const split = 9
const sharedBeginnings = 7
const dictionary = 8

const page = (body: ReadonlyArray<number>, type: number, fields: Readonly<Record<number, Field>>, size = body.length) =>
  Uint8Array.from([...struct({ 1: type, 2: size, 3: size, ...fields }), ...body])

const first = (body: ReadonlyArray<number>, count: number, encoding: number, size?: number) =>
  page(body, 0, { 5: struct({ 1: count, 2: encoding, 3: 3, 4: 3 }) }, size)

const second = (body: ReadonlyArray<number>, [count, nulls, rows, definitions, repetitions]: ReadonlyArray<number>) =>
  page(body, 3, { 8: struct({ 1: count!, 2: nulls!, 3: rows!, 4: plain, 5: definitions!, 6: repetitions! }) })

const metadata = parquetMetadata(
  parquetWriteBuffer({
    columnData: [
      { name: "always", data: [1], type: "INT32", nullable: false },
      { name: "perhaps", data: [1], type: "INT32", nullable: true }
    ]
  })
)

const [root, ...columns] = metadata.schema
const schema: Array<SchemaElement> = [
  { ...root!, num_children: 4 },
  ...columns,
  { name: "decimal", type: "BYTE_ARRAY", converted_type: "DECIMAL", repetition_type: "REQUIRED" },
  { name: "fixed", type: "FIXED_LEN_BYTE_ARRAY", type_length: 2 ** 31 - 1, repetition_type: "REQUIRED" }
]

const check = (bytes: Uint8Array, column = "always", rows = 10) =>
  checkPages({
    bytes,
    path: getTreePath(parquetSchema({ schema }), [column]),
    rows,
    values: rows,
    unpack: (packed) => packed
  })

const most = 2 ** 31 - 1
const tens = Array.from({ length: 40 }, () => 0)

/** Prefix lengths of ten values, all equal. */
const shared = (length: number) => [...varint(128), ...varint(4), ...varint(10), ...zigzag(length), 0, 0, 0, 0, 0]

/** The beginning of ten delta-encoded numbers, in blocks of so many parts. */
const blocks = (parts: number) => [...varint(128), ...varint(parts), ...varint(10), ...zigzag(1)]

const endless = Array.from({ length: 20 }, () => 0x80)

/** A text of a thousand bytes. */
const long = [0xe8, 3, 0, 0, ...Array.from({ length: 1000 }, () => 1)]

/** A run of one value, as used for dictionary indexes and levels. */
const run = (length: number) => [...varint(2 * length), 1]

const withLength = (bytes: ReadonlyArray<number>) => [bytes.length, 0, 0, 0, ...bytes]

/** Packed levels of which five are null, and a run of dictionary indexes for the others. */
const fiveNulls = (others: number) => [...withLength([5, 0b01010101, 0b01]), 1, ...run(others)]

describe("a page of Parquet", () => {
  it("MUST be read if it contains what it declares", () => {
    for (const bytes of [
      first(tens, 10, plain),
      first([1, ...run(10)], 10, dictionary),
      first(shared(1000), 10, sharedBeginnings),
      second(tens, [10, 0, 10, 0, 0]),
      Buffer.concat([first(tens, 4, plain), first(tens, 6, plain)])
    ]) {
      expect(() => check(bytes)).not.toThrow()
    }
    for (const values of [first([...withLength(run(10)), ...tens], 10, plain), first(fiveNulls(5), 10, dictionary)]) {
      expect(() => check(values, "perhaps")).not.toThrow()
    }
  })

  const lies: ReadonlyArray<
    readonly [what: string, bytes: Uint8Array, words: RegExp, column?: "decimal" | "fixed" | "perhaps"]
  > = [
    ["more values than there are rows", first(tens, most, plain), /says that it has 2147483647 values, where 10 are/],
    ["fewer than none", first(tens, -1, plain), /says that it has -1 values/],
    [
      "more than are left by those before it",
      Buffer.concat([first(tens, 6, plain), first(tens, 5, plain)]),
      /has 5 values, where 4 are left/
    ],
    ["a dictionary of more than its bytes", page(tens, 2, { 7: struct({ 1: most, 2: plain }) }), /a dictionary of 40/],
    ["an index that goes on and on", first([1, ...run(2 ** 27)], 10, dictionary), /has a run of 134217728/],
    ["a level that goes on and on", first(withLength(run(2 ** 27)), 10, plain), /has a run of 134217728/, "perhaps"],
    ["levels apart that do so", second(run(2 ** 27), [10, 0, 10, 5, 0]), /has a run of 134217728/, "perhaps"],
    ["fewer indexes than values", first([1, ...run(4)], 10, dictionary), /10 values has runs of 4/],
    [
      "fewer indexes than values that are not null",
      first(fiveNulls(4), 10, dictionary),
      /5 values has runs of 4/,
      "perhaps"
    ],
    [
      "levels that end before a run",
      first([...withLength([]), ...run(2 ** 27)], 10, plain),
      /has runs of 0/,
      "perhaps"
    ],
    ["a run without end", first([1, ...endless, 1], 10, dictionary), /length of a run in a page does not end/],
    ["numbers as the runs of Booleans", first([...withLength(run(10))], 10, runs), /the type INT32 encoded as RLE/],
    [
      "other data than its type has",
      page(tens, 0, { 5: struct({ 1: most, 2: plain }), 8: struct({ 1: 10, 2: 0, 3: 10, 4: plain, 5: 0, 6: 0 }) }),
      /says that it has 2147483647 values/
    ],
    ["blocks of parts that take no bytes", first(blocks(2 ** 32 - 1), 10, deltas), /128 values in 4294967295 parts/],
    ["lengths in such blocks", first(blocks(2 ** 32 - 1), 10, lengths), /128 values in 4294967295 parts/],
    ["blocks of no parts", first(blocks(0), 10, deltas), /128 values in 0 parts/],
    ["a delta without end", first([...blocks(4), ...endless], 10, deltas), /a number in a page does not end/],
    ["blocks that are cut off", first([...blocks(4), 0, 0], 10, deltas), /cut off within its values/],
    ["decimals of any length", first(long, 1, plain), /a decimal of 1000 bytes/, "decimal"],
    ["a dictionary of such decimals", page(long, 2, { 7: struct({ 1: 1, 2: plain }) }), /decimal of 1000/, "decimal"],
    ["decimals of lengths apart", first(tens, 10, lengths), /decimals encoded as DELTA_LENGTH_BYTE_ARRAY/, "decimal"],
    ["values of more bytes than it has", first(tens, 10, split), /no 10 values in its bytes/, "fixed"],
    ["beginnings that are before the text", first(shared(-1000), 10, sharedBeginnings), /begins before another/],
    ["beginnings that are nowhere", first(shared(10 ** 9), 10, sharedBeginnings), /its values are 100000000\d\d bytes/],
    ["more nulls than values", second(tens, [10, 11, 10, 0, 0]), /what cannot be/],
    ["more rows than values", second(tens, [10, 0, most, 0, 0]), /what cannot be/],
    ["levels longer than itself", second(tens, [10, 0, 10, 41, 0]), /what cannot be/],
    ["that it is shorter than nothing", first(tens, 10, plain, -5), /says that it has -5 bytes/],
    ["that it is longer than the column", first(tens, 10, plain, 1000), /says that it has 1000 bytes, of 40/]
  ]
  for (const [what, bytes, words, column] of lies) {
    it(`MUST be refused before memory is allocated if it declares ${what}`, () => {
      expect(() => check(bytes, column)).toThrow(words)
      expect(() => check(bytes, column)).toThrow(Malformed)
    })
  }
})

describe("a structure of Thrift", () => {
  it.each([
    ["lists of more elements than bytes", [0x19, 0xf8, ...varint(most)], /a list in it says that it has 2147483647/],
    ["structures in one another", Array.from({ length: 1000 }, () => 0x1c), /nested too deep/],
    ["lists in one another", [0x19, ...Array.from({ length: 1000 }, () => 0x19)], /nested too deep/],
    ["a number without end", [0x15, ...Array.from({ length: 20 }, () => 0x80)], /does not end/],
    ["a text that is longer than what there is", [0x18, ...varint(most)], /cut off/]
  ])("MUST be refused if it has %s", (_, bytes, words) => {
    expect(() => endOfStruct(Uint8Array.from(bytes), 0)).toThrow(words)
  })

  it("MUST end within its bytes, or be refused, whatever they are", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        try {
          expect(endOfStruct(bytes, 0)).toBeLessThanOrEqual(bytes.length)
        } catch (cause) {
          expect(cause).toBeInstanceOf(Malformed)
        }
      })
    )
  })
})

layer(testPlatform)("a file of Parquet", (it) => {
  it.effect("MUST be refused, with its row group, if a page has other values than it declares", () =>
    Effect.gen(function* () {
      const { write } = yield* folder
      const rows = 200
      const file = Buffer.from(writeAddresses(street(rows)))
      const { row_groups } = parquetMetadata(new Uint8Array(file))
      const column = row_groups[0]!.columns.find(({ meta_data }) => meta_data!.path_in_schema[0] === "geometry")!
      const start = Number(column.meta_data!.data_page_offset)
      const reader = { view: new DataView(file.buffer, file.byteOffset, file.length), offset: start }
      parquetHeader(reader)
      const said = Buffer.from(zigzag(rows))
      const at = file.indexOf(said, start)
      expect(at).toBeLessThan(reader.offset)
      Buffer.from(zigzag(8000)).copy(file, at)
      const failure = yield* failureOf(yield* write("a.parquet", file))
      expect(failure).toMatchObject({ _tag: "SourceError", reason: "unreadable" })
      expect(failure.message).toMatch(
        /a\.parquet.*row group 1 cannot be read \(a page says that it has 8000 values, where 200 are left\)\. Download/
      )
    })
  )
})
