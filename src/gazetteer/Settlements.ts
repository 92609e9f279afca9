import { fold } from "../../schemas/Fold.ts"
import { largestRadius, settlementRadius } from "../../schemas/SettlementRadius.ts"
import { LocatedRows, rowsIn } from "./LocatedRows.ts"

/** Share of the radius within which the address must be. */
const within = 0.6
/** How many times nearer, relative to its radius, the settlement must be than the next one. */
const clearly = 3

/** A country's cities, towns and villages from GeoNames, with a thousand or more inhabitants. */
export class Settlements {
  readonly #names: ReadonlyArray<string>
  readonly #folded: ReadonlySet<string>
  readonly #radii: Float64Array
  readonly #located: LocatedRows

  /** One settlement per line: name, population, latitude, longitude. */
  constructor(text: string) {
    const rows = rowsIn(text)
    this.#names = rows.map(([name = ""]) => name)
    this.#folded = new Set(this.#names.map(fold))
    this.#radii = Float64Array.from(rows, ([, people]) => settlementRadius(Number(people)))
    this.#located = new LocatedRows(rows, 2)
  }

  has(name: string): boolean {
    return this.#folded.has(fold(name))
  }

  /** The settlement that certainly contains the position: within its radius, and not nearly as much in another one. */
  at(longitude: number, latitude: number): string | undefined {
    let [best, second, name] = [Infinity, Infinity, ""]
    this.#located.around(longitude, latitude, largestRadius * within * clearly, (row, away) => {
      const share = away / this.#radii[row]!
      if (share < best) [best, second, name] = [share, best, this.#names[row]!]
      else if (share < second) second = share
    })
    return best <= within && second >= best * clearly && second > 1 ? name : undefined
  }
}
