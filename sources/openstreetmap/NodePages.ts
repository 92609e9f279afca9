/** Four-byte integers in 16 KB, the most that a page has. */
export const pageLength = 4096

/** IDs of a page relative to its first are divided by this, if they are not all below it. */
export const perHigh = 2 ** 31

/**
 * Integers per node in a page with these IDs. A page has, for all its nodes, first their IDs relative to the first, then
 * longitudes, then latitudes; if IDs are far apart, the remainders of the IDs come first and the quotients last.
 */
export const widthOf = (first: number, last: number): number => (last - first < perHigh ? 3 : 4)

const nodesPerPage = Math.floor(pageLength / 3)
const nodesPerWidePage = pageLength / 4

/** Positions of nodes, in ID order, by pages. */
export interface NodePages {
  /** The pages one after another, none longer than its nodes need. */
  readonly pages: Int32Array<ArrayBuffer>
  /** One per page. */
  readonly counts: Array<number>
  readonly firsts: Array<number>
  readonly lasts: Array<number>
}

/** Adds nodes as they arrive. */
export class Nodes {
  ids = new Float64Array(8192)
  lons = new Int32Array(8192)
  lats = new Int32Array(8192)
  length = 0
  private isSorted = true

  /** Makes room for more. */
  reserve(more: number): void {
    const length = this.length + more
    if (length <= this.ids.length) return
    const room = Math.max(length, this.ids.length * 2)
    const [ids, lons, lats] = [new Float64Array(room), new Int32Array(room), new Int32Array(room)]
    ids.set(this.ids)
    lons.set(this.lons)
    lats.set(this.lats)
    this.ids = ids
    this.lons = lons
    this.lats = lats
  }

  /** Only if there is room. */
  add(id: number, lon: number, lat: number): void {
    const at = this.length
    if (at > 0 && this.ids[at - 1]! > id) this.isSorted = false
    this.ids[at] = id
    this.lons[at] = lon
    this.lats[at] = lat
    this.length = at + 1
  }

  clear(): void {
    this.length = 0
    this.isSorted = true
  }

  /** A stable sort: of nodes with one ID, the last stays last. */
  toPages(): NodePages {
    const { ids, lats, length, lons } = this
    const order = this.isSorted
      ? undefined
      : Uint32Array.from({ length }, (_, at) => at).sort((a, b) => ids[a]! - ids[b]! || a - b)
    const counts: Array<number> = []
    const firsts: Array<number> = []
    const lasts: Array<number> = []
    const idAt = (i: number) => ids[order === undefined ? i : order[i]!]!
    let size = 0
    for (let from = 0; from < length;) {
      const first = idAt(from)
      let to = Math.min(length, from + nodesPerPage)
      if (widthOf(first, idAt(to - 1)) > 3) to = Math.min(length, from + nodesPerWidePage)
      const last = idAt(to - 1)
      counts.push(to - from)
      firsts.push(first)
      lasts.push(last)
      size += (to - from) * widthOf(first, last)
      from = to
    }
    const pages = new Int32Array(size)
    let from = 0
    let start = 0
    counts.forEach((count, page) => {
      const first = firsts[page]!
      const width = widthOf(first, lasts[page]!)
      for (let i = 0; i < count; i++) {
        const at = order === undefined ? from + i : order[from + i]!
        const id = ids[at]! - first
        pages[start + i] = id % perHigh
        pages[start + count + i] = lons[at]!
        pages[start + 2 * count + i] = lats[at]!
        if (width > 3) pages[start + 3 * count + i] = Math.floor(id / perHigh)
      }
      from += count
      start += count * width
    })
    return { pages, counts, firsts, lasts }
  }
}
