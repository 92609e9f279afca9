import { PbfReader } from "pbf"

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

/** Way nodes with their own positions, as files written with `LocationsOnWays` have them; lengths are equal. */
export interface InlineLocations {
  readonly lons: ReadonlyArray<number>
  readonly lats: ReadonlyArray<number>
}

/** Which objects to hand over by their keys: any object that has one wanted key. */
export type WantedKey = (key: string) => boolean

export type NodeVisitor = (id: number, lon: number, lat: number, tags: Tags) => void
export type WayVisitor = (
  id: number,
  tags: Tags,
  refs: ReadonlyArray<number>,
  inline: InlineLocations | undefined
) => void
export type RelationVisitor = (id: number, tags: Tags, members: ReadonlyArray<Member>) => void

const memberKinds = [kinds.node, kinds.way, kinds.relation]

const unknown = 0
const unwanted = 1
const wanted = 2

/**
 * One block of an `.osm.pbf` file: https://wiki.openstreetmap.org/wiki/PBF_Format, message `PrimitiveBlock`. Nothing
 * is decoded before it is asked for, and only what is asked for. Positions are whole numbers of 10⁻⁷ degrees, the
 * precision of the OpenStreetMap database; what cannot be a block throws a RangeError.
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

  /** Bits of `kinds` for what the block holds. */
  get kinds(): number {
    let found = 0
    this.eachGroupField((field) => {
      found |= field === 1 || field === 2 ? kinds.node : field === 3 ? kinds.way : field === 4 ? kinds.relation : 0
    })
    return found
  }

  /** Every node with its position. */
  positions(visit: (id: number, lon: number, lat: number) => void): void {
    this.eachGroupField((field, start, end) => {
      if (field === 1) this.readNode(start, end, undefined, visit)
      else if (field === 2) this.readDense(start, end, undefined, visit)
    })
  }

  nodes(want: WantedKey, visit: NodeVisitor): void {
    const flags = this.flagKeys(want)
    this.eachGroupField((field, start, end) => {
      if (field === 1) this.readNode(start, end, flags, visit)
      else if (field === 2) this.readDense(start, end, flags, visit)
    })
  }

  /** Ways with a wanted key, or with a wanted ID. */
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

  private tagsOf(keys: ReadonlyArray<number>, values: ReadonlyArray<number>): Tags {
    if (keys.length !== values.length) throw new RangeError("An object has more keys than values, or fewer.")
    const tags = new Map<string, string>()
    for (let i = 0; i < keys.length; i++) tags.set(this.text(keys[i]!), this.text(values[i]!))
    return tags
  }

  private readNode(
    start: number,
    end: number,
    want: ((index: number) => boolean) | undefined,
    visit: NodeVisitor | ((id: number, lon: number, lat: number) => void)
  ): void {
    const { reader } = this
    let id = 0
    let lat = 0
    let lon = 0
    const keys: Array<number> = []
    const values: Array<number> = []
    reader.pos = start
    for (let field = reader.nextField(end); field !== 0; field = reader.nextField(end)) {
      if (field === 1) id = reader.readSVarint()
      else if (field === 2) reader.readPackedVarint(keys)
      else if (field === 3) reader.readPackedVarint(values)
      else if (field === 8) lat = reader.readSVarint()
      else if (field === 9) lon = reader.readSVarint()
    }
    if (want === undefined) (visit as (id: number, lon: number, lat: number) => void)(id, this.lon(lon), this.lat(lat))
    else if (keys.some(want)) visit(id, this.lon(lon), this.lat(lat), this.tagsOf(keys, values))
  }

  private readDense(
    start: number,
    end: number,
    want: ((index: number) => boolean) | undefined,
    visit: NodeVisitor | ((id: number, lon: number, lat: number) => void)
  ): void {
    const { reader } = this
    const ids: Array<number> = []
    const lats: Array<number> = []
    const lons: Array<number> = []
    const tagged: Array<number> = []
    reader.pos = start
    for (let field = reader.nextField(end); field !== 0; field = reader.nextField(end)) {
      if (field === 1) reader.readPackedSVarint(ids)
      else if (field === 8) reader.readPackedSVarint(lats)
      else if (field === 9) reader.readPackedSVarint(lons)
      else if (field === 10 && want !== undefined) reader.readPackedVarint(tagged)
    }
    if (ids.length !== lats.length || ids.length !== lons.length) throw new RangeError("Nodes without positions.")
    if (want === undefined) this.emitPositions(ids, lats, lons, visit as (id: number, lon: number, lat: number) => void)
    else if (tagged.length > 0) this.emitTagged(ids, lats, lons, tagged, want, visit)
  }

  private emitPositions(
    ids: ReadonlyArray<number>,
    lats: ReadonlyArray<number>,
    lons: ReadonlyArray<number>,
    visit: (id: number, lon: number, lat: number) => void
  ): void {
    let id = 0
    let lat = 0
    let lon = 0
    for (let i = 0; i < ids.length; i++) {
      id += ids[i]!
      lat += lats[i]!
      lon += lons[i]!
      visit(id, this.lon(lon), this.lat(lat))
    }
  }

  private emitTagged(
    ids: ReadonlyArray<number>,
    lats: ReadonlyArray<number>,
    lons: ReadonlyArray<number>,
    tagged: ReadonlyArray<number>,
    want: (index: number) => boolean,
    visit: NodeVisitor
  ): void {
    let id = 0
    let lat = 0
    let lon = 0
    let at = 0
    for (let i = 0; i < ids.length; i++) {
      id += ids[i]!
      lat += lats[i]!
      lon += lons[i]!
      const from = at
      let found = false
      while (at < tagged.length && tagged[at] !== 0) {
        found ||= want(tagged[at]!)
        at += 2
      }
      if (found) {
        const tags = new Map<string, string>()
        for (let tag = from; tag < at; tag += 2) tags.set(this.text(tagged[tag]!), this.text(tagged[tag + 1]!))
        visit(id, this.lon(lon), this.lat(lat), tags)
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
    let id = 0
    const keys: Array<number> = []
    const values: Array<number> = []
    const refs: Array<number> = []
    const lats: Array<number> = []
    const lons: Array<number> = []
    let selected = false
    reader.pos = start
    for (let field = reader.nextField(end); field !== 0; field = reader.nextField(end)) {
      if (field === 1) {
        id = reader.readVarint(true)
        selected = wantId?.(id) ?? false
      } else if (field === 2) {
        reader.readPackedVarint(keys)
        selected ||= keys.some(want)
      } else if (field === 3 && selected) reader.readPackedVarint(values)
      else if (field === 8 && selected) reader.readPackedSVarint(refs)
      else if (field === 9 && selected) reader.readPackedSVarint(lats)
      else if (field === 10 && selected) reader.readPackedSVarint(lons)
    }
    if (!selected) return
    addUp(refs)
    visit(id, this.tagsOf(keys, values), refs, this.inline(refs, lats, lons))
  }

  private inline(refs: ReadonlyArray<number>, lats: Array<number>, lons: Array<number>): InlineLocations | undefined {
    if (lats.length === 0 || lats.length !== refs.length || lons.length !== refs.length) return undefined
    addUp(lats)
    addUp(lons)
    return { lats: lats.map((lat) => this.lat(lat)), lons: lons.map((lon) => this.lon(lon)) }
  }

  private readRelation(start: number, end: number, want: (index: number) => boolean, visit: RelationVisitor): void {
    const { reader } = this
    let id = 0
    const keys: Array<number> = []
    const values: Array<number> = []
    const roles: Array<number> = []
    const ids: Array<number> = []
    const types: Array<number> = []
    reader.pos = start
    for (let field = reader.nextField(end); field !== 0; field = reader.nextField(end)) {
      if (field === 1) id = reader.readVarint(true)
      else if (field === 2) reader.readPackedVarint(keys)
      else if (field === 3) reader.readPackedVarint(values)
      else if (field === 8) reader.readPackedVarint(roles)
      else if (field === 9) reader.readPackedSVarint(ids)
      else if (field === 10) reader.readPackedVarint(types)
    }
    if (!keys.some(want)) return
    if (ids.length !== types.length || ids.length !== roles.length) throw new RangeError("Members without roles.")
    addUp(ids)
    const members = ids.map((id, i): Member => ({ id, kind: memberKinds[types[i]!] ?? 0, role: this.text(roles[i]!) }))
    visit(id, this.tagsOf(keys, values), members)
  }
}

/** Delta coding undone, in place. */
const addUp = (deltas: Array<number>): void => {
  for (let i = 1; i < deltas.length; i++) deltas[i]! += deltas[i - 1]!
}
