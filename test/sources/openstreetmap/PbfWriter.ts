import { deflateSync, zstdCompressSync } from "node:zlib"
import { PbfWriter } from "pbf"

export type TagList = Readonly<Record<string, string>>

/** Coordinates are integers, in units of 10⁻⁷ degrees. */
export interface OsmNode {
  readonly id: number
  readonly lon: number
  readonly lat: number
  readonly tags?: TagList
}

export interface OsmWay {
  readonly id: number
  readonly refs: ReadonlyArray<number>
  readonly tags?: TagList
}

export interface OsmMember {
  readonly type: "node" | "way" | "relation"
  readonly id: number
  readonly role: string
}

export interface OsmRelation {
  readonly id: number
  readonly members: ReadonlyArray<OsmMember>
  readonly tags?: TagList
}

export interface Osm {
  readonly nodes: ReadonlyArray<OsmNode>
  readonly ways: ReadonlyArray<OsmWay>
  readonly relations: ReadonlyArray<OsmRelation>
}

export interface WriteOptions {
  readonly packing?: "zlib" | "zstd" | "raw" | "lz4"
  /** Write nodes one by one instead of as dense nodes. */
  readonly plainNodes?: boolean
  /** The size of a step and the origin's offset, both in nanodegrees. */
  readonly granularity?: number
  readonly offset?: number
  /** Objects per block. */
  readonly perBlock?: number
  readonly required?: ReadonlyArray<string>
  readonly optional?: ReadonlyArray<string>
  /** Ways carry the positions of their nodes, and nodes without tags are left out. */
  readonly locationsOnWays?: boolean
  /** Include versions, timestamps and users, as most files do. */
  readonly metadata?: boolean
  /** Put objects of all kinds into one block. */
  readonly mixed?: boolean
}

const deltas = (values: ReadonlyArray<number>): Array<number> => values.map((value, i) => value - (values[i - 1] ?? 0))

class Strings {
  private readonly numbers = new Map<string, number>([["", 0]])

  of(text: string): number {
    const number = this.numbers.get(text) ?? this.numbers.size
    this.numbers.set(text, number)
    return number
  }

  write(writer: PbfWriter): void {
    for (const text of this.numbers.keys()) writer.writeStringField(1, text)
  }
}

const packings = { raw: 1, zlib: 3, lz4: 6, zstd: 7 } as const

const pack = (bytes: Uint8Array, packing: keyof typeof packings): Uint8Array =>
  packing === "zlib" ? deflateSync(bytes) : packing === "zstd" ? zstdCompressSync(bytes) : bytes

/** A blob with its header; see "File format" in https://wiki.openstreetmap.org/wiki/PBF_Format. */
export const writeBlob = (type: string, bytes: Uint8Array, packing: keyof typeof packings = "zlib"): Uint8Array => {
  const blob = new PbfWriter()
  if (packing !== "raw") blob.writeVarintField(2, bytes.length)
  blob.writeBytesField(packings[packing], pack(bytes, packing))
  const data = blob.finish()
  const header = new PbfWriter()
  header.writeStringField(1, type)
  header.writeVarintField(3, data.length)
  const head = header.finish()
  const length = Buffer.alloc(4)
  length.writeUInt32BE(head.length)
  return Buffer.concat([length, head, data])
}

const writeHeader = ({ optional = [], required = ["OsmSchema-V0.6", "DenseNodes"] }: WriteOptions): Uint8Array => {
  const writer = new PbfWriter()
  for (const feature of required) writer.writeStringField(4, feature)
  for (const feature of optional) writer.writeStringField(5, feature)
  writer.writeStringField(16, "a test")
  return writer.finish()
}

const scale = (value: number, { granularity = 100, offset = 0 }: WriteOptions): number =>
  Math.round((value * 100 - offset) / granularity)

const writeDense =
  (nodes: ReadonlyArray<OsmNode>, strings: Strings, options: WriteOptions) => (_: null, writer: PbfWriter) => {
    writer.writePackedSVarint(1, deltas(nodes.map(({ id }) => id)))
    if (options.metadata === true) {
      writer.writeMessage(
        5,
        (_, info) => {
          info.writePackedVarint(
            1,
            nodes.map(() => 3)
          )
          info.writePackedSVarint(
            2,
            nodes.map(() => 0)
          )
          info.writePackedSVarint(
            3,
            nodes.map(() => 0)
          )
        },
        null
      )
    }
    writer.writePackedSVarint(8, deltas(nodes.map(({ lat }) => scale(lat, options))))
    writer.writePackedSVarint(9, deltas(nodes.map(({ lon }) => scale(lon, options))))
    const tagged = nodes.flatMap(({ tags = {} }) => [
      ...Object.entries(tags).flatMap(([key, value]) => [strings.of(key), strings.of(value)]),
      0
    ])
    // Writers omit this column if no node has tags.
    if (tagged.some((number) => number > 0)) writer.writePackedVarint(10, tagged)
  }

