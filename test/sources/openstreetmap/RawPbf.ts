import { writeBlob, writePbf } from "./PbfWriter.ts"

/** Any bytes of the format, also those that no program writes: https://protobuf.dev/programming-guides/encoding. */
export const varint = (value: bigint | number): Buffer => {
  const bytes: Array<number> = []
  let rest = BigInt.asUintN(64, BigInt(value))
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128)
  return Buffer.from([...bytes, Number(rest)])
}

export const zigzag = (value: bigint | number): Buffer => {
  const whole = BigInt(value)
  return varint(whole < 0n ? -2n * whole - 1n : 2n * whole)
}

/** Zigzag-coded numbers one after another. */
export const signed = (...values: ReadonlyArray<bigint | number>): Buffer => Buffer.concat(values.map(zigzag))

export const repeated = (bytes: Uint8Array, count: number): Buffer => Buffer.alloc(bytes.length * count, bytes)

export const number = (field: number, value: bigint | number): Buffer =>
  Buffer.concat([varint(field * 8), varint(value)])

export const bytes = (field: number, ...contents: ReadonlyArray<Uint8Array>): Buffer => {
  const whole = Buffer.concat(contents)
  return Buffer.concat([varint(field * 8 + 2), varint(whole.length), whole])
}

/** The texts of every block, by the numbers that tags use. */
const texts = ["", "building", "house", "addr:housenumber", "1", "addr:street", "S", "type", "multipolygon"]
export const house = Buffer.from([3, 4, 5, 6])
const strings = bytes(1, ...texts.map((text) => bytes(1, Buffer.from(text))))

export const group = (...contents: ReadonlyArray<Uint8Array>): Buffer => bytes(2, ...contents)

/** `tags`: numbers of keys and values, and 0 after each node. */
export const dense = (ids: Buffer, lats: Buffer, lons: Buffer, tags: Uint8Array = Buffer.alloc(0)): Buffer =>
  bytes(2, bytes(1, ids), bytes(8, lats), bytes(9, lons), bytes(10, tags))

/** A building with an address. */
export const way = (id: bigint | number, refs: Uint8Array): Buffer =>
  bytes(3, number(1, id), bytes(2, Buffer.from([1, 3, 5])), bytes(3, Buffer.from([2, 4, 6])), bytes(8, refs))

/** A multipolygon of ways without roles. */
export const relation = (id: bigint | number, members: Buffer, count: number): Buffer =>
  bytes(
    4,
    number(1, id),
    bytes(2, Buffer.from([7, 1])),
    bytes(3, Buffer.from([8, 2])),
    bytes(8, Buffer.alloc(count)),
    bytes(9, members),
    bytes(10, Buffer.alloc(count, 1))
  )

/** A file of blocks, each with the usual texts. */
export const fileOf = (...blocks: ReadonlyArray<Uint8Array>): Buffer =>
  Buffer.concat([
    writePbf({ nodes: [], ways: [], relations: [] }),
    ...blocks.map((block) => writeBlob("OSMData", Buffer.concat([strings, block])))
  ])
