import { describe, expect, it, layer } from "@effect/vitest"
import { Cause, Effect, Exit, Stream } from "effect"
import * as fc from "fast-check"
import { type ColumnMetaData, parquetMetadata, parquetSchema } from "hyparquet"
import { getTreePath } from "hyparquet/src/schema.js"
import { deserializeTCompactProtocol } from "hyparquet/src/thrift.js"
import { ByteWriter, parquetWriteBuffer } from "hyparquet-writer"
import { serializeTCompactProtocol } from "hyparquet-writer/src/thrift.js"
import { SourceError } from "../../../sources/DataSource.ts"
import { openParquet } from "../../../sources/reading/Parquet.ts"
import { columnsOf } from "../../../sources/reading/ParquetColumns.ts"
import { parquetParts } from "../../../sources/reading/ParquetRecords.ts"
import type { Entry } from "../../../sources/reading/Reader.ts"
import { writeAddresses } from "../overture/GeoParquet.ts"
import { folder, street } from "../overture/Reading.ts"
import { locate, testPlatform } from "./TestReader.ts"

const origin = { source: "test", place: "a.parquet" }

const accessTo = (bytes: Uint8Array) => ({
  size: bytes.length,
  readRange: (start: number, end: number) => Effect.succeed(bytes.slice(start, end)),
  file: undefined
})

const open = (bytes: Uint8Array) => openParquet(origin, accessTo(bytes), "all")

const refusalOf = (bytes: Uint8Array) =>
  Effect.map(Effect.flip(Effect.as(open(bytes), "read")), ({ message }) => message)

/** Structures of Thrift by the numbers of their fields, as `FileMetaData` of parquet.thrift has them. */
interface Struct {
  [field: string]: Value
}
type Value = Struct | Array<Value> | bigint | boolean | number | string | undefined

const asText = (value: unknown): Value => {
  if (value instanceof Uint8Array) return Buffer.from(value).toString("latin1")
  if (Array.isArray(value)) return value.map(asText)
  if (typeof value !== "object" || value === null) return value as Value
  return Object.fromEntries(Object.entries(value).map(([field, part]) => [field, asText(part)]))
}

/** The writer takes fields in the order of their numbers only. What is in a footer many times is put in order once. */
const inOrder = (value: Value, known = new Map<Value, Value>()): Value => {
  if (typeof value !== "object") return value
  const before = known.get(value)
  if (before !== undefined) return before
  const number = (field: string) => Number(field.slice("field_".length))
  const made = Array.isArray(value)
    ? value.map((one) => inOrder(one, known))
    : Object.fromEntries(
        Object.entries(value)
          .toSorted(([a], [b]) => number(a) - number(b))
          .map(([field, part]) => [field, inOrder(part, known)])
      )
  known.set(value, made)
  return made
}

const lengthOf = (file: Buffer) => file.readUInt32LE(file.length - 8)

/** A file with a changed footer. The changes may be what no writer would write. */
const withFooter = (file: Buffer, change: (metadata: Parts) => void, more: Uint8Array = Buffer.of()): Uint8Array => {
  const start = file.length - 8 - lengthOf(file)
  const view = new DataView(file.buffer, file.byteOffset, file.length)
  const metadata = asText(deserializeTCompactProtocol({ view, offset: start })) as Struct
  change(partsOf(metadata))
  const writer = new ByteWriter()
  serializeTCompactProtocol(writer, inOrder(metadata) as Struct)
  const footer = Buffer.from(writer.getBytes())
  const length = Buffer.alloc(4)
  length.writeUInt32LE(footer.length)
  return Buffer.concat([file.subarray(0, start), more, footer, length, Buffer.from("PAR1")])
}

/** The parts of a footer that tests change. */
interface Parts {
  readonly metadata: Struct
  readonly schema: Array<Struct>
  readonly group: Struct
  readonly columns: Array<Struct>
  readonly chunks: ReadonlyArray<Struct>
}

const partsOf = (metadata: Struct): Parts => {
  const group = (metadata["field_4"] as Array<Struct>)[0]!
  const columns = group["field_1"] as Array<Struct>
  return {
    metadata,
    schema: metadata["field_2"] as Array<Struct>,
    group,
    columns,
    chunks: columns.map((column) => column["field_3"] as Struct)
  }
}

const two = () =>
  Buffer.from(
    parquetWriteBuffer({
      statistics: false,
      columnData: [
        { name: "a", data: Array.from({ length: 10 }, (_, at) => `v${at}`), type: "STRING" },
        { name: "b", data: Array.from({ length: 10 }, (_, at) => at), type: "INT32" }
      ]
    })
  )

