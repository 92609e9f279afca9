import { LeastRecentlyUsed } from "./LeastRecentlyUsed.ts"
import type { Scope } from "./PoolStore.ts"
import * as Sampler from "./Sampler.ts"

const wordBytes = 4

/** Words in one block of packed keys: from a few kilobytes to a quarter of a megabyte. */
const blockWords = { least: 1024, most: 65_536 }

/**
 * Buckets of one scope, packed into blocks: a typed array each would take more than the keys themselves, and one array for
 * all would have to be copied to grow.
 */
class PackedKeys {
  readonly level: number
  readonly #blockWords: number
  /** Where a bucket begins in the blocks, plus 1; 0: not known. There its length stands, then its keys. */
  readonly #starts: Uint32Array
  readonly #blocks: Array<Uint32Array> = []
  #used = 0

  static #blockWordsOf(level: number, size: number): number {
    const eighth = 2 ** Math.ceil(Math.log2((2 ** level + size * 2) / 8))
    return Math.min(blockWords.most, Math.max(blockWords.least, eighth))
  }

  /** What all buckets of a scope of so many addresses take, about. */
  static bytesOfAll(level: number, size: number): number {
    const block = PackedKeys.#blockWordsOf(level, size)
    // Where a bucket does not fit into a block any more, some words stay empty.
    const blocks = Math.ceil((2 ** level + size * 2) / (block - 32))
    return (2 ** level + blocks * block) * wordBytes
  }

  constructor(level: number, size: number) {
    this.level = level
    this.#blockWords = PackedKeys.#blockWordsOf(level, size)
    this.#starts = new Uint32Array(2 ** level)
  }

  get bytes(): number {
    return (this.#starts.length + this.#blocks.length * this.#blockWords) * wordBytes
  }

  get(bucket: number): Sampler.SampleKeys | undefined {
    const start = this.#starts[bucket]!
    if (start === 0) return undefined
    const from = (start - 1) % this.#blockWords
    const block = this.#blocks[(start - 1 - from) / this.#blockWords]!
    return block.subarray(from + 1, from + 1 + block[from]!)
  }

  #lacks(bucket: number, keys: Sampler.SampleKeys): boolean {
    return this.#starts[bucket] === 0 && keys.length < this.#blockWords
  }

  #needsBlock(keys: Sampler.SampleKeys): boolean {
    return this.#used + 1 + keys.length > this.#blocks.length * this.#blockWords
  }

  set(bucket: number, keys: Sampler.SampleKeys): void {
    if (!this.#lacks(bucket, keys)) return
    if (this.#needsBlock(keys)) {
      this.#used = this.#blocks.length * this.#blockWords
      this.#blocks.push(new Uint32Array(this.#blockWords))
    }
    const from = this.#used % this.#blockWords
    const block = this.#blocks.at(-1)!
    block[from] = keys.length
    block.set(keys, from + 1)
    this.#starts[bucket] = this.#used + 1
    this.#used += 1 + keys.length
  }
}

/** What is kept of a scope beside its keys, in bytes, about. */
const overhead = 400

const bytesOfAll = (scope: Scope, level: number): number => overhead + PackedKeys.bytesOfAll(level, scope.size)

interface Held {
  readonly whole?: Sampler.IndexedKeys
  readonly packed?: PackedKeys
  readonly bytes: number
}

/**
 * Keys of the scopes that were drawn from lately, in a bounded number of bytes. They belong to one scope object, and so to
 * one version of a pool: whoever draws with them reads the address under that version, which fails when it has passed.
 */
export class KeyCache {
  readonly #budget: number
  readonly #perScope: number
  readonly #held: LeastRecentlyUsed<Held, Scope>

  /** @param budget memory for keys, in bytes; one scope may take half of it */
  constructor(budget: number) {
    this.#budget = budget
    this.#perScope = budget / 2
    this.#held = new LeastRecentlyUsed(budget, ({ bytes }) => bytes)
  }

  get bytes(): number {
    return this.#held.weight
  }

  /** Keeps this of a scope, in the place of those that were not drawn from longest. */
  #keep(scope: Scope, kept: Held): void {
    if (kept.bytes <= this.#perScope) this.#held.set(scope, kept)
  }

  /** Whether all buckets of the scope may be kept. */
  mayKeep(scope: Scope, level: number): boolean {
    return bytesOfAll(scope, level) <= this.#perScope
  }

  /** Whether there is room for all of them beside those that are kept. */
  hasRoomFor(scope: Scope, level: number): boolean {
    const others = this.bytes - (this.#held.get(scope)?.bytes ?? 0)
    return this.mayKeep(scope, level) && others + bytesOfAll(scope, level) <= this.#budget
  }

  /** All keys of the scope. */
  whole(scope: Scope): Sampler.SampleKeys | undefined {
    return this.#held.get(scope)?.whole?.keys
  }

  setWhole(scope: Scope, keys: Sampler.SampleKeys): void {
    // The part of a larger array would keep all of it alive.
    const own = keys.byteLength === keys.buffer.byteLength ? keys : keys.slice()
    const whole = new Sampler.IndexedKeys(own)
    this.#keep(scope, { whole, bytes: overhead + whole.bytes })
  }

  /** The keys of each bucket; undefined where they are not known. */
  buckets(scope: Scope, level: number, wanted: ReadonlyArray<number>): ReadonlyArray<Sampler.SampleKeys | undefined> {
    const { packed, whole } = this.#held.get(scope) ?? {}
    if (whole !== undefined) return wanted.map((bucket) => whole.bucket(level, bucket))
    return wanted.map((bucket) => (packed?.level === level ? packed.get(bucket) : undefined))
  }

  /** Keeps these buckets, unless the scope takes too much. */
  setBuckets(
    scope: Scope,
    level: number,
    buckets: ReadonlyArray<number>,
    keys: ReadonlyArray<Sampler.SampleKeys>
  ): void {
    // Of a scope that does not fit, a draw would hardly ever find its bucket: they would only take others' place.
    if (!this.mayKeep(scope, level)) return
    const held = this.#held.get(scope)
    if (held?.whole !== undefined) return
    const packed = held?.packed?.level === level ? held.packed : new PackedKeys(level, scope.size)
    buckets.forEach((bucket, i) => packed.set(bucket, keys[i]!))
    const bytes = overhead + packed.bytes
    if (held?.packed !== packed || held.bytes !== bytes) this.#keep(scope, { packed, bytes })
  }
}
