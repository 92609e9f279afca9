import { Effect } from "effect"
import type { SourceError } from "../DataSource.ts"
import type { ParquetFile, ParquetGroup } from "../reading/Parquet.ts"
import { positionOfWkb } from "../reading/Wkb.ts"
import { growingFloat64, growingUint32 } from "../surroundings/Growing.ts"
import { type BoundingBox, contains, extentOf, touches } from "./Area.ts"

/** Which addresses are wanted. */
export interface Wanted {
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  readonly box: BoundingBox | undefined
}

/** The wanted rows of a row group, with their positions; NaN if the geometry is not a point. */
export interface Rows {
  readonly group: ParquetGroup
  readonly numbers: Uint32Array
  readonly lons: Float64Array
  readonly lats: Float64Array
}

/** Rows decoded at a time: decoded columns take several times their packed size. */
export const batchRows = 16_384

/** Whether the row group may have wanted rows, according to the footer. */
const mayHave = (group: ParquetGroup, { box, country }: Wanted): boolean => {
  const range = group.rangeOf("country")
  if (range !== undefined && (String(range.min) > country || String(range.max) < country)) return false
  const extent = box === undefined ? undefined : extentOf(group)
  return extent === undefined || touches(box!, extent)
}

const isOnly = (group: ParquetGroup, country: string): boolean => {
  const range = group.rangeOf("country")
  return range !== undefined && range.full && range.min === country && range.max === country
}

/** A file's row groups that may have wanted rows, according to its footer. */
export const groupsOf = (file: ParquetFile, wanted: Wanted): ReadonlyArray<ParquetGroup> =>
  file.groups.filter((group) => group.rows > 0 && mayHave(group, wanted))

/** Which rows are of the country. The column has few values, and is small. */
const rowsOfCountry = Effect.fnUntraced(function* (
  group: ParquetGroup,
  country: string
): Effect.fn.Return<Uint32Array, SourceError> {
  if (isOnly(group, country)) return Uint32Array.from({ length: group.rows }, (_, row) => row)
  const values = yield* (yield* group.read(["country"]))("country", 0, group.rows)
  const rows = growingUint32()
  for (let row = 0; row < group.rows; row++) if (values[row] === country) rows.push(row)
  return rows.finish()
})

/** The wanted rows of a row group. Its geometries are read only if it has rows of the country. */
export const rowsOf = Effect.fnUntraced(function* (
  group: ParquetGroup,
  { box, country }: Wanted
): Effect.fn.Return<Rows, SourceError> {
  const candidates = yield* rowsOfCountry(group, country)
  const numbers = growingUint32()
  const lons = growingFloat64()
  const lats = growingFloat64()
  if (candidates.length > 0) {
    const read = yield* group.read(["geometry"])
    let next = 0
    for (let from = 0; from < group.rows; from += batchRows) {
      const to = Math.min(group.rows, from + batchRows)
      if (candidates[next] === undefined || candidates[next]! >= to) continue
      const values = yield* read("geometry", from, to)
      for (; next < candidates.length && candidates[next]! < to; next++) {
        const [lon, lat] = positionOfWkb(values[candidates[next]! - from]) ?? [Number.NaN, Number.NaN]
        // A row without a position is reported rather than dropped.
        if (box !== undefined && !Number.isNaN(lon) && !contains(box, lon, lat)) continue
        numbers.push(candidates[next]!)
        lons.push(lon)
        lats.push(lat)
      }
    }
  }
  return { group, numbers: numbers.finish(), lons: lons.finish(), lats: lats.finish() }
})
