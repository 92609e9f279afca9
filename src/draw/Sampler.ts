import type { SipHash } from "./SipHash.ts"

/**
 * Uniform, seeded, stable draws from a set of 63-bit sample keys, by sections of the key space.
 *
 * Everything here is a pure function of its arguments, and part of the contract: a change here changes what every seed
 * answers.
 */

/**
 * Sample keys, ascending, two unsigned words each: the upper 31 bits, then the lower 32.
 * Pairs of words instead of bigints, since a draw hashes dozens of them.
 */
export type SampleKeys = Uint32Array

export const keyCount = (keys: SampleKeys): number => keys.length >>> 1

/** The first word of each hashed message separates the uses of one seed; text/Weights.ts and urns/ have further ones. */
const tagBucket = 1
const tagAccept = 2
const tagRank = 3
const tagPosition = 4
const tagSplit = 5

/**
 * A bucket of j keys is accepted with probability j / 80. With 16 ≤ n / 2^L < 32, buckets practically never hold more
 * than 80 keys.
 */
export const acceptanceCeiling = 80

/** A scope with fewer addresses than this is a single bucket. */
const smallestSplit = 32

/** After this many rejected buckets, all keys are read. */
export const bucketLimit = 256

/** The largest L for which n / 2^L ≥ 16, or 0 below 32: the scope's keys fall into 2^L buckets. */
export const levelOf = (n: number): number => (n < smallestSplit ? 0 : 31 - Math.clz32(n / 16))

/** The hash that position `index` of a batch draws with, independent of all other positions. */
export const positionHash = (seed: SipHash, index: number): SipHash => seed.derive(tagPosition, index)

/** The bucket for attempt t: the top `level` bits of hash(seed, t). */
export const bucketAt = (hash: SipHash, level: number, attempt: number): number => {
  hash.update(tagBucket, 0, attempt)
  return level === 0 ? 0 : hash.hi >>> (32 - level)
}

/** Keys from `low` to `high`, both included. */
export interface KeyRange {
  readonly low: bigint
  readonly high: bigint
}

/** The keys of a bucket. */
export const bucketRange = (level: number, bucket: number): KeyRange => {
  const width = 1n << BigInt(63 - level)
  const low = BigInt(bucket) * width
  return { low, high: low + width - 1n }
}

/** The bucket of a key, by its upper word. */
export const bucketOfKey = (level: number, hi: number): number => Math.floor(hi / 2 ** (31 - level))

/** Whether attempt t accepts a bucket of `available` keys: compares all 64 bits of the hash with available / 80. */
const accepts = (hash: SipHash, attempt: number, available: number): boolean => {
  hash.update(tagAccept, 0, attempt)
  return hash.hi * acceptanceCeiling + Math.floor((hash.lo * acceptanceCeiling) / 0x100000000) < available * 0x100000000
}

/** The key that rendezvous hashing picks, the one with the smallest hash(seed, key), as the pair of its words. */
export const pick = (hash: SipHash, keys: SampleKeys): SampleKeys => {
  const index = hash.indexOfLeast(tagRank, keys)
  return index < 0 ? keys.subarray(0, 0) : keys.subarray(index * 2, index * 2 + 2)
}

/**
 * The key that attempt t draws from its bucket, or none if the bucket is not accepted. A single bucket (level 0) is
 * always accepted.
 */
export const pickFromBucket = (hash: SipHash, level: number, attempt: number, keys: SampleKeys): SampleKeys => {
  if (level === 0) return pick(hash, keys)
  // An empty bucket is never accepted. For a rare text, most are empty.
  if (keys.length === 0) return keys
  let rest = keys
  // Beyond the ceiling (a Poisson tail below 10^-12), the seed chooses one half to stand for the bucket.
  for (let depth = 0; keyCount(rest) > acceptanceCeiling; depth++) {
    hash.update(tagSplit, depth, attempt)
    const middle = (rest.length >>> 2) * 2
    rest = hash.lo & 1 ? rest.subarray(middle) : rest.subarray(0, middle)
  }
  return accepts(hash, attempt, keyCount(rest)) ? pick(hash, rest) : rest.subarray(0, 0)
}

/**
 * Whether attempt t may accept a bucket of this many keys, if there are several buckets. A bucket that is refused here
 * stays refused if some of its keys are excluded.
 */
export const mayDraw = (hash: SipHash, attempt: number, size: number): boolean =>
  size > acceptanceCeiling || (size > 0 && accepts(hash, attempt, size))

