import { PbfReader } from "pbf"
import { growingUint32 } from "../surroundings/Growing.ts"
import { nowhere } from "../surroundings/Surroundings.ts"
import type { Nodes } from "./NodePages.ts"
import { FileFault, smallerBlocks } from "./FileFault.ts"
import { Packed } from "./Packed.ts"

/** Keys and values of one object. */
export type Tags = ReadonlyMap<string, string>

/** Kinds of objects in a block, as bits. */
export const kinds = { node: 1, way: 2, relation: 4 } as const

/** A member of a relation. */
export interface Member {
  /** Of `kinds`. */
  readonly kind: number
  readonly id: number
  readonly role: string
}

/** Way nodes with their own positions, as in files written with `LocationsOnWays`; the lengths are equal. */
export interface InlineLocations {
  readonly lons: Float64Array
  readonly lats: Float64Array
}

/** Which objects to visit, by their keys: any object with at least one wanted key. */
export type WantedKey = (key: string) => boolean

export type NodeVisitor = (id: number, lon: number, lat: number, tags: Tags) => void
/** Nodes and positions are valid until the visitor returns; the next way reuses the arrays. */
export type WayVisitor = (id: number, tags: Tags, refs: Float64Array, inline: InlineLocations | undefined) => void
export type RelationVisitor = (id: number, tags: Tags, members: ReadonlyArray<Member>) => void

/**
 * Objects or texts in a block, nodes or members of one object: 8,000 objects are usual, and a block of 32 MB could claim
 * ten million.
 */
export const mostObjects = 2 ** 20
/** Nodes of all ways of a block, or members of all its relations. */
const mostParts = 8 * mostObjects
/** Keys and values of all nodes of a block together. */
const mostTags = 2 * mostObjects
const mostGroups = 2 ** 16
/** Bytes of a key or a value: 255 characters, as many as the database of OpenStreetMap takes. */
const longestText = 4 * 255

/** The largest unit of positions, in nanodegrees: a whole degree. */
const coarsest = 1e9

/** IDs stay below this, with either sign, so that `refOf` and tapes are exact. The largest have 34 bits. */
const beyondIds = 2 ** 50

const knownId = (id: number): number => {
  if (id < beyondIds && id > -beyondIds) return id
  throw new FileFault("an ID is 2⁵⁰ or more", `Renumber its objects with "osmium renumber".`)
}

export const counted = (count: number, most: number, what: string): number => {
  if (count <= most) return count
  throw new FileFault(`a block has more than ${most} ${what}`, smallerBlocks)
}

const onEarth = (position: number, most: number): number => {
  if (position <= most && position >= -most) return position
  throw new FileFault(`a position is at ${position / 1e7}°, beyond ${most / 1e7}°`)
}

const memberKinds = [kinds.node, kinds.way, kinds.relation]

/** One per thread, which decodes one block after another. */
const packed = {
  ids: new Packed(mostObjects),
  lons: new Packed(mostObjects),
  lats: new Packed(mostObjects),
  keys: new Packed(mostTags),
  values: new Packed(mostTags)
}

const unknown = 0
const unwanted = 1
const wanted = 2

/**
 * One block of an `.osm.pbf` file: https://wiki.openstreetmap.org/wiki/PBF_Format, message `PrimitiveBlock`. Only
 * requested parts are decoded, when they are requested. Positions are integers of 10⁻⁷ degrees, the precision of the
 * OpenStreetMap database. Data that cannot be a block throw a FileFault.
 */
export class PrimitiveBlock {
  private readonly bytes: Buffer
  private readonly reader: PbfReader
  private readonly strings: Array<string | undefined> = []
  /** Start and end of each string. */
  private readonly spans: Uint32Array
  private readonly groups: Array<readonly [start: number, end: number]> = []
  private granularity = 100
  private latOffset = 0
  private lonOffset = 0
  /** Counted in the current pass. */
  private objects = 0
  private parts = 0

