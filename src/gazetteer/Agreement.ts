import { radians } from "../../schemas/Earth.ts"
import { fold } from "../../schemas/Fold.ts"

/** How many records must say it. */
export const leastRecords = 2
/** The share of them that must agree. */
export const leastShare = 0.95
/** The same for postcodes, which are asked only of records of the same city nearby. */
export const leastShareOfPostcodes = 0.9
/** How many records around a position must say it. */
export const leastAround = 10

/** How many keys are counted at most: postcodes and pieces of streets of a part, and cells. Later ones are not counted. */
const capacity = 500_000
/** Size of a cell in which a street counts as near, in degrees of latitude: some 2 km, and 450 m within a city. */
const streetCell = { anywhere: 0.02, inCity: 0.004 } as const
/** Size of the cells around a position, in degrees of latitude: some 450 m. */
const cellSize = 0.004
/** The cells around one, in a circle. */
const circle = [
  [1, 0],
  [1, 1],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [-1, -1],
  [0, -1],
  [1, -1]
] as const
/** Empty cells of it in a row, more than a quarter of the circle: then the position is not surrounded. */
const tooWide = "---"

/** Two 32-bit hashes of consecutive texts in one 53-bit number, without joining the texts. */
const hash = (...texts: ReadonlyArray<string>): number => {
  let [a, b, at] = [0x811c9dc5, 0x1b873593, 0]
  for (const text of texts) {
    for (let i = 0; i < text.length; i++, at++) {
      const code = text.charCodeAt(i)
      a = Math.imul(a ^ code, 0x01000193)
      b = Math.imul(b ^ (code + at), 0x85ebca6b)
      b ^= b >>> 13
    }
  }
  return (a >>> 0) * 0x200000 + ((b ^ (b >>> 16)) & 0x1fffff) + 1
}

/**
 * How often each key occurred with each value. Nearly every key occurs with only one value, which takes 16 bytes; the
 * table has twice as many slots as keys.
 */
class Votes {
  #size = 0
  #keys = new Float64Array(4096)
  #values = new Uint32Array(4096)
  #counts = new Uint32Array(4096)
  /** Values of keys that occurred with several. */
  readonly #several = new Map<number, Map<number, number>>()

  /** The slot of the key, or a free one for it. No key is 0. */
  #slotOf(key: number): number {
    const mask = this.#keys.length - 1
    let slot = (key ^ (key / 0x100000)) & mask
    while (this.#keys[slot] !== 0 && this.#keys[slot] !== key) slot = (slot + 1) & mask
    return slot
  }

  #grow(): void {
    const [keys, values, counts] = [this.#keys, this.#values, this.#counts]
    this.#keys = new Float64Array(keys.length * 2)
    this.#values = new Uint32Array(keys.length * 2)
    this.#counts = new Uint32Array(keys.length * 2)
    keys.forEach((key, i) => {
      if (key === 0) return
      const slot = this.#slotOf(key)
      this.#keys[slot] = key
      this.#values[slot] = values[i]!
      this.#counts[slot] = counts[i]!
    })
  }

