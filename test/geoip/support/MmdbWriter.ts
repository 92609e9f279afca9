import { Result } from "effect"
import { IpNetwork, NetAddress } from "effect/net"

/** Writes MMDB files by the format's specification, to test what reads them. */

/** Raw bytes in place of a value. */
export class Raw {
  readonly bytes: Buffer
  constructor(bytes: ReadonlyArray<number> | Buffer) {
    this.bytes = Buffer.from(bytes)
  }
}

const bigEndian = (value: number | bigint): Buffer => {
  const hex = value.toString(16)
  return value === 0 || value === 0n ? Buffer.alloc(0) : Buffer.from(hex.length % 2 === 1 ? `0${hex}` : hex, "hex")
}

const header = (type: number, size: number): Buffer => {
  const [low, rest] =
    size < 29
      ? [size, Buffer.alloc(0)]
      : size < 285
        ? [29, Buffer.from([size - 29])]
        : size < 65_821
          ? [30, Buffer.from([(size - 285) >> 8, (size - 285) & 255])]
          : [31, Buffer.from([(size - 65_821) >> 16, ((size - 65_821) >> 8) & 255, (size - 65_821) & 255])]
  return Buffer.concat([Buffer.from(type < 8 ? [(type << 5) | low] : [low, type - 7]), rest])
}

const typed = (type: number, content: Buffer): Buffer => Buffer.concat([header(type, content.length), content])

export const double = (value: number): Raw => {
  const content = Buffer.alloc(8)
  content.writeDoubleBE(value)
  return new Raw(typed(3, content))
}

export const float = (value: number): Raw => {
  const content = Buffer.alloc(4)
  content.writeFloatBE(value)
  return new Raw(typed(15, content))
}

export const int32 = (value: number): Raw => {
  const content = Buffer.alloc(4)
  content.writeInt32BE(value)
  return new Raw(typed(8, content))
}

export const uint = (type: "uint16" | "uint32" | "uint64" | "uint128", value: number | bigint): Raw =>
  new Raw(typed({ uint16: 5, uint32: 6, uint64: 9, uint128: 10 }[type], bigEndian(value)))

/** A pointer to an offset in the data section, in this many bytes. */
export const pointer = (offset: number, size: 1 | 2 | 3 | 4 = 4): Raw => {
  const value = offset - [0, 0, 2048, 526_336, 0][size]!
  const content = Buffer.alloc(4)
  content.writeUInt32BE(size === 4 ? offset : value & (256 ** size - 1))
  const high = size === 4 ? 0 : Math.floor(value / 256 ** size)
  return new Raw(Buffer.concat([Buffer.from([0x20 | ((size - 1) << 3) | high]), content.subarray(4 - size)]))
}

/** Encodes integers as uint32, and other numbers as doubles. */
export const encode = (value: unknown): Buffer => {
  if (value instanceof Raw) return value.bytes
  if (Buffer.isBuffer(value)) return typed(4, value)
  if (typeof value === "string") return typed(2, Buffer.from(value))
  if (typeof value === "boolean") return header(14, value ? 1 : 0)
  if (typeof value === "number")
    return Number.isInteger(value) && value >= 0 ? uint("uint32", value).bytes : double(value).bytes
  if (Array.isArray(value)) return Buffer.concat([header(11, value.length), ...value.map(encode)])
  const entries = Object.entries(value as object)
  return Buffer.concat([header(7, entries.length), ...entries.flatMap(([key, item]) => [encode(key), encode(item)])])
}

type Leaf = { readonly offset: number }
type Node = [Node | Leaf | undefined, Node | Leaf | undefined]

const bitsOf = (cidr: string, ipVersion: 4 | 6): ReadonlyArray<number> => {
  const { address, prefixLength } = Result.getOrThrow(IpNetwork.fromString(cidr))
  const v4 = NetAddress.isIpv4Address(address)
  const octets = v4 ? NetAddress.ipv4ToOctets(address) : NetAddress.ipv6ToOctets(address)
  const bits = Array.from({ length: prefixLength }, (_, i) => (octets[i >> 3]! >> (7 - (i & 7))) & 1)
  return v4 && ipVersion === 6 ? [...Array.from({ length: 96 }, () => 0), ...bits] : bits
}

const insert = (root: Node, bits: ReadonlyArray<number>, leaf: Leaf): void => {
  let node = root
  for (const bit of bits.slice(0, -1)) {
    const next = node[bit]
    node = Array.isArray(next) ? next : (node[bit] = [undefined, undefined])
  }
  node[bits.at(-1)!] = leaf
}

export interface WriterOptions {
  readonly recordSize?: 24 | 28 | 32
  readonly ipVersion?: 4 | 6
  readonly databaseType?: string
  /** Overrides fields of the metadata. */
  readonly metadata?: object
}

const nodeBytes = (left: number, right: number, recordSize: 24 | 28 | 32): Buffer => {
  const [l, r] = [left, right].map((value) => Buffer.from(value.toString(16).padStart(8, "0"), "hex")) as [
    Buffer,
    Buffer
  ]
  if (recordSize === 32) return Buffer.concat([l, r])
  const middle = recordSize === 28 ? [Buffer.from([(l[0]! << 4) | r[0]!])] : []
  return Buffer.concat([l.subarray(1), ...middle, r.subarray(1)])
}

const marker = Buffer.from("\xab\xcd\xefMaxMind.com", "latin1")

export const trailer = (metadata: object): Buffer => Buffer.concat([marker, encode(metadata)])

/** A database of these networks and records. A record that several networks share is written once. */
export const write = (
  networks: ReadonlyArray<readonly [cidr: string, record: unknown]>,
  options: WriterOptions = {}
): Buffer => {
  const { databaseType = "Test-City", ipVersion = 6, metadata = {}, recordSize = 28 } = options
  const root: Node = [undefined, undefined]
  const data: Array<Buffer> = []
  const offsets = new Map<unknown, number>()
  let length = 0
  for (const [cidr, record] of networks) {
    if (!offsets.has(record)) {
      const bytes = encode(record)
      offsets.set(record, length)
      data.push(bytes)
      length += bytes.length
    }
    insert(root, bitsOf(cidr, ipVersion), { offset: offsets.get(record)! })
  }
  const nodes: Array<Node> = [root]
  for (const node of nodes) for (const next of node) if (Array.isArray(next)) nodes.push(next)
  const numbers = new Map(nodes.map((node, i) => [node, i]))
  const target = (next: Node | Leaf | undefined) =>
    next === undefined ? nodes.length : Array.isArray(next) ? numbers.get(next)! : nodes.length + 16 + next.offset
  const tree = nodes.map(([left, right]) => nodeBytes(target(left), target(right), recordSize))
  const description = {
    node_count: nodes.length,
    record_size: uint("uint16", recordSize),
    ip_version: uint("uint16", ipVersion),
    database_type: databaseType,
    languages: ["en"],
    binary_format_major_version: uint("uint16", 2),
    binary_format_minor_version: uint("uint16", 0),
    build_epoch: uint("uint64", 1_750_000_000),
    description: { en: "A test database" },
    ...metadata
  }
  return Buffer.concat([...tree, Buffer.alloc(16), ...data, trailer(description)])
}

/** A record in the form of GeoIP2 City. */
export const nested = (country: string, region?: readonly [code: string, name: string], city?: string) => ({
  country: { iso_code: country, names: { en: country } },
  ...(region !== undefined && { subdivisions: [{ iso_code: region[0], names: { en: region[1] } }] }),
  ...(city !== undefined && {
    city: { names: { en: city } },
    location: { latitude: double(1.5), longitude: double(-2.5) }
  })
})
