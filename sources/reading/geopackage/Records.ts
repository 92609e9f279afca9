import { Fault } from "../Parser.ts"
import type { Header } from "./Pages.ts"

/** A value as SQLite stores it: an integer beyond 2^53 is a bigint, and of bytes there is the beginning alone, as a part of their page. */
export type Value = string | number | bigint | Uint8Array | null

const cutOff = () => new Fault("the GeoPackage is damaged: a record in it is cut off.")

/** A number of one to nine bytes, and the position after it. https://www.sqlite.org/fileformat2.html#varint */
export const varint = (bytes: Uint8Array, at: number): readonly [value: number, end: number] => {
  let value = 0
  for (let index = 0; index < 8; index++) {
    const byte = bytes[at + index]
    if (byte === undefined) throw cutOff()
    value = value * 128 + (byte & 0x7f)
    if (byte < 0x80) return [value, at + index + 1]
  }
  return [value * 256 + (bytes[at + 8] ?? 0), at + 9]
}

/** The same for a number that may be negative, or larger than 2^53. */
export const signedVarint = (bytes: Uint8Array, at: number): readonly [value: number | bigint, end: number] => {
  const [value, end] = varint(bytes, at)
  if (Number.isSafeInteger(value)) return [value, end]
  let exact = 0n
  for (let index = at; index < end; index++) {
    const isLast = index === at + 8
    exact = isLast ? exact * 256n + BigInt(bytes[index] ?? 0) : exact * 128n + BigInt(bytes[index]! & 0x7f)
  }
  return [BigInt.asIntN(64, exact), end]
}

/** Bytes of a value, by its serial type. */
const fixedSizes = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0] as const

const sizeOf = (type: number): number => {
  if (type >= 12) return Math.floor((type - 12) / 2)
  const size = fixedSizes[type]
  if (size === undefined)
    throw new Fault(`the GeoPackage is damaged: a record in it has a value of the unknown type ${type}.`)
  return size
}

/** Where a value is within its record. */
export interface Slot {
  readonly type: number
  readonly start: number
  /** The end of what is read of it. */
  readonly end: number
}

/** The bytes read of a value that is neither text nor number: enough for a point, whatever stands before it. */
const beginning = 256

const isText = (type: number): boolean => type >= 12 && type % 2 === 1

const slotOf = (type: number, start: number, size: number, longestText: number): Slot => {
  if (isText(type) && size > longestText) {
    throw new Fault(`a text in it has ${size} bytes, and at most ${longestText} are read there. Shorten or remove it.`)
  }
  return { type, start, end: start + (type >= 12 && !isText(type) ? Math.min(size, beginning) : size) }
}

/** Which values of a table's records are read. */
export interface Wanted {
  /** Their positions: for the first column, 0. */
  readonly positions: ReadonlyArray<number>
  /** The same for each position up to the last. */
  readonly isWanted: ReadonlyArray<boolean>
  /** Bytes of a text. */
  readonly longestText: number
}

/** A position of -1 has no values. */
export const wantedAt = (positions: ReadonlyArray<number>, longestText: number): Wanted => {
  const all = new Set(positions)
  const count = positions.reduce((last, position) => Math.max(last, position), -1) + 1
  return { positions, longestText, isWanted: Array.from({ length: count }, (_, position) => all.has(position)) }
}

/** The places of a record's first values, by their positions; undefined for those that are not wanted. */
export type Slots = ReadonlyArray<Slot | undefined>

/** Reads places from the beginning of a record, which must hold as much of its header as says where they are. */
export const slotsOf = (record: Uint8Array, isWanted: ReadonlyArray<boolean>, longestText: number): Slots => {
  const [header, begin] = varint(record, 0)
  const slots: Array<Slot | undefined> = []
  let [at, start] = [begin, header]
  while (at < header && slots.length < isWanted.length) {
    const [type, after] = varint(record, at)
    const size = sizeOf(type)
    slots.push(isWanted[slots.length] === true ? slotOf(type, start, size, longestText) : undefined)
    at = after
    start += size
  }
  return slots
}

/** An integer of so many bytes, with its sign. */
const integer = (view: DataView, size: number): number | bigint => {
  if (size === 8) {
    const value = view.getBigInt64(0)
    const plain = Number(value)
    return Number.isSafeInteger(plain) ? plain : value
  }
  let value = view.getInt8(0)
  for (let index = 1; index < size; index++) value = value * 256 + view.getUint8(index)
  return value
}

/** Reads values of records in the encoding of their file. */
export const valueReader = ({ encoding }: Pick<Header, "encoding">) => {
  const decoder = new TextDecoder(encoding, { ignoreBOM: true })
  /** The bytes must reach to the value's end. */
  return (record: Uint8Array, { end, start, type }: Slot): Value => {
    if (end > record.length) throw cutOff()
    const bytes = record.subarray(start, end)
    if (type >= 12) return isText(type) ? decoder.decode(bytes) : bytes
    if (type === 0) return null
    if (type >= 8) return type - 8
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    return type === 7 ? view.getFloat64(0) : integer(view, end - start)
  }
}
