import { type Context, Effect } from "effect"
import { makeSharedReads } from "../keys/SharedReads.ts"
import { LeastRecentlyUsed } from "../../shared/LeastRecentlyUsed.ts"
import type { PoolChanged } from "../../pool/PoolErrors.ts"
import type { Scope } from "../store/PoolStore.ts"
import type * as Sampler from "../Sampler.ts"
import type { TextBounds } from "./TextBounds.ts"
import type { StreetCounts, TextStatements } from "./TextStatements.ts"
import { Weights } from "./Weights.ts"
import type { StorageUnavailable } from "../../database/Outage.ts"

/** Memory for the weights of scopes, and for the keys of matches, in bytes. */
const weightBytes = 8 * 1024 * 1024
const keyBytes = 6 * 1024 * 1024

/** Approximate overhead of each scope and of each street, in bytes. */
const scopeOverhead = 400
const streetOverhead = 300

/** A trigram index cannot serve shorter texts. */
const indexedFrom = 3

interface Known {
  /** Undefined: the text is frequent. */
  readonly weights: Weights | undefined
}

/** Merges two lists that have no street in common. */
const merged = (one: StreetCounts, other: StreetCounts): Weights => {
  const count = (one.length + other.length) / 3
  const streets = new Uint32Array(count * 2)
  const homes = new Uint32Array(count)
  let [i, j] = [0, 0]
  for (let n = 0; n < count; n++) {
    const isOne = j >= other.length || (i < one.length && (one[i]! - other[j]! || one[i + 1]! - other[j + 1]!) < 0)
    const from = isOne ? one : other
    const at = isOne ? i : j
    streets[n * 2] = from[at]!
    streets[n * 2 + 1] = from[at + 1]!
    homes[n] = from[at + 2]!
    if (isOne) i += 3
    else j += 3
  }
  return new Weights(streets, homes)
}

const none: StreetCounts = new Uint32Array(0)

/** Finds the matches of texts, and remembers those of texts in use. What is published under a version never changes. */
export const makeTextMatches = (statements: TextStatements, context: Context.Context<never>, bounds: TextBounds) => {
  const known = new LeastRecentlyUsed<Known, Scope>(weightBytes, ({ weights }) => scopeOverhead + (weights?.bytes ?? 0))
  const keys = new LeastRecentlyUsed<Sampler.SampleKeys>(keyBytes, (found) => streetOverhead + found.byteLength)
  const shared = makeSharedReads<Scope, Known, PoolChanged | StorageUnavailable>(context)

  const find = Effect.fnUntraced(function* (scope: Scope) {
    const { q = "" } = scope
    if (scope.size <= bounds.selection * (q.length < indexedFrom ? 8 : 1)) {
      const { counts, homes, streets } = yield* statements.within(scope, q)
      return { weights: streets > bounds.streets || homes > bounds.homes ? undefined : merged(counts, none) }
    }
    const named = yield* statements.named(scope, q, bounds.streets)
    if (named.streets > bounds.streets) return { weights: undefined }
    const labelled = yield* statements.labelled(scope, q, bounds.homes)
    return { weights: labelled.homes > bounds.homes ? undefined : merged(named.counts, labelled.counts) }
  })

  const weights = (scope: Scope): Effect.Effect<Weights | undefined, PoolChanged | StorageUnavailable> => {
    const found = known.get(scope)
    if (found !== undefined) return Effect.succeed(found.weights)
    return Effect.map(
      shared(scope, find(scope), (read) => known.set(scope, read)),
      (read) => read.weights
    )
  }

  const keysInStreets = Effect.fnUntraced(function* (scope: Scope, of: Weights, streets: ReadonlyArray<number>) {
    const { country, pool, q = "" } = scope
    const names = streets.map((street) => `${country} ${pool.version} ${of.keyAt(street)} ${q}`)
    const found = names.map((name) => keys.get(name))
    const missing = streets.filter((_, i) => found[i] === undefined)
    if (missing.length === 0) return found.map((one) => one!)
    const homes = missing.reduce((sum, street) => sum + of.at(street), 0)
    const read = yield* statements.keysInStreets(
      scope,
      q,
      missing.map((street) => of.keyAt(street)),
      homes
    )
    let next = 0
    return found.map((one, i) => {
      if (one !== undefined) return one
      const own = read[next++]!
      keys.set(names[i]!, own)
      return own
    })
  })

  return { weights, keysInStreets, matching: statements.matching }
}
