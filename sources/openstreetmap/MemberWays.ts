import { growingFloat64 } from "../surroundings/Growing.ts"
import { IdIndex } from "./IdIndex.ts"
import type { NodeLocations } from "./NodeLocations.ts"
import { type Member, kinds } from "./PbfBlock.ts"
import { type Assembled, assemble, type Line } from "./Rings.ts"

const outerRoles = new Set(["", "outer", "outline", "exclave"])
const innerRoles = new Set(["inner", "enclave"])

/** Nodes of the ways that relations are made of, kept between the pass that reads them and the one that needs them. */
export class MemberWays {
  private readonly ids = new IdIndex()
  private starts = new Float64Array(0)
  private lengths = new Uint32Array(0)
  private readonly growing = growingFloat64()
  private refs: Float64Array = new Float64Array(0)

  /** Asks for the ways of a relation; not after `seal`. */
  want(members: ReadonlyArray<Member>): void {
    for (const { id, kind } of members) if (kind === kinds.way) this.ids.add(id)
  }

  seal(): number {
    const count = this.ids.seal()
    this.starts = new Float64Array(count)
    this.lengths = new Uint32Array(count)
    return count
  }

  has(id: number): boolean {
    return this.ids.rank(id) >= 0
  }

  /** Keeps a way's nodes. */
  offer(id: number, refs: ReadonlyArray<number>): void {
    const rank = this.ids.rank(id)
    if (rank < 0 || this.lengths[rank]! > 0) return
    this.starts[rank] = this.growing.length
    this.lengths[rank] = refs.length
    for (const ref of refs) this.growing.push(ref)
  }

  finish(): void {
    this.refs = this.growing.finish()
  }

  private line(id: number, locations: NodeLocations): Line | undefined {
    const refs = this.nodesOf(id)
    const positions = locations.along(refs)
    return positions === undefined ? undefined : { refs, ...positions }
  }

  /** None when the extract lacks the way. */
  nodesOf(id: number): Float64Array {
    const rank = this.ids.rank(id)
    if (rank < 0) return this.refs.subarray(0, 0)
    const start = this.starts[rank]!
    return this.refs.subarray(start, start + this.lengths[rank]!)
  }

  /** The area of a multipolygon or boundary. */
  areaOf(members: ReadonlyArray<Member>, locations: NodeLocations): Assembled | undefined {
    const lines = (roles: ReadonlySet<string>) => {
      const ids = new Set(members.filter(({ kind, role }) => kind === kinds.way && roles.has(role)).map(({ id }) => id))
      return Array.from(ids, (id) => this.line(id, locations))
    }
    return assemble(lines(outerRoles), lines(innerRoles))
  }
}
