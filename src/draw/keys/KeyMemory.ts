import type { Scope } from "../store/PoolStore.ts"
import * as Sampler from "../Sampler.ts"
import { BucketSizes } from "./BucketSizes.ts"
import { KeyCache } from "./KeyCache.ts"
import type { KeyFile } from "./KeyFile.ts"
import { isKept, type Standing } from "./KeyPolicy.ts"

/** Memory for the keys of scopes in use, in bytes. */
const keyBytes = 52 * 1024 * 1024

/** Memory for the numbers of keys in buckets, in bytes. */
const sizeBytes = 12 * 1024 * 1024

/** What is known about scopes without a query: keys, the number of keys in each bucket, and misses. */
export class KeyMemory {
  readonly #keys: KeyCache
  readonly #sizes = new BucketSizes(sizeBytes)
  readonly #file: KeyFile
  readonly #missed = new WeakMap<Scope, number>()

  /**
   * @param file for keys that do not fit into memory
   * @param bytes memory for keys
   */
  constructor(file: KeyFile, bytes = keyBytes) {
    this.#file = file
    this.#keys = new KeyCache(bytes)
  }

  /** All keys of the scope, for a draw. */
  keys(scope: Scope): Sampler.IndexedKeys | undefined {
    return this.#keys.get(scope)
  }

  sizes(scope: Scope, level: number): Uint8Array | undefined {
    return this.#file.sizes(scope, level) ?? this.#sizes.get(scope, level)
  }

  /** The state of the scope. Parts that are expensive to determine are determined only on demand. */
  standing(scope: Scope): Standing {
    const keys = this.#keys
    const isCounted = () => this.sizes(scope, Sampler.levelOf(scope.size)) !== undefined
    return {
      size: scope.size,
      missed: this.#missed.get(scope) ?? 0,
      get room() {
        return keys.hasRoomFor(scope) ? "free" : keys.mayKeep(scope) ? "others'" : "none"
      },
      mayBeFiled: this.#file.mayHold(scope),
      get isCounted() {
        return isCounted()
      }
    }
  }

  /** Records that draws had to read this many buckets of the scope. */
  miss(scope: Scope, buckets: number): void {
    this.#missed.set(scope, (this.#missed.get(scope) ?? 0) + buckets)
  }

  /** Resets the misses, once they have been made up for. */
  forgetMissed(scope: Scope): void {
    this.#missed.delete(scope)
  }

  /** Records how many keys each bucket holds. */
  count(scope: Scope, level: number, sizes: Uint8Array): void {
    this.#sizes.set(scope, level, sizes)
  }

  /** Keeps all keys of a scope if the policy says so, otherwise the number of keys in each bucket. */
  keep(scope: Scope, all: Sampler.SampleKeys): void {
    if (isKept(this.standing(scope))) {
      this.#keys.set(scope, all)
      this.forgetMissed(scope)
    } else {
      this.#sizes.learn(scope, all)
    }
  }
}
