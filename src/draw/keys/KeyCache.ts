import { LeastRecentlyUsed } from "../../shared/LeastRecentlyUsed.ts"
import type { Scope } from "../store/PoolStore.ts"
import * as Sampler from "../Sampler.ts"

/** What is kept of a scope beside its keys, in bytes, about. */
const overhead = 400

const bytesOf = (count: number): number => overhead + Sampler.IndexedKeys.bytesOf(count)

/**
 * A scope is out of use when more draws than that were made since it was drawn from, and this many more for each scope
 * that is kept. Long, since to read keys again that were dropped too early costs as much as thousands of draws: where all
 * are drawn from alike, hardly one of fifty waits so long.
 */
const idleDraws = { always: 262_144, forEach: 4 }

interface Held {
  readonly keys: Sampler.IndexedKeys
  usedAt: number
}

const weightOf = ({ keys }: Held): number => overhead + keys.bytes

/**
 * All keys of scopes that are drawn from, in a bounded number of bytes. They belong to one scope object, and so to one
 * version of a pool: whoever draws with them reads the address under that version, which fails when it has passed.
 */
export class KeyCache {
  readonly #budget: number
  readonly #perScope: number
  readonly #held: LeastRecentlyUsed<Held, Scope>
  /** The newest version of each country's pool that a scope was of. */
  readonly #versions = new Map<string, number>()
  /** Counts the draws: how long a scope was not drawn from is told by it. */
  #draws = 0

  /** @param budget memory for keys, in bytes; one scope may take half of it */
  constructor(budget: number) {
    this.#budget = budget
    this.#perScope = budget / 2
    this.#held = new LeastRecentlyUsed(budget, weightOf)
  }

  get bytes(): number {
    return this.#held.weight
  }

  /** All keys of the scope, for a draw. */
  get(scope: Scope): Sampler.IndexedKeys | undefined {
    this.#draws++
    const held = this.#held.get(scope)
    if (held !== undefined) held.usedAt = this.#draws
    return held?.keys
  }

  /** Whether a scope of this size may be kept at all. */
  mayKeep({ size }: Scope): boolean {
    return bytesOf(size) <= this.#perScope
  }

  /** Drops the keys of versions that the scope's has followed: nobody draws from these any more. */
  #dropPassed({ country, pool }: Scope): void {
    if ((this.#versions.get(country) ?? -1) >= pool.version) return
    this.#versions.set(country, pool.version)
    for (const [held] of this.#held.entries()) {
      if (held.country === country && held.pool.version < pool.version) this.#held.delete(held)
    }
  }

  /** Whether it may be kept beside all that are in use. */
  hasRoomFor(scope: Scope): boolean {
    if (!this.mayKeep(scope)) return false
    this.#dropPassed(scope)
    const needed = bytesOf(scope.size)
    const inUseSince = this.#draws - idleDraws.always - idleDraws.forEach * this.#held.size
    let free = this.#budget - this.bytes
    for (const [, held] of this.#held.entries()) {
      if (free >= needed || held.usedAt >= inUseSince) break
      free += weightOf(held)
    }
    return free >= needed
  }

  /** Keeps all keys of the scope, in the place of those that were not drawn from longest. */
  set(scope: Scope, keys: Sampler.SampleKeys): void {
    if (bytesOf(Sampler.keyCount(keys)) > this.#perScope) return
    this.#dropPassed(scope)
    // The part of a larger array would keep all of it alive.
    const own = keys.byteLength === keys.buffer.byteLength ? keys : keys.slice()
    this.#held.set(scope, { keys: new Sampler.IndexedKeys(own), usedAt: this.#draws })
  }
}