  constructor(bytes: Uint8Array) {
    this.bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.reader = new PbfReader(this.bytes)
    const reader = this.reader
    const spans = growingUint32()
    for (let field = reader.nextField(); field !== 0; field = reader.nextField()) {
      if (field === 1) this.readStringTable(spans)
      else if (field === 2) counted(this.groups.push(this.readSpan()), mostGroups, "groups")
      else if (field === 17) this.granularity = reader.readVarint(true)
      else if (field === 19) this.latOffset = reader.readVarint(true)
      else if (field === 20) this.lonOffset = reader.readVarint(true)
    }
    if (reader.pos > bytes.length) throw new FileFault("a block ends in the middle of a field")
    if (!(this.granularity >= 1 && this.granularity <= coarsest)) {
      throw new FileFault(`a block has the granularity ${this.granularity}; which must be from 1 to ${coarsest}`)
    }
    this.spans = spans.finish()
  }

  /** Bits of `kinds` that the block contains. */
  get kinds(): number {
    let found = 0
    this.eachGroupField((field) => {
      found |= field === 1 || field === 2 ? kinds.node : field === 3 ? kinds.way : field === 4 ? kinds.relation : 0
    })
    return found
  }

  /** Visits nodes with a wanted key; with `all`, every node. */
  nodes(want: WantedKey, visit: NodeVisitor, all?: Nodes): void {
    const flags = this.flagKeys(want)
    this.eachGroupField((field, start, end) => {
      if (field === 1) this.readNode(start, end, flags, visit, all)
      else if (field === 2) this.readDense(start, end, flags, visit, all)
    })
  }

  /** Visits ways with a wanted key, or with a wanted ID. */
  ways(want: WantedKey, visit: WayVisitor, wantId?: (id: number) => boolean): void {
    const flags = this.flagKeys(want)
    this.eachGroupField((field, start, end) => {
      if (field === 3) this.readWay(start, end, flags, visit, wantId)
    })
  }

  relations(want: WantedKey, visit: RelationVisitor): void {
    const flags = this.flagKeys(want)
    this.eachGroupField((field, start, end) => {
      if (field === 4) this.readRelation(start, end, flags, visit)
    })
  }

  private readSpan(): readonly [start: number, end: number] {
    const length = this.reader.readVarint()
    const start = this.reader.pos
    const end = start + length
    if (end > this.bytes.length) throw new FileFault("a field is longer than its block")
    this.reader.pos = end
    return [start, end]
  }

  private readStringTable(spans: ReturnType<typeof growingUint32>): void {
    const [start, end] = this.readSpan()
    this.reader.pos = start
    for (let field = this.reader.nextField(end); field !== 0; field = this.reader.nextField(end)) {
      if (field !== 1) continue
      const [from, to] = this.readSpan()
      spans.push(from)
      spans.push(to)
      counted(spans.length / 2, mostObjects, "texts")
    }
    this.reader.pos = end
  }

  private text(index: number): string {
    const known = this.strings[index]
    if (known !== undefined) return known
    const start = this.spans[2 * index]
    if (start === undefined) throw new FileFault(`a block has no string ${index}`)
    const text = this.bytes.toString("utf8", start, this.spans[2 * index + 1]!)
    this.strings[index] = text
    return text
  }

  private flagKeys(want: WantedKey): (index: number) => boolean {
    const flags = new Uint8Array(this.spans.length / 2)
    return (index) => {
      if (flags[index] === unknown) flags[index] = want(this.text(index)) ? wanted : unwanted
      return flags[index] === wanted
    }
  }

  private eachGroupField(visit: (field: number, start: number, end: number) => void): void {
    const { reader } = this
    this.objects = 0
    this.parts = 0
    for (const [start, end] of this.groups) {
      reader.pos = start
      for (let field = reader.nextField(end); field !== 0; field = reader.nextField(end)) {
        if (reader.type !== 2) continue
        const [from, to] = this.readSpan()
        this.countObjects(1)
        visit(field, from, to)
        reader.pos = to
      }
    }
  }

