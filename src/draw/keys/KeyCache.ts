import { LeastRecentlyUsed } from "../../shared/LeastRecentlyUsed.ts"
import { isPassed, type Pool, type Scope } from "../store/PoolStore.ts"
import * as Sampler from "../Sampler.ts"

/** Approximate overhead per scope in addition to its keys, in bytes. */
const overhead = 400

const bytesOf = (count: number): number => overhead + Sampler.IndexedKeys.bytesOf(count)

/**
 * A scope is idle after this many draws from others, plus some for each scope that is kept. The time is long, because
 * reading keys again costs as much as thousands of draws: of fifty scopes drawn from equally often, hardly any is ever
 * idle.
 */
const idleDraws = { always: 262_144, forEach: 4 }

interface Held {
  readonly keys: Sampler.IndexedKeys
  usedAt: number
}

const weightOf = ({ keys }: Held): number => overhead + keys.bytes

/**
 * All keys of scopes in use, within a budget of bytes. They belong to one scope object, and so to one edition of a
 * pool. The address is then read under that edition, which fails once it is superseded.
 */
export class KeyCache {
  readonly #budget: number
  readonly #perScope: number
  readonly #held: LeastRecentlyUsed<Held, Scope>
  /** The newest pool of each country among the scopes. */
  readonly #newest = new Map<string, Pool>()
  /** Counts draws: the clock that tells when a scope is idle. */
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

  /** Drops the keys of earlier pools, which nobody draws from any more. */
  #dropPassed({ country, pool }: Scope): void {
    const newest = this.#newest.get(country)
    if (newest !== undefined && !isPassed(newest, pool)) return
    this.#newest.set(country, pool)
    for (const [held] of this.#held.entries()) {
      if (held.country === country && isPassed(held.pool, pool)) this.#held.delete(held)
    }
  }

  /** Whether there is room for it in addition to all scopes in use. */
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

  /** Keeps all keys of the scope, evicting the scopes least recently drawn from. */
  set(scope: Scope, keys: Sampler.SampleKeys): void {
    if (bytesOf(Sampler.keyCount(keys)) > this.#perScope) return
    this.#dropPassed(scope)
    // A view of a larger array would keep the whole array alive.
    const own = keys.byteLength === keys.buffer.byteLength ? keys : keys.slice()
    this.#held.set(scope, { keys: new Sampler.IndexedKeys(own), usedAt: this.#draws })
  }
}
