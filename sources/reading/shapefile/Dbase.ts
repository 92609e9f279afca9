import { isUtf8 } from "node:buffer"
import { quoted } from "../../../schemas/Quoted.ts"
import { type Decode, decoderOf } from "../CodePages.ts"
import { Fault, type Parser } from "../Parser.ts"
import { piecewise } from "./Pieces.ts"

/** The columns of a row. */
export type Columns = Readonly<Record<string, unknown>>

type Value = string | number | boolean | Date | null

interface Field {
  readonly name: string
  readonly read: (text: string) => Value
  readonly start: number
  readonly end: number
}

/** A row of a table. Programs that edit in place only mark what they delete, and pack the table later or never. */
interface Row {
  readonly columns: Columns
  readonly isDeleted: boolean
}

/** What the beginning of a table says. */
export interface Table {
  /** Records, as it says itself. */
  readonly count: number
  readonly fields: ReadonlyArray<Field>
  readonly headerBytes: number
  readonly recordBytes: number
  readonly decode: Decode
}

/**
 * Code pages by the number of a language driver, as dBASE, FoxPro and ArcGIS write them. 87 is the code page of whatever
 * Windows wrote the table. https://gdal.org/drivers/vector/shapefile.html#encoding
 */
const codePages: ReadonlyMap<number, number> = new Map(
  Object.entries({
    437: [1, 9, 11, 13, 15, 17, 21, 24, 25, 27],
    737: [106, 134],
    850: [2, 10, 14, 16, 18, 20, 22, 26, 29, 37, 55],
    852: [31, 34, 35, 64, 100, 135],
    857: [107, 136],
    860: [36],
    861: [103],
    863: [28, 108],
    865: [8, 23, 102],
    866: [38, 101],
    874: [80, 124],
    932: [19, 123],
    936: [77, 122],
    949: [78, 121],
    950: [79, 120],
    1250: [200],
    1251: [201],
    1252: [3, 88, 89],
    1253: [203],
    1254: [202],
    1257: [204]
  }).flatMap(([page, drivers]) => drivers.map((driver) => [driver, Number(page)] as const))
)

/** The encoding that a table states at its beginning; undefined if it states none that is known. */
export const encodingIn = (head: Buffer): string | undefined => {
  const page = codePages.get(head[29] ?? 0)
  return page === undefined ? undefined : `cp${page}`
}

const windows = decoderOf("windows-1252")!

/** How many bytes the last character lacks, of which the column's width left only the first ones; 0 if it is whole. */
const cutOffAt = (bytes: Uint8Array): number => {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? back : 0
    if (byte < 0x80) return 0
  }
  return 0
}

/** Decodes texts whose encoding is stated nowhere: what is UTF-8 is nothing else but by chance. */
export const decodeUnstated: Decode = (bytes) => {
  const whole = bytes.subarray(0, bytes.length - cutOffAt(bytes))
  // A single byte beyond ASCII at the end is a letter of another encoding.
  const isCut = whole.length < bytes.length && whole.some((byte) => byte >= 0x80)
  return isUtf8(bytes) || (isCut && isUtf8(whole)) ? Buffer.from(whole).toString() : windows(bytes)
}

/** No beginning of a table is longer. */
export const longestHeader = 65_535

const readNumber = (text: string): Value => {
  const number = text.trim() === "" ? Number.NaN : Number(text)
  return Number.isNaN(number) ? null : number
}

const readText = (text: string): Value => text.trim() || null

const readDate = (text: string): Value => {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(text) ?? []
  return year === undefined ? null : new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
}

const readLogical = (text: string): Value => {
  if (/^[nf]$/i.test(text)) return false
  return /^[yt]$/i.test(text) ? true : null
}

/** Types of columns by their letter. */
const readers: ReadonlyMap<string, (text: string) => Value> = new Map([
  ["B", readNumber],
  ["C", readText],
  ["D", readDate],
  ["F", readNumber],
  ["L", readLogical],
  ["M", readNumber],
  ["N", readNumber]
])

