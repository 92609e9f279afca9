import { PbfReader } from "pbf"
import type { Nodes } from "./NodePages.ts"
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

const memberKinds = [kinds.node, kinds.way, kinds.relation]

/** One per thread, which decodes one block after another. */
const packed = {
  ids: new Packed(),
  lons: new Packed(),
  lats: new Packed(),
  keys: new Packed(),
  values: new Packed()
}

const unknown = 0
const unwanted = 1
const wanted = 2

/**
 * One block of an `.osm.pbf` file: https://wiki.openstreetmap.org/wiki/PBF_Format, message `PrimitiveBlock`. Only
 * requested parts are decoded, when they are requested. Positions are integers of 10⁻⁷ degrees, the precision of the
 * OpenStreetMap database. Data that cannot be a block throw a RangeError.
 */
export class PrimitiveBlock {
  private readonly bytes: Buffer
  private readonly reader: PbfReader
  private readonly strings: Array<string | undefined> = []
  private readonly starts: Array<number> = []
  private readonly ends: Array<number> = []
  private readonly groups: Array<readonly [start: number, end: number]> = []
  private granularity = 100
  private latOffset = 0
  private lonOffset = 0

  constructor(bytes: Uint8Array) {
    this.bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.reader = new PbfReader(this.bytes)
    const reader = this.reader
    for (let field = reader.nextField(); field !== 0; field = reader.nextField()) {
      if (field === 1) this.readStringTable()
      else if (field === 2) this.groups.push(this.readSpan())
      else if (field === 17) this.granularity = reader.readVarint(true)
      else if (field === 19) this.latOffset = reader.readVarint(true)
      else if (field === 20) this.lonOffset = reader.readVarint(true)
    }
    if (reader.pos > bytes.length) throw new RangeError("A block ends in the middle of a field.")
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
    if (end > this.bytes.length) throw new RangeError("A field is longer than its block.")
    this.reader.pos = end
    return [start, end]
  }

  private readStringTable(): void {
    const [start, end] = this.readSpan()
    this.reader.pos = start
    for (let field = this.reader.nextField(end); field !== 0; field = this.reader.nextField(end)) {
      if (field !== 1) continue
      const [from, to] = this.readSpan()
      this.starts.push(from)
      this.ends.push(to)
    }
    this.reader.pos = end
  }

  private text(index: number): string {
    const known = this.strings[index]
    if (known !== undefined) return known
    const start = this.starts[index]
    if (start === undefined) throw new RangeError(`A block has no string ${index}.`)
    const text = this.bytes.toString("utf8", start, this.ends[index]!)
    this.strings[index] = text
    return text
  }

  private flagKeys(want: WantedKey): (index: number) => boolean {
    const flags = new Uint8Array(this.starts.length)
    return (index) => {
      if (flags[index] === unknown) flags[index] = want(this.text(index)) ? wanted : unwanted
      return flags[index] === wanted
    }
  }

  private eachGroupField(visit: (field: number, start: number, end: number) => void): void {
    const { reader } = this
    for (const [start, end] of this.groups) {
      reader.pos = start
      for (let field = reader.nextField(end); field !== 0; field = reader.nextField(end)) {
        if (reader.type !== 2) continue
        const [from, to] = this.readSpan()
        visit(field, from, to)
        reader.pos = to
      }
    }
  }

  private lon(value: number): number {
    return Math.round((this.lonOffset + this.granularity * value) / 100)
  }

  private lat(value: number): number {
    return Math.round((this.latOffset + this.granularity * value) / 100)
  }

  /** The keys and values read last. */
  private tags(): Tags {
    const { keys, values } = packed
    if (keys.length !== values.length) throw new RangeError("An object has more keys than values, or fewer.")
    const tags = new Map<string, string>()
    for (let i = 0; i < keys.length; i++) tags.set(this.text(keys.values[i]!), this.text(values.values[i]!))
    return tags
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
    if (reader.pos > this.bytes.length) throw new RangeError("A field is longer than its block.")
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
      if (field === 1) id = reader.readSVarint()
      else if (field === 2) this.readInto(packed.keys, false)
      else if (field === 3) this.readInto(packed.values, false)
      else if (field === 8) lat = reader.readSVarint()
      else if (field === 9) lon = reader.readSVarint()
    }
    all?.reserve(1)
    all?.add(id, this.lon(lon), this.lat(lat))
    if (this.hasKey(want)) visit(id, this.lon(lon), this.lat(lat), this.tags())
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
    if (ids.length !== lats.length || ids.length !== lons.length) throw new RangeError("Nodes without positions.")
    for (const column of [ids, lats, lons]) column.addUp()
    if (all !== undefined) {
      all.reserve(ids.length)
      for (let i = 0; i < ids.length; i++) {
        all.add(ids.values[i]!, this.lon(lons.values[i]!), this.lat(lats.values[i]!))
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
      if (found) {
        const tags = new Map<string, string>()
        for (let tag = from; tag < at; tag += 2) tags.set(this.text(tagged[tag]!), this.text(tagged[tag + 1]!))
        visit(ids.values[i]!, this.lon(lons.values[i]!), this.lat(lats.values[i]!), tags)
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
        id = reader.readVarint(true)
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
    refs.addUp()
    visit(id, this.tags(), refs.view(), this.inline())
  }

  private inline(): InlineLocations | undefined {
    const { ids: refs, lats, lons } = packed
    if (lats.length === 0 || lats.length !== refs.length || lons.length !== refs.length) return undefined
    lats.addUp()
    lons.addUp()
    return { lats: lats.view().map((lat) => this.lat(lat)), lons: lons.view().map((lon) => this.lon(lon)) }
  }

  private readRelation(start: number, end: number, want: (index: number) => boolean, visit: RelationVisitor): void {
    const { reader } = this
    const { ids, keys, lats: roles, lons: types, values } = packed
    let id = 0
    for (const column of [ids, keys, roles, types, values]) column.clear()
    reader.pos = start
    for (let field = reader.nextField(end); field !== 0; field = reader.nextField(end)) {
      if (field === 1) id = reader.readVarint(true)
      else if (field === 2) this.readInto(keys, false)
      else if (field === 3) this.readInto(values, false)
      else if (field === 8) this.readInto(roles, false)
      else if (field === 9) this.readInto(ids, true)
      else if (field === 10) this.readInto(types, false)
    }
    if (!this.hasKey(want)) return
    if (ids.length !== types.length || ids.length !== roles.length) throw new RangeError("Members without roles.")
    ids.addUp()
    const members = Array.from(ids.view(), (id, i): Member => ({
      id,
      kind: memberKinds[types.values[i]!] ?? 0,
      role: this.text(roles.values[i]!)
    }))
    visit(id, this.tags(), members)
  }
}
