import { fold } from "../../schemas/Fold.ts"

/** Records that have to say it, and the share of them that has to say the same. */
export const leastRecords = 3
export const leastShare = 0.95

/** Keys that are counted at most: postcodes and pieces of streets of a part. What comes after that is not counted. */
const capacity = 500_000
/** Degrees of latitude of a cell in which a street is near: some 2 km. */
const cellSize = 0.02

/** Two 32-bit hashes in one number of 53 bits, of texts one after the other, which are not joined for it. */
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
 * How often a key was met with each value. Nearly every key is met with one value only, so that 16 bytes will do for it;
 * the table is twice as large as it has keys.
 */
class Votes {
  #size = 0
  #keys = new Float64Array(4096)
  #values = new Uint32Array(4096)
  #counts = new Uint32Array(4096)
  /** Values of keys that were met with several. */
  readonly #several = new Map<number, Map<number, number>>()

  /** Where the key stands, or the free slot for it. No key is 0. */
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

  /** Adds what is known of a key to the counts. */
  collect(key: number, counts: Map<number, number>): void {
    const slot = this.#slotOf(key)
    if (this.#keys[slot] === 0) return
    const found = this.#several.get(key) ?? [[this.#values[slot]!, this.#counts[slot]!] as const]
    for (const [value, count] of found) counts.set(value, (counts.get(value) ?? 0) + count)
  }
}

/** What is known of where an address is, without the part that is asked for. */
export interface Whereabouts {
  readonly postcode: string | undefined
  /** The street, or what takes its place, such as a numbered district of Japan. */
  readonly street: string | undefined
  readonly longitude: number | undefined
  readonly latitude: number | undefined
}

/** A value as it was written, the number of all that are folded alike, and how often it was met. */
interface Spelling {
  readonly value: string
  readonly number: number
  count: number
}

const nowhere: ReadonlyArray<number> = []

/** The key of the postcode. */
const keyOf = ({ postcode }: Whereabouts): number | undefined =>
  postcode === undefined ? undefined : hash("p", postcode.toUpperCase().replaceAll(" ", ""))

/** Keys of the street in the cell of the position, and in so many around. */
const keysAlong = ({ latitude, longitude, street }: Whereabouts, around: number): ReadonlyArray<number> => {
  if (street === undefined || latitude === undefined || longitude === undefined) return nowhere
  const name = fold(street)
  const row = Math.floor(latitude / cellSize)
  const shorter = Math.max(0.05, Math.cos((Math.round(latitude) * Math.PI) / 180))
  const column = Math.floor((longitude * shorter) / cellSize)
  const along: Array<number> = []
  for (let y = row - around; y <= row + around; y++) {
    for (let x = column - around; x <= column + around; x++) along.push(hash("s", name, "\n", `${x}`, "\n", `${y}`))
  }
  return along
}

/** Where a record is, as agreements know it. */
export const keysOf = (where: Whereabouts): ReadonlyArray<number> => {
  const inPostcode = keyOf(where)
  const along = keysAlong(where, 0)
  return inPostcode === undefined ? along : [inPostcode, ...along]
}

/** What was said, how often, and of how many records with each key. */
interface Said {
  count: number
  readonly keys: Map<number, number>
}

/** What records say, counted before anything is learned of it, which another thread can do. */
export type Sayings = Map<string, Said>

/** Takes note of what one record says, by the keys of where it is. */
export const noteSaying = (sayings: Sayings, keys: ReadonlyArray<number>, value: string): void => {
  if (keys.length === 0) return
  let said = sayings.get(value)
  if (said === undefined) sayings.set(value, (said = { count: 0, keys: new Map() }))
  said.count += 1
  for (const key of keys) said.keys.set(key, (said.keys.get(key) ?? 0) + 1)
}

/** Learns from the records of a source that say their city (or region) what those lie in that do not. */
export class Agreement {
  readonly #votes = new Votes()
  /** Numbers of folded values. */
  readonly #numbers = new Map<string, number>()
  /** Spellings by themselves, and by number. */
  readonly #spelled = new Map<string, Spelling>()
  readonly #spellings: Array<Array<Spelling>> = []

  #spellingOf(value: string): Spelling {
    const known = this.#spelled.get(value)
    if (known !== undefined) return known
    const folded = fold(value)
    const number = this.#numbers.get(folded) ?? this.#numbers.size
    this.#numbers.set(folded, number)
    const spelling = { value, number, count: 0 }
    this.#spelled.set(value, spelling)
    const spellings = this.#spellings[number]
    if (spellings === undefined) this.#spellings.push([spelling])
    else spellings.push(spelling)
    return spelling
  }

  learn(where: Whereabouts, value: string): void {
    const keys = keysOf(where)
    if (keys.length === 0) return
    const spelling = this.#spellingOf(value)
    spelling.count += 1
    for (const key of keys) this.#votes.add(key, spelling.number, 1)
  }

  /** Learns what was noted of many records. */
  learnAll(said: Sayings): void {
    for (const [value, { count, keys }] of said) {
      const spelling = this.#spellingOf(value)
      spelling.count += count
      for (const [key, times] of keys) this.#votes.add(key, spelling.number, times)
    }
  }

  /** The value that enough of them agree on; undefined, too, where there is none. `false`: they do not agree. */
  #verdict(keys: ReadonlyArray<number>): number | false | undefined {
    const counts = new Map<number, number>()
    for (const key of keys) this.#votes.collect(key, counts)
    let [total, best, most] = [0, -1, 0]
    for (const [value, count] of counts) {
      total += count
      if (count > most) [best, most] = [value, count]
    }
    if (total < leastRecords) return undefined
    return most / total >= leastShare ? best : false
  }

  /** What the street nearby says; else the postcode. Where both speak and differ, nothing is sure. */
  of(where: Whereabouts): string | undefined {
    const inPostcode = keyOf(where)
    const street = this.#verdict(keysAlong(where, 1))
    const postcode = inPostcode === undefined ? undefined : this.#verdict([inPostcode])
    if (street === false || (street === undefined && postcode === false)) return undefined
    if (street !== undefined && postcode !== undefined && postcode !== false && street !== postcode) return undefined
    const found = street ?? postcode
    if (found === undefined || found === false) return undefined
    const [first] = this.#spellings[found]!.toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
    return first!.value
  }
}
