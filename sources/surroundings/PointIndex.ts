import Flatbush from "flatbush"
import { columnInt32 } from "../scratch/Column.ts"
import { Pages } from "../scratch/Pages.ts"
import { Partitions } from "../scratch/Partitions.ts"
import { growingInt32 } from "./Growing.ts"

/** Approximate number of points sorted at a time. */
const perPartition = 16_384
/** Sample points used to find the boundaries between partitions of that size. */
const samples = 32
/** Points processed between two steps. */
const perStep = 16_384
/** Numbers per row: the place on the curve, the position, and the point's number. */
const column = { key: 0, lon: 1, lat: 2, number: 3 } as const
const columns = 4

/** Points in one box of the index; a divisor of a page, so that no box spans two pages. */
const perBox = 32

/** Spreads the bits of a number to every other place. */
const spread = (number: number): number => {
  let bits = number & 0xffff
  bits = (bits | (bits << 8)) & 0x00ff00ff
  bits = (bits | (bits << 4)) & 0x0f0f0f0f
  bits = (bits | (bits << 2)) & 0x33333333
  return (bits | (bits << 1)) & 0x55555555
}

/** How many of the sorted numbers are not above this one. */
export const placeAfter = (sorted: Float64Array, value: number): number => {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sorted[middle]! <= value) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * Points by position, each with a number. They are sorted along a curve that keeps neighbors together (Z-order), and
 * boxes around neighbors are indexed. Two thirds of a byte per point are in memory; everything else is in columns.
 */
export class PointIndex {
  private readonly pages: Pages
  /** In insertion order. */
  private readonly given
  private readonly lons
  private readonly lats
  private readonly numbers
  private readonly boxes = growingInt32()
  private index: Flatbush | undefined
  private minLon = Infinity
  private minLat = Infinity
  private maxLon = -Infinity
  private maxLat = -Infinity

  constructor(pages = new Pages()) {
    this.pages = pages
    this.given = { lons: columnInt32(pages), lats: columnInt32(pages), numbers: columnInt32(pages) }
    this.lons = columnInt32(pages)
    this.lats = columnInt32(pages)
    this.numbers = columnInt32(pages)
  }

  /** Adds a point; not after `seal`. */
  add(lon: number, lat: number, number: number): void {
    this.given.lons.push(lon)
    this.given.lats.push(lat)
    this.given.numbers.push(number)
    this.minLon = Math.min(this.minLon, lon)
    this.maxLon = Math.max(this.maxLon, lon)
    this.minLat = Math.min(this.minLat, lat)
    this.maxLat = Math.max(this.maxLat, lat)
  }

  private keyOf(lon: number, lat: number): number {
    const across = 0xffff / Math.max(1, this.maxLon - this.minLon)
    const up = 0xffff / Math.max(1, this.maxLat - this.minLat)
    return (spread((lon - this.minLon) * across) | (spread((lat - this.minLat) * up) << 1)) >>> 0
  }

  /** Prepares the points for queries. */
  seal(): void {
    for (const _ of this.sealing()) continue
  }

  /** The same step by step, yielding to other work in between. */
  *sealing(): Generator<void> {
    const { lats, lons, numbers } = this.given
    const { file } = this.pages
    const { length } = numbers
    if (length === 0) return
    const keyAt = (i: number) => this.keyOf(lons.get(i), lats.get(i))
    const rowAt = (i: number) => [keyAt(i), lons.get(i), lats.get(i), numbers.get(i)]
    if (file === undefined || length <= perPartition) {
      const rows = new Float64Array(length * columns)
      for (let i = 0; i < length; i++) rows.set(rowAt(i), i * columns)
      this.order(rows)
    } else {
      const count = Math.ceil(length / perPartition)
      const apart = Math.max(1, Math.floor(length / (count * samples)))
      const sample = Float64Array.from({ length: Math.floor(length / apart) }, (_, i) => keyAt(i * apart)).sort()
      const starts = Float64Array.from(
        { length: count - 1 },
        (_, i) => sample[Math.floor(((i + 1) * sample.length) / count)]!
      )
      const partitions = new Partitions(file, count, columns)
      for (let i = 0; i < length; i++) {
        const row = rowAt(i)
        partitions.add(placeAfter(starts, row[column.key]!), row)
        if (i % perStep === 0) yield
      }
      for (let partition = 0; partition < count; partition++) {
        this.order(partitions.read(partition))
        yield
      }
    }
    for (const one of [lons, lats, numbers]) one.release()
    const boxes = this.boxes.finish()
    const index = new Flatbush(boxes.length / 4, 16, Int32Array)
    for (let box = 0; box < boxes.length; box += 4) {
      index.add(boxes[box]!, boxes[box + 1]!, boxes[box + 2]!, boxes[box + 3]!)
    }
    index.finish()
    this.index = index
  }

  /** Appends points to the columns in curve order, and boxes around them. */
  private order(rows: Float64Array): void {
    const order = Uint32Array.from({ length: rows.length / columns }, (_, row) => row * columns)
    order.sort((a, b) => rows[a]! - rows[b]!)
    for (let from = 0; from < order.length; from += perBox) {
      let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
      for (const row of order.subarray(from, from + perBox)) {
        const lon = rows[row + column.lon]!
        const lat = rows[row + column.lat]!
        this.lons.push(lon)
        this.lats.push(lat)
        this.numbers.push(rows[row + column.number]!)
        west = Math.min(west, lon)
        east = Math.max(east, lon)
        south = Math.min(south, lat)
        north = Math.max(north, lat)
      }
      for (const edge of [west, south, east, north]) this.boxes.push(edge)
      // The last box may not be full.
      while (this.numbers.length % perBox !== 0) {
        this.lons.push(0)
        this.lats.push(0)
        this.numbers.push(-1)
      }
    }
  }

  /**
   * Numbers of the points within a box, edges included, with their positions. Returns how many points were looked at.
   */
  each(
    minLon: number,
    minLat: number,
    maxLon: number,
    maxLat: number,
    visit: (number: number, lon: number, lat: number) => void
  ): number {
    if (this.index === undefined) return 0
    const { lats, lons, numbers } = this
    const found = this.index.search(minLon, minLat, maxLon, maxLat)
    for (const box of found) {
      const start = box * perBox
      const from = lons.placeOf(start)
      let page = lons.pageOf(start)
      for (let i = 0; i < perBox; i++) {
        const lon = page[from + i]!
        if (lon < minLon || lon > maxLon) continue
        const lat = lats.get(start + i)
        const number = numbers.get(start + i)
        if (lat >= minLat && lat <= maxLat && number >= 0) visit(number, lon, lat)
        // Another page may have replaced it in memory.
        page = lons.pageOf(start)
      }
    }
    return found.length * perBox
  }

  release(): void {
    this.index = undefined
    for (const column of [this.lons, this.lats, this.numbers]) column.release()
  }
}
