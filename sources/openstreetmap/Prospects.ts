import { columnInt32, columnUint8 } from "../scratch/Column.ts"
import type { Pages } from "../scratch/Pages.ts"
import type { Indoors } from "../surroundings/Indoors.ts"
import { precisionOf, type Prospect, type Street } from "../surroundings/probable/Probable.ts"
import { nowhere, type Surroundings } from "../surroundings/Surroundings.ts"
import { isOutlineWithout } from "../surroundings/Uses.ts"
import type { AddressObject } from "./AddressObjects.ts"
import type { Duplicates } from "./Duplicates.ts"

const streets: ReadonlyArray<Street> = ["quiet", "main", "pedestrian", "unknown"]

/** Neighbors are counted by cells: the address's own and the eight around it, some 100 meters each. */
const cell = 9000

/** Cells per side of a tile, so that neighbors are stored together. */
const tileSide = 16
const counted = { homes: 0, open: 1, others: 2 } as const
const perCell = 3

/** Addresses without evidence either way, and what is known about each. */
export class Prospects {
  private readonly around: Surroundings
  private readonly indoors: Indoors
  /** The kind of street plus one; 0 for an address that is not a candidate. */
  private readonly codes
  private hasAny = false
  /** Numbers of tiles, which have counts for each of their cells. */
  private readonly tiles = new Map<number, number>()
  private readonly counts

  constructor(around: Surroundings, indoors: Indoors, pages: Pages) {
    this.around = around
    this.indoors = indoors
    this.codes = columnUint8(pages)
    this.counts = columnInt32(pages)
  }

  /** Records an address without evidence. */
  note(at: number, { hasSigns, use }: AddressObject, street: Street): void {
    if (hasSigns || use.kind !== "open" || this.around.lons.get(at) === nowhere) return
    if (this.around.buildingAround(at)?.kind === "unclear") return
    const land = this.around.landAround(at)
    if (land !== undefined && isOutlineWithout(land)) return
    this.codes.set(at, streets.indexOf(street) + 1)
    this.hasAny = true
  }

  private cellOf(lon: number, lat: number): readonly [column: number, row: number] {
    const row = Math.floor(lat / cell)
    // Narrower toward the poles, by whole rows, so that columns have a constant width along their row.
    const width = cell / Math.max(0.1, Math.cos((row * cell * Math.PI) / 1.8e9))
    return [Math.floor(lon / width), row]
  }

  /** The offset of a cell's counts; -1 if it has none. */
  private startOf(column: number, row: number, isNew = false): number {
    const key = Math.floor(row / tileSide) * 2 ** 21 + Math.floor(column / tileSide)
    let tile = this.tiles.get(key)
    if (tile === undefined) {
      if (!isNew) return -1
      tile = this.tiles.size
      this.tiles.set(key, tile)
    }
    return ((tile * tileSide + (row & (tileSide - 1))) * tileSide + (column & (tileSide - 1))) * perCell
  }

  private count(lon: number, lat: number, kind: keyof typeof counted): void {
    const [column, row] = this.cellOf(lon, lat)
    const at = this.startOf(column, row, true) + counted[kind]
    this.counts.set(at, this.counts.get(at) + 1)
  }

  /** Counts addresses once it is settled which objects are one address. */
  settle(duplicates: Duplicates, from: number, to: number): void {
    if (!this.hasAny) return
    const { lats, lons } = this.around
    for (let at = from; at < to; at++) {
      if (lons.get(at) === nowhere || duplicates.isLeftOut(at) || duplicates.duplicateOf(at) !== undefined) continue
      const evidence = duplicates.kindAt(at)
      const kind = evidence === undefined ? "open" : evidence === "against" ? "others" : "homes"
      this.count(lons.get(at), lats.get(at), kind)
    }
  }

  /** Counts businesses and institutions without an address. */
  settleIndoors(): void {
    if (this.hasAny) this.indoors.each((lon, lat) => this.count(lon, lat, "others"))
  }

  /** Undefined for an address that is not a candidate. */
  at(at: number): Prospect | undefined {
    const code = this.hasAny ? this.codes.get(at) : 0
    if (code === 0) return undefined
    const [lon, lat] = [this.around.lons.get(at), this.around.lats.get(at)]
    const [, middle] = this.cellOf(lon, lat)
    let [homes, open, others] = [0, 0, 0]
    for (let row = middle - 1; row <= middle + 1; row++) {
      // The column that the address would be in, if it lay in that row.
      const [column] = this.cellOf(lon, row * cell)
      for (let near = column - 1; near <= column + 1; near++) {
        const start = this.startOf(near, row)
        if (start < 0) continue
        homes += this.counts.get(start + counted.homes)
        open += this.counts.get(start + counted.open)
        others += this.counts.get(start + counted.others)
      }
    }
    const building = this.around.buildingAround(at)
    return {
      street: streets[code - 1]!,
      isOnOtherLand: this.around.landAround(at)?.kind === "other",
      footprint: building === undefined ? undefined : this.around.footprintAround(at),
      levels: building === undefined ? undefined : this.around.levelsAround(at),
      homes,
      open,
      others
    }
  }

  precisionAt(at: number): number | undefined {
    const prospect = this.at(at)
    return prospect === undefined ? undefined : precisionOf(prospect)
  }
}
