/**
 * The compact protocol of Thrift, in which Parquet writes its footer and page headers. A few bytes can claim that a
 * list of two thousand million elements follows, or nest without end; a reader that trusts them fills the memory.
 * https://github.com/apache/thrift/blob/master/doc/specs/thrift-compact-protocol.md
 */

/** Thrown if bytes cannot be what they claim to be. */
export class Malformed extends Error {}

/** Nesting depth of Parquet's structures, with room for future ones. */
const deepestStruct = 32

const types = { stop: 0, true: 1, false: 2, byte: 3, i16: 4, i32: 5, i64: 6, double: 7, binary: 8, list: 9, struct: 12 }

/** Maximum bytes of a number. */
export const longestNumber = 10

/**
 * The most fields and list elements, and structures among them: a structure of one byte takes hundreds of bytes of
 * memory once it is read.
 */
export interface StructLimits {
  readonly values: number
  readonly structs: number
}

/** A page's header has some twenty values. */
const headerLimits: StructLimits = { values: 10_000, structs: 1000 }

class Walk {
  readonly #bytes: Uint8Array
  readonly #limits: StructLimits
  #values = 0
  #structs = 0
  /** Sum of the squares of the lengths of deep texts. */
  squares = 0
  at: number

  constructor(bytes: Uint8Array, at: number, limits: StructLimits) {
    this.#bytes = bytes
    this.#limits = limits
    this.at = at
  }

  #take(count: number): void {
    if (!(this.at + count <= this.#bytes.length)) throw new Malformed("it is cut off within a structure")
    this.at += count
  }

  #byte(): number {
    this.#take(1)
    return this.#bytes[this.at - 1]!
  }

  #number(): number {
    let value = 0
    for (let index = 0; index < longestNumber; index++) {
      const byte = this.#byte()
      value += (byte & 0x7f) * 2 ** (7 * index)
      if (byte < 0x80) return value
    }
    throw new Malformed("a number in it does not end")
  }

  struct(depth = 0): void {
    if (depth > deepestStruct) throw new Malformed("its structures are nested too deep")
    if (++this.#structs > this.#limits.structs)
      throw new Malformed(`it has more than ${this.#limits.structs} structures`)
    for (;;) {
      const head = this.#byte()
      if ((head & 0x0f) === types.stop) return
      // An explicit field number, if it is not given as a difference to the last.
      if (head >> 4 === 0) this.#number()
      this.#element(head & 0x0f, depth)
    }
  }

  #element(type: number, depth: number): void {
    if (++this.#values > this.#limits.values) throw new Malformed(`it has more than ${this.#limits.values} values`)
    switch (type) {
      case types.true:
      case types.false:
        return
      case types.byte:
        return this.#take(1)
      case types.i16:
      case types.i32:
      case types.i64:
        return void this.#number()
      case types.double:
        return this.#take(8)
      case types.binary:
        return this.#text(depth)
      case types.list:
        return this.#list(depth + 1)
      case types.struct:
        return this.struct(depth + 1)
      default:
        throw new Malformed(`it has a field of the unknown type ${type}`)
    }
  }

  #text(depth: number): void {
    const length = this.#number()
    this.#take(length)
    if (depth >= depthOfStatistics) this.squares += length ** 2
  }

  #list(depth: number): void {
    if (depth > deepestStruct) throw new Malformed("its structures are nested too deep")
    const head = this.#byte()
    const size = head >> 4 === 15 ? this.#number() : head >> 4
    // Each element takes at least a byte, whatever its type.
    if (size > this.#bytes.length - this.at) throw new Malformed(`a list in it says that it has ${size} elements`)
    const type = head & 0x0f
    for (let index = 0; index < size; index++) {
      this.#element(type === types.true || type === types.false ? types.byte : type, depth)
    }
  }
}

/** In a footer, texts of this depth are the least and greatest values of columns, and paths. */
const depthOfStatistics = 6

/** Checks a footer; returns the sum of the squares of the lengths of its statistics. */
export const squaresOfStatistics = (bytes: Uint8Array, limits: StructLimits): number => {
  const walk = new Walk(bytes, 0, limits)
  walk.struct()
  return walk.squares
}

/** The end of a structure that begins at a position; throws a {@link Malformed} if it cannot be one. */
export const endOfStruct = (bytes: Uint8Array, start: number, limits: StructLimits = headerLimits): number => {
  const walk = new Walk(bytes, start, limits)
  walk.struct()
  return walk.at
}
