import { nowhere } from "../surroundings/Surroundings.ts"
import { growingFloat64, growingInt32, growingUint32 } from "../surroundings/Growing.ts"
import { type Translations, translationsOf } from "./Languages.ts"
import type { Street } from "./Hints.ts"
import { NameIndex } from "./NameIndex.ts"
import type { Tags } from "./PbfBlock.ts"

/** A language counts as spoken in an extract if at least this share of its translated streets has a name in it. */
const spokenShare = 0.05

/** Numbers for values; each value is stored once. */
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

/** The name of a street or square, if it has names in other languages. */
export const streetNamesOf = (
  tags: Tags
): { readonly name: string; readonly translations: Translations } | undefined => {
  const name = tags.get("name")
  const isStreet = tags.has("highway") || tags.get("place") === "square"
  const translations = name === undefined || !isStreet ? undefined : translationsOf(tags, "name")
  return name === undefined || translations === undefined ? undefined : { name, translations }
}

/** Names of streets in other languages. A street consists of many ways, and only some may have them. */
export class StreetNames {
  private readonly names = new Dictionary<string>()
  private readonly sets = new Dictionary<Translations>()
  private readonly name = growingUint32()
  private readonly set = growingUint32()
  private readonly node = growingFloat64()
  private readonly lon = growingInt32()
  private readonly lat = growingInt32()
  private readonly spoken = new Map<string, number>()

  /** Adds a way of a street. */
  offer({ lat, lon, name, node, translations }: Street): void {
    this.name.push(this.names.numberOf(name, name))
    this.set.push(this.sets.numberOf(JSON.stringify(translations), translations))
    this.node.push(node)
    this.lon.push(lon)
    this.lat.push(lat)
    for (const language in translations) this.spoken.set(language, (this.spoken.get(language) ?? 0) + 1)
  }

  languages(): ReadonlySet<string> {
    const least = this.name.length * spokenShare
    return new Set(Array.from(this.spoken).flatMap(([language, count]) => (count >= least ? [language] : [])))
  }

  /** @param positionOf the position of a node */
  index(positionOf: (node: number) => { readonly lon: number; readonly lat: number } | undefined): NameIndex {
    const index = new NameIndex()
    const [name, set, node] = [this.name.finish(), this.set.finish(), this.node.finish()]
    const [lon, lat] = [this.lon.finish(), this.lat.finish()]
    for (let i = 0; i < node.length; i++) {
      const position = lon[i] === nowhere ? positionOf(node[i]!) : { lon: lon[i]!, lat: lat[i]! }
      if (position === undefined) continue
      index.add(this.names.values[name[i]!]!, position.lon, position.lat, this.sets.values[set[i]!]!)
    }
    return index
  }
}
