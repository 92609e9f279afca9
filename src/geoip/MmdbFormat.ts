import { Schema } from "effect"

/**
 * The MaxMind DB file format 2.0 (https://maxmind.github.io/MaxMind-DB/): a binary search tree over the bits of an
 * address, whose leaves point to records in a data section, and metadata at the end.
 *
 * Nothing in a file is believed: every offset, size and type is checked, and one record can cost no more than a bounded
 * amount of work, so that a damaged or hostile file is an error and never a crash, a hang, or memory without end.
 */

/** The file breaks its format. */
export class MalformedDatabase extends Schema.TaggedError<MalformedDatabase>()("MalformedDatabase", {
  message: Schema.String
}) {}

/** The bytes of a file. */
export interface Bytes {
  readonly size: number
  /** One that lies within the file. */
  readonly byte: (position: number) => number
  /** A range that lies within the file. */
  readonly range: (start: number, length: number) => Uint8Array
}

export interface Metadata {
  readonly nodeCount: number
  /** Bits of each of a node's two records. */
  readonly recordSize: 24 | 28 | 32
  readonly ipVersion: 4 | 6
  readonly databaseType: string
  /** Where the data section lies: from the end of its separator to the metadata. */
  readonly data: Section
}

/** Bytes from `start` up to `end`, `end` not included. */
interface Section {
  readonly start: number
  readonly end: number
}

const malformed = (message: string): never => {
  throw new MalformedDatabase({ message })
}

/** Values that one record may hold, pointers' targets counted each time. Real records have fewer than 200. */
const maxValues = 2000
const maxDepth = 64
/** Bytes of one text or byte string. */
const maxLength = 64 * 1024

const utf8 = new TextDecoder("utf-8", { fatal: true })

const text = (bytes: Uint8Array): string => {
  try {
    return utf8.decode(bytes)
  } catch {
    return malformed("a text in it is not UTF-8")
  }
}

const unsigned = (bytes: Uint8Array): number => bytes.reduce((value, byte) => value * 256 + byte, 0)

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

const pointerBase = [0, 2048, 526_336, 0] as const

/** Decodes the value at `offset` of the section. Maps become objects without a prototype, wide integers numbers. */
const decode = (bytes: Bytes, section: Section, offset: number): unknown => {
  let position = section.start + offset
  let values = 0

  const within = (length: number): void => {
    if (position < section.start || position + length > section.end)
      malformed("a value in it reaches beyond its section")
  }
  const take = (length: number): Uint8Array => {
    within(length)
    const taken = bytes.range(position, length)
    position += length
    return taken
  }
  const byte = (): number => {
    within(1)
    return bytes.byte(position++)
  }
  const sized = (length: number, most: number): Uint8Array =>
    length <= most ? take(length) : malformed("a value in it is too long")
  const exactly = (length: number, wanted: number): Uint8Array =>
    length === wanted ? take(length) : malformed("a number in it has the wrong size")

  const pointer = (control: number): number => {
    const size = (control >> 3) & 3
    const low = unsigned(take(size + 1))
    return section.start + pointerBase[size]! + (size === 3 ? low : (control & 7) * 256 ** (size + 1) + low)
  }

  const length = (control: number): number => {
    const size = control & 31
    if (size < 29) return size
    return [29, 285, 65_821][size - 29]! + unsigned(take(size - 28))
  }

  const map = (size: number, depth: number): Record<string, unknown> => {
    const entries: Record<string, unknown> = Object.create(null)
    for (let i = 0; i < size; i++) {
      const key = value(depth)
      if (typeof key !== "string") return malformed("a map in it has a key that is no text")
      entries[key] = value(depth)
    }
    return entries
  }

  const list = (size: number, depth: number): ReadonlyArray<unknown> => {
    const items: Array<unknown> = []
    for (let i = 0; i < size; i++) items.push(value(depth))
    return items
  }

  const follow = (target: number, depth: number): unknown => {
    const back = position
    position = target
    const found = value(depth)
    position = back
    return found
  }

  const value = (depth: number): unknown => {
    if (depth > maxDepth || ++values > maxValues) return malformed("a record in it is nested without end")
    const control = byte()
    if (control >> 5 === 1) return follow(pointer(control), depth + 1)
    const type = control >> 5 === 0 ? 7 + byte() : control >> 5
    const size = length(control)
    switch (type) {
      case 2:
        return text(sized(size, maxLength))
      case 3:
        return viewOf(exactly(size, 8)).getFloat64(0)
      case 4:
        return sized(size, maxLength)
      case 5:
        return unsigned(sized(size, 2))
      case 6:
        return unsigned(sized(size, 4))
      case 7:
        return map(size, depth + 1)
      case 8: {
        const number = unsigned(sized(size, 4))
        return size === 4 ? number | 0 : number
      }
      case 9:
        return unsigned(sized(size, 8))
      case 10:
        return unsigned(sized(size, 16))
      case 11:
        return list(size, depth + 1)
      case 14:
        return size <= 1 ? size === 1 : malformed("a truth value in it is neither true nor false")
      case 15:
        return viewOf(exactly(size, 4)).getFloat32(0)
      default:
        return malformed(`it has a value of the unknown type ${type}`)
    }
  }

  return value(0)
}

