import Flatbush from "flatbush"
import { growingInt32, growingUint8 } from "./Growing.ts"
import { type Shape, side } from "./Shape.ts"
import type { Use, UseKind } from "./Uses.ts"
import { Words } from "./Words.ts"

/** Stands for a position that is not known, in columns of positions. No longitude or latitude has this value. */
export const nowhere = 0x7fffffff

/** What has been said of an address by its own tags. */
export const own = {
  /** Nothing: what is around it decides. */
  open: 0,
  /** That it is a building, which may be anything: the land around it decides. */
  building: 1,
  /** That it is a home, or is none. */
  decided: 2
} as const

const useKinds: ReadonlyArray<UseKind> = ["open", "home", "other", "unclear"]
const codeOf = (kind: UseKind): number => useKinds.indexOf(kind)

/** What is around an address, or what it is itself. */
export interface Surrounding extends Use {
  /** The object whose tag it is, as `refOf` has it. */
  readonly ref: number
}

/** Square meters of a square of 10⁻⁷ degrees at the equator. */
const squareMeters = 0.0111319 ** 2

/** The best of what is around each address so far: numbers in columns, some twenty bytes an address. */
class Nearest {
  private readonly sides: Uint8Array
  private readonly kinds: Uint8Array
  private readonly areas: Float64Array
  private readonly refs: Float64Array
  private readonly tags: Uint16Array
  private readonly levels: Uint8Array
  /** Homes and others on whose edge the address lies, as bits. */
  private readonly edges: Uint8Array
  private readonly words: Words

  constructor(length: number, words: Words) {
    this.words = words
    this.sides = new Uint8Array(length)
    this.kinds = new Uint8Array(length)
    this.areas = new Float64Array(length)
    this.refs = new Float64Array(length)
    this.tags = new Uint16Array(length)
    this.edges = new Uint8Array(length)
    this.levels = new Uint8Array(length)
  }

  private numberOf({ kind, tag }: Use): number {
    return kind === "open" ? 0 : this.words.numberOf(tag)
  }

  /**
   * Inside goes before on the edge, then the smaller before the larger; the order of offers makes no difference. Gives
   * whether it is the best so far.
   */
  offer(at: number, where: number, use: Use, area: number, ref: number, levels = 0): boolean {
    const kind = codeOf(use.kind)
    if (where === side.edge) this.edges[at]! |= kind
    const before = where === side.inside ? 2 : 1
    const known = this.sides[at]!
    if (before < known) return false
    if (before === known) {
      // On an edge nothing says which side is meant: what is sure goes before what is open.
      const [mine, yours] = before === 1 ? [kind === 0 ? 3 : kind, this.kinds[at] === 0 ? 3 : this.kinds[at]!] : [0, 0]
      if (mine > yours) return false
      if (mine === yours && (area > this.areas[at]! || (area === this.areas[at]! && ref >= this.refs[at]!)))
        return false
    }
    this.sides[at] = before
    this.kinds[at] = kind
    this.areas[at] = area
    this.refs[at] = ref
    this.tags[at] = this.numberOf(use)
    this.levels[at] = levels
    return true
  }

  areaAt(at: number): number {
    return this.areas[at]!
  }

  /** 0 where nothing is known. */
  levelsAt(at: number): number {
    return this.levels[at]!
  }

  at(at: number): Surrounding | undefined {
    const where = this.sides[at]!
    if (where === 0) return undefined
    const contradicting = where === 1 && this.edges[at] === 3
    return {
      kind: contradicting ? "unclear" : useKinds[this.kinds[at]!]!,
      tag: this.words.at(this.tags[at]!),
      ref: this.refs[at]!
    }
  }
}

/**
 * Where the addresses of an extract lie, and what lies around them. Addresses are indexed, and areas pass by: so
 * memory is needed for addresses alone, of which a country has far fewer than buildings.
 */
export class Surroundings {
  private readonly growingLons = growingInt32()
  private readonly growingLats = growingInt32()
  private readonly growingOwn = growingUint8()
  lons = new Int32Array(0)
  lats = new Int32Array(0)
  private said = new Uint8Array(0)
  private readonly words = new Words()
  private buildings = new Nearest(0, this.words)
  private lands = new Nearest(0, this.words)
  private index: Flatbush | undefined
  private indexed = new Uint32Array(0)

  get length(): number {
    return this.growingLons.length
  }

  /** Adds an address, its position `nowhere` if that is not known yet; not after `seal`. */
  add(lon: number, lat: number, said: number): void {
    this.growingLons.push(lon)
    this.growingLats.push(lat)
    this.growingOwn.push(said)
  }

  /** Ends adding. Positions may be set now. */
  seal(): void {
    this.lons = this.growingLons.finish()
    this.lats = this.growingLats.finish()
    this.said = this.growingOwn.finish()
  }

  /** Makes ready for areas to pass by. */
  indexPositions(): void {
    const asked: Array<number> = []
    for (let at = 0; at < this.length; at++) {
      if (this.said[at] !== own.decided && this.lons[at] !== nowhere) asked.push(at)
    }
    this.buildings = new Nearest(this.length, this.words)
    this.lands = new Nearest(this.length, this.words)
    this.indexed = Uint32Array.from(asked)
    if (asked.length === 0) return
    const index = new Flatbush(asked.length, 16, Int32Array)
    for (const at of asked) index.add(this.lons[at]!, this.lats[at]!)
    index.finish()
    this.index = index
  }

  /** The index is of no more use once every area has passed by. */
  dropIndex(): void {
    this.index = undefined
    this.indexed = new Uint32Array(0)
  }

  /** Whether it is the nearest yet to any address. */
  passBuilding(shape: Shape, use: Use, ref: number, levels = 0): boolean {
    let nearest = false
    this.pass(shape, (at, where, area) => {
      if (this.buildings.offer(at, where, use, area, ref, levels)) nearest = true
    })
    return nearest
  }

  passLand(shape: Shape, use: Use, ref: number): void {
    this.pass(shape, (at, _, area) => this.lands.offer(at, side.inside, use, area, ref))
  }

  private pass(shape: Shape, offer: (at: number, where: number, area: number) => void): void {
    if (this.index === undefined) return
    let area: number | undefined
    for (const hit of this.index.search(shape.minLon, shape.minLat, shape.maxLon, shape.maxLat)) {
      const at = this.indexed[hit]!
      const where = shape.locate(this.lons[at]!, this.lats[at]!)
      if (where === side.outside) continue
      area ??= shape.area()
      offer(at, where, area)
    }
  }

  /** The smallest building around an address, which may be the address itself. */
  buildingAround(at: number): Surrounding | undefined {
    return this.buildings.at(at)
  }

  /** Square meters of that building. */
  footprintAround(at: number): number {
    return this.buildings.areaAt(at) * squareMeters * Math.cos((this.lats[at]! * Math.PI) / 1.8e9)
  }

  /** Levels of that building above the ground; undefined where nothing says so. */
  levelsAround(at: number): number | undefined {
    return this.buildings.levelsAt(at) || undefined
  }

  landAround(at: number): Surrounding | undefined {
    return this.lands.at(at)
  }
}