/** As many columns as that, all with the bytes of the first. */
const widen = ({ chunks, columns, group, schema }: Parts, count: number) => {
  const [root, element] = [schema[0]!, schema[1]!]
  const names = Array.from({ length: count }, (_, at) => `c${at}`)
  root["field_5"] = count
  schema.splice(1, Infinity, ...names.map((name) => ({ ...element, field_4: name })))
  const column = columns[0]!
  group["field_1"] = names.map((name) => ({ ...column, field_3: { ...chunks[0]!, field_3: [name] } }))
}

const asDecimals = (element: Struct, length: number) =>
  Object.assign(element, { field_1: 7, field_2: length, field_6: 5, field_7: 2, field_8: 9 })

const longStatistics = { field_5: "z".repeat(100_000), field_6: "a".repeat(100_000) }

const empty: Struct = {}

const hostile: ReadonlyArray<readonly [what: string, change: (parts: Parts) => void, words: RegExp]> = [
  [
    "two columns of one name",
    ({ chunks, schema }) => {
      schema[2]!["field_4"] = "a"
      chunks[1]!["field_3"] = ["a"]
    },
    /a\.parquet: two columns are called a\. Write the file again with different names\./
  ],
  [
    "one column twice in a row group",
    ({ chunks }) => (chunks[1]!["field_3"] = ["a"]),
    /column a \(INT32\) in place of b/
  ],
  [
    "a column of another type than the schema's",
    ({ chunks }) => (chunks[1]!["field_1"] = 2),
    /b \(INT64\) in place of b \(INT32\)/
  ],
  [
    "a path into a column",
    ({ chunks }) => (chunks[0]!["field_3"] = ["a", "zz"]),
    /row group 1 has column a\.zz .* in place of a/
  ],
  ["a path to nothing", ({ chunks }) => (chunks[0]!["field_3"] = []), /in place of a/],
  ["fewer columns in a row group", ({ columns }) => columns.pop(), /row group 1 has 1 columns, of 2 in the schema/],
  ["no number of rows", ({ group }) => delete group["field_3"], /row group 1 does not say how many rows/],
  ["fewer rows than none", ({ group }) => (group["field_3"] = -5n), /does not say how many rows/],
  ["no number of values", ({ chunks }) => delete chunks[0]!["field_5"], /does not say how long its column a is/],
  ["no size", ({ chunks }) => delete chunks[0]!["field_7"], /does not say how long its column a is/],
  ["a size below zero", ({ chunks }) => (chunks[0]!["field_7"] = -1000n), /does not say how long its column a is/],
  ["an offset below zero", ({ chunks }) => (chunks[1]!["field_9"] = -4n), /does not say how long its column b is/],
  [
    "a column beyond its end",
    ({ chunks }) => (chunks[1]!["field_7"] = 1n << 40n),
    /column b beyond the end of the file/
  ],
  [
    "values in another file",
    ({ columns }) => (columns[0]!["field_1"] = "b.parquet"),
    /in other files, such as b\.parquet/
  ],
  ["a column without a name", ({ schema }) => delete schema[1]!["field_4"], /a column in its schema has no name/],
  ["a column without a type", ({ schema }) => delete schema[1]!["field_1"], /column a is without a type/],
  ["fewer columns than none", ({ schema }) => (schema[0]!["field_5"] = -1), /a part of its schema has -1 columns/],
  ["columns that are not there", ({ schema }) => (schema[0]!["field_5"] = 2 ** 31 - 1), /has no name/],
  ["columns that belong to nothing", ({ schema }) => (schema[0]!["field_5"] = 1), /elements that belong to nothing/],
  ["more columns than are read", (parts) => widen(parts, 10_001), /it has more than 10000 columns/],
  [
    "more elements in its schema than columns can have",
    ({ schema }) => schema.push(...Array.from({ length: 50_000 }, () => ({}))),
    /its schema has 50003 elements/
  ],
  [
    "columns that are nested without end",
    ({ schema }) =>
      schema.splice(1, 1, ...Array.from({ length: 2000 }, () => ({ field_3: 0, field_4: "x", field_5: 1 }))),
    /nested more than 200 levels deep/
  ],
  [
    "too many columns in too many row groups",
    (parts) => {
      widen(parts, 600)
      // They count as the schema has them, whatever a group lists.
      parts.metadata["field_4"] = Array.from({ length: 260 }, () => ({ ...parts.group, field_1: [] }))
    },
    /it has 260 row groups of 600 columns, more than are read \(150000 in all\)/
  ],
  [
    "decimals of a length that numbers do not have",
    ({ chunks, schema }) => {
      asDecimals(schema[1]!, 1000)
      chunks[0]!["field_1"] = 7
    },
    /column a has decimals of 1000 bytes/
  ],
  [
    "statistics of decimals that are longer than these",
    ({ chunks, schema }) => {
      asDecimals(schema[1]!, 16)
      Object.assign(chunks[0]!, { field_1: 7, field_12: longStatistics })
    },
    /statistics that are longer than its decimals/
  ],
  [
    "more structures than a footer has",
    ({ metadata }) => (metadata["field_5"] = Array.from({ length: 1_000_001 }, () => empty)),
    /more than 1000000 structures/
  ],
  [
    "more values than a footer has",
    ({ chunks }) => (chunks[0]!["field_2"] = Array.from({ length: 8_000_000 }, () => 0)),
    /more than 8000000 values/
  ]
]

