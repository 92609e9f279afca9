/** The most tables that are read one within another. */
const deepestTable = 8

const notThere = () => new RangeError("it refers to what is not there")

/**
 * A table of FlatBuffers, whose fields are known by their number in the schema. Any place outside the bytes throws, and
 * so does a buffer that refers to the same bytes again and again, of which little would become much.
 * https://flatbuffers.dev/internals/
 */
export class FlatTable {
  readonly #bytes: Buffer
  readonly #at: number
  readonly #depth: number
  /** How many bytes of vectors may still be read, of all tables of the buffer together. */
  readonly #left: { bytes: number }

  private constructor(bytes: Buffer, at: number, depth: number, left: { bytes: number }) {
    if (depth > deepestTable) throw notThere()
    this.#bytes = bytes
    this.#at = at
    this.#depth = depth
    this.#left = left
  }

  static root(bytes: Buffer): FlatTable {
    return new FlatTable(bytes, bytes.readUInt32LE(0), 0, { bytes: bytes.length })
  }

  uint8(field: number): number {
    const at = this.#place(field)
    return at === undefined ? 0 : this.#bytes.readUInt8(at)
  }

  uint16(field: number, otherwise: number): number {
    const at = this.#place(field)
    return at === undefined ? otherwise : this.#bytes.readUInt16LE(at)
  }

  int32(field: number): number {
    const at = this.#place(field)
    return at === undefined ? 0 : this.#bytes.readInt32LE(at)
  }

  uint64(field: number): number {
    const at = this.#place(field)
    return at === undefined ? 0 : Number(this.#bytes.readBigUInt64LE(at))
  }

  bytes(field: number): Buffer {
    const { at, count } = this.#vector(field, 1)
    return this.#bytes.subarray(at, at + count)
  }

  text(field: number): string {
    return this.bytes(field).toString()
  }

  uint32s(field: number): Uint32Array {
    const { at, count } = this.#vector(field, 4)
    return Uint32Array.from({ length: count }, (_, nth) => this.#bytes.readUInt32LE(at + nth * 4))
  }

  doubles(field: number): Float64Array {
    const { at, count } = this.#vector(field, 8)
    const numbers = new Float64Array(count)
    for (let nth = 0; nth < count; nth++) numbers[nth] = this.#bytes.readDoubleLE(at + nth * 8)
    return numbers
  }

  table(field: number): FlatTable | undefined {
    const at = this.#place(field)
    return at === undefined ? undefined : this.#tableAt(at)
  }

  /** How many tables there are, each of which takes twenty times the memory that it has in the file. */
  count(field: number): number {
    const at = this.#place(field)
    return at === undefined ? 0 : this.#bytes.readUInt32LE(at + this.#bytes.readUInt32LE(at))
  }

  tables(field: number): ReadonlyArray<FlatTable> {
    const { at, count } = this.#vector(field, 4)
    return Array.from({ length: count }, (_, nth) => this.#tableAt(at + nth * 4))
  }

  /** Where a field is; undefined if the table leaves it out. */
  #place(field: number): number | undefined {
    const fields = this.#at - this.#bytes.readInt32LE(this.#at)
    const entry = 4 + field * 2
    if (entry >= this.#bytes.readUInt16LE(fields)) return undefined
    const offset = this.#bytes.readUInt16LE(fields + entry)
    return offset === 0 ? undefined : this.#at + offset
  }

  #tableAt(at: number): FlatTable {
    return new FlatTable(this.#bytes, at + this.#bytes.readUInt32LE(at), this.#depth + 1, this.#left)
  }

  #vector(field: number, size: number): { readonly at: number; readonly count: number } {
    const place = this.#place(field)
    if (place === undefined) return { at: 0, count: 0 }
    const at = place + this.#bytes.readUInt32LE(place)
    const count = this.#bytes.readUInt32LE(at)
    this.#left.bytes -= count * size
    if (at + 4 + count * size > this.#bytes.length || this.#left.bytes < 0) throw notThere()
    return { at: at + 4, count }
  }
}
