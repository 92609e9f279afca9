import { LeastRecentlyUsed } from "./LeastRecentlyUsed.ts"
import type { Scope } from "./PoolStore.ts"
import * as Sampler from "./Sampler.ts"

/** Words that a scope's first buckets get; it doubles from there. */
const firstWords = 1024

/** Buckets of one scope, packed into one array: a typed array each would take more than the keys themselves. */
class PackedKeys {
  readonly level: number
  /** Words that all buckets together take. */
  readonly #all: number
  /** Where a bucket begins in `words`, plus 1; 0: not known. There its length stands, then its keys. */
  readonly #starts: Uint32Array
  #words = new Uint32Array(firstWords)
  #used = 0

  /** What all buckets of a scope of so many addresses take. */
  static bytesOfAll(level: number, size: number): number {
    return (2 * 2 ** level + firstWords + size * 2) * 4
  }

  constructor(level: number, size: number) {
    this.level = level
    this.#all = 2 ** level + size * 2
    this.#starts = new Uint32Array(2 ** level)
  }

  get bytes(): number {
    return (this.#starts.length + this.#words.length) * 4
  }

  get(bucket: number): Sampler.SampleKeys | undefined {
    const start = this.#starts[bucket]!
    return start === 0 ? undefined : this.#words.subarray(start, start + this.#words[start - 1]!)
  }

  set(bucket: number, keys: Sampler.SampleKeys): void {
    if (this.#starts[bucket] !== 0) return
    const end = this.#used + 1 + keys.length
    if (end > this.#words.length) {
      const length = Math.max(end, Math.min(this.#words.length * 2, this.#all))
      const words = new Uint32Array(length)
      words.set(this.#words.subarray(0, this.#used))
      this.#words = words
    }
    this.#words[this.#used] = keys.length
    this.#words.set(keys, this.#used + 1)
    this.#starts[bucket] = this.#used + 1
    this.#used = end
  }
}

interface Held {
  readonly whole?: Sampler.IndexedKeys
  readonly packed?: PackedKeys
  readonly bytes: number
}

/** What is kept of a scope beside its keys, in bytes, about. */
const overhead = 400

const bytesOf = (whole: Sampler.IndexedKeys | undefined, packed: PackedKeys | undefined): number =>
  overhead + (whole?.bytes ?? 0) + (packed?.bytes ?? 0)

/**
 * Keys of the scopes that were drawn from lately, in a bounded number of bytes. They belong to one scope object, and so to
 * one version of a pool: whoever draws with them reads the address under that version, which fails when it has passed.
 */
export class KeyCache {
  readonly #budget: number
  readonly #perScope: number
  readonly #held = new LeastRecentlyUsed<Held, Scope>(Infinity)
  #bytes = 0

  constructor(budget: number) {
    this.#budget = budget
    this.#perScope = budget / 2
  }

  get bytes(): number {
    return this.#bytes
  }

  #replace(scope: Scope, whole: Sampler.IndexedKeys | undefined, packed: PackedKeys | undefined): void {
    this.#drop(scope, this.#held.get(scope))
    const bytes = bytesOf(whole, packed)
    if (bytes > this.#perScope) return
    this.#held.set(scope, { ...(whole && { whole }), ...(packed && { packed }), bytes })
    this.#bytes += bytes
    for (const [oldest, held] of this.#held.entries()) {
      if (this.#bytes <= this.#budget) break
      this.#drop(oldest, held)
    }
  }

  #drop(scope: Scope, held: Held | undefined): void {
    if (held === undefined) return
    this.#held.delete(scope)
    this.#bytes -= held.bytes
  }

  /** All keys of the scope. */
  whole(scope: Scope): Sampler.SampleKeys | undefined {
    return this.#held.get(scope)?.whole?.keys
  }

  setWhole(scope: Scope, keys: Sampler.SampleKeys): void {
    // The part of a larger array would keep all of it alive.
    const own = keys.byteLength === keys.buffer.byteLength ? keys : keys.slice()
    this.#replace(scope, new Sampler.IndexedKeys(own), undefined)
  }

  /** The keys of each bucket; undefined where they are not known. */
  buckets(scope: Scope, level: number, wanted: ReadonlyArray<number>): ReadonlyArray<Sampler.SampleKeys | undefined> {
    const { packed, whole } = this.#held.get(scope) ?? {}
    if (whole !== undefined) return wanted.map((bucket) => whole.bucket(level, bucket))
    return wanted.map((bucket) => (packed?.level === level ? packed.get(bucket) : undefined))
  }

  /** Whether all buckets of the scope may be kept. */
  hasRoomFor(scope: Scope, level: number): boolean {
    return PackedKeys.bytesOfAll(level, scope.size) <= this.#perScope
  }

  setBuckets(
    scope: Scope,
    level: number,
    buckets: ReadonlyArray<number>,
    keys: ReadonlyArray<Sampler.SampleKeys>
  ): void {
    // Of a scope that does not fit, a draw would hardly ever find all of its buckets: they would only take others' place.
    if (!this.hasRoomFor(scope, level)) return
    const held = this.#held.get(scope)
    if (held?.whole !== undefined) return
    const packed = held?.packed?.level === level ? held.packed : new PackedKeys(level, scope.size)
    buckets.forEach((bucket, i) => packed.set(bucket, keys[i]!))
    if (held?.packed !== packed || bytesOf(undefined, packed) !== held.bytes) this.#replace(scope, undefined, packed)
  }
}
