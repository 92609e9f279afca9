import type { Pages } from "../scratch/Pages.ts"
import { Partitions } from "../scratch/Partitions.ts"
import { growingFloat64 } from "../surroundings/Growing.ts"
import { placeAfter } from "../surroundings/PointIndex.ts"
import { FileFault } from "./FileFault.ts"
import { type NodePages, Nodes } from "./NodePages.ts"

/** Approximate number of nodes sorted at a time. */
const perPartition = 131_072
/** More than this in one partition are repetitions of a few IDs. */
const mostPerPartition = 32 * perPartition
/** One node in so many is a sample, to find IDs that divide the nodes into parts of that size. */
const perSample = 64
/** Numbers per row: ID, longitude, latitude. */
const columns = 3

type NodeVisitor = (id: number, lon: number, lat: number) => void

/** Pages of nodes in the order in which they were added. */
export interface GivenPages {
  readonly count: number
  readonly nodes: number
  readonly each: (page: number, visit: NodeVisitor) => void
}

const tooManyAlike = () =>
  new FileFault("nodes with the same IDs are repeated millions of times", `Sort it with "osmium sort".`)

/** IDs at which partitions begin, except the first. */
function* startsOf({ count, each, nodes }: GivenPages): Generator<void, Float64Array> {
  const partitions = Math.ceil(nodes / perPartition)
  const growing = growingFloat64()
  let at = 0
  for (let page = 0; page < count; page++) {
    each(page, (id) => {
      if (at++ % perSample === 0) growing.push(id)
    })
    yield
  }
  const sample = growing.finish().sort()
  return Float64Array.from(
    { length: partitions - 1 },
    (_, i) => sample[Math.floor(((i + 1) * sample.length) / partitions)]!
  )
}

/** In ID order; of rows with one ID, the last. */
const sorted = (rows: Float64Array, nodes: Nodes): NodePages => {
  const ids = new Float64Array(rows.length / columns)
  for (let i = 0; i < ids.length; i++) ids[i] = rows[i * columns]!
  ids.sort()
  nodes.clear()
  nodes.reserve(ids.length)
  for (let i = 0; i < ids.length; i++) if (ids[i] !== ids[i + 1]) nodes.add(ids[i]!, 0, 0)
  const unique = nodes.ids.subarray(0, nodes.length)
  for (let row = 0; row < rows.length; row += columns) {
    const at = placeAfter(unique, rows[row]!) - 1
    nodes.lons[at] = rows[row + 1]!
    nodes.lats[at] = rows[row + 2]!
  }
  return nodes.toPages()
}

/** Sorts nodes by ID, each once, in bounded memory; `take` receives them step by step. */
export function* sortNodes(pages: Pages, given: GivenPages, take: (sorted: NodePages) => void): Generator<void> {
  const { file } = pages
  const nodes = new Nodes()
  if (file === undefined || given.nodes <= perPartition) {
    const rows = new Float64Array(given.nodes * columns)
    let at = 0
    const keep: NodeVisitor = (id, lon, lat) => {
      rows[at] = id
      rows[at + 1] = lon
      rows[at + 2] = lat
      at += columns
    }
    for (let page = 0; page < given.count; page++) given.each(page, keep)
    return take(sorted(rows, nodes))
  }
  const starts = yield* startsOf(given)
  const partitions = new Partitions(file, starts.length + 1, columns)
  const lengths = new Uint32Array(partitions.count)
  for (let page = 0; page < given.count; page++) {
    given.each(page, (...row) => {
      const partition = placeAfter(starts, row[0])
      partitions.add(partition, row)
      if (++lengths[partition]! > mostPerPartition) throw tooManyAlike()
    })
    yield
  }
  for (let partition = 0; partition < partitions.count; partition++) {
    take(sorted(partitions.read(partition), nodes))
    yield
  }
}
