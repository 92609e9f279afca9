/** Nodes of a page; twelve bytes each, in pages of 16 KB. */
export const nodesPerPage = 1365
/** Four-byte integers in a page: IDs relative to the first, longitudes, latitudes. */
export const pageLength = 4096

/** Positions of nodes, in ID order, by pages. */
export interface NodePages {
  /** The pages one after another. */
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
    for (let from = 0; from < length;) {
      const first = idAt(from)
      let to = Math.min(length, from + nodesPerPage)
      while (idAt(to - 1) - first > 0x7fff_ffff) to -= 1
      counts.push(to - from)
      firsts.push(first)
      lasts.push(idAt(to - 1))
      from = to
    }
    const pages = new Int32Array(counts.length * pageLength)
    let from = 0
    counts.forEach((count, page) => {
      const start = page * pageLength
      const first = firsts[page]!
      for (let i = 0; i < count; i++) {
        const at = order === undefined ? from + i : order[from + i]!
        pages[start + i] = ids[at]! - first
        pages[start + nodesPerPage + i] = lons[at]!
        pages[start + 2 * nodesPerPage + i] = lats[at]!
      }
      from += count
    })
    return { pages, counts, firsts, lasts }
  }
}
