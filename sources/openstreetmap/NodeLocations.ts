import { type Column, columnInt32 } from "../scratch/Column.ts"
import type { Pages } from "../scratch/Pages.ts"
import { nowhere } from "../surroundings/Surroundings.ts"
import { type GivenPages, sortNodes } from "./NodeOrder.ts"
import { type NodePages, pageLength, perHigh, widthOf } from "./NodePages.ts"

/**
 * The positions of all nodes, twelve bytes each, in pages that are read on demand. Files have their nodes in ID order,
 * and ways refer to nodes with nearby IDs; the nodes of other files are sorted first.
 */
export class NodeLocations {
  private readonly pages: Pages
  private column: Column<Int32Array>
  private counts: Array<number> = []
  private firsts: Array<number> = []
  private lasts: Array<number> = []
  private places: Array<number> = []
  /** The page found last, and its number in the column. */
  private first = 0
  private last = -1
  private start = 0
  private count = 0
  private hit = 0

  constructor(pages: Pages) {
    this.pages = pages
    this.column = columnInt32(pages)
  }

  add({ counts, firsts, lasts, pages }: NodePages): void {
    const { column } = this
    let from = 0
    for (let page = 0; page < counts.length; page++) {
      const length = counts[page]! * widthOf(firsts[page]!, lasts[page]!)
      const left = pageLength - column.placeOf(column.length)
      if (length > left) column.extend(column.length + left)
      this.places.push(column.length)
      this.counts.push(counts[page]!)
      this.firsts.push(firsts[page]!)
      this.lasts.push(lasts[page]!)
      column.pushAll(pages.subarray(from, from + length))
      from += length
    }
  }

  /** Ends the adding phase. Of nodes with one ID, the one added last counts. */
  seal(): void {
    for (const _ of this.sealing()) continue
  }

  /** The same step by step, yielding to other work in between. */
  *sealing(): Generator<void> {
    const { counts, firsts, lasts, places } = this
    if (firsts.every((first, page) => page === 0 || first > lasts[page - 1]!)) return
    const order = Array.from(firsts.keys()).sort((a, b) => firsts[a]! - firsts[b]! || a - b)
    const isDisjoint = order.every((page, i) => i === 0 || firsts[page]! > lasts[order[i - 1]!]!)
    if (!isDisjoint) return yield* this.sorting()
    this.counts = order.map((page) => counts[page]!)
    this.firsts = order.map((page) => firsts[page]!)
    this.lasts = order.map((page) => lasts[page]!)
    this.places = order.map((page) => places[page]!)
  }

  private *sorting(): Generator<void> {
    const { column, counts } = this
    const given = {
      count: counts.length,
      nodes: counts.reduce((sum, count) => sum + count, 0),
      each: reading(column, counts, this.firsts, this.lasts, this.places)
    }
    this.column = columnInt32(this.pages)
    this.counts = []
    this.firsts = []
    this.lasts = []
    this.places = []
    yield* sortNodes(this.pages, given, (sorted) => this.add(sorted))
    column.release()
  }

  release(): void {
    this.column.release()
  }

  /**
   * Finds a node: puts the place of its page in the column into `start`, and its number within the page into `hit`.
   * Returns whether it exists.
   */
  private find(id: number): boolean {
    if (id >= this.first && id <= this.last) return this.findWithin(id)
    let low = 0
    let high = this.firsts.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.firsts[middle]! <= id) low = middle + 1
      else high = middle
    }
    const page = low - 1
    if (page < 0 || this.lasts[page]! < id) return false
    this.first = this.firsts[page]!
    this.last = this.lasts[page]!
    this.start = this.places[page]!
    this.count = this.counts[page]!
    return this.findWithin(id)
  }

  private findWithin(id: number): boolean {
    const values = this.column.pageOf(this.start)
    const from = this.column.placeOf(this.start)
    const wanted = id - this.first
    if (widthOf(this.first, this.last) > 3) return this.findFar(values, from, wanted)
    // Usually it is the next one.
    const next = this.hit + 1
    if (next < this.count - 1 && values[from + next] === wanted && values[from + next + 1]! > wanted) {
      this.hit = next
      return true
    }
    let low = 0
    let high = this.count
    while (low < high) {
      const middle = (low + high) >>> 1
      if (values[from + middle]! <= wanted) low = middle + 1
      else high = middle
    }
    this.hit = low - 1
    return low > 0 && values[from + low - 1] === wanted
  }

  /** The same in a page whose IDs are far apart. */
  private findFar(values: Int32Array, from: number, wanted: number): boolean {
    const idAt = (i: number) => values[from + 3 * this.count + i]! * perHigh + values[from + i]!
    let low = 0
    let high = this.count
    while (low < high) {
      const middle = (low + high) >>> 1
      if (idAt(middle) <= wanted) low = middle + 1
      else high = middle
    }
    this.hit = low - 1
    return low > 0 && idAt(low - 1) === wanted
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
    const values = this.column.pageOf(this.start)
    const at = this.column.placeOf(this.start) + this.count + this.hit
    const lon = values[at]!
    lons[i] = lon
    lats[i] = values[at + this.count]!
    return lon !== nowhere
  }
}

/** Reads all nodes of a page. */
const reading =
  (
    column: Column<Int32Array>,
    counts: ReadonlyArray<number>,
    firsts: ReadonlyArray<number>,
    lasts: ReadonlyArray<number>,
    places: ReadonlyArray<number>
  ): GivenPages["each"] =>
  (page, visit) => {
    const [count, first] = [counts[page]!, firsts[page]!]
    const values = column.pageOf(places[page]!)
    const from = column.placeOf(places[page]!)
    const isFar = widthOf(first, lasts[page]!) > 3
    for (let i = from; i < from + count; i++) {
      const high = isFar ? values[i + 3 * count]! : 0
      visit(first + high * perHigh + values[i]!, values[i + count]!, values[i + 2 * count]!)
    }
  }