const writeTags = (tags: TagList = {}, strings: Strings, writer: PbfWriter) => {
  const entries = Object.entries(tags)
  writer.writePackedVarint(
    2,
    entries.map(([key]) => strings.of(key))
  )
  writer.writePackedVarint(
    3,
    entries.map(([, value]) => strings.of(value))
  )
}

const writeNode =
  ({ id, lat, lon, tags }: OsmNode, strings: Strings, options: WriteOptions) =>
  (_: null, writer: PbfWriter) => {
    writer.writeTag(1, 0)
    writer.writeSVarint(id)
    writeTags(tags, strings, writer)
    writer.writeTag(8, 0)
    writer.writeSVarint(scale(lat, options))
    writer.writeTag(9, 0)
    writer.writeSVarint(scale(lon, options))
  }

type Positions = ReadonlyMap<number, OsmNode>

const writeWay =
  ({ id, refs, tags }: OsmWay, strings: Strings, options: WriteOptions, positions: Positions | undefined) =>
  (_: null, writer: PbfWriter) => {
    writer.writeVarintField(1, id)
    writeTags(tags, strings, writer)
    if (options.metadata === true) writer.writeMessage(4, (_, info) => info.writeVarintField(1, 2), null)
    writer.writePackedSVarint(8, deltas(refs))
    if (positions === undefined) return
    writer.writePackedSVarint(9, deltas(refs.map((ref) => scale(positions.get(ref)!.lat, options))))
    writer.writePackedSVarint(10, deltas(refs.map((ref) => scale(positions.get(ref)!.lon, options))))
  }

const memberTypes = ["node", "way", "relation"]

const writeRelation =
  ({ id, members, tags }: OsmRelation, strings: Strings) =>
  (_: null, writer: PbfWriter) => {
    writer.writeVarintField(1, id)
    writeTags(tags, strings, writer)
    writer.writePackedVarint(
      8,
      members.map(({ role }) => strings.of(role))
    )
    writer.writePackedSVarint(9, deltas(members.map(({ id }) => id)))
    writer.writePackedVarint(
      10,
      members.map(({ type }) => memberTypes.indexOf(type))
    )
  }

const writeBlock = (part: Partial<Osm>, options: WriteOptions, positions: Positions | undefined): Uint8Array => {
  const strings = new Strings()
  const groups = new PbfWriter()
  const { nodes = [], relations = [], ways = [] } = part
  const group = (write: (writer: PbfWriter) => void) => groups.writeMessage(2, (_, writer) => write(writer), null)
  if (nodes.length > 0) {
    group((writer) => {
      if (options.plainNodes === true) {
        for (const node of nodes) writer.writeMessage(1, writeNode(node, strings, options), null)
      } else writer.writeMessage(2, writeDense(nodes, strings, options), null)
    })
  }
  if (ways.length > 0) {
    group((writer) => {
      for (const way of ways) writer.writeMessage(3, writeWay(way, strings, options, positions), null)
    })
  }
  if (relations.length > 0) {
    group((writer) => {
      for (const relation of relations) writer.writeMessage(4, writeRelation(relation, strings), null)
    })
  }
  const block = new PbfWriter()
  block.writeMessage(1, (_, writer) => strings.write(writer), null)
  const body = groups.finish()
  const end = new PbfWriter()
  if (options.granularity !== undefined) end.writeVarintField(17, options.granularity)
  if (options.offset !== undefined) {
    end.writeVarintField(19, options.offset)
    end.writeVarintField(20, options.offset)
  }
  return Buffer.concat([block.finish(), body, end.finish()])
}

/** The blocks of objects without a file header, so that they can be appended to a file. */
export const writeBlocks = (osm: Osm, options: WriteOptions = {}): Uint8Array => {
  const { mixed = false, packing = "zlib", perBlock = 8000 } = options
  const positions = options.locationsOnWays === true ? new Map(osm.nodes.map((node) => [node.id, node])) : undefined
  const nodes = positions === undefined ? osm.nodes : osm.nodes.filter(({ tags = {} }) => Object.keys(tags).length > 0)
  const cut = <A>(objects: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> =>
    Array.from({ length: Math.ceil(objects.length / perBlock) }, (_, i) =>
      objects.slice(i * perBlock, (i + 1) * perBlock)
    )
  const parts: ReadonlyArray<Partial<Osm>> = mixed
    ? [{ ...osm, nodes }]
    : [
        ...cut(nodes).map((nodes) => ({ nodes })),
        ...cut(osm.ways).map((ways) => ({ ways })),
        ...cut(osm.relations).map((relations) => ({ relations }))
      ]
  return Buffer.concat(parts.map((part) => writeBlob("OSMData", writeBlock(part, options, positions), packing)))
}

/** An `.osm.pbf` file. */
export const writePbf = (osm: Osm, options: WriteOptions = {}): Uint8Array => {
  const optional = [...(options.optional ?? []), ...(options.locationsOnWays === true ? ["LocationsOnWays"] : [])]
  return Buffer.concat([
    writeBlob("OSMHeader", writeHeader({ ...options, optional }), options.packing ?? "zlib"),
    writeBlocks(osm, options)
  ])
}