/** All keys in the order of hash(seed, key): a uniform permutation whose prefixes are all stable. */
export const rank = (hash: SipHash, keys: SampleKeys): SampleKeys => {
  const n = keyCount(keys)
  const his = new Uint32Array(n)
  const los = new Uint32Array(n)
  const order: Array<number> = []
  for (let i = 0; i < n; i++) {
    hash.update(tagRank, keys[i * 2]!, keys[i * 2 + 1]!)
    his[i] = hash.hi
    los[i] = hash.lo
    order.push(i)
  }
  order.sort((a, b) => his[a]! - his[b]! || los[a]! - los[b]!)
  const ranked = new Uint32Array(n * 2)
  order.forEach((from, to) => {
    ranked[to * 2] = keys[from * 2]!
    ranked[to * 2 + 1] = keys[from * 2 + 1]!
  })
  return ranked
}

/** Upper bits of a hash, by which {@link rankFirst} sorts roughly before it sorts exactly. */
const roughBits = 16

/**
 * The first `count` keys of {@link rank}, for large scopes: in typed arrays, with memory for `count` keys besides the
 * given ones.
 */
export const rankFirst = (hash: SipHash, keys: SampleKeys, count: number): SampleKeys => {
  const n = keyCount(keys)
  const shift = 32 - roughBits
  // Where each part begins once they are laid end to end.
  const starts = new Uint32Array(2 ** roughBits + 1)
  for (let i = 0; i < n; i++) {
    hash.update(tagRank, keys[i * 2]!, keys[i * 2 + 1]!)
    starts[(hash.hi >>> shift) + 1]!++
  }
  for (let part = 0; part < 2 ** roughBits; part++) starts[part + 1]! += starts[part]!
  // As many whole parts as `count` needs.
  let parts = 0
  while (parts < 2 ** roughBits && starts[parts]! < count) parts++
  const kept = starts[parts]!
  const next = starts.slice(0, parts)
  const [his, los, found] = [new Uint32Array(kept), new Uint32Array(kept), new Uint32Array(kept)]
  for (let i = 0; i < n; i++) {
    hash.update(tagRank, keys[i * 2]!, keys[i * 2 + 1]!)
    const part = hash.hi >>> shift
    if (part >= parts) continue
    const at = next[part]!++
    his[at] = hash.hi
    los[at] = hash.lo
    found[at] = i
  }
  const ranked = new Uint32Array(Math.min(count, n) * 2)
  for (let part = 0, to = 0; part < parts; part++) {
    const order: Array<number> = []
    for (let at = starts[part]!; at < starts[part + 1]!; at++) order.push(at)
    order.sort((a, b) => his[a]! - his[b]! || los[a]! - los[b]! || found[a]! - found[b]!)
    for (const at of order) {
      if (to === ranked.length) break
      ranked[to++] = keys[found[at]! * 2]!
      ranked[to++] = keys[found[at]! * 2 + 1]!
    }
  }
  return ranked
}

const compare = (keys: SampleKeys, index: number, hi: number, lo: number): number =>
  keys[index * 2]! - hi || keys[index * 2 + 1]! - lo

/** First index whose key is not below (hi, lo). */
const lowerBound = (keys: SampleKeys, hi: number, lo: number): number => {
  let from = 0
  let to = keyCount(keys)
  while (from < to) {
    const middle = (from + to) >>> 1
    if (compare(keys, middle, hi, lo) < 0) from = middle + 1
    else to = middle
  }
  return from
}

/** Index of a key among ascending keys; undefined if absent. */
export const placeOf = (keys: SampleKeys, hi: number, lo: number): number | undefined => {
  const at = lowerBound(keys, hi, lo)
  return keys[at * 2] === hi && keys[at * 2 + 1] === lo ? at : undefined
}

/** The keys of `wanted` that are among the ascending `keys`, in the order of `wanted`. */
export const among = (wanted: SampleKeys, keys: SampleKeys): SampleKeys => {
  const found = new Uint32Array(wanted.length)
  let length = 0
  for (let i = 0; i < wanted.length; i += 2) {
    const [hi, lo] = [wanted[i]!, wanted[i + 1]!]
    if (placeOf(keys, hi, lo) === undefined) continue
    found[length++] = hi
    found[length++] = lo
  }
  return found.subarray(0, length)
}

/** The keys of one bucket, out of ascending keys. */
export const bucketOf = (keys: SampleKeys, level: number, bucket: number): SampleKeys => {
  if (level === 0) return keys
  // A key's upper word has 31 bits, and buckets are cut from its top.
  const width = 2 ** (31 - level)
  const start = lowerBound(keys, bucket * width, 0)
  return keys.subarray(start * 2, lowerBound(keys, (bucket + 1) * width, 0) * 2)
}

const noKeys: SampleKeys = new Uint32Array(0)

/** Approximate keys in one section of an index, which is scanned linearly. */
const perSection = 8

/** Fewer keys than this need no index. */
const indexedFrom = 1024

/**
 * Ascending keys that many buckets are cut from. An index of where each section of the key space begins avoids a search
 * through all keys for each bucket.
 */
