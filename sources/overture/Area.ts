import { Schema } from "effect"
import type { ColumnRange, ParquetGroup } from "../reading/Parquet.ts"

const degrees = (most: number) => Schema.Finite.check(Schema.isBetween({ minimum: -most, maximum: most }))

/**
 * A bounding box as in GeoJSON (RFC 7946, section 5): one whose west is greater than its east crosses the antimeridian.
 */
export const BoundingBox = Schema.Tuple([degrees(180), degrees(90), degrees(180), degrees(90)])
  .check(Schema.makeFilter(([, south, , north]) => (south <= north ? undefined : "its south is north of its north")))
  .annotate({
    description: "Only addresses within these degrees are read: west, south, east, north.",
    examples: [[8.33, 48.98, 8.48, 49.07]]
  })
export type BoundingBox = typeof BoundingBox.Type

export const contains = ([west, south, east, north]: BoundingBox, lon: number, lat: number): boolean =>
  lat >= south && lat <= north && (west <= east ? lon >= west && lon <= east : lon >= west || lon <= east)

/** The bounds of a row group, in degrees. */
export interface Extent {
  readonly minLon: number
  readonly minLat: number
  readonly maxLon: number
  readonly maxLat: number
}

/** Overture's `bbox` has single precision and is rounded outwards; other writers may round to nearest. */
const rounding = 1e-4

const numbers = (range: ColumnRange | undefined): readonly [number, number] | undefined =>
  typeof range?.min === "number" && typeof range.max === "number" && range.min <= range.max
    ? [range.min, range.max]
    : undefined

/** From the statistics of `bbox`; undefined if the file has none. */
export const extentOf = ({ rangeOf }: ParquetGroup): Extent | undefined => {
  const [minLon] = numbers(rangeOf("bbox.xmin")) ?? []
  const [, maxLon] = numbers(rangeOf("bbox.xmax")) ?? []
  const [minLat] = numbers(rangeOf("bbox.ymin")) ?? []
  const [, maxLat] = numbers(rangeOf("bbox.ymax")) ?? []
  return minLon === undefined || maxLon === undefined || minLat === undefined || maxLat === undefined
    ? undefined
    : { minLon: minLon - rounding, minLat: minLat - rounding, maxLon: maxLon + rounding, maxLat: maxLat + rounding }
}

export const touches = ([west, south, east, north]: BoundingBox, extent: Extent): boolean =>
  extent.minLat <= north &&
  extent.maxLat >= south &&
  (west <= east ? extent.minLon <= east && extent.maxLon >= west : extent.maxLon >= west || extent.minLon <= east)

/** Cells per side of one degree: some two kilometers from south to north. */
const perDegree = 50

/** The cells with addresses: an area outside all of them contains no address. */
export class Cells {
  private readonly cells = new Set<number>()

  add(lon: number, lat: number): void {
    this.cells.add(Math.floor(lat * perDegree) * 100_000 + Math.floor(lon * perDegree))
  }

  touch({ maxLat, maxLon, minLat, minLon }: Extent): boolean {
    const [south, north] = [Math.floor(minLat * perDegree), Math.floor(maxLat * perDegree)]
    const [west, east] = [Math.floor(minLon * perDegree), Math.floor(maxLon * perDegree)]
    if ((north - south + 1) * (east - west + 1) <= this.cells.size) {
      for (let y = south; y <= north; y++) {
        for (let x = west; x <= east; x++) if (this.cells.has(y * 100_000 + x)) return true
      }
      return false
    }
    for (const cell of this.cells) {
      const x = cell - Math.round(cell / 100_000) * 100_000
      const y = Math.round(cell / 100_000)
      if (y >= south && y <= north && x >= west && x <= east) return true
    }
    return false
  }
}