  add(key: number, value: number, times: number): void {
    const slot = this.#slotOf(key)
    if (this.#keys[slot] === 0) {
      if (this.#size === capacity) return
      this.#size += 1
      this.#keys[slot] = key
      this.#values[slot] = value
      this.#counts[slot] = times
      if (this.#size * 2 > this.#keys.length) this.#grow()
      return
    }
    const several = this.#several.get(key)
    if (several !== undefined) several.set(value, (several.get(value) ?? 0) + times)
    else if (this.#values[slot] === value) this.#counts[slot]! += times
    else this.#several.set(key, new Map<number, number>([[this.#values[slot]!, this.#counts[slot]!]]).set(value, times))
  }

  has(key: number): boolean {
    return this.#keys[this.#slotOf(key)] !== 0
  }

  /** Adds what is known about a key to the counts. */
  collect(key: number, counts: Map<number, number>): void {
    const slot = this.#slotOf(key)
    if (this.#keys[slot] === 0) return
    const found = this.#several.get(key) ?? [[this.#values[slot]!, this.#counts[slot]!] as const]
    for (const [value, count] of found) counts.set(value, (counts.get(value) ?? 0) + count)
  }
}

/** What is known about an address's location, without the requested part. */
export interface Whereabouts {
  readonly postcode: string | undefined
  /** The street or its equivalent, such as a numbered district in Japan. */
  readonly street: string | undefined
  /** The city to which the street and what lies around must belong; undefined if that is what is requested. */
  readonly city?: string
  readonly longitude: number | undefined
  readonly latitude: number | undefined
}

/** One spelling of a value, the number of its form, and how often it occurred. */
interface Spelling {
  readonly value: string
  readonly number: number
  count: number
}

const nowhere: ReadonlyArray<number> = []

/** The key of the postcode. */
const keyOf = ({ postcode }: Whereabouts): number | undefined =>
  postcode === undefined ? undefined : hash("p", postcode.toUpperCase().replaceAll(" ", ""))

/** The cell of a position; undefined without one. */
const cellOf = ({ latitude, longitude }: Whereabouts, size: number): readonly [x: number, y: number] | undefined => {
  if (latitude === undefined || longitude === undefined) return undefined
  const shorter = Math.max(0.05, Math.cos(radians(Math.round(latitude))))
  return [Math.floor((longitude * shorter) / size), Math.floor(latitude / size)]
}

/** Keys of the street in the cell of the position, and in the cells around it. */
const keysAlong = (where: Whereabouts, around: number): ReadonlyArray<number> => {
  const { city, street } = where
  const cell = cellOf(where, city === undefined ? streetCell.anywhere : streetCell.inCity)
  if (street === undefined || cell === undefined) return nowhere
  const name = city === undefined ? fold(street) : `${fold(street)}\n${city}`
  const [column, row] = cell
  const along: Array<number> = []
  for (let y = row - around; y <= row + around; y++) {
    for (let x = column - around; x <= column + around; x++) along.push(hash("s", name, "\n", `${x}`, "\n", `${y}`))
  }
  return along
}

/** The location of a record, as keys. */
export const keysOf = (where: Whereabouts): ReadonlyArray<number> => {
  const inPostcode = keyOf(where)
  const along = keysAlong(where, 0)
  return inPostcode === undefined ? along : [inPostcode, ...along]
}

/** A negative number, because cells have a table of their own. */
const keyOfCell = ({ city = "" }: Whereabouts, x: number, y: number): number =>
  -hash("c", city, "\n", `${x}`, "\n", `${y}`)

/** These keys, and that of the cell of the position. */
export const withCell = (keys: ReadonlyArray<number>, where: Whereabouts): ReadonlyArray<number> => {
  const cell = cellOf(where, cellSize)
  return cell === undefined ? keys : [...keys, keyOfCell(where, ...cell)]
}

/** The value that enough of at least so many records agree on. `false`: they disagree; undefined: they are too few. */
const agreed = (counts: ReadonlyMap<number, number>, least: number, share: number): number | false | undefined => {
  let [total, best, most] = [0, -1, 0]
  for (const [value, count] of counts) {
    total += count
    if (count > most) [best, most] = [value, count]
  }
  if (total < least) return undefined
  return most / total >= share ? best : false
}

/** What was said, how often, and by how many records for each key. */
interface Said {
  count: number
  readonly keys: Map<number, number>
}

/** What records say, counted before anything is learned from it, which another thread can do. */
export type Sayings = Map<string, Said>

/** Records what one record says, under the keys of its location. */
export const noteSaying = (sayings: Sayings, keys: ReadonlyArray<number>, value: string): void => {
  if (keys.length === 0) return
  let said = sayings.get(value)
  if (said === undefined) sayings.set(value, (said = { count: 0, keys: new Map() }))
  said.count += 1
  for (const key of keys) said.keys.set(key, (said.keys.get(key) ?? 0) + 1)
}

/** Learns from the records of a source that state their city (or region) where the others are. */
export class Agreement {
  readonly #formOf: (value: string) => string
  readonly #share: number
  readonly #votes = new Votes()
  readonly #cells = new Votes()
  /** Numbers of values in the form that their spellings share. */
  readonly #numbers = new Map<string, number>()
  /** Individual spellings, and spellings by number. */
  readonly #spelled = new Map<string, Spelling>()
  readonly #spellings: Array<Array<Spelling>> = []

  /** `formOf` gives the form that all names of one city or region share; `share` is what must agree. */
  constructor(formOf: (value: string) => string = fold, share: number = leastShare) {
    this.#formOf = formOf
    this.#share = share
  }

  #spellingOf(value: string): Spelling {
    const known = this.#spelled.get(value)
    if (known !== undefined) return known
    const form = this.#formOf(value)
    const number = this.#numbers.get(form) ?? this.#numbers.size
    this.#numbers.set(form, number)
    const spelling = { value, number, count: 0 }
    this.#spelled.set(value, spelling)
    const spellings = this.#spellings[number]
    if (spellings === undefined) this.#spellings.push([spelling])
    else spellings.push(spelling)
    return spelling
  }

  /** Learns what a record says, under the keys of its location. */
  learn(keys: ReadonlyArray<number>, value: string): void {
    if (keys.length === 0) return
    const spelling = this.#spellingOf(value)
    spelling.count += 1
    for (const key of keys) this.#add(key, spelling.number, 1)
  }

  #add(key: number, value: number, times: number): void {
    const votes = key < 0 ? this.#cells : this.#votes
    votes.add(key, value, times)
  }

  /** Learns what many records say. */
  learnAll(said: Sayings): void {
    for (const [value, { count, keys }] of said) {
      const spelling = this.#spellingOf(value)
      spelling.count += count
      for (const [key, times] of keys) this.#add(key, spelling.number, times)
    }
  }

  #verdict(keys: ReadonlyArray<number>): number | false | undefined {
    const counts = new Map<number, number>()
    for (const key of keys) this.#votes.collect(key, counts)
    return agreed(counts, leastRecords, this.#share)
  }

  /** The spelling that most records have. */
  #name(number: number): string {
    const [first] = this.#spellings[number]!.toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
    return first!.value
  }

  /** What the street nearby says; otherwise the postcode. If both say something and differ, nothing is certain. */
  of(where: Whereabouts): string | undefined {
    const inPostcode = keyOf(where)
    const street = this.#verdict(keysAlong(where, 1))
    const postcode = inPostcode === undefined ? undefined : this.#verdict([inPostcode])
    if (street === false || (street === undefined && postcode === false)) return undefined
    if (street !== undefined && postcode !== undefined && postcode !== false && street !== postcode) return undefined
    const found = street ?? postcode
    return found === undefined || found === false ? undefined : this.#name(found)
  }

  /**
   * What the records say that surround the position within some 900 m; undefined if they do not agree, or lie on some
   * sides only: there a border may run between them and it, as one may along a street whose records do not agree.
   */
  around(where: Whereabouts): string | undefined {
    const cell = cellOf(where, cellSize)
    if (cell === undefined || this.#verdict(keysAlong(where, 1)) === false) return undefined
    const [x, y] = cell
    const sides = circle.map(([east, north]) => keyOfCell(where, x + east, y + north))
    const held = sides.map((key) => (this.#cells.has(key) ? "x" : "-")).join("")
    // Twice, because a gap may go on where the circle begins.
    if (held.repeat(2).includes(tooWide)) return undefined
    const counts = new Map<number, number>()
    for (const key of [keyOfCell(where, x, y), ...sides]) this.#cells.collect(key, counts)
    const found = agreed(counts, leastAround, this.#share)
    return found === undefined || found === false ? undefined : this.#name(found)
  }
}