export class IndexedKeys {
  readonly keys: SampleKeys
  readonly #count: number
  /** The sections of the key space are cut from the top of the 31 bits of an upper word. */
  readonly #width: number
  readonly #starts: Uint32Array | undefined

  /** Bytes that this many keys take with their index. */
  static bytesOf(count: number): number {
    const sections = count < indexedFrom ? 0 : 2 ** IndexedKeys.#bitsOf(count)
    return (count * 2 + sections) * Uint32Array.BYTES_PER_ELEMENT
  }

  static #bitsOf(count: number): number {
    return 31 - Math.clz32(count / perSection)
  }

  constructor(keys: SampleKeys) {
    this.keys = keys
    this.#count = keyCount(keys)
    const bits = IndexedKeys.#bitsOf(this.#count)
    this.#width = 2 ** (31 - bits)
    this.#starts = this.#count < indexedFrom ? undefined : new Uint32Array(2 ** bits)
    for (let section = 0, i = 0; section < (this.#starts?.length ?? 0); section++) {
      while (i < this.#count && keys[i * 2]! < section * this.#width) i++
      this.#starts![section] = i
    }
  }

  get bytes(): number {
    return IndexedKeys.bytesOf(this.#count)
  }

  /** First index whose key is not below (hi, 0). */
  #lowerBound(starts: Uint32Array, hi: number): number {
    const section = Math.floor(hi / this.#width)
    let index = section < starts.length ? starts[section]! : this.#count
    while (index < this.#count && this.keys[index * 2]! < hi) index++
    return index
  }

  /** The same as `bucketOf`. */
  bucket(level: number, bucket: number): SampleKeys {
    const starts = this.#starts
    if (starts === undefined || level === 0) return bucketOf(this.keys, level, bucket)
    const width = 2 ** (31 - level)
    const start = this.#lowerBound(starts, bucket * width)
    const end = this.#lowerBound(starts, (bucket + 1) * width)
    return start === end ? noKeys : this.keys.subarray(start * 2, end * 2)
  }
}

/** Whether the lower half of a 64-bit number comes first, as on nearly all machines. */
const isLittleEndian = new Uint32Array(BigUint64Array.of(1n).buffer)[0] === 1

export const fromWords = (keys: SampleKeys, index: number): bigint =>
  (BigInt(keys[index * 2]!) << 32n) | BigInt(keys[index * 2 + 1]!)

/** The keys as bigints, in this order. */
export const bigintsOf = (keys: SampleKeys): ReadonlyArray<bigint> =>
  Array.from({ length: keyCount(keys) }, (_, i) => fromWords(keys, i))

/** Ascending keys from bigints in any order. */
export const sampleKeys = (keys: Iterable<bigint>): SampleKeys => {
  const words = new Uint32Array(BigUint64Array.from(keys).sort().buffer)
  if (!isLittleEndian) return words
  for (let i = 0; i < words.length; i += 2) {
    const lo = words[i]!
    words[i] = words[i + 1]!
    words[i + 1] = lo
  }
  return words
}

/** The same keys, ascending. */
export const ascending = (keys: SampleKeys): SampleKeys => sampleKeys(bigintsOf(keys))

/** All these keys as one array, in this order. */
export const joined = (parts: ReadonlyArray<SampleKeys>): SampleKeys => {
  const all = new Uint32Array(parts.reduce((length, part) => length + part.length, 0))
  let length = 0
  for (const part of parts) {
    all.set(part, length)
    length += part.length
  }
  return all
}

/** A set of keys, such as those that a batch must not return again. */
export class TakenKeys {
  readonly #taken = new Map<number, Set<number>>()

  add(keys: SampleKeys): void {
    for (let i = 0; i < keys.length; i += 2) {
      const los = this.#taken.get(keys[i]!)
      if (los === undefined) this.#taken.set(keys[i]!, new Set([keys[i + 1]!]))
      else los.add(keys[i + 1]!)
    }
  }

  /** `keys` without the taken ones, in the same order. */
  without(keys: SampleKeys): SampleKeys {
    for (let i = 0; this.#taken.size > 0 && i < keys.length; i += 2) {
      if (this.#has(keys[i]!, keys[i + 1]!)) return this.#those(keys, false)
    }
    // Most buckets contain none of the taken keys.
    return keys
  }

  /** Those of `keys` that are taken, in the same order. */
  among(keys: SampleKeys): SampleKeys {
    return this.#those(keys, true)
  }

  #has(hi: number, lo: number): boolean {
    return this.#taken.get(hi)?.has(lo) === true
  }

  #those(keys: SampleKeys, taken: boolean): SampleKeys {
    const left = new Uint32Array(keys.length)
    let length = 0
    for (let i = 0; i < keys.length; i += 2) {
      if (this.#has(keys[i]!, keys[i + 1]!) !== taken) continue
      left[length++] = keys[i]!
      left[length++] = keys[i + 1]!
    }
    return left.subarray(0, length)
  }
}
