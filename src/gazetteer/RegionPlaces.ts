import Flatbush from "flatbush"
import { metresPerDegree, radians } from "../../schemas/Earth.ts"

/** Kilometres of a degree of latitude. */
const perDegree = metresPerDegree / 1000
/** Kilometres beyond which the nearest place says nothing. */
const farthest = 15
/** How many times farther away the nearest place of another region must be. */
const clearly = 3

/**
 * A country's regions by their places, for countries whose regions have been redrawn since the polygons were made. The
 * README beside the data has measurements.
 */
export class RegionPlaces {
  readonly #codes: ReadonlyArray<string>
  readonly #lons: Float64Array
  readonly #lats: Float64Array
  readonly #index: Flatbush | undefined

  /** One place per line: ISO 3166-2 code, empty if its region is unknown, latitude, longitude. */
  constructor(text: string) {
    const rows = text
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => line.split("\t"))
    this.#codes = rows.map(([code = ""]) => code)
    this.#lats = Float64Array.from(rows, ([, latitude]) => Number(latitude))
    this.#lons = Float64Array.from(rows, ([, , longitude]) => Number(longitude))
    if (rows.length === 0) return
    const index = new Flatbush(rows.length)
    rows.forEach((_, i) => index.add(this.#lons[i]!, this.#lats[i]!, this.#lons[i]!, this.#lats[i]!))
    index.finish()
    this.#index = index
  }

  /** ISO 3166-2 code of the region of the nearby places; undefined near another region, and far from every place. */
  at(longitude: number, latitude: number): string | undefined {
    const shorter = Math.max(0.01, Math.cos(radians(latitude)))
    const high = (farthest * clearly) / perDegree
    const wide = high / shorter
    const nearest = new Map<string, number>()
    for (const i of this.#index?.search(longitude - wide, latitude - high, longitude + wide, latitude + high) ?? []) {
      const east = (this.#lons[i]! - longitude) * perDegree * shorter
      const away = Math.hypot(east, (this.#lats[i]! - latitude) * perDegree)
      const code = this.#codes[i]!
      if (away < (nearest.get(code) ?? Infinity)) nearest.set(code, away)
    }
    const [first, second] = Array.from(nearest).sort(([, a], [, b]) => a - b)
    if (first === undefined || first[0] === "" || first[1] > farthest) return undefined
    return second === undefined || second[1] >= first[1] * clearly ? first[0] : undefined
  }
}
