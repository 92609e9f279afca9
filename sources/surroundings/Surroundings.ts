import { columnFloat64, columnInt32, columnUint8 } from "../scratch/Column.ts"
import { Pages } from "../scratch/Pages.ts"
import { PointIndex } from "./PointIndex.ts"
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

/** Addresses that are gone through between two steps. */
const perStep = 16_384

/** Square meters of a square of 10⁻⁷ degrees at the equator. */
const squareMeters = 0.0111319 ** 2

/** The best of what is around each address so far: numbers in columns, some twenty bytes an address. */
class Nearest {
  private readonly sides
  private readonly kinds
  private readonly areas
  private readonly refs
  private readonly tags
  private readonly levels
  /** Homes and others on whose edge the address lies, as bits. */
  private readonly edges
  private readonly words: Words

  constructor(pages: Pages, words: Words) {
    this.words = words
    this.sides = columnUint8(pages)
    this.kinds = columnUint8(pages)
    this.areas = columnFloat64(pages)
    this.refs = columnFloat64(pages)
    this.tags = columnInt32(pages)
    this.edges = columnUint8(pages)
    this.levels = columnUint8(pages)
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
    if (where === side.edge) this.edges.set(at, this.edges.get(at) | kind)
    const before = where === side.inside ? 2 : 1
    const known = this.sides.get(at)
    if (before < known) return false
    if (before === known) {
      // On an edge nothing says which side is meant: what is sure goes before what is open.
      const mine = before === 1 ? kind || 3 : 0
      const yours = before === 1 ? this.kinds.get(at) || 3 : 0
      if (mine > yours) return false
      const least = this.areas.get(at)
      if (mine === yours && (area > least || (area === least && ref >= this.refs.get(at)))) return false
    }
    this.sides.set(at, before)
    this.kinds.set(at, kind)
    this.areas.set(at, area)
    this.refs.set(at, ref)
    this.tags.set(at, this.numberOf(use))
    this.levels.set(at, levels)
    return true
  }

  areaAt(at: number): number {
    return this.areas.get(at)
  }

  /** 0 where nothing is known. */
  levelsAt(at: number): number {
    return this.levels.get(at)
  }

  at(at: number): Surrounding | undefined {
    const where = this.sides.get(at)
    if (where === 0) return undefined
    const contradicting = where === 1 && this.edges.get(at) === 3
    return {
      kind: contradicting ? "unclear" : useKinds[this.kinds.get(at)]!,
      tag: this.words.at(this.tags.get(at)),
      ref: this.refs.get(at)
    }
  }
}

/**
 * Where the addresses of an extract lie, and what lies around them. Addresses are indexed, and areas pass by: so
 * room is needed for addresses alone, of which a country has far fewer than buildings.
 */
export class Surroundings {
  readonly lons
  readonly lats
  private readonly said
  private readonly words = new Words()
  private readonly buildings: Nearest
  private readonly lands: Nearest
  private readonly index: PointIndex

  /** Without `pages` everything is held in memory. */
  constructor(pages = new Pages()) {
    this.lons = columnInt32(pages)
    this.lats = columnInt32(pages)
    this.said = columnUint8(pages)
    this.buildings = new Nearest(pages, this.words)
    this.lands = new Nearest(pages, this.words)
    this.index = new PointIndex(pages)
  }

  get length(): number {
    return this.lons.length
  }

  /** Adds an address, its position `nowhere` if that is not known yet; not after `indexPositions`. */
  add(lon: number, lat: number, said: number): void {
    this.lons.push(lon)
    this.lats.push(lat)
    this.said.push(said)
  }

  /** Says where addresses lie. */
  place(from: number, to: number, lon: number, lat: number): void {
    for (let at = from; at < to; at++) {
      this.lons.set(at, lon)
      this.lats.set(at, lat)
    }
  }

  /** Makes ready for areas to pass by. */
  indexPositions(): void {
    for (const _ of this.indexing()) continue
  }

  /** The same step by step, so that nothing else has to wait for long. */
  *indexing(): Generator<void> {
    for (let at = 0; at < this.length; at++) {
      const lon = this.lons.get(at)
      if (lon !== nowhere && this.said.get(at) !== own.decided) this.index.add(lon, this.lats.get(at), at)
      if (at % perStep === 0) yield
    }
    yield* this.index.sealing()
    this.said.release()
  }

  /** The index is of no more use once every area has passed by. */
  dropIndex(): void {
    this.index.release()
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
    let area: number | undefined
    this.index.each(shape.minLon, shape.minLat, shape.maxLon, shape.maxLat, (at, lon, lat) => {
      const where = shape.locate(lon, lat)
      if (where === side.outside) return
      area ??= shape.area()
      offer(at, where, area)
    })
  }

  /** The smallest building around an address, which may be the address itself. */
  buildingAround(at: number): Surrounding | undefined {
    return this.buildings.at(at)
  }

  /** Square meters of that building. */
  footprintAround(at: number): number {
    return this.buildings.areaAt(at) * squareMeters * Math.cos((this.lats.get(at) * Math.PI) / 1.8e9)
  }

  /** Levels of that building above the ground; undefined where nothing says so. */
  levelsAround(at: number): number | undefined {
    return this.buildings.levelsAt(at) || undefined
  }

  landAround(at: number): Surrounding | undefined {
    return this.lands.at(at)
  }
}