describe("a footer of Parquet", () => {
  for (const [what, change, words] of hostile) {
    it.effect(`MUST be refused if it declares ${what}`, () =>
      Effect.gen(function* () {
        expect(yield* refusalOf(withFooter(two(), change))).toMatch(words)
      })
    )
  }

  it.effect("MUST be read with long texts as statistics", () =>
    Effect.gen(function* () {
      const { groups } = yield* open(
        withFooter(two(), ({ chunks }) => {
          chunks[0]!["field_12"] = longStatistics
        })
      )
      expect(groups[0]!.rangeOf("a")).toMatchObject({ min: longStatistics.field_6, max: longStatistics.field_5 })
    })
  )

  it.effect("MUST be read with a thousand row groups of sixty columns, as whole countries have", () =>
    Effect.gen(function* () {
      const file = withFooter(two(), (parts) => {
        widen(parts, 60)
        parts.metadata["field_4"] = Array.from({ length: 1000 }, () => parts.group)
      })
      const { columns, groups } = yield* open(file)
      expect([columns.length, groups.length]).toStrictEqual([60, 1000])
    })
  )
})

describe("a row group of Parquet", () => {
  /** A page of nulls, in some thirty bytes. */
  const nulls = (count: number) => {
    const body = new ByteWriter()
    body.appendVarInt(2 * count)
    const levels = Buffer.from([...body.getBytes(), 0])
    const length = Buffer.alloc(4)
    length.writeUInt32LE(levels.length)
    const [size, header] = [length.length + levels.length, new ByteWriter()]
    const data = { field_1: count, field_2: 0, field_3: 3, field_4: 3 }
    serializeTCompactProtocol(header, { field_1: 0, field_2: size, field_3: size, field_5: data })
    return Buffer.concat([Buffer.from(header.getBytes()), length, levels])
  }

  it.effect("MUST have the bytes of values that would unfold without end", () =>
    Effect.gen(function* () {
      const part = (name: string) => ({ name, type: "BYTE_ARRAY", repetition_type: "REQUIRED" }) as const
      const value = Uint8Array.from([3, 2, 0, 0, 0])
      const plain = Buffer.from(
        parquetWriteBuffer({
          schema: [
            { name: "root", num_children: 1 },
            { name: "a", repetition_type: "REQUIRED", num_children: 2 },
            part("metadata"),
            part("value")
          ],
          columnData: [{ name: "a", data: [{ metadata: Uint8Array.from([1, 0, 0]), value }] }]
        })
      )
      const file = withFooter(plain, ({ schema }) => (schema[1]!["field_10"] = { field_16: { field_1: 1 } }))
      const { groups } = yield* open(file)
      const read = yield* groups[0]!.read(["a"])
      expect(yield* read("a", 0, 1)).toMatchObject([{ value }])
    })
  )

  const rows = 2 ** 26
  const ofNulls = (columns: number) => {
    const page = nulls(rows)
    const file = two()
    const start = file.length - 8 - lengthOf(file)
    return withFooter(
      file,
      (parts) => {
        parts.schema[1]!["field_3"] = 1
        const chunk = parts.chunks[0]!
        chunk["field_4"] = 0
        chunk["field_5"] = BigInt(rows)
        chunk["field_7"] = BigInt(page.length)
        chunk["field_9"] = BigInt(start)
        delete chunk["field_11"]
        parts.group["field_3"] = BigInt(rows)
        widen(parts, columns)
      },
      page
    )
  }

  it.effect("MUST be refused before its pages are decoded if they are together too large for the memory", () =>
    Effect.gen(function* () {
      const { columns, groups } = yield* open(ofNulls(3))
      const failure = yield* Effect.flip(Effect.as(groups[0]!.read(columns), "read"))
      expect(failure).toMatchObject({ _tag: "SourceError", reason: "unreadable" })
      expect(failure.message).toMatch(/row group 1 has pages that are together larger than what is read at once/)
      yield* groups[0]!.read(columns.slice(0, 2))
    })
  )
})

