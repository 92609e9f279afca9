import { Schema } from "effect"
import { Reader, type Response } from "maxmind"
import { LeastRecentlyUsed } from "../shared/LeastRecentlyUsed.ts"
import { format, type IpAddress, octetsOf } from "./IpAddress.ts"
import { checkValue, malformed, MalformedDatabase, type Section } from "./MmdbGuard.ts"

export interface Metadata {
  readonly nodeCount: number
  /** Bits of each of a node's two records. */
  readonly recordSize: 24 | 28 | 32
  readonly ipVersion: 4 | 6
  readonly databaseType: string
  /** Bytes of the search tree, with which the file begins. */
  readonly treeSize: number
  /** The data section: from the end of its separator to the metadata. */
  readonly data: Section
}

/** The contents of a file that has been read completely. */
export interface MmdbReader {
  readonly metadata: Metadata
  /**
   * The record of the network that contains the address, or none, and the length of that network's prefix. Throws
   * `MalformedDatabase` if the file violates its format.
   */
  readonly look: (address: IpAddress) => { readonly record: unknown; readonly prefix: number }
}

const marker = Buffer.from("\xab\xcd\xefMaxMind.com", "latin1")

/** The format requires the metadata within this many bytes of the end. */
export const metadataReach = 128 * 1024

/** Zero bytes between the tree and the data section. */
export const separatorLength = 16

const MetadataRecord = Schema.Struct({
  nodeCount: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 2 ** 32 - 1 })),
  recordSize: Schema.Literals([24, 28, 32]),
  ipVersion: Schema.Literals([4, 6]),
  databaseType: Schema.String,
  binaryFormatMajorVersion: Schema.Literal(2),
  searchTreeSize: Schema.Int
})
const isMetadataRecord = Schema.is(MetadataRecord)

/** How many decoded records are cached. */
const keptRecords = 4096

/** Anything that the package throws, including an overrun of the file or of the stack, is a fault of the file. */
const guarded = <A>(read: () => A, message = "it cannot be decoded"): A => {
  try {
    return read()
  } catch (thrown) {
    if (thrown instanceof MalformedDatabase) throw thrown
    return malformed(message)
  }
}

/** A first node that leads nowhere. With it, the package reads only the metadata. */
const noTree = Buffer.alloc(8, 0xff)

/**
 * The metadata, from the end of a file and its beginning.
 *
 * @param tail the file's last bytes, up to `metadataReach`
 * @param size of the whole file
 */
export const readMetadata = (tail: Buffer, size: number, head: Buffer): Metadata => {
  const found = tail.lastIndexOf(marker)
  if (found === -1) {
    const packed = head.length > 1 && head[0] === 0x1f && head[1] === 0x8b
    return malformed(packed ? "it is compressed: unpack it first" : "it is not an MMDB file, or its end is missing")
  }
  const start = found + marker.length
  checkValue(tail, { start, end: tail.length }, start, "map")
  const unfit = "its metadata are not those of an MMDB file of version 2"
  const { metadata } = guarded(() => new Reader<Response>(Buffer.concat([noTree, tail.subarray(found)])), unfit)
  if (!isMetadataRecord(metadata)) return malformed(unfit)
  const { databaseType, ipVersion, nodeCount, recordSize, searchTreeSize: treeSize } = metadata
  const data = { start: treeSize + separatorLength, end: size - tail.length + found }
  if (data.start > data.end) return malformed("it is shorter than its metadata say")
  return { nodeCount, recordSize, ipVersion, databaseType, treeSize, data }
}

/** @param separator the bytes after the search tree */
export const checkSeparator = (separator: Uint8Array): void => {
  if (separator.length !== separatorLength || separator.some((byte) => byte !== 0)) {
    malformed("its search tree does not end where its metadata say")
  }
}

/** What one side of a node leads to: another node, or a record. */
const child = (db: Buffer, recordSize: Metadata["recordSize"], node: number, bit: number): number => {
  const at = (node * recordSize) / 4
  if (recordSize === 24) return db.readUIntBE(at + bit * 3, 3)
  if (recordSize === 32) return db.readUInt32BE(at + bit * 4)
  // The middle byte contains the highest four bits of the left record, then those of the right one.
  const high = (db.readUInt8(at + 3) >> (bit === 0 ? 4 : 0)) & 15
  return high * 2 ** 24 + db.readUIntBE(at + bit * 4, 3)
}

/** Whether the tree continues beyond an address's last bit, as it does if a node leads to itself. */
const isDeeper = (
  db: Buffer,
  { ipVersion, nodeCount, recordSize }: Metadata,
  octets: ReadonlyArray<number>
): boolean => {
  const zeros = octets.length === 4 && ipVersion === 6 ? 96 : 0
  let node = 0
  for (let i = 0; i < zeros + octets.length * 8 && node < nodeCount; i++) {
    const octet = i < zeros ? 0 : octets[(i - zeros) >> 3]!
    node = child(db, recordSize, node, (octet >> (7 - (i & 7))) & 1)
  }
  return node < nodeCount
}

/**
 * Reads a file's contents with the package `maxmind`, and checks each record before it is decoded. Throws like `look`.
 */
export const make = (db: Buffer): MmdbReader => {
  const metadata = readMetadata(db.subarray(-metadataReach), db.length, db)
  checkSeparator(db.subarray(metadata.treeSize, metadata.treeSize + separatorLength))
  const { data, ipVersion } = metadata
  const kept = new LeastRecentlyUsed<unknown, number | string>(keptRecords)
  let isChecked = false
  const cache = {
    get: (offset: number | string) => {
      const found = kept.get(offset)
      // The first is the record itself; whatever it points to is checked with it.
      if (found === undefined && !isChecked) {
        if (Number(offset) < data.start) malformed("its search tree points beyond its data")
        checkValue(db, data, Number(offset))
      }
      isChecked = true
      return found
    },
    set: (offset: number | string, value: unknown) => kept.set(offset, value)
  }
  const reader = guarded(() => new Reader<Response>(db, { cache }))
  return {
    metadata,
    look: (address) => {
      const octets = octetsOf(address)
      // The package would take the first bits of an IPv6 address for an IPv4 address.
      if (ipVersion === 4 && octets.length === 16) return { record: undefined, prefix: 0 }
      isChecked = false
      const [record, prefix] = guarded(() => reader.getWithPrefixLength(format(address)))
      // The package reports an address whose bits are exhausted as unknown.
      if (record === null && prefix === octets.length * 8 && guarded(() => isDeeper(db, metadata, octets))) {
        return malformed("its search tree is deeper than an address is long")
      }
      return { record: record ?? undefined, prefix }
    }
  }
}