  private countObjects(more: number): void {
    this.objects = counted(this.objects + more, mostObjects, "objects")
  }

  private countParts(more: number): void {
    this.parts = counted(this.parts + more, mostParts, "nodes of ways, or members of relations")
  }

  /** `nowhere` is also what Osmium writes for a position that it does not know. */
  private lon(value: number): number {
    const lon = Math.round((this.lonOffset + this.granularity * value) / 100)
    return lon === nowhere ? lon : onEarth(lon, 180e7)
  }

  private lat(value: number, lon: number): number {
    return lon === nowhere ? lon : onEarth(Math.round((this.latOffset + this.granularity * value) / 100), 90e7)
  }

  /** The keys and values read last. */
  private tags(): Tags {
    const { keys, values } = packed
    if (keys.length !== values.length) throw new FileFault("an object has more keys than values, or fewer")
    const tags = new Map<string, string>()
    for (let i = 0; i < keys.length; i++) this.addTag(tags, keys.values[i]!, values.values[i]!)
    return tags
  }

  /** Leaves out tags that are too long: one text can belong to all objects, and would be taken apart for each. */
  private addTag(tags: Map<string, string>, key: number, value: number): void {
    if (this.isLong(key) || this.isLong(value)) return
    tags.set(this.text(key), this.text(value))
  }

  private isLong(index: number): boolean {
    return this.spans[2 * index + 1]! - this.spans[2 * index]! > longestText
  }

  private hasKey(want: (index: number) => boolean): boolean {
    const { length, values } = packed.keys
    for (let i = 0; i < length; i++) if (want(values[i]!)) return true
    return false
  }

  /** Reads the numbers of a packed field, or the single number of an unpacked one. */
  private readInto(into: Packed, isSigned: boolean): void {
    const { reader } = this
    const start = reader.type === 2 ? reader.readVarint() : -1
    const from = reader.pos
    if (start < 0) reader.readVarint()
    else reader.pos = from + start
    if (reader.pos > this.bytes.length) throw new FileFault("a field is longer than its block")
    if (isSigned) into.addSigned(this.bytes, from, reader.pos)
    else into.add(this.bytes, from, reader.pos)
  }

  private readNode(
    start: number,
    end: number,
    want: (index: number) => boolean,
    visit: NodeVisitor,
    all: Nodes | undefined
  ): void {
    const { reader } = this
    let id = 0
    let lat = 0
    let lon = 0
    packed.keys.clear()
    packed.values.clear()
    reader.pos = start
    for (let field = reader.nextField(end); field !== 0; field = reader.nextField(end)) {
      if (field === 1) id = knownId(reader.readSVarint())
      else if (field === 2) this.readInto(packed.keys, false)
      else if (field === 3) this.readInto(packed.values, false)
      else if (field === 8) lat = reader.readSVarint()
      else if (field === 9) lon = reader.readSVarint()
    }
    const atLon = this.lon(lon)
    const atLat = this.lat(lat, atLon)
    all?.reserve(1)
    all?.add(id, atLon, atLat)
    if (this.hasKey(want)) visit(id, atLon, atLat, this.tags())
  }

  private readDense(
    start: number,
    end: number,
    want: (index: number) => boolean,
    visit: NodeVisitor,
    all: Nodes | undefined
  ): void {
    const { reader } = this
    const { ids, lats, lons, keys: tagged } = packed
    for (const column of [ids, lats, lons, tagged]) column.clear()
    reader.pos = start
    for (let field = reader.nextField(end); field !== 0; field = reader.nextField(end)) {
      if (field === 1) this.readInto(ids, true)
      else if (field === 8) this.readInto(lats, true)
      else if (field === 9) this.readInto(lons, true)
      else if (field === 10) this.readInto(tagged, false)
    }
    if (ids.length !== lats.length || ids.length !== lons.length) throw new FileFault("nodes without positions")
    this.countObjects(ids.length)
    ids.addUp(beyondIds)
    lats.addUp()
    lons.addUp()
    if (all !== undefined) {
      all.reserve(ids.length)
      for (let i = 0; i < ids.length; i++) {
        const lon = this.lon(lons.values[i]!)
        all.add(ids.values[i]!, lon, this.lat(lats.values[i]!, lon))
      }
    }
    if (tagged.length > 0) this.emitTagged(want, visit)
  }

