import { growingFloat64, growingInt32 } from "../surroundings/Growing.ts"
import type { PrimitiveBlock } from "./PbfBlock.ts"

/** A block's ways that are members of relations. */
export interface MemberLines {
  readonly ids: ReadonlyArray<number>
  /** The number of nodes of each. */
  readonly lengths: ReadonlyArray<number>
  /** The nodes of all ways, one after another. */
  readonly refs: Float64Array<ArrayBuffer>
  /** The positions of the nodes, if the ways contain them; else empty. */
  readonly lons: Int32Array<ArrayBuffer>
  readonly lats: Int32Array<ArrayBuffer>
}

/** The ways with these IDs, which are sorted. */
export const memberLinesOf = (block: PrimitiveBlock, ways: Float64Array, locationsOnWays: boolean): MemberLines => {
  const wanted = new Set(ways)
  const ids: Array<number> = []
  const lengths: Array<number> = []
  const refs = growingFloat64()
  const lons = growingInt32()
  const lats = growingInt32()
  block.ways(
    () => false,
    (id, _, nodes, inline) => {
      ids.push(id)
      lengths.push(nodes.length)
      for (const node of nodes) refs.push(node)
      if (!locationsOnWays) return
      for (const lon of inline?.lons ?? []) lons.push(lon)
      for (const lat of inline?.lats ?? []) lats.push(lat)
    },
    (id) => wanted.has(id)
  )
  const isLocated = lons.length === refs.length
  return {
    ids,
    lengths,
    refs: refs.finish(),
    lons: isLocated ? lons.finish() : new Int32Array(0),
    lats: isLocated ? lats.finish() : new Int32Array(0)
  }
}
