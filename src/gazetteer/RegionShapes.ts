import { Schema } from "effect"
import Flatbush from "flatbush"
import { metresPerDegree, radians } from "../../schemas/Earth.ts"

/** Borders of a country's first-level subdivisions, in the archive's form. */
const Borders = Schema.fromJsonString(
  Schema.Struct({
    /** In ten-thousandths of a degree, each point relative to the previous one. */
    arcs: Schema.Array(Schema.Array(Schema.Int)),
    /** ISO 3166-2 code, empty for an undecidable area, and rings of arc numbers; ~n is arc n reversed. */
    regions: Schema.Array(Schema.Tuple([Schema.String, Schema.Array(Schema.Array(Schema.Int))]))
  })
)

/** Coordinate units per degree. */
const perDegree = 10_000
/** Cells per degree: what is the same for a whole cell is looked up once. */
const cellsPerDegree = 50

/**
 * Within this many metres of another region's border, a position does not determine the region. Natural Earth is drawn
 * for 1:10,000,000 and simplified by up to 150 m; the README beside this file has the share of wrong results by
 * distance.
 */
export const borderTolerance = 2000
/**
 * Up to this many metres from the nearest region, a position outside of all regions, as on the coast, belongs to that
 * region.
 */
const coastTolerance = 10_000

const unknown = -1
const mixed = -2

/** A country's regions by position. Positions near a border, and in undecidable areas, have none. */
export class RegionShapes {
  readonly #codes: ReadonlyArray<string>
  readonly #west: Float64Array
  readonly #south: Float64Array
  readonly #east: Float64Array
  readonly #north: Float64Array
  /** The regions on both sides of each line; the second is -1 if there is none. */
  readonly #sides: Int16Array
  readonly #index: Flatbush | undefined
  readonly #cells = new Map<number, number>()

  constructor(text: string) {
    const { arcs, regions } = Schema.decodeSync(Borders)(text)
    this.#codes = regions.map(([code]) => code)
    const sides = arcs.map((): Array<number> => [])
    regions.forEach(([, rings], region) => {
      for (const ring of rings) for (const arc of ring) sides[arc < 0 ? ~arc : arc]!.push(region)
    })
    const count = arcs.reduce((sum, arc) => sum + Math.max(0, arc.length / 2 - 1), 0)
    const line = () => new Float64Array(count)
    ;[this.#west, this.#south, this.#east, this.#north] = [line(), line(), line(), line()]
    this.#sides = new Int16Array(count * 2).fill(unknown)
    let at = 0
    arcs.forEach((arc, number) => {
      let [lon, lat] = [arc[0] ?? 0, arc[1] ?? 0]
      for (let i = 2; i < arc.length; i += 2) {
        const [x, y] = [lon + arc[i]!, lat + arc[i + 1]!]
        this.#west[at] = lon / perDegree
        this.#south[at] = lat / perDegree
        this.#east[at] = x / perDegree
        this.#north[at] = y / perDegree
        this.#sides[at * 2] = sides[number]![0] ?? unknown
        this.#sides[at * 2 + 1] = sides[number]![1] ?? unknown
        lon = x
        lat = y
        at += 1
      }
    })
    this.#index = count === 0 ? undefined : this.#indexed(count)
  }

  #indexed(count: number): Flatbush {
    const index = new Flatbush(count)
    for (let i = 0; i < count; i++) {
      const [a, b, c, d] = [this.#west[i]!, this.#south[i]!, this.#east[i]!, this.#north[i]!]
      index.add(Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d))
    }
    index.finish()
    return index
  }

  /** The region around a position, from the lines that a ray to the east crosses. */
  #around(lon: number, lat: number): number {
    const crossed = new Map<number, number>()
    for (const i of this.#index!.search(lon, lat, 181, lat)) {
      const [south, north] = [this.#south[i]!, this.#north[i]!]
      if (south > lat === north > lat) continue
      const east = this.#west[i]! + ((this.#east[i]! - this.#west[i]!) * (lat - south)) / (north - south)
      if (east <= lon) continue
      for (const side of [this.#sides[i * 2]!, this.#sides[i * 2 + 1]!]) {
        if (side !== unknown) crossed.set(side, (crossed.get(side) ?? 0) + 1)
      }
    }
    for (const [region, times] of crossed) if (times % 2 === 1) return region
    return unknown
  }

  /** Squared metres to a line. */
  #distance(i: number, lon: number, lat: number, perLongitude: number): number {
    const x = (this.#west[i]! - lon) * perLongitude
    const y = (this.#south[i]! - lat) * metresPerDegree
    const dx = (this.#east[i]! - this.#west[i]!) * perLongitude
    const dy = (this.#north[i]! - this.#south[i]!) * metresPerDegree
    const length = dx * dx + dy * dy
    const along = length === 0 ? 0 : Math.min(1, Math.max(0, -(x * dx + y * dy) / length))
    return (x + along * dx) ** 2 + (y + along * dy) ** 2
  }

  /** Regions with a line within so many metres, each with the squared distance. */
  #near(lon: number, lat: number, within: number): ReadonlyMap<number, number> {
    const perLongitude = metresPerDegree * Math.max(0.01, Math.cos(radians(lat)))
    const [wide, high] = [within / perLongitude, within / metresPerDegree]
    const found = new Map<number, number>()
    for (const i of this.#index!.search(lon - wide, lat - high, lon + wide, lat + high)) {
      const distance = this.#distance(i, lon, lat, perLongitude)
      if (distance > within * within) continue
      for (const side of [this.#sides[i * 2]!, this.#sides[i * 2 + 1]!]) {
        if (side !== unknown && distance < (found.get(side) ?? Infinity)) found.set(side, distance)
      }
    }
    return found
  }

  #cell(column: number, row: number): number {
    const cell = column * 100_000 + row
    const known = this.#cells.get(cell)
    if (known !== undefined) return known
    const [lon, lat] = [(column + 0.5) / cellsPerDegree, (row + 0.5) / cellsPerDegree - 90]
    // Twice the half diagonal of a cell reaches beyond what any position in it could be near to.
    const reach = coastTolerance + (metresPerDegree / cellsPerDegree) * 2
    const region = this.#near(lon, lat, reach).size === 0 ? this.#around(lon, lat) : mixed
    this.#cells.set(cell, region)
    return region
  }

  #decide(lon: number, lat: number, tolerance: number): number {
    const inside = this.#around(lon, lat)
    if (inside !== unknown) {
      for (const region of this.#near(lon, lat, tolerance).keys()) if (region !== inside) return unknown
      return inside
    }
    const near = this.#near(lon, lat, coastTolerance)
    return near.size === 1 ? near.keys().next().value! : unknown
  }

  /** ISO 3166-2 code of the region that certainly contains the position. */
  at(longitude: number, latitude: number, tolerance: number = borderTolerance): string | undefined {
    if (this.#index === undefined) return undefined
    const settled = this.#cell(Math.floor(longitude * cellsPerDegree), Math.floor((latitude + 90) * cellsPerDegree))
    const region = settled === mixed ? this.#decide(longitude, latitude, tolerance) : settled
    const code = region === unknown ? "" : this.#codes[region]!
    return code === "" ? undefined : code
  }
}
