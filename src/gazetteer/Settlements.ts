import Flatbush from "flatbush"
import { fold } from "../../schemas/Fold.ts"

/** Kilometres of a degree of latitude. */
const perDegree = 111.195

/**
 * The radius in kilometres of a settlement by its population: that of a circle with 2,500 inhabitants per square
 * kilometre. The README beside this file has measurements.
 */
const radiusOf = (population: number): number => Math.min(12, Math.max(0.7, Math.sqrt(population / (Math.PI * 2500))))

/** Share of the radius within which the address must be. */
const within = 0.6
/** How many times nearer, relative to its radius, the settlement must be than the next one. */
const clearly = 3

/** A country's cities, towns and villages from GeoNames, with a thousand or more inhabitants. */
export class Settlements {
  readonly #names: ReadonlyArray<string>
  readonly #folded: ReadonlySet<string>
  readonly #radii: Float64Array
  readonly #index: Flatbush | undefined
  readonly #lons: Float64Array
  readonly #lats: Float64Array

  /** One settlement per line: name, population, latitude, longitude. */
  constructor(text: string) {
    const rows = text
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => line.split("\t"))
    this.#names = rows.map(([name = ""]) => name)
    this.#folded = new Set(this.#names.map(fold))
    this.#radii = Float64Array.from(rows, ([, people]) => radiusOf(Number(people)))
    this.#lats = Float64Array.from(rows, ([, , latitude]) => Number(latitude))
    this.#lons = Float64Array.from(rows, ([, , , longitude]) => Number(longitude))
    if (rows.length === 0) return
    const index = new Flatbush(rows.length)
    rows.forEach((_, i) => {
      index.add(this.#lons[i]!, this.#lats[i]!, this.#lons[i]!, this.#lats[i]!)
    })
    index.finish()
    this.#index = index
  }

  has(name: string): boolean {
    return this.#folded.has(fold(name))
  }

  /** The settlement that certainly contains the position: within its radius, and not nearly as much in another one. */
  at(longitude: number, latitude: number): string | undefined {
    if (this.#index === undefined) return undefined
    const shorter = Math.max(0.01, Math.cos((latitude * Math.PI) / 180))
    const reach = 12 * within * clearly
    const [wide, high] = [reach / (perDegree * shorter), reach / perDegree]
    let [best, second, name] = [Infinity, Infinity, ""]
    for (const i of this.#index.search(longitude - wide, latitude - high, longitude + wide, latitude + high)) {
      const east = (this.#lons[i]! - longitude) * perDegree * shorter
      const north = (this.#lats[i]! - latitude) * perDegree
      const share = Math.hypot(east, north) / this.#radii[i]!
      if (share < best) [best, second, name] = [share, best, this.#names[i]!]
      else if (share < second) second = share
    }
    return best <= within && second >= best * clearly && second > 1 ? name : undefined
  }
}