const marker = Buffer.from("\xab\xcd\xefMaxMind.com", "latin1")

/** The format has the metadata within this many bytes of the end. */
const metadataReach = 128 * 1024

/** Zero bytes between the tree and the data section. */
const separatorLength = 16

const MetadataRecord = Schema.Struct({
  node_count: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 2 ** 32 - 1 })),
  record_size: Schema.Literals([24, 28, 32]),
  ip_version: Schema.Literals([4, 6]),
  database_type: Schema.String,
  binary_format_major_version: Schema.Literal(2)
})
const isMetadataRecord = Schema.is(MetadataRecord)

const gzip = Buffer.from([0x1f, 0x8b])

export const readMetadata = (bytes: Bytes): Metadata => {
  const reach = Math.min(bytes.size, metadataReach)
  const tail = Buffer.from(bytes.range(bytes.size - reach, reach))
  const found = tail.lastIndexOf(marker)
  if (found === -1) {
    const packed = bytes.size > gzip.length && gzip.equals(bytes.range(0, gzip.length))
    return malformed(packed ? "it is compressed: unpack it first" : "it is no MMDB file, or its end is missing")
  }
  const markerStart = bytes.size - reach + found
  const record = decode(bytes, { start: markerStart + marker.length, end: bytes.size }, 0)
  if (!isMetadataRecord(record)) return malformed("its metadata are not those of an MMDB file of version 2")
  const treeSize = (record.node_count * record.record_size) / 4
  const start = treeSize + separatorLength
  if (start > markerStart) return malformed("it is shorter than its metadata say")
  if (bytes.range(treeSize, separatorLength).some((byte) => byte !== 0)) {
    return malformed("its search tree does not end where its metadata say")
  }
  return {
    nodeCount: record.node_count,
    recordSize: record.record_size,
    ipVersion: record.ip_version,
    databaseType: record.database_type,
    data: { start, end: markerStart }
  }
}

/** One of a node's two records: below `nodeCount` another node, `nodeCount` itself nothing, above it a place in the data. */
const child = (bytes: Bytes, { nodeCount, recordSize }: Metadata, node: number, bit: number): number => {
  if (node >= nodeCount) return malformed("its search tree points beyond its end")
  const size = recordSize / 4
  const record = bytes.range(node * size, size)
  if (recordSize !== 28) return unsigned(record.subarray((bit * size) / 2, ((bit + 1) * size) / 2))
  // The byte in the middle holds the highest four bits of the left record, then those of the right one.
  const high = bit === 0 ? record[3]! >> 4 : record[3]! & 15
  return high * 2 ** 24 + unsigned(record.subarray(bit * 4, bit * 4 + 3))
}

const recordAt = (bytes: Bytes, { data, nodeCount }: Metadata, target: number): unknown => {
  const offset = target - nodeCount - separatorLength
  if (offset < 0 || data.start + offset >= data.end) return malformed("its search tree points beyond its data")
  return decode(bytes, data, offset)
}

/** IPv4 addresses lie at the first 96 zero bits of a tree of IPv6 addresses. */
const leadingZeros = 96

/** The record of the network that the address lies in; undefined where there is none. */
export const lookUp = (bytes: Bytes, metadata: Metadata, octets: ReadonlyArray<number>): unknown => {
  if (octets.length === 16 && metadata.ipVersion === 4) return undefined
  const zeros = octets.length === 4 && metadata.ipVersion === 6 ? leadingZeros : 0
  const depth = zeros + octets.length * 8
  let node = 0
  for (let i = 0; i < depth && node < metadata.nodeCount; i++) {
    const bit = i < zeros ? 0 : (octets[(i - zeros) >> 3]! >> (7 - (i & 7))) & 1
    node = child(bytes, metadata, node, bit)
  }
  if (node < metadata.nodeCount) return malformed("its search tree is deeper than an address is long")
  return node === metadata.nodeCount ? undefined : recordAt(bytes, metadata, node)
}

/** The records that one node leads to at once, none to two: to look at a file without knowing an address in it. */
export const recordsOf = (bytes: Bytes, metadata: Metadata, node: number): ReadonlyArray<unknown> =>
  [0, 1]
    .map((bit) => child(bytes, metadata, node, bit))
    .filter((target) => target > metadata.nodeCount)
    .map((target) => recordAt(bytes, metadata, target))
