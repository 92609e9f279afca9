import type { Indoors } from "../surroundings/Indoors.ts"
import { precisionOf, type Prospect, type Street } from "../surroundings/probable/Probable.ts"
import { nowhere, type Surroundings } from "../surroundings/Surroundings.ts"
import { useOfAddress } from "../surroundings/Uses.ts"
import type { Duplicates } from "./Duplicates.ts"
import type { Tags } from "./PbfBlock.ts"

const streets: ReadonlyArray<Street> = ["quiet", "main", "pedestrian", "unknown"]

/** Neighbours are counted by cells: those of the address's own and of the eight around it, some 100 meters each. */
const cell = 9000

/** Signs of a business or an institution, though its kind was left out. */
const signs = ["name", "brand", "operator", "phone", "website", "email", "contact:phone", "contact:website", "ref"]

interface Count {
  homes: number
  open: number
  others: number
}

/**
 * Addresses of which nothing says whether they are homes, and what is known of each: a byte an address, and the counts of
 * cells that have any.
 */
export class Prospects {
  private readonly around: Surroundings
  private readonly indoors: Indoors
  /** The kind of street and one more; 0 for what is no prospect. */
  private readonly codes: Uint8Array
  private readonly cells = new Map<number, Count>()

  constructor(around: Surroundings, indoors: Indoors) {
    this.around = around
    this.indoors = indoors
    this.codes = new Uint8Array(around.length)
  }

  /** Notes an address for which there is no evidence. */
  note(at: number, tags: Tags, street: Street): void {
    if (this.around.lons[at] === nowhere || useOfAddress(tags).kind !== "open") return
    if (signs.some((key) => tags.has(key))) return
    this.codes[at] = streets.indexOf(street) + 1
  }

  private cellOf(lon: number, lat: number): readonly [column: number, row: number] {
    const row = Math.floor(lat / cell)
    // Narrower towards the poles, by whole rows, so that a column is of one width along its row.
    const width = cell / Math.max(0.1, Math.cos((row * cell * Math.PI) / 1.8e9))
    return [Math.floor(lon / width), row]
  }

  private count(lon: number, lat: number, kind: keyof Count): void {
    const [column, row] = this.cellOf(lon, lat)
    const key = row * 2 ** 21 + column
    const known = this.cells.get(key)
    if (known === undefined) this.cells.set(key, { homes: 0, open: 0, others: 0, [kind]: 1 })
    else known[kind]++
  }

  /** Counts what is known, once it is settled which addresses are one. */
  settle(duplicates: Duplicates): void {
    const { lats, length, lons } = this.around
    if (!this.codes.some((code) => code > 0)) return
    for (let at = 0; at < length; at++) {
      if (lons[at] === nowhere || duplicates.isLeftOut(at) || duplicates.duplicateOf(at) !== undefined) continue
      const evidence = duplicates.evidenceAt(at)
      const kind = evidence === undefined ? "open" : evidence.kind === "against" ? "others" : "homes"
      this.count(lons[at]!, lats[at]!, kind)
    }
    this.indoors.each((lon, lat) => this.count(lon, lat, "others"))
  }

  /** Undefined for what is no prospect. */
  at(at: number): Prospect | undefined {
    const code = this.codes[at]!
    if (code === 0) return undefined
    const [lon, lat] = [this.around.lons[at]!, this.around.lats[at]!]
    const [, middle] = this.cellOf(lon, lat)
    const nearby: Count = { homes: 0, open: 0, others: 0 }
    for (let row = middle - 1; row <= middle + 1; row++) {
      // The column that the address would be in, if it lay in that row.
      const [column] = this.cellOf(lon, row * cell)
      for (let near = column - 1; near <= column + 1; near++) {
        const count = this.cells.get(row * 2 ** 21 + near)
        if (count === undefined) continue
        nearby.homes += count.homes
        nearby.open += count.open
        nearby.others += count.others
      }
    }
    const building = this.around.buildingAround(at)
    return {
      street: streets[code - 1]!,
      isOnOtherLand: this.around.landAround(at)?.kind === "other",
      footprint: building === undefined ? undefined : this.around.footprintAround(at),
      levels: building === undefined ? undefined : this.around.levelsAround(at),
      ...nearby
    }
  }

  precisionAt(at: number): number | undefined {
    const prospect = this.at(at)
    return prospect === undefined ? undefined : precisionOf(prospect)
  }
}
