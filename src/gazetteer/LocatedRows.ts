import Flatbush from "flatbush"
import { metresPerDegree, radians } from "../../schemas/Earth.ts"

/** Kilometres of a degree of latitude. */
const perDegree = metresPerDegree / 1000

/** The rows of a table with a place in each line, its columns separated by tabs. */
export const rowsIn = (text: string): ReadonlyArray<ReadonlyArray<string>> =>
  text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.split("\t"))

/** Rows by their positions: two columns in degrees, the latitude and after it the longitude. */
export class LocatedRows {
  readonly #lons: Float64Array
  readonly #lats: Float64Array
  readonly #index: Flatbush | undefined

  /** @param column of the latitude, from 0 */
  constructor(rows: ReadonlyArray<ReadonlyArray<string>>, column: number) {
    this.#lats = Float64Array.from(rows, (row) => Number(row[column]))
    this.#lons = Float64Array.from(rows, (row) => Number(row[column + 1]))
    if (rows.length === 0) return
    const index = new Flatbush(rows.length)
    rows.forEach((_, i) => index.add(this.#lons[i]!, this.#lats[i]!, this.#lons[i]!, this.#lats[i]!))
    index.finish()
    this.#index = index
  }

  /**
   * Shows the rows around a position, and how many kilometres away each is: those up to `reach`, and a few beyond, in a
   * square.
   */
  around(longitude: number, latitude: number, reach: number, show: (row: number, away: number) => void): void {
    if (this.#index === undefined) return
    const shorter = Math.max(0.01, Math.cos(radians(latitude)))
    const [wide, high] = [reach / (perDegree * shorter), reach / perDegree]
    for (const i of this.#index.search(longitude - wide, latitude - high, longitude + wide, latitude + high)) {
      const east = (this.#lons[i]! - longitude) * perDegree * shorter
      const north = (this.#lats[i]! - latitude) * perDegree
      show(i, Math.hypot(east, north))
    }
  }
}
