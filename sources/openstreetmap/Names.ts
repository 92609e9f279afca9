import { growingFloat64, growingUint32 } from "../surroundings/Growing.ts"
import { type Translations, translationsOf } from "./Languages.ts"
import { NameIndex } from "./NameIndex.ts"
import type { NodeLocations } from "./NodeLocations.ts"
import type { Tags } from "./PbfBlock.ts"

/** A language is spoken in an extract when at least this share of its translated streets has a name in it. */
const spokenShare = 0.05

/** Numbers for values, each kept once. */
class Dictionary<A> {
  private readonly numbers = new Map<string, number>()
  readonly values: Array<A> = []

  numberOf(key: string, value: A): number {
    const known = this.numbers.get(key)
    if (known !== undefined) return known
    this.values.push(value)
    this.numbers.set(key, this.values.length - 1)
    return this.values.length - 1
  }
}

/** What streets are called in other languages. A street is many ways, of which only some may say so. */
export class StreetNames {
  private readonly names = new Dictionary<string>()
  private readonly sets = new Dictionary<Translations>()
  private readonly name = growingUint32()
  private readonly set = growingUint32()
  private readonly node = growingFloat64()
  private readonly spoken = new Map<string, number>()

  /** Takes a street or square that has names in other languages; returns the node that tells where it lies. */
  offer(tags: Tags, refs: ReadonlyArray<number>): number | undefined {
    const name = tags.get("name")
    const node = refs[Math.floor(refs.length / 2)]
    const isStreet = tags.has("highway") || tags.get("place") === "square"
    const translations = name === undefined || !isStreet ? undefined : translationsOf(tags, "name")
    if (name === undefined || node === undefined || translations === undefined) return undefined
    this.name.push(this.names.numberOf(name, name))
    this.set.push(this.sets.numberOf(JSON.stringify(translations), translations))
    this.node.push(node)
    for (const language in translations) this.spoken.set(language, (this.spoken.get(language) ?? 0) + 1)
    return node
  }

  languages(): ReadonlySet<string> {
    const least = this.name.length * spokenShare
    return new Set(Array.from(this.spoken).flatMap(([language, count]) => (count >= least ? [language] : [])))
  }

  index(locations: NodeLocations): NameIndex {
    const index = new NameIndex()
    const [name, set, node] = [this.name.finish(), this.set.finish(), this.node.finish()]
    for (let i = 0; i < node.length; i++) {
      const position = locations.along([node[i]!])
      if (position === undefined) continue
      index.add(this.names.values[name[i]!]!, position.lons[0]!, position.lats[0]!, this.sets.values[set[i]!]!)
    }
    return index
  }
}

/**
 * Streets of houses that say by a relation to which street they belong, instead of by a tag of their own:
 * https://wiki.openstreetmap.org/wiki/Relation:associatedStreet
 */
export class StreetRelations {
  private readonly names = new Dictionary<string>()
  private readonly name = growingUint32()
  private readonly house = growingFloat64()
  private order = new Uint32Array(0)
  private houses: Float64Array = new Float64Array(0)
  private numbers: Uint32Array = new Uint32Array(0)

  offer(tags: Tags, houses: ReadonlyArray<number>): void {
    const street = (tags.get("addr:street") ?? tags.get("name"))?.trim()
    if (street === undefined || street === "") return
    const number = this.names.numberOf(street, street)
    for (const house of houses) {
      this.house.push(house)
      this.name.push(number)
    }
  }

  seal(): void {
    this.houses = this.house.finish()
    this.numbers = this.name.finish()
    const { houses } = this
    this.order = Uint32Array.from(houses, (_, i) => i).sort((a, b) => houses[a]! - houses[b]! || a - b)
  }

  streetOf(house: number): string | undefined {
    let low = 0
    let high = this.order.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.houses[this.order[middle]!]! < house) low = middle + 1
      else high = middle
    }
    const found = this.order[low]
    return found !== undefined && this.houses[found] === house ? this.names.values[this.numbers[found]!] : undefined
  }
}
