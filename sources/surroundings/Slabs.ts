const edgesPerSlab = 4
/** A limit for edges that go up and down many times, which are in many slabs. */
const slabsPerEdge = 6
const mostSlabs = 65_536

/** The edges of a shape by horizontal slabs, so that a query looks only at those of its own slab. */
export interface Slabs {
  readonly height: number
  readonly count: number
  /** Where each slab's edges begin in `edges`, one more at the end. */
  readonly starts: Uint32Array
  /** Indexes of the points that they start from; eight for each edge at most. */
  readonly edges: Uint32Array
}

/** `lasts`: points that no edge starts from, apart from the last one. */
export const cutIntoSlabs = (
  lats: Int32Array,
  lasts: ReadonlySet<number> | undefined,
  minLat: number,
  maxLat: number
): Slabs => {
  const eachEdge = (visit: (edge: number, one: number, other: number) => void) => {
    for (let edge = 0; edge < lats.length - 1; edge++) {
      if (lasts?.has(edge) !== true) visit(edge, lats[edge]!, lats[edge + 1]!)
    }
  }
  let climbed = 0
  eachEdge((_, one, other) => {
    climbed += Math.abs(other - one)
  })
  const whole = maxLat - minLat + 1
  const most = Math.min(mostSlabs, lats.length / edgesPerSlab, (slabsPerEdge * lats.length * whole) / climbed)
  const count = Math.max(1, Math.floor(most))
  const height = whole / count
  const slabOf = (lat: number) => Math.min(count - 1, Math.floor((lat - minLat) / height))
  const each = (visit: (edge: number, slab: number) => void) =>
    eachEdge((edge, one, other) => {
      const last = slabOf(Math.max(one, other))
      for (let slab = slabOf(Math.min(one, other)); slab <= last; slab++) visit(edge, slab)
    })
  const starts = new Uint32Array(count + 1)
  each((_, slab) => starts[slab + 1]!++)
  for (let slab = 0; slab < count; slab++) starts[slab + 1]! += starts[slab]!
  const edges = new Uint32Array(starts[count]!)
  const next = starts.slice()
  each((edge, slab) => {
    edges[next[slab]!++] = edge
  })
  return { count, height, starts, edges }
}
