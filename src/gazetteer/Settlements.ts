import Flatbush from "flatbush"
import { metresPerDegree, radians } from "../../schemas/Earth.ts"
import { fold } from "../../schemas/Fold.ts"
import { largestRadius, settlementRadius } from "../../schemas/SettlementRadius.ts"

/** Kilometres of a degree of latitude. */
const perDegree = metresPerDegree / 1000

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
    this.#radii = Float64Array.from(rows, ([, people]) => settlementRadius(Number(people)))
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
    const shorter = Math.max(0.01, Math.cos(radians(latitude)))
    const reach = largestRadius * within * clearly
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
