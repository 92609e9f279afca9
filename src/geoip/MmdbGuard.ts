import { Schema } from "effect"
import { isUtf8 } from "node:buffer"

/** The file violates its format. */
export class MalformedDatabase extends Schema.TaggedError<MalformedDatabase>()("MalformedDatabase", {
  message: Schema.String
}) {}

export const malformed = (message: string): never => {
  throw new MalformedDatabase({ message })
}

/** Bytes from `start` up to but not including `end`. */
export interface Section {
  readonly start: number
  readonly end: number
}

/** The most values in one record, counting a pointer's target each time. Real records have fewer than 200. */
const maxValues = 2000
const maxDepth = 64
/** The most bytes of one text or byte string. */
const maxLength = 64 * 1024

/** Types of the MaxMind DB format 2.0 (https://maxmind.github.io/MaxMind-DB/). */
const type = {
  text: 2,
  double: 3,
  bytes: 4,
  uint16: 5,
  uint32: 6,
  map: 7,
  int32: 8,
  uint64: 9,
  uint128: 10,
  array: 11,
  truth: 14,
  float: 15
} as const

/** The exact or greatest number of bytes of a number. */
const exact: Readonly<Record<number, number>> = { [type.double]: 8, [type.float]: 4 }
const most: Readonly<Record<number, number>> = {
  [type.uint16]: 2,
  [type.uint32]: 4,
  [type.int32]: 4,
  [type.uint64]: 8,
  [type.uint128]: 16
}

const pointerBase = [0, 2048, 526_336, 0] as const

/**
 * Checks the value at a position of a section before it is decoded, and throws if it is damaged: it must lie within the
 * section, its numbers must have their sizes, its texts must be UTF-8, and decoding it must cost a bounded amount of
 * work. The decoding package trusts its input: it would follow a damaged length through the rest of the file and a
 * pointer to itself until the stack overflows, and would return a truncated number as a different one.
 *
 * @param wanted the type that the value must have, if a certain one is needed
 */
export const checkValue = (db: Buffer, section: Section, from: number, wanted?: keyof typeof type): void => {
  let position = from
  let values = 0

  const take = (length: number): number => {
    const at = position
    if (at < section.start || at + length > section.end) malformed("a value in it reaches beyond its section")
    position += length
    return at
  }
  const unsigned = (length: number): number => db.readUIntBE(take(length), length)

  const pointer = (control: number): number => {
    const size = (control >> 3) & 3
    const low = unsigned(size + 1)
    return section.start + pointerBase[size]! + (size === 3 ? low : (control & 7) * 256 ** (size + 1) + low)
  }
  const length = (control: number): number => {
    const size = control & 31
    return size < 29 ? size : [29, 285, 65_821][size - 29]! + unsigned(size - 28)
  }

  const text = (size: number): void => {
    const bytes = db.subarray(take(size), position)
    if (!isUtf8(bytes)) malformed("a text in it is not UTF-8")
    // As a key, it would change the record's prototype.
    if (size === 9 && bytes.toString("latin1") === "__proto__") malformed("it has a key that no record has")
  }

  const scalar = (kind: number, size: number): void => {
    if (kind === type.truth) {
      if (size > 1) malformed("a truth value in it is neither true nor false")
    } else if (exact[kind] !== undefined) {
      if (size !== exact[kind]) malformed("a number in it has the wrong size")
      take(size)
    } else if (kind in most || kind === type.bytes || kind === type.text) {
      if (size > (most[kind] ?? maxLength)) malformed("a value in it is too long")
      if (kind === type.text) text(size)
      else take(size)
    } else malformed(`it has a value of the unknown type ${kind}`)
  }

  const value = (depth: number, only?: number): void => {
    if (depth > maxDepth || ++values > maxValues) malformed("a record in it is nested without end")
    const control = unsigned(1)
    if (control >> 5 === 1) {
      const target = pointer(control)
      const back = position
      position = target
      value(depth + 1, only)
      position = back
      return
    }
    const kind = control >> 5 === 0 ? 7 + unsigned(1) : control >> 5
    if (only !== undefined && kind !== only) malformed(mismatch(only))
    const size = length(control)
    if (kind === type.map) {
      for (let i = 0; i < size; i++) {
        value(depth + 1, type.text)
        value(depth + 1)
      }
    } else if (kind === type.array) {
      for (let i = 0; i < size; i++) value(depth + 1)
    } else scalar(kind, size)
  }

  value(0, wanted === undefined ? undefined : type[wanted])
}

const mismatch = (wanted: number): string =>
  wanted === type.text ? "a map in it has a key that is not text" : "its metadata is not a map"
