import { columnFloat64, columnInt32, columnUint8 } from "../scratch/Column.ts"
import { Pages } from "../scratch/Pages.ts"
import type { Effort } from "./Effort.ts"
import { PointIndex } from "./PointIndex.ts"
import { type Shape, side } from "./Shape.ts"
import type { Use, UseKind } from "./Uses.ts"
import { Words } from "./Words.ts"

/** Marks an unknown position in columns of positions. No longitude or latitude has this value. */
export const nowhere = 0x7fffffff

/** What an address's own tags say. */
export const own = {
  /** Nothing, or nothing that makes it a home: its surroundings decide. */
  open: 0,
  /** It is a building of any kind: the land around it decides. */
  building: 1,
  /** It is no home. */
  decided: 2,
  /** It is a home, unless the grounds around it are those of a lodging. */
  home: 3
} as const

const useKinds: ReadonlyArray<UseKind> = ["open", "home", "other", "unclear"]
const codeOf = (kind: UseKind): number => useKinds.indexOf(kind)

/** Something around an address, or the address itself. */
export interface Surrounding extends Use {
  /** The object with the tag, as made by `refOf`. */
  readonly ref: number
}

/** Addresses processed between two steps. */
const perStep = 16_384

/** Square meters in a square of 10⁻⁷ degrees at the equator. */
const squareMeters = 0.0111319 ** 2

/** The best area around each address so far: numbers in columns, some twenty bytes per address. */
class Nearest {
  private readonly sides
  private readonly kinds
  private readonly areas
  private readonly refs
  private readonly tags
  private readonly levels
  /** Bits that say whether the address lies on the edge of homes and of others. */
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
   * Inside takes precedence over on the edge, then the smaller over the larger; the order of offers does not matter.
   * Returns whether it is the best so far.
   */
  offer(at: number, where: number, use: Use, area: number, ref: number, levels = 0): boolean {
    const kind = codeOf(use.kind)
    if (where === side.edge) this.edges.set(at, this.edges.get(at) | kind)
    const before = where === side.inside ? 2 : 1
    const known = this.sides.get(at)
    if (before < known) return false
    if (before === known) {
      // On an edge, nothing says which side is meant: a known use takes precedence over an unknown one.
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

  /** 0 if unknown. */
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
 * The positions of an extract's addresses, and what lies around them. Addresses are indexed, and areas stream past, so
 * space is needed only for addresses, of which a country has far fewer than buildings.
 */
export class Surroundings {
  readonly lons
  readonly lats
  private readonly said
  private readonly words = new Words()
  private readonly buildings: Nearest
  private readonly lands: Nearest
  private readonly index: PointIndex
  /** Those that say themselves that they are homes: buildings do not concern them. */
  private readonly homes: PointIndex
  private readonly effort: Effort | undefined

  /** Without `pages`, everything is held in memory; without `effort`, areas may take any time. */
  constructor(pages = new Pages(), effort?: Effort) {
    this.effort = effort
    this.lons = columnInt32(pages)
    this.lats = columnInt32(pages)
    this.said = columnUint8(pages)
    this.buildings = new Nearest(pages, this.words)
    this.lands = new Nearest(pages, this.words)
    this.index = new PointIndex(pages)
    this.homes = new PointIndex(pages)
  }

  get length(): number {
    return this.lons.length
  }

  /** Adds an address, with the position `nowhere` if that is not known yet; not after `indexPositions`. */
  add(lon: number, lat: number, said: number): void {
    this.lons.push(lon)
    this.lats.push(lat)
    this.said.push(said)
  }

  /** Sets the positions of addresses. */
  place(from: number, to: number, lon: number, lat: number): void {
    for (let at = from; at < to; at++) {
      this.lons.set(at, lon)
      this.lats.set(at, lat)
    }
  }

  /** Prepares for streaming areas. */
  indexPositions(): void {
    for (const _ of this.indexing()) continue
  }

  /** The same step by step, yielding to other work in between. */
  *indexing(): Generator<void> {
    for (let at = 0; at < this.length; at++) {
      const lon = this.lons.get(at)
      const said = this.said.get(at)
      const index = said === own.home ? this.homes : this.index
      if (lon !== nowhere && said !== own.decided) index.add(lon, this.lats.get(at), at)
      if (at % perStep === 0) yield
    }
    yield* this.index.sealing()
    yield* this.homes.sealing()
    this.said.release()
  }

  /** Frees the index after all areas have been tested. */
  dropIndex(): void {
    this.index.release()
    this.homes.release()
  }

  /** Whether it is the nearest so far to any address. */
  passBuilding(shape: Shape, use: Use, ref: number, levels = 0): boolean {
    let nearest = false
    this.pass(this.index, shape, (at, where, area) => {
      if (this.buildings.offer(at, where, use, area, ref, levels)) nearest = true
    })
    return nearest
  }

  passLand(shape: Shape, use: Use, ref: number): void {
    const offer = (at: number, _: number, area: number) => this.lands.offer(at, side.inside, use, area, ref)
    this.pass(this.index, shape, offer)
    this.pass(this.homes, shape, offer)
  }

  private pass(index: PointIndex, shape: Shape, offer: (at: number, where: number, area: number) => void): void {
    const { effort } = this
    let area: number | undefined
    const looked = index.each(shape.minLon, shape.minLat, shape.maxLon, shape.maxLat, (at, lon, lat) => {
      const where = shape.locate(lon, lat)
      effort?.query(shape.looked)
      if (where === side.outside) return
      area ??= shape.area()
      offer(at, where, area)
    })
    effort?.spend(looked)
  }

  /** The smallest building around an address, which may be the address itself. */
  buildingAround(at: number): Surrounding | undefined {
    return this.buildings.at(at)
  }

  /** Its area in square meters. */
  footprintAround(at: number): number {
    return this.buildings.areaAt(at) * squareMeters * Math.cos((this.lats.get(at) * Math.PI) / 1.8e9)
  }

  /** Its levels above ground; undefined if unknown. */
  levelsAround(at: number): number | undefined {
    return this.buildings.levelsAt(at) || undefined
  }

  landAround(at: number): Surrounding | undefined {
    return this.lands.at(at)
  }
}
