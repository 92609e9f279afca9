import { LeastRecentlyUsed } from "../../shared/LeastRecentlyUsed.ts"
import type { Scope } from "../store/PoolStore.ts"
import * as Sampler from "../Sampler.ts"

/** Approximate overhead per scope in addition to its sizes, in bytes. */
const overhead = 200

/** The largest count that a byte holds, which stands for larger ones too. */
export const most = 255

/** Adds more keys of a bucket. */
export const add = (sizes: Uint8Array, bucket: number, keys: number): void => {
  sizes[bucket] = Math.min(most, sizes[bucket]! + keys)
}

/** Counts these keys in their buckets. */
export const count = (sizes: Uint8Array, level: number, keys: Sampler.SampleKeys): void => {
  for (let i = 0; i < keys.length; i += 2) add(sizes, Sampler.bucketOfKey(level, keys[i]!), 1)
}

interface Sizes {
  readonly level: number
  readonly sizes: Uint8Array
}

/**
 * How many keys each bucket of a scope holds, in one byte per bucket: a hundredth of the size of the keys. Draws then
 * read only buckets that they accept. Kept for recently used scopes.
 */
export class BucketSizes {
  readonly #known: LeastRecentlyUsed<Sizes, Scope>

  /** @param budget memory for the sizes, in bytes */
  constructor(budget: number) {
    this.#known = new LeastRecentlyUsed(budget, ({ sizes }) => overhead + sizes.length)
  }

  get bytes(): number {
    return this.#known.weight
  }

  get(scope: Scope, level: number): Uint8Array | undefined {
    const known = this.#known.get(scope)
    return known?.level === level ? known.sizes : undefined
  }

  set(scope: Scope, level: number, sizes: Uint8Array): void {
    this.#known.set(scope, { level, sizes })
  }

  /** Counts all keys of the scope. */
  learn(scope: Scope, keys: Sampler.SampleKeys): void {
    const level = Sampler.levelOf(scope.size)
    if (level === 0 || this.get(scope, level) !== undefined) return
    const sizes = new Uint8Array(2 ** level)
    count(sizes, level, keys)
    this.set(scope, level, sizes)
  }
}
