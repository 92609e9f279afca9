/**
 * Names of a record's texts that are longer than a leaf's own:
 *
 * - `Street.Code` is the leaf `Code` of an element `Street`, and `Street//Code` is also one deeper within it;
 * - `Point@srsName` is an attribute, and `@id` one of the record itself;
 * - `Data@name=STREET` is the text of an element `Data` whose attribute `name` is `STREET`, or of the leaf `value` in it.
 */

/** A leaf within an element. */
export interface Inner {
  readonly field: string
  readonly element: string
  /** Whether it is not within a further element. */
  readonly isDirect: boolean
}

/** The wanted leaves within elements, by their own name. */
export const innerOf = (wanted: Iterable<string>): ReadonlyMap<string, ReadonlyArray<Inner>> => {
  const found: Array<readonly [string, Inner]> = []
  for (const field of wanted) {
    if (field.includes("@")) continue
    const [element = "", leaf] = field.split("//")
    if (leaf !== undefined) found.push([leaf, { field, element, isDirect: false }])
    // Names of elements may have dots.
    for (const { index } of leaf === undefined ? field.matchAll(/(?<=.)\./g) : []) {
      found.push([field.slice(index + 1), { field, element: field.slice(0, index), isDirect: true }])
    }
  }
  return new Map(
    Array.from(
      Map.groupBy(found, ([leaf]) => leaf),
      ([leaf, all]) => [leaf, all.map(([, inner]) => inner)]
    )
  )
}

/** Attributes that say how a text is written, and nothing of addresses. */
const noise =
  /^[^@]*@(?:schemaLocation|nil|nilReason|srsDimension|axisLabels|uomLabels|uom|codeSpace)$|^[^@]+@(?:id|type)$/

/** The attributes by which elements of one name are told apart in many formats. */
const key = /^([^@]+)@(?:name|key)(=|$)/

/** Whether an attribute may give a name to the text of its element. */
export const isKey = (field: string): boolean => key.test(field)

/** How many leaves are told apart, and in how many places each. */
const [mostLeaves, mostPlaces] = [1000, 16]

/** The names of all texts of a file's records, by what its records had so far. */
export class XmlNames {
  /** The elements around each leaf, from the record inwards. */
  readonly #places = new Map<string, Map<string, ReadonlyArray<string>>>()
  /** Elements of which a record has several that an attribute tells apart. */
  readonly #keyed = new Set<string>()
  readonly #shown = new Set<string>()

  see(leaf: string, around: ReadonlyArray<string>): void {
    const places = this.#places.get(leaf) ?? new Map<string, ReadonlyArray<string>>()
    if (places.size === 0 && this.#places.size === mostLeaves) return
    const place = around.join("/")
    if (places.has(place) || places.size === mostPlaces) return
    places.set(place, around)
    this.#places.set(leaf, places)
    this.#shown.clear()
  }

  /** Each text by its shortest name that tells it apart. */
  of(leaves: ReadonlyMap<string, string>): ReadonlyArray<string> {
    const names = Array.from(leaves.keys())
    const keyed = Map.groupBy(names, (name) => (name.includes("=") ? key.exec(name)?.[1] : undefined))
    for (const [element, fields] of keyed) {
      if (element === undefined || fields.length < 2 || this.#keyed.has(element)) continue
      this.#keyed.add(element)
      this.#shown.clear()
    }
    if (this.#shown.size === 0) for (const leaf of this.#places.keys()) this.#show(leaf)
    return names.filter((name) => (name.includes("@") ? this.#isShown(name) : this.#shown.has(name)))
  }

  #isShown(name: string): boolean {
    const [, element, value] = key.exec(name) ?? []
    return element === undefined ? !noise.test(name) : this.#keyed.has(element) === (value === "=")
  }

  /** Chooses the names of one leaf. */
  #show(leaf: string): void {
    const isKeyed = (around: ReadonlyArray<string>) => this.#keyed.has(leaf) || this.#keyed.has(around.at(-1)!)
    const places = Array.from(this.#places.get(leaf)!.values()).filter((around) => !isKeyed(around))
    if (places.length === 1) this.#shown.add(leaf)
    else for (const around of places) this.#shown.add(nameIn(leaf, around, places))
  }
}

/** The name of a leaf that tells it from those of the same name in other places, if there is one. */
const nameIn = (leaf: string, around: ReadonlyArray<string>, places: ReadonlyArray<ReadonlyArray<string>>): string => {
  const others = places.filter((place) => place !== around)
  const parent = around.at(-1)!
  const own = around.findLast((element) => !others.some((place) => place.includes(element)))
  return own === undefined || others.every((place) => place.at(-1) !== parent) ? `${parent}.${leaf}` : `${own}//${leaf}`
}
