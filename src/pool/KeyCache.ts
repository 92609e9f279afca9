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

  /** What a scope takes before its first bucket. */
  static bytesOfNone(level: number): number {
    return 2 ** level * wordBytes
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

  /** What it would take with this bucket. */
  bytesWith(bucket: number, keys: Sampler.SampleKeys): number {
    return this.bytes + (this.#lacks(bucket, keys) && this.#needsBlock(keys) ? this.#blockWords * wordBytes : 0)
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

/** Who was not drawn from for so many draws from any scope makes room for whoever comes. */
const patience = 500_000

/** When a scope was drawn from for the last time, and for the time before; 0: never. Counted in draws from any scope. */
interface Uses {
  last: number
  before: number
}

interface Held {
  readonly whole?: Sampler.IndexedKeys
  readonly packed?: PackedKeys
  readonly bytes: number
  readonly uses: Uses
}

export interface KeyCacheOptions {
  /** Memory for keys, in bytes. */
  readonly budget: number
  /** Part of it that one scope may take. */
  readonly perScope: number
  /**
   * Whether keys that come anew may only push out such as were not used since their own scope was drawn from before, or
   * not for long. Where more scopes are drawn from in turn than there is room for, those that are held stay and are found:
   * without it each would be pushed out just before its turn comes.
   */
  readonly keepsTheSteady: boolean
}

/**
 * Keys of the scopes that were drawn from lately, in a bounded number of bytes. They belong to one scope object, and so to
 * one version of a pool: whoever draws with them reads the address under that version, which fails when it has passed.
 */
export class KeyCache {
  readonly #budget: number
  readonly #perScope: number
  readonly #keepsTheSteady: boolean
  readonly #held = new LeastRecentlyUsed<Held, Scope>(Infinity)
  readonly #uses = new WeakMap<Scope, Uses>()
  #bytes = 0
  #draws = 0

  constructor({ budget, keepsTheSteady, perScope }: KeyCacheOptions) {
    this.#budget = budget
    this.#perScope = budget * perScope
    this.#keepsTheSteady = keepsTheSteady
  }

  get bytes(): number {
    return this.#bytes
  }

  #usesOf(scope: Scope): Uses {
    const known = this.#uses.get(scope)
    if (known !== undefined) return known
    const none = { last: 0, before: 0 }
    this.#uses.set(scope, none)
    return none
  }

  /** Says that the scope is drawn from. */
  use(scope: Scope): void {
    const uses = this.#usesOf(scope)
    uses.before = uses.last
    uses.last = ++this.#draws
  }

  /** The scopes that would go if this one took so many bytes; undefined: it may not. */
  #leaving(scope: Scope, bytes: number): ReadonlyArray<readonly [Scope, Held]> | undefined {
    if (bytes > this.#perScope) return undefined
    const leaving: Array<readonly [Scope, Held]> = []
    let left = this.#bytes - (this.#held.get(scope)?.bytes ?? 0) + bytes
    if (left <= this.#budget) return leaving
    const since = this.#keepsTheSteady ? Math.max(this.#usesOf(scope).before, this.#draws - patience) : Infinity
    for (const [oldest, held] of this.#held.entries()) {
      if (oldest === scope) continue
      if (held.uses.last >= since) return undefined
      leaving.push([oldest, held])
      left -= held.bytes
      if (left <= this.#budget) return leaving
    }
    return undefined
  }

  /** Keeps this of a scope, when it may take so much. */
  #keep(scope: Scope, bytes: number, make: () => Pick<Held, "whole" | "packed">): Held | undefined {
    const leaving = this.#leaving(scope, bytes)
    if (leaving === undefined) return undefined
    for (const [oldest, held] of leaving) {
      this.#held.delete(oldest)
      this.#bytes -= held.bytes
    }
    this.#bytes += bytes - (this.#held.get(scope)?.bytes ?? 0)
    const kept = { ...make(), bytes, uses: this.#usesOf(scope) }
    this.#held.set(scope, kept)
    return kept
  }

  /** Whether all keys of the scope would be kept, and none of another would have to go. */
  hasRoomFor(scope: Scope, level: number): boolean {
    return this.#leaving(scope, bytesOfAll(scope, level))?.length === 0
  }

  /** Whether all keys of the scope would be kept. */
  admits(scope: Scope, level: number): boolean {
    return this.#leaving(scope, bytesOfAll(scope, level)) !== undefined
  }

  /** All keys of the scope. */
  whole(scope: Scope): Sampler.SampleKeys | undefined {
    return this.#held.get(scope)?.whole?.keys
  }

  setWhole(scope: Scope, keys: Sampler.SampleKeys): void {
    // The part of a larger array would keep all of it alive.
    const own = keys.byteLength === keys.buffer.byteLength ? keys : keys.slice()
    const whole = new Sampler.IndexedKeys(own)
    this.#keep(scope, overhead + whole.bytes, () => ({ whole }))
  }

  /** The keys of each bucket; undefined where they are not known. */
  buckets(scope: Scope, level: number, wanted: ReadonlyArray<number>): ReadonlyArray<Sampler.SampleKeys | undefined> {
    const { packed, whole } = this.#held.get(scope) ?? {}
    if (whole !== undefined) return wanted.map((bucket) => whole.bucket(level, bucket))
    return wanted.map((bucket) => (packed?.level === level ? packed.get(bucket) : undefined))
  }

  /**
   * Keeps these buckets, as far as there is room: of a scope that is too large, those that came first. Gives whether there
   * was room for all of them.
   */
  setBuckets(
    scope: Scope,
    level: number,
    buckets: ReadonlyArray<number>,
    keys: ReadonlyArray<Sampler.SampleKeys>
  ): boolean {
    const held = this.#held.get(scope)
    if (held?.whole !== undefined) return true
    const packed = held?.packed?.level === level ? held.packed : this.#beginPacked(scope, level)
    if (packed === undefined) return false
    let bytes = this.#held.get(scope)!.bytes
    for (const [i, bucket] of buckets.entries()) {
      const grown = overhead + packed.bytesWith(bucket, keys[i]!)
      if (grown !== bytes && !this.#keep(scope, grown, () => ({ packed }))) return false
      bytes = grown
      packed.set(bucket, keys[i]!)
    }
    return true
  }

  #beginPacked(scope: Scope, level: number): PackedKeys | undefined {
    const bytes = overhead + PackedKeys.bytesOfNone(level)
    return this.#keep(scope, bytes, () => ({ packed: new PackedKeys(level, scope.size) }))?.packed
  }
}
