import { columnFloat64, columnInt32 } from "../scratch/Column.ts"
import type { Pages } from "../scratch/Pages.ts"
import type { Effort } from "../surroundings/Effort.ts"
import { growingFloat64 } from "../surroundings/Growing.ts"
import { nowhere } from "../surroundings/Surroundings.ts"
import type { MemberLines } from "./MemberLines.ts"
import type { NodeLocations } from "./NodeLocations.ts"
import { type Found, pointsOf } from "./Outlines.ts"
import { type Member, kinds } from "./PbfBlock.ts"
import { type Assembled, assemble, type Line } from "./Rings.ts"

const outerRoles = new Set(["", "outer", "outline", "exclave"])
const innerRoles = new Set(["inner", "enclave"])

/** The index of a number in a sorted array, or where it would be. */
const placeIn = (sorted: Float64Array, value: number): number => {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sorted[middle]! < value) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * Nodes of the ways that are members of relations, kept between the pass that reads them and the one that needs them.
 * Eight bytes per way are in memory.
 */
export class MemberWays {
  private readonly growing = growingFloat64()
  private ids: Float64Array = new Float64Array(0)
  private readonly starts
  private readonly lengths
  private readonly refs
  private readonly lons
  private readonly lats
  /** Whether ways contain the positions of their nodes. */
  private isLocated = false

  private readonly effort: Effort

  /** `effort`: ways are read once for each relation that they belong to. */
  constructor(pages: Pages, effort: Effort) {
    this.effort = effort
    this.starts = columnFloat64(pages)
    this.lengths = columnInt32(pages)
    this.refs = columnFloat64(pages)
    this.lons = columnInt32(pages)
    this.lats = columnInt32(pages)
  }

  /** Requests ways; not after `seal`. */
  want(ids: Float64Array): void {
    for (const id of ids) this.growing.push(id)
  }

  seal(): void {
    const ids = this.growing.finish().sort()
    let unique = 0
    for (let i = 0; i < ids.length; i++) if (i === 0 || ids[i] !== ids[i - 1]) ids[unique++] = ids[i]!
    this.ids = ids.slice(0, unique)
    this.starts.extend(unique)
    this.lengths.extend(unique)
  }

  /** Requested IDs in a range. */
  between(first: number, last: number): Float64Array {
    const start = placeIn(this.ids, first)
    const end = placeIn(this.ids, last)
    return this.ids.slice(start, this.ids[end] === last ? end + 1 : end)
  }

  /** Keeps ways. Of two with one ID, the first counts. */
  take({ ids, lats, lengths, lons, refs }: MemberLines): void {
    this.isLocated ||= lons.length > 0
    let from = 0
    ids.forEach((id, i) => {
      const length = lengths[i]!
      const rank = this.rankOf(id)
      if (rank >= 0 && this.lengths.get(rank) === 0) {
        this.starts.set(rank, this.refs.length)
        this.lengths.set(rank, length)
        for (let at = from; at < from + length; at++) {
          this.refs.push(refs[at]!)
          if (!this.isLocated) continue
          this.lons.set(this.refs.length - 1, lons[at] ?? nowhere)
          this.lats.set(this.refs.length - 1, lats[at] ?? nowhere)
        }
      }
      from += length
    })
  }

  private rankOf(id: number): number {
    const place = placeIn(this.ids, id)
    return this.ids[place] === id ? place : -1
  }

  /** Undefined if the extract lacks the way. */
  lineOf(id: number, locations: NodeLocations): (Found & Line) | undefined {
    const rank = this.rankOf(id)
    const length = rank < 0 ? 0 : this.lengths.get(rank)
    if (length === 0) return undefined
    this.effort.spend(length)
    const start = this.starts.get(rank)
    const refs = Float64Array.from({ length }, (_, i) => this.refs.get(start + i))
    const lons = Int32Array.from({ length }, (_, i) => (this.isLocated ? this.lons.get(start + i) : nowhere))
    const lats = Int32Array.from({ length }, (_, i) => (this.isLocated ? this.lats.get(start + i) : nowhere))
    return { refs, ...pointsOf(refs, lons, lats, locations) }
  }

  /** The area of a multipolygon or boundary. */
  areaOf(members: ReadonlyArray<Member>, locations: NodeLocations): Assembled | undefined {
    const lines = (roles: ReadonlySet<string>) => {
      const ids = new Set(members.filter(({ kind, role }) => kind === kinds.way && roles.has(role)).map(({ id }) => id))
      return Array.from(ids, (id) => {
        const line = this.lineOf(id, locations)
        return line === undefined || line.found < line.refs.length ? undefined : line
      })
    }
    return assemble(lines(outerRoles), lines(innerRoles))
  }

  release(): void {
    for (const column of [this.starts, this.lengths, this.refs, this.lons, this.lats]) column.release()
  }
}
