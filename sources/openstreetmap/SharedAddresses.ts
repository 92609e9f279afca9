import { growingFloat64, growingUint32 } from "../surroundings/Growing.ts"
import { type AddressParts, type TaggedAddress, partsIn } from "./AddressTags.ts"
import type { Tags } from "./PbfBlock.ts"

const streetTypes = new Set(["associatedStreet", "street"])

/**
 * What a relation says about the addresses of its houses: https://wiki.openstreetmap.org/wiki/Relation:associatedStreet.
 * Undefined if it is not about a street.
 */
export const sharedByRelation = (tags: Tags, country: string): AddressParts | undefined => {
  if (!streetTypes.has(tags.get("type") ?? "")) return undefined
  const parts = partsIn(tags, country)
  const street = parts.street ?? (tags.get("name")?.trim() || undefined)
  return street === undefined ? undefined : { ...parts, street }
}

/** A building with numbers, and what its addresses share. */
interface NumberedBuilding {
  readonly parts: AddressParts
  /** The first and the last number of each address. */
  readonly ranges: ReadonlyArray<readonly [first: number, last: number]>
}

/** Undefined if its addresses have no street in common. */
const numberedBuilding = (addresses: ReadonlyArray<TaggedAddress>): NumberedBuilding | undefined => {
  const { city, postcode, street } = addresses[0]!
  if (addresses.some((address) => address.street !== street)) return undefined
  const ranges = addresses.flatMap(({ houseNumber = "" }) => {
    const [, first, last = first] = /^(\d+)\p{L}?(?:\s*[-–]\s*(\d+)\p{L}?)?$/u.exec(houseNumber) ?? []
    return first === undefined ? [] : [[Number(first), Number(last)] as const]
  })
  return street === undefined ? undefined : { parts: { street, city, postcode }, ranges }
}

/** Whether a number is one of the building's, such as 5a or 7 in a building with 5-9; others may be those of flats. */
const isOneOf = (houseNumber: string, { ranges }: NumberedBuilding): boolean => {
  const number = Number.parseInt(houseNumber, 10)
  return ranges.some(([first, last]) => first <= number && number <= last)
}

/**
 * The street, city and postcode of houses and entrances whose own tags lack them, by the relation, the interpolation
 * line or the building that they belong to.
 */
export class SharedAddresses {
  private readonly numbers = new Map<string, number>()
  private readonly values: Array<AddressParts> = []
  private readonly number = growingUint32()
  private readonly house = growingFloat64()
  /** Buildings with a number of their own, found later than all others. */
  private readonly buildings = new Map<number, NumberedBuilding>()
  private order = new Uint32Array(0)
  private houses: Float64Array = new Float64Array(0)
  private sealed: Uint32Array = new Uint32Array(0)

  /** Adds what is said about these houses; not after `seal`. */
  offer(parts: AddressParts, houses: ReadonlyArray<number>): void {
    const number = this.numberOf(parts)
    for (const house of houses) {
      this.house.push(house)
      this.number.push(number)
    }
  }

  private numberOf(parts: AddressParts): number {
    const key = `${parts.street}\n${parts.city ?? ""}\n${parts.postcode ?? ""}`
    const known = this.numbers.get(key)
    if (known !== undefined) return known
    this.values.push(parts)
    this.numbers.set(key, this.values.length - 1)
    return this.values.length - 1
  }

  seal(): void {
    this.houses = this.house.finish()
    this.sealed = this.number.finish()
    const { houses } = this
    this.order = Uint32Array.from(houses, (_, i) => i).sort((a, b) => houses[a]! - houses[b]! || a - b)
  }

  /** Adds a building with addresses, around other ones. */
  addBuilding(ref: number, addresses: ReadonlyArray<TaggedAddress>): void {
    const building = numberedBuilding(addresses)
    if (building !== undefined) this.buildings.set(ref, building)
  }

  /** What the building says about a house number in it. */
  inside(building: number, houseNumber: string | undefined): AddressParts | undefined {
    const numbered = this.buildings.get(building)
    if (numbered === undefined) return this.of(building)
    return houseNumber !== undefined && isOneOf(houseNumber, numbered) ? numbered.parts : undefined
  }

  /** What is said about a house, or about what lies in a building without numbers of its own. */
  of(ref: number): AddressParts | undefined {
    let low = 0
    let high = this.order.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.houses[this.order[middle]!]! < ref) low = middle + 1
      else high = middle
    }
    const found = this.order[low]
    return found !== undefined && this.houses[found] === ref ? this.values[this.sealed[found]!] : undefined
  }
}
