import Flatbush from "flatbush"
import { growingFloat64, growingInt32, growingUint16 } from "./Growing.ts"
import { type Shape, side } from "./Shape.ts"
import type { Surroundings } from "./Surroundings.ts"
import { Words } from "./Words.ts"

/** What is pursued in the building of an address. */
export interface Neighbour {
  /** The object that says so, as `refOf` has it. */
  readonly ref: number
  /** Such as `shop=bakery`. */
  readonly tag: string
}

/**
 * Shops, practices, restaurants and the like that stand in buildings of which nothing else is known, and have no address
 * of their own: each is taken to be at the nearest address of its building. Some thirty bytes each.
 */
export class Indoors {
  private readonly growingLons = growingInt32()
  private readonly growingLats = growingInt32()
  private readonly growingRefs = growingFloat64()
  private readonly growingTags = growingUint16()
  private readonly words = new Words()
  private lons = new Int32Array(0)
  private lats = new Int32Array(0)
  private refs = new Float64Array(0)
  private tags = new Uint16Array(0)
  /** The smallest building around each, and its area. */
  private buildings = new Float64Array(0)
  private areas = new Float64Array(0)
  private index: Flatbush | undefined
  /** By number of the address. */
  private readonly found = new Map<number, number>()

  add(lon: number, lat: number, ref: number, tag: string): void {
    this.growingLons.push(lon)
    this.growingLats.push(lat)
    this.growingRefs.push(ref)
    this.growingTags.push(this.words.numberOf(tag))
  }

  /** Ends adding, and makes ready for buildings to pass by. */
  seal(): void {
    this.lons = this.growingLons.finish()
    this.lats = this.growingLats.finish()
    this.refs = this.growingRefs.finish()
    this.tags = this.growingTags.finish()
    this.buildings = new Float64Array(this.lons.length).fill(Number.NaN)
    this.areas = new Float64Array(this.lons.length).fill(Infinity)
    if (this.lons.length === 0) return
    this.index = new Flatbush(this.lons.length, 16, Int32Array)
    for (let i = 0; i < this.lons.length; i++) this.index.add(this.lons[i]!, this.lats[i]!)
    this.index.finish()
  }

  pass(shape: Shape, ref: number): void {
    const hits = this.index?.search(shape.minLon, shape.minLat, shape.maxLon, shape.maxLat) ?? []
    let area: number | undefined
    for (const i of hits) {
      if (shape.locate(this.lons[i]!, this.lats[i]!) === side.outside) continue
      area ??= shape.area()
      if (area > this.areas[i]! || (area === this.areas[i]! && ref >= this.buildings[i]!)) continue
      this.areas[i] = area
      this.buildings[i] = ref
    }
  }

  /** Once every building has passed by the addresses: gives each its address. */
  settle(around: Surroundings): void {
    this.index = undefined
    const standing = new Map<number, Array<number>>()
    for (let i = 0; i < this.buildings.length; i++) {
      const building = this.buildings[i]!
      if (!Number.isNaN(building)) standing.set(building, [...(standing.get(building) ?? []), i])
    }
    const addresses = new Map<number, Array<number>>()
    for (let at = 0; at < around.length && standing.size > 0; at++) {
      const building = around.buildingAround(at)
      if (building === undefined || !standing.has(building.ref)) continue
      addresses.set(building.ref, [...(addresses.get(building.ref) ?? []), at])
    }
    for (const [building, of] of addresses) {
      for (const i of standing.get(building)!) {
        const nearest = of.reduce((a, b) => (this.distance(i, around, b) < this.distance(i, around, a) ? b : a))
        const before = this.found.get(nearest)
        // The smallest ID, so that the order of the file makes no difference.
        if (before === undefined || this.refs[i]! < this.refs[before]!) this.found.set(nearest, i)
      }
    }
  }

  private distance(i: number, { lats, lons }: Surroundings, at: number): number {
    const north = lats[at]! - this.lats[i]!
    const east = (lons[at]! - this.lons[i]!) * Math.cos((this.lats[i]! * Math.PI) / 1.8e9)
    return north * north + east * east
  }

  each(visit: (lon: number, lat: number) => void): void {
    for (let i = 0; i < this.lons.length; i++) visit(this.lons[i]!, this.lats[i]!)
  }

  at(at: number): Neighbour | undefined {
    const i = this.found.get(at)
    return i === undefined ? undefined : { ref: this.refs[i]!, tag: this.words.at(this.tags[i]!) }
  }
}
