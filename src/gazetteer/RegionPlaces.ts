import { LocatedRows, rowsIn } from "./LocatedRows.ts"

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
  readonly #located: LocatedRows

  /** One place per line: ISO 3166-2 code, empty if its region is unknown, latitude, longitude. */
  constructor(text: string) {
    const rows = rowsIn(text)
    this.#codes = rows.map(([code = ""]) => code)
    this.#located = new LocatedRows(rows, 1)
  }

  /** ISO 3166-2 code of the region of the nearby places; undefined near another region, and far from every place. */
  at(longitude: number, latitude: number): string | undefined {
    const nearest = new Map<string, number>()
    this.#located.around(longitude, latitude, farthest * clearly, (row, away) => {
      const code = this.#codes[row]!
      if (away < (nearest.get(code) ?? Infinity)) nearest.set(code, away)
    })
    const [first, second] = Array.from(nearest).sort(([, a], [, b]) => a - b)
    if (first === undefined || first[0] === "" || first[1] > farthest) return undefined
    return second === undefined || second[1] >= first[1] * clearly ? first[0] : undefined
  }
}
