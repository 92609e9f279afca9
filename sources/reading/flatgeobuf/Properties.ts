import { quoted } from "../../../schemas/Quoted.ts"
import { mostColumns } from "../Limits.ts"
import { Fault } from "../Parser.ts"
import type { FlatTable } from "./FlatTable.ts"

/** A value, and where it ends. */
type Read = (bytes: Buffer, at: number) => { readonly value: unknown; readonly end: number }

const fixed =
  (size: number, read: (bytes: Buffer, at: number) => unknown): Read =>
  (bytes, at) => ({ value: read(bytes, at), end: at + size })

const counted =
  (read: (bytes: Buffer) => unknown): Read =>
  (bytes, at) => {
    const end = at + 4 + bytes.readUInt32LE(at)
    if (end > bytes.length) throw new RangeError("a value is longer than its feature")
    return { value: read(bytes.subarray(at + 4, end)), end }
  }

const text = counted((bytes) => bytes.toString())

/** Types of columns by their number: https://github.com/flatgeobuf/flatgeobuf/blob/master/src/fbs/header.fbs */
const readers: ReadonlyArray<Read> = [
  fixed(1, (bytes, at) => bytes.readInt8(at)),
  fixed(1, (bytes, at) => bytes.readUInt8(at)),
  fixed(1, (bytes, at) => bytes.readUInt8(at) !== 0),
  fixed(2, (bytes, at) => bytes.readInt16LE(at)),
  fixed(2, (bytes, at) => bytes.readUInt16LE(at)),
  fixed(4, (bytes, at) => bytes.readInt32LE(at)),
  fixed(4, (bytes, at) => bytes.readUInt32LE(at)),
  fixed(8, (bytes, at) => bytes.readBigInt64LE(at)),
  fixed(8, (bytes, at) => bytes.readBigUInt64LE(at)),
  fixed(4, (bytes, at) => bytes.readFloatLE(at)),
  fixed(8, (bytes, at) => bytes.readDoubleLE(at)),
  text,
  // JSON, and days with their time.
  text,
  text,
  // A piece of a file is only valid until the next one.
  counted((bytes) => Buffer.from(bytes))
]

export interface Columns {
  readonly names: ReadonlyArray<string>
  readonly reads: ReadonlyArray<Read>
}

/** The columns that a header or a feature lists in one of its fields. */
export const columnsOf = (table: FlatTable, field: number): Columns => {
  if (table.count(field) > mostColumns) throw new Fault(`it has more than ${mostColumns} columns.`)
  const tables = table.tables(field)
  const names = tables.map((column) => column.text(0))
  const reads = tables.map((column, at) => {
    const type = column.uint8(1)
    const read = readers[type]
    if (read === undefined) throw new Fault(`its column ${quoted(names[at]!)} has the type ${type}, which is unknown.`)
    return read
  })
  return { names, reads }
}

/** The values of a feature by the names of their columns, whose numbers precede them. */
export const propertiesOf = (bytes: Buffer, { names, reads }: Columns): ReadonlyMap<string, unknown> => {
  const values = new Map<string, unknown>()
  for (let at = 0; at < bytes.length;) {
    const column = bytes.readUInt16LE(at)
    const read = reads[column]
    if (read === undefined) throw new RangeError("a value is of no column")
    const { end, value } = read(bytes, at + 2)
    // The package of the format's authors writes numbers that it lacks so.
    if (!Number.isNaN(value)) values.set(names[column]!, value)
    at = end
  }
  return values
}
