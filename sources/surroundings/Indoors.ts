import { columnFloat64, columnInt32 } from "../scratch/Column.ts"
import { Pages } from "../scratch/Pages.ts"
import type { Effort } from "./Effort.ts"
import { PointIndex } from "./PointIndex.ts"
import { type Shape, side } from "./Shape.ts"
import type { Surroundings } from "./Surroundings.ts"
import { isOneHouse, takesOneHouse } from "./Uses.ts"
import { Words } from "./Words.ts"

/** A business or institution in the building of an address. */
export interface Neighbour {
  /** The object with the tag, as made by `refOf`. */
  readonly ref: number
  /** Such as `shop=bakery`. */
  readonly tag: string
}

/** Addresses processed between two steps. */
const perStep = 16_384

const addTo = (lists: Map<number, Array<number>>, key: number, value: number): void => {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [value])
  else list.push(value)
}

/**
 * Shops, practices, restaurants and the like in buildings, without an address of their own: each counts for the nearest
 * address of its building, but not for the only one of a home. Some thirty bytes each.
 */
export class Indoors {
  private readonly lons
  private readonly lats
  private readonly refs
  private readonly tags
  /** The smallest building around each, and its area. */
  private readonly buildings
  private readonly areas
  private readonly index: PointIndex
  private readonly words = new Words()
  /** By number of the address. */
  private readonly found = new Map<number, number>()
  /** By building: what takes it if it is a house for one household, and care homes that take any other. */
  private readonly takers = new Map<number, number>()
  private readonly effort: Effort | undefined

  /** Without `pages`, everything is held in memory; without `effort`, areas may take any time. */
  constructor(pages = new Pages(), effort?: Effort) {
    this.effort = effort
    this.lons = columnInt32(pages)
    this.lats = columnInt32(pages)
    this.refs = columnFloat64(pages)
    this.tags = columnInt32(pages)
    this.buildings = columnFloat64(pages, Number.NaN)
    this.areas = columnFloat64(pages, Infinity)
    this.index = new PointIndex(pages)
  }

  add(lon: number, lat: number, ref: number, tag: string): void {
    this.index.add(lon, lat, this.lons.length)
    this.lons.push(lon)
    this.lats.push(lat)
    this.refs.push(ref)
    this.tags.push(this.words.numberOf(tag))
  }

  /** Ends the adding phase, and prepares for streaming buildings, step by step. */
  sealing(): Generator<void> {
    return this.index.sealing()
  }

  get length(): number {
    return this.lons.length
  }

  /** Tests a building against everything, or against what would take it. */
  pass(shape: Shape, ref: number, takes?: (tag: string) => boolean): void {
    const { effort } = this
    let area: number | undefined
    const looked = this.index.each(shape.minLon, shape.minLat, shape.maxLon, shape.maxLat, (i, lon, lat) => {
      if (takes?.(this.words.at(this.tags.get(i))) === false) return
      const where = shape.locate(lon, lat)
      effort?.query(shape.looked)
      if (where === side.outside) return
      area ??= shape.area()
      const least = this.areas.get(i)
      if (area > least || (area === least && ref >= this.buildings.get(i))) return
      this.areas.set(i, area)
      this.buildings.set(i, ref)
    })
    effort?.spend(looked)
  }

  /** After all buildings have been tested: assigns each object to its address, step by step. */
  *settling(around: Surroundings): Generator<void> {
    this.index.release()
    const standing = new Map<number, Array<number>>()
    for (let i = 0; i < this.lons.length; i++) {
      const building = this.buildings.get(i)
      if (Number.isNaN(building)) continue
      addTo(standing, building, i)
      if (takesOneHouse(this.words.at(this.tags.get(i)))) this.keep(this.takers, building, i)
    }
    const addresses = new Map<number, Array<number>>()
    for (let at = 0; at < around.length && standing.size > 0; at++) {
      if (at % perStep === 0) yield
      const building = around.buildingAround(at)
      if (building === undefined || !standing.has(building.ref)) continue
      addTo(addresses, building.ref, at)
    }
    for (const [building, of] of addresses) {
      const { kind, tag } = around.buildingAround(of[0]!)!
      if (of.length === 1 && kind === "home") continue
      if (!isOneHouse(tag)) this.takers.delete(building)
      for (const i of standing.get(building)!) {
        this.effort?.spend(of.length)
        const nearest = of.reduce((a, b) => (this.distance(i, around, b) < this.distance(i, around, a) ? b : a))
        this.keep(this.found, nearest, i)
      }
    }
    this.buildings.release()
    this.areas.release()
  }

  /** Keeps the smallest ID, so that the order of the file does not matter. */
  private keep(kept: Map<number, number>, key: number, i: number): void {
    const before = kept.get(key)
    if (before === undefined || this.refs.get(i) < this.refs.get(before)) kept.set(key, i)
  }

  private distance(i: number, { lats, lons }: Surroundings, at: number): number {
    const north = lats.get(at) - this.lats.get(i)
    const east = (lons.get(at) - this.lons.get(i)) * Math.cos((this.lats.get(i) * Math.PI) / 1.8e9)
    return north * north + east * east
  }

  each(visit: (lon: number, lat: number) => void): void {
    for (let i = 0; i < this.lons.length; i++) visit(this.lons.get(i), this.lats.get(i))
  }

  private neighbour(i: number | undefined): Neighbour | undefined {
    return i === undefined ? undefined : { ref: this.refs.get(i), tag: this.words.at(this.tags.get(i)) }
  }

  at(at: number): Neighbour | undefined {
    return this.neighbour(this.found.get(at))
  }

  /**
   * What may take the building: a guest house or a school in a house for one household, a care home also in one with
   * flats if it has no more than one address.
   */
  taking(building: number): Neighbour | undefined {
    return this.neighbour(this.takers.get(building))
  }
}
