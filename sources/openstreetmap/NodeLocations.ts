import { type Column, columnInt32 } from "../scratch/Column.ts"
import type { Pages } from "../scratch/Pages.ts"
import { nowhere } from "../surroundings/Surroundings.ts"
import { type NodePages, nodesPerPage, pageLength } from "./NodePages.ts"

/**
 * The positions of all nodes, twelve bytes each, in pages that are read on demand. Files have their nodes in ID order,
 * and ways refer to nodes with nearby IDs; other files work too, but more slowly.
 */
export class NodeLocations {
  private readonly column: Column<Int32Array>
  private counts: Array<number> = []
  private firsts: Array<number> = []
  private lasts: Array<number> = []
  private places: Array<number> = []
  /** The highest last ID of this page and those before it, in the order of first IDs. */
  private reach: Float64Array<ArrayBuffer> = new Float64Array(0)
  /** The page found last, and its number in the column. */
  private first = 0
  private last = -1
  private start = 0
  private count = 0
  /** Whether no two pages share IDs. */
  private isDisjoint = true
  private hit = 0

  constructor(pages: Pages) {
    this.column = columnInt32(pages)
  }

  add({ counts, firsts, lasts, pages }: NodePages): void {
    for (let page = 0; page < counts.length; page++) {
      this.places.push(this.column.length)
      this.counts.push(counts[page]!)
      this.firsts.push(firsts[page]!)
      this.lasts.push(lasts[page]!)
      this.column.pushAll(pages.subarray(page * pageLength, (page + 1) * pageLength))
    }
  }

  /** Ends the adding phase. */
  seal(): void {
    const { counts, firsts, lasts, places } = this
    const isSorted = firsts.every((first, page) => page === 0 || first > lasts[page - 1]!)
    if (!isSorted) {
      const order = Array.from(firsts.keys()).sort((a, b) => firsts[a]! - firsts[b]! || a - b)
      this.counts = order.map((page) => counts[page]!)
      this.firsts = order.map((page) => firsts[page]!)
      this.lasts = order.map((page) => lasts[page]!)
      this.places = order.map((page) => places[page]!)
    }
    this.reach = new Float64Array(firsts.length)
    let reach = -Infinity
    for (let page = 0; page < firsts.length; page++) {
      if (this.firsts[page]! <= reach) this.isDisjoint = false
      reach = Math.max(reach, this.lasts[page]!)
      this.reach[page] = reach
    }
  }

  release(): void {
    this.column.release()
  }

  /**
   * Finds a node: puts the number of its page in the column into `start`, and its number within the page into `hit`.
   * Returns whether it exists.
   */
  private find(id: number): boolean {
    if (this.isDisjoint && id >= this.first && id <= this.last) return this.findWithin(id)
    let low = 0
    let high = this.firsts.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.firsts[middle]! <= id) low = middle + 1
      else high = middle
    }
    // Of nodes with one ID the last counts: of pages with the ID, the one added last.
    let best = -1
    for (let page = low - 1; page >= 0 && this.reach[page]! >= id; page--) {
      if (this.lasts[page]! < id || (best >= 0 && this.places[page]! < this.places[best]!)) continue
      this.take(page)
      if (this.findWithin(id)) best = page
    }
    if (best < 0) return false
    this.take(best)
    return this.findWithin(id)
  }

  private take(page: number): void {
    this.first = this.firsts[page]!
    this.last = this.lasts[page]!
    this.start = this.places[page]!
    this.count = this.counts[page]!
  }

  private findWithin(id: number): boolean {
    const ids = this.column.pageOf(this.start)
    const wanted = id - this.first
    // Usually it is the next one.
    const next = this.hit + 1
    if (next < this.count - 1 && ids[next] === wanted && ids[next + 1]! > wanted) {
      this.hit = next
      return true
    }
    let low = 0
    let high = this.count
    while (low < high) {
      const middle = (low + high) >>> 1
      if (ids[middle]! <= wanted) low = middle + 1
      else high = middle
    }
    this.hit = low - 1
    return low > 0 && ids[low - 1] === wanted
  }

  /**
   * Writes the position of a node to its place in the columns, `nowhere` if it is missing; returns whether it exists.
   */
  locate(id: number, i: number, lons: Int32Array, lats: Int32Array): boolean {
    if (!this.find(id)) {
      lons[i] = nowhere
      lats[i] = nowhere
      return false
    }
    const page = this.column.pageOf(this.start)
    const lon = page[nodesPerPage + this.hit]!
    lons[i] = lon
    lats[i] = page[2 * nodesPerPage + this.hit]!
    return lon !== nowhere
  }
}
