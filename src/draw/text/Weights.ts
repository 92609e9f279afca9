import { fromWords, keyCount, type SampleKeys } from "../Sampler.ts"
import type { SipHash } from "../SipHash.ts"

/**
 * Streets in which a text has matches. The probability of each is proportional to its number of matches.
 *
 * A draw descends a binary trie over the streets' keys. Where both branches have matches, hash(seed, fork) decides, and
 * the left branch is taken with a probability equal to its share; a fork is identified by the smallest key that its
 * right branch can have. So a draw computes one hash at each of a few forks, somewhat more than the logarithm of the
 * number of streets. A change of one street's matches changes little else: only the shares of the forks above it, and
 * each of these only slightly.
 *
 * Everything here is a pure function of its arguments, and part of the contract: a change here changes the result of
 * every seed.
 */

/** Separates this use of a seed from those in Sampler.ts. */
const tagFork = 6

/** A hash's upper 53 bits, which a double holds exactly, as a number from 0 up to but not including 1. */
const share = (hash: SipHash): number => (hash.hi * 0x20_0000 + (hash.lo >>> 11)) / 0x20_0000_0000_0000

/** Keys of matches that were read together with their counts. */
export interface MatchKeys {
  /** Street by street, ascending within each. */
  readonly keys: SampleKeys
  /** How many keys come before those of each street; -1 for a street whose keys are not included. */
  readonly before: Int32Array
}

export class Weights {
  /** Keys of the streets, ascending. */
  readonly streets: SampleKeys
  /** How many matches the streets before each one have, and at the end, all of them. */
  readonly #before: Uint32Array
  readonly #known: MatchKeys | undefined

  /**
   * @param streets keys, ascending and without duplicates
   * @param matches how many each has; never 0
   */
  constructor(streets: SampleKeys, matches: ArrayLike<number>, known?: MatchKeys) {
    this.streets = streets
    this.#known = known
    this.#before = new Uint32Array(keyCount(streets) + 1)
    for (let i = 0; i < keyCount(streets); i++) this.#before[i + 1] = this.#before[i]! + matches[i]!
  }

  /** Made from streets in any order, without duplicates. */
  static of(matches: ReadonlyMap<bigint, number>): Weights {
    const sorted = Array.from(matches).sort(([one], [other]) => (one < other ? -1 : 1))
    const streets = new Uint32Array(sorted.length * 2)
    sorted.forEach(([key], i) => {
      streets[i * 2] = Number(key >> 32n)
      streets[i * 2 + 1] = Number(key & 0xffffffffn)
    })
    return new Weights(
      streets,
      sorted.map(([, count]) => count)
    )
  }

  /** How many streets there are. */
  get count(): number {
    return keyCount(this.streets)
  }

  /** Matches in all streets. */
  get total(): number {
    return this.#before[this.count]!
  }

  /** How many bytes of memory it takes. */
  get bytes(): number {
    const known = this.#known === undefined ? 0 : this.#known.keys.byteLength + this.#known.before.byteLength
    return this.streets.byteLength + this.#before.byteLength + known
  }

  /** Matches in the street at an index. */
  at(index: number): number {
    return this.#before[index + 1]! - this.#before[index]!
  }

  /** Keys of the matches in the street at an index, ascending, if they are known. */
  keysOf(index: number): SampleKeys | undefined {
    const from = this.#known?.before[index] ?? -1
    return from < 0 ? undefined : this.#known!.keys.subarray(from * 2, (from + this.at(index)) * 2)
  }

  /** Key of the street at an index. */
  keyAt(index: number): bigint {
    return fromWords(this.streets, index)
  }

  /** First index from `from` up to `to` whose key is not below (hi, lo). */
  #split(from: number, to: number, hi: number, lo: number): number {
    let low = from
    let high = to
    while (low < high) {
      const middle = (low + high) >>> 1
      const difference = this.streets[middle * 2]! - hi || this.streets[middle * 2 + 1]! - lo
      if (difference < 0) low = middle + 1
      else high = middle
    }
    return low
  }

  /** Index of the street that a draw leads to. There must be at least one. */
  draw(hash: SipHash): number {
    let from = 0
    let to = this.count
    while (to - from > 1) {
      // The fork is at the highest bit in which the keys differ.
      const last = (to - 1) * 2
      let hi = this.streets[last]!
      let lo = 0
      const upper = this.streets[from * 2]! ^ hi
      if (upper !== 0) hi = cut(hi, upper)
      else lo = cut(this.streets[last + 1]!, this.streets[from * 2 + 1]! ^ this.streets[last + 1]!)
      const middle = this.#split(from, to, hi, lo)
      // Two streets with the same key would never separate, but keys are unique.
      if (middle === from || middle === to) return from
      hash.update(tagFork, hi, lo)
      const before = this.#before[from]!
      const isLeft = share(hash) * (this.#before[to]! - before) < this.#before[middle]! - before
      if (isLeft) to = middle
      else from = middle
    }
    return from
  }
}

/** The word down to the highest bit in which it differs from another, followed by zeros. */
const cut = (word: number, difference: number): number => {
  const bit = 31 - Math.clz32(difference)
  return ((word >>> bit) << bit) >>> 0
}