/** The first column of a file, with a count of the pages that have been unpacked. */
const counted = (bytes: Buffer, path: ReadonlyArray<string>) => {
  const metadata = parquetMetadata(new Uint8Array(bytes))
  const data: ColumnMetaData = metadata.row_groups[0]!.columns[0]!.meta_data!
  const start = Number(data.dictionary_page_offset || data.data_page_offset)
  const unpacked = { pages: 0 }
  const unpack = (packed: Uint8Array) => {
    unpacked.pages += 1
    return packed
  }
  const chunk = {
    bytes: new Uint8Array(bytes.subarray(start, start + Number(data.total_compressed_size))),
    path: getTreePath(parquetSchema(metadata), [...path]),
    data: { ...data, codec: "GZIP" as const }
  }
  return { column: columnsOf([chunk], { GZIP: unpack }).get(path[0]!)!, unpacked }
}

describe("a column of Parquet", () => {
  const rows = 10_000
  const lists = Array.from({ length: rows }, (_, at) => Array.from({ length: at % 4 }, (_, item) => `${at}.${item}`))
  const texts = Array.from({ length: rows }, (_, at) => (at % 7 === 0 ? null : `street ${at}`))
  const flat = { name: "a", type: "BYTE_ARRAY", converted_type: "UTF8", repetition_type: "OPTIONAL" } as const
  const list = [
    { name: "a", repetition_type: "OPTIONAL", converted_type: "LIST", num_children: 1 },
    { name: "list", repetition_type: "REPEATED", num_children: 1 },
    { ...flat, name: "element" }
  ] as const
  const kinds = [
    ["texts", [flat], ["a"], texts],
    ["lists", list, ["a", "list", "element"], lists]
  ] as const

  it.each([
    ["one page", 2 ** 30, 1],
    ["many pages", 4000, 20]
  ])("MUST unpack each of its pages once, however few rows are asked for at a time, of %s", (_, pageSize, least) => {
    for (const [what, schema, path, data] of kinds) {
      const root = { name: "root", num_children: 1 }
      const bytes = Buffer.from(
        parquetWriteBuffer({
          schema: [root, ...schema],
          columnData: [{ name: "a", data: [...data], encoding: "PLAIN" }],
          codec: "UNCOMPRESSED",
          pageSize,
          rowGroupSize: rows
        })
      )
      const whole = counted(bytes, path)
      expect(whole.column.read(0, rows), what).toStrictEqual(data)
      expect(whole.unpacked.pages, what).toBeGreaterThanOrEqual(least)
      const inWindows = counted(bytes, path)
      const windows = Array.from({ length: rows / 50 }, (_, at) => inWindows.column.read(at * 50, at * 50 + 50))
      expect(
        windows.flatMap((window) => Array.from(window)),
        what
      ).toStrictEqual(data)
      expect(inWindows.unpacked.pages, what).toBe(whole.unpacked.pages)
      const skipping = counted(bytes, path)
      for (const from of [7, 3000, 9000, 9100, 40]) {
        expect(Array.from(skipping.column.read(from, from + 60)), what).toStrictEqual(data.slice(from, from + 60))
      }
      if (what === "texts") expect(skipping.unpacked.pages).toBeLessThanOrEqual(10)
    }
  })
})

const listSchema = parquetMetadata(
  parquetWriteBuffer({
    schema: [
      { name: "root", num_children: 1 },
      { name: "a", repetition_type: "OPTIONAL", converted_type: "LIST", num_children: 1 },
      { name: "list", repetition_type: "REPEATED", num_children: 1 },
      { name: "element", type: "BYTE_ARRAY", converted_type: "UTF8", repetition_type: "OPTIONAL" }
    ],
    columnData: [{ name: "a", data: [["a"]] }],
    codec: "UNCOMPRESSED"
  })
)
const listMetadata = listSchema.row_groups[0]!.columns[0]!.meta_data!