  private emitTagged(want: (index: number) => boolean, visit: NodeVisitor): void {
    const { ids, lats, lons } = packed
    const { length, values: tagged } = packed.keys
    let at = 0
    for (let i = 0; i < ids.length; i++) {
      const from = at
      let found = false
      while (at < length && tagged[at] !== 0) {
        found ||= want(tagged[at]!)
        at += 2
      }
      if (at > length) throw new FileFault("a node has a key without a value")
      if (found) {
        const tags = new Map<string, string>()
        for (let tag = from; tag < at; tag += 2) this.addTag(tags, tagged[tag]!, tagged[tag + 1]!)
        const lon = this.lon(lons.values[i]!)
        visit(ids.values[i]!, lon, this.lat(lats.values[i]!, lon), tags)
      }
      at++
    }
  }

  private readWay(
    start: number,
    end: number,
    want: (index: number) => boolean,
    visit: WayVisitor,
    wantId: ((id: number) => boolean) | undefined
  ): void {
    const { reader } = this
    const { ids: refs, keys, lats, lons, values } = packed
    let id = 0
    for (const column of [refs, keys, lats, lons, values]) column.clear()
    let selected = false
    reader.pos = start
    for (let field = reader.nextField(end); field !== 0; field = reader.nextField(end)) {
      if (field === 1) {
        id = knownId(reader.readVarint(true))
        selected = wantId?.(id) ?? false
      } else if (field === 2) {
        this.readInto(keys, false)
        selected ||= this.hasKey(want)
      } else if (field === 3 && selected) this.readInto(values, false)
      else if (field === 8 && selected) this.readInto(refs, true)
      else if (field === 9 && selected) this.readInto(lats, true)
      else if (field === 10 && selected) this.readInto(lons, true)
    }
    if (!selected) return
    this.countParts(refs.length)
    refs.addUp(beyondIds)
    visit(id, this.tags(), refs.view(), this.inline())
  }

  private inline(): InlineLocations | undefined {
    const { ids: refs, lats, lons } = packed
    if (lats.length === 0 || lats.length !== refs.length || lons.length !== refs.length) return undefined
    lats.addUp()
    lons.addUp()
    const located = lons.view().map((lon) => this.lon(lon))
    return { lons: located, lats: lats.view().map((lat, i) => this.lat(lat, located[i]!)) }
  }

  private readRelation(start: number, end: number, want: (index: number) => boolean, visit: RelationVisitor): void {
    const { reader } = this
    const { ids, keys, lats: roles, lons: types, values } = packed
    let id = 0
    for (const column of [ids, keys, roles, types, values]) column.clear()
    reader.pos = start
    for (let field = reader.nextField(end); field !== 0; field = reader.nextField(end)) {
      if (field === 1) id = knownId(reader.readVarint(true))
      else if (field === 2) this.readInto(keys, false)
      else if (field === 3) this.readInto(values, false)
      else if (field === 8) this.readInto(roles, false)
      else if (field === 9) this.readInto(ids, true)
      else if (field === 10) this.readInto(types, false)
    }
    this.countParts(ids.length)
    if (!this.hasKey(want)) return
    if (ids.length !== types.length || ids.length !== roles.length) throw new FileFault("members without roles")
    ids.addUp(beyondIds)
    const members = Array.from(ids.view(), (id, i): Member => ({
      id,
      kind: memberKinds[types.values[i]!] ?? 0,
      role: this.text(roles.values[i]!)
    }))
    visit(id, this.tags(), members)
  }
}
