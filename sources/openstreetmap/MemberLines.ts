import type { PrimitiveBlock } from "./PbfBlock.ts"

/** Ways of a block that relations are made of. */
export interface MemberLines {
  readonly ids: ReadonlyArray<number>
  /** How many nodes each has. */
  readonly lengths: ReadonlyArray<number>
  /** The nodes of all, one after another. */
  readonly refs: Float64Array<ArrayBuffer>
  /** Where those lie, if the ways say so; else empty. */
  readonly lons: Int32Array<ArrayBuffer>
  readonly lats: Int32Array<ArrayBuffer>
}

/** The ways with these IDs, which are sorted. */
export const memberLinesOf = (block: PrimitiveBlock, ways: Float64Array, locationsOnWays: boolean): MemberLines => {
  const wanted = new Set(ways)
  const ids: Array<number> = []
  const lengths: Array<number> = []
  const refs: Array<number> = []
  const lons: Array<number> = []
  const lats: Array<number> = []
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
    refs: Float64Array.from(refs),
    lons: Int32Array.from(isLocated ? lons : []),
    lats: Int32Array.from(isLocated ? lats : [])
  }
}