describe("a list of Parquet", () => {
  const length = (bytes: ReadonlyArray<number>) => [bytes.length, 0, 0, 0, ...bytes]
  /** A page of texts, which begin a row (0) or continue one (1). */
  const page = (texts: ReadonlyArray<readonly [repeats: 0 | 1, text: string]>) => {
    const values = texts.flatMap(([, text]) => length([...Buffer.from(text)]))
    const body = [...length(texts.flatMap(([repeats]) => [2, repeats])), ...length([2 * texts.length, 3]), ...values]
    const writer = new ByteWriter()
    const data = { field_1: texts.length, field_2: 0, field_3: 3, field_4: 3 }
    serializeTCompactProtocol(writer, { field_1: 0, field_2: body.length, field_3: body.length, field_5: data })
    return Buffer.from([...writer.getBytes(), ...body])
  }

  it("MUST be whole if it begins in one page and ends in another, whichever rows are asked for", () => {
    const bytes = Buffer.concat([
      page([
        [0, "a"],
        [0, "b"],
        [1, "c"]
      ]),
      page([[1, "d"]]),
      page([
        [1, "e"],
        [0, "f"]
      ]),
      page([[0, "g"]])
    ])
    const [path, data] = [["a", "list", "element"], listMetadata]
    const chunk = { bytes: new Uint8Array(bytes), path: getTreePath(parquetSchema(listSchema), path), data }
    const rows = [["a"], ["b", "c", "d", "e"], ["f"], ["g"]]
    const read = (from: number, to: number) => columnsOf([chunk], {}).get("a")!.read(from, to)
    for (let from = 0; from < 4; from++) {
      for (let to = from + 1; to <= 4; to++) expect(read(from, to)).toStrictEqual(rows.slice(from, to))
    }
    const column = columnsOf([chunk], {}).get("a")!
    expect([0, 1, 2, 3].flatMap((at) => Array.from(column.read(at, at + 1)))).toStrictEqual(rows)
  })
})

const entryOf = (bytes: Uint8Array): Pick<Entry, "origin" | "randomAccess"> => ({
  origin,
  randomAccess: () => Effect.succeed(accessTo(bytes))
})

/** The records of a file, or why it has none. */
const outcomeOf = (bytes: Uint8Array) =>
  Effect.exit(
    Effect.scoped(
      Effect.flatMap(parquetParts(entryOf(bytes) as Entry, [], undefined), (parts) =>
        Stream.runCount(Stream.flatMap(Stream.fromIterable(parts), ({ records }) => records))
      )
    )
  )

describe("a damaged file of Parquet", () => {
  const files = [
    two(),
    Buffer.from(writeAddresses(street(40), { codec: "UNCOMPRESSED", rowGroupSize: 20 })),
    Buffer.from(writeAddresses(street(40)))
  ]
  const flips = fc.array(
    fc.tuple(fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }), fc.integer({ min: 1, max: 255 })),
    {
      minLength: 1,
      maxLength: 6
    }
  )

  it.each([
    ["its footer", true],
    ["its pages", false]
  ])("MUST give records or a typed failure, whichever bytes of %s are different", async (_, inFooter) => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...files), flips, async (file, changes) => {
        const damaged = Buffer.from(file)
        const boundary = file.length - 8 - lengthOf(file)
        const [start, end] = inFooter ? [boundary, file.length - 8] : [4, boundary]
        for (const [where, by] of changes) {
          const at = start + Math.floor(where * (end - start))
          damaged[at] = damaged[at]! ^ by
        }
        const exit = await Effect.runPromise(outcomeOf(damaged))
        if (Exit.isSuccess(exit)) return
        expect(Cause.hasDies(exit.cause), Cause.pretty(exit.cause)).toBe(false)
        expect(Cause.squash(exit.cause)).toBeInstanceOf(SourceError)
      }),
      { numRuns: 400 }
    )
  })
})

layer(testPlatform)("a file of Parquet on disk", (it) => {
  it.effect("MUST be refused with its place if two of its columns have one name", () =>
    Effect.gen(function* () {
      const { write } = yield* folder
      const place = yield* write(
        "same.parquet",
        withFooter(two(), ({ chunks, schema }) => {
          schema[2]!["field_4"] = "a"
          chunks[1]!["field_3"] = ["a"]
        })
      )
      const location = yield* locate(place)
      const entries = yield* Stream.runCollect(location.entries({}))
      const failure = yield* Effect.flip(Effect.scoped(parquetParts(entries[0]!, [], undefined)))
      expect(failure).toMatchObject({ _tag: "SourceError", source: "test", reason: "unreadable" })
      expect(failure.message).toMatch(/same\.parquet: two columns are called a/)
    })
  )
})