const fileHeader = 32
const fieldBytes = 32
const endOfFields = 0x0d
const deleted = 0x2a
/** How records begin: with a space, unless they were deleted. Some programs write zeros. */
const marks: ReadonlySet<number | undefined> = new Set([0x20, deleted, 0x00])
const endOfRecords = 0x1a

const nameIn = (field: Buffer, decode: Decode): string => {
  const end = field.subarray(0, 11).indexOf(0)
  return decode(field.subarray(0, end === -1 ? 11 : end))
}

/** The fields; the first byte of a record says whether it was deleted. */
const fieldsIn = (header: Buffer, decode: Decode): ReadonlyArray<Field> => {
  const fields: Array<Field> = []
  let start = 1
  for (let at = fileHeader; at + fieldBytes <= header.length && header[at] !== endOfFields; at += fieldBytes) {
    const field = header.subarray(at, at + fieldBytes)
    const name = nameIn(field, decode)
    const type = field.toString("latin1", 11, 12)
    const read = readers.get(type)
    if (read === undefined) {
      throw new Fault(
        `its .dbf has the column ${quoted(name)} of the type ${quoted(type)}, which is unknown. ` +
          "Save it with columns of text, numbers, dates and logical values."
      )
    }
    fields.push({ name, read, start, end: start + field[16]! })
    start += field[16]!
  }
  return fields
}

/** The table that begins with these bytes, of which there must be {@link longestHeader} if the file has as many. */
export const tableOf = (head: Buffer, decode: Decode): Table => {
  if (head.length < fileHeader) throw new Fault("its .dbf is cut off. Get it again.")
  const count = head.readUInt32LE(4)
  const headerBytes = head.readUInt16LE(8)
  const recordBytes = head.readUInt16LE(10)
  if (headerBytes <= fileHeader || recordBytes === 0) {
    throw new Fault(
      `its .dbf is damaged: it says that its header has ${headerBytes} bytes, and each record ${recordBytes}.`
    )
  }
  const fields = fieldsIn(head.subarray(0, headerBytes), decode)
  const needed = fields.at(-1)?.end ?? 1
  // Fields of no length would let a byte of the file make thousands of values.
  if (needed > recordBytes || fields.length > recordBytes) {
    throw new Fault(
      `its .dbf is damaged: its ${fields.length} columns have ${needed} bytes, and its records ${recordBytes}.`
    )
  }
  return { count, fields, headerBytes, recordBytes, decode }
}

const shifted = (number: number, record: Buffer): string =>
  `its .dbf is damaged: its record ${number} begins with ${quoted(record.toString("latin1", 0, 1))} in place of a space, ` +
  "so bytes are missing or too many before it. Get it again."

/** The rows of a table, in the order of the shapes; deleted ones, too, because their shapes are there as well. */
export const tableRows = ({ count, decode, fields, headerBytes, recordBytes }: Table): Parser<Uint8Array, Row> => {
  let number = 0
  return piecewise<Row>({
    first: { skip: headerBytes, bytes: recordBytes },
    take: (record, rows) => {
      if (record[0] === endOfRecords) return { skip: Number.POSITIVE_INFINITY, bytes: 1 }
      number += 1
      // A byte more or less would move letters of all further records from one column into the next.
      if (!marks.has(record[0])) throw new Fault(shifted(number, record))
      // Not by assignment: a column may be named __proto__.
      const columns: Columns = Object.fromEntries(
        fields.map(({ end, name, read, start }) => [name, read(decode(record.subarray(start, end)))])
      )
      rows.push({ columns, isDeleted: record[0] === deleted })
      return { skip: 0, bytes: recordBytes }
    },
    end: () => {
      if (number < count) throw new Fault(`its .dbf is cut off after ${number} of ${count} records. Get it again.`)
    }
  })
}
