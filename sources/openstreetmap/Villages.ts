import { fold } from "../../schemas/Fold.ts"
import type { AddressObject } from "./AddressObjects.ts"

/** Fewer houses may be those whose street mappers forgot. */
const fewest = 10
/** The share of different numbers among them: along streets, most numbers occur several times. */
const different = 0.8

/** Whether a country's letters name the village in place of the street, and its addresses need one. */
export const writesVillages = (country: string): boolean => country === "DE"

/** What an extract says of a city's houses without a street. */
interface Houses {
  count: number
  readonly numbers: Set<string>
}

/**
 * Villages whose houses are numbered through, without streets, and which mappers name as the city alone: Prillwitz 20. No
 * address names the village with a street.
 */
export class Villages {
  private readonly withStreets = new Set<string>()
  private readonly others = new Map<string, Houses>()
  /** Whether there are such villages in the country. */
  readonly areRead: boolean

  constructor(areRead: boolean) {
    this.areRead = areRead
  }

  /** Notes the addresses of an object, which may have the street that a relation or line states for it. */
  note({ addresses }: AddressObject, hasStreet: boolean): void {
    if (!this.areRead) return
    for (const { city, houseNumber, street } of addresses) {
      if (city === undefined || houseNumber === undefined) continue
      const key = fold(city)
      if (hasStreet || street !== undefined) this.withStreets.add(key)
      else this.add(key, houseNumber)
    }
  }

  private add(key: string, houseNumber: string): void {
    const houses = this.others.get(key) ?? { count: 0, numbers: new Set() }
    houses.count += 1
    houses.numbers.add(houseNumber)
    this.others.set(key, houses)
  }

  /** The village that stands in the street field of a house with this city and without a street. */
  streetOf(city: string | undefined): string | undefined {
    if (city === undefined || this.others.size === 0) return undefined
    const key = fold(city)
    const { count, numbers } = this.others.get(key) ?? { count: 0, numbers: new Set() }
    if (numbers.size < fewest || numbers.size < count * different || this.withStreets.has(key)) return undefined
    return city
  }
}
