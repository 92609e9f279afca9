import { Effect, Stream } from "effect"
import { isRejected, type RawRecord, type Rejected } from "../../../sources/DataSource.ts"
import { levelsOf } from "../../../sources/openstreetmap/AdminLevels.ts"
import type { Declared } from "../../../sources/openstreetmap/Drafts.ts"
import { openBytes, recordsIn } from "./OsmFiles.ts"
import type { Osm, OsmMember, OsmNode, OsmRelation, OsmWay, TagList, WriteOptions } from "./PbfWriter.ts"
import { writePbf } from "./PbfWriter.ts"

type Point = readonly [x: number, y: number]

/** A step in units of 10⁻⁷ degrees: about ten meters. */
const step = 1000
/** In units of 10⁻⁷ degrees. */
const karlsruhe = { west: 84_000_000, south: 490_500_000 }

/** Draws a small town. Coordinates count steps from its southwest corner. */
export class Town implements Osm {
  readonly nodes: Array<OsmNode> = []
  readonly ways: Array<OsmWay> = []
  readonly relations: Array<OsmRelation> = []
  private next = 1
  private readonly corner: typeof karlsruhe

  constructor(corner = karlsruhe) {
    this.corner = corner
  }

  node(x: number, y: number, tags?: TagList): number {
    const id = this.next++
    const { south, west } = this.corner
    this.nodes.push({ id, lon: west + x * step, lat: south + y * step, ...(tags === undefined ? {} : { tags }) })
    return id
  }

  way(refs: ReadonlyArray<number>, tags?: TagList): number {
    const id = this.next++
    this.ways.push({ id, refs, ...(tags === undefined ? {} : { tags }) })
    return id
  }

  line(points: ReadonlyArray<Point>, tags?: TagList): number {
    return this.way(
      points.map(([x, y]) => this.node(x, y)),
      tags
    )
  }

  /** A closed way around a square, given its southwest corner. */
  square(x: number, y: number, size: number, tags?: TagList): number {
    const corners = [this.node(x, y), this.node(x + size, y), this.node(x + size, y + size), this.node(x, y + size)]
    return this.way([...corners, corners[0]!], tags)
  }

  relation(members: ReadonlyArray<OsmMember>, tags: TagList): number {
    const id = this.next++
    this.relations.push({ id, members, tags })
    return id
  }

  /** A relation of four ways that form a square. */
  boundary(x: number, y: number, size: number, tags: TagList): number {
    const corners = [this.node(x, y), this.node(x + size, y), this.node(x + size, y + size), this.node(x, y + size)]
    const members = corners.map((corner, i): OsmMember => {
      // Every other way runs in the opposite direction, as in real data.
      const ends = [corner, corners[(i + 1) % 4]!]
      return { type: "way", id: this.way(i % 2 === 0 ? ends : ends.toReversed()), role: "outer" }
    })
    return this.relation(members, { type: "boundary", ...tags })
  }
}

export const street = (houseNumber: string, more: TagList = {}): TagList => ({
  "addr:street": "Lindenallee",
  "addr:housenumber": houseNumber,
  "addr:city": "Karlsruhe",
  "addr:postcode": "76149",
  ...more
})

export interface Reading {
  readonly country?: string
  readonly declared?: Declared
  readonly write?: WriteOptions
}

export const readBytes = Effect.fnUntraced(function* (
  bytes: Uint8Array,
  { country = "DE", declared = {} }: Reading = {}
) {
  const file = yield* openBytes(bytes)
  const all = yield* Stream.runCollect(recordsIn(file, { country, levels: levelsOf(country), declared }))
  const given = all.filter((record): record is RawRecord => !isRejected(record))
  const left = all.filter((record): record is Rejected => isRejected(record))
  return { given, left, byId: new Map(given.map((record) => [record.recordId, record])) }
})

/** What the source makes of a town that is written to a file and read back. */
export const readTown = (town: Osm, reading: Reading = {}) => readBytes(writePbf(town, reading.write), reading)
