import { type Context, Effect } from "effect"
import { makeSharedReads } from "../../shared/SharedReads.ts"
import { LeastRecentlyUsed } from "../../shared/LeastRecentlyUsed.ts"
import type { PoolChanged } from "../../pool/PoolErrors.ts"
import type { Scope } from "../store/PoolStore.ts"
import type * as Sampler from "../Sampler.ts"
import type { TextBounds } from "./TextBounds.ts"
import type { StreetCounts, TextStatements } from "./TextStatements.ts"
import { Weights } from "./Weights.ts"
import type { StorageUnavailable } from "../../database/Outage.ts"

/**
 * Memory in bytes for the weights of scopes, including keys read together with them, and for keys read street by
 * street. The former has room for a text with the maximum number of matches.
 */
const weightBytes = 11 * 1024 * 1024
const keyBytes = 6 * 1024 * 1024

/** Approximate overhead of each scope and of each street, in bytes. */
const scopeOverhead = 400
const streetOverhead = 300

/**
 * Texts that are looked for at the same time. Each has a connection to itself, of those that synchronizations use too, and
 * keeps a core of the database's machine busy: one client with a hundred texts would leave none for draws.
 */
const mostAtOnce = 4

/** A trigram index cannot serve shorter texts. */
const indexedFrom = 3

interface Known {
  /** Undefined if the text is frequent. */
  readonly weights: Weights | undefined
}

/** The result of a statement: the streets and, if it read them, the keys of their matches. */
interface Found {
  readonly counts: StreetCounts
  readonly keys: Sampler.SampleKeys
}

const none: Found = { counts: new Uint32Array(0), keys: new Uint32Array(0) }

/**
 * Merges streets that have the text in their own names, whose keys have yet to be read, with streets that have homes
 * with the text, whose keys have been read. In a street that is in both, all homes match.
 */
const merged = ({ counts: named }: Found, { counts: others, keys }: Found): Weights => {
  const most = (named.length + others.length) / 3
  const streets = new Uint32Array(most * 2)
  const homes = new Uint32Array(most)
  const before = new Int32Array(most)
  let [i, j, known, n] = [0, 0, 0, 0]
  for (; i < named.length || j < others.length; n++) {
    const order =
      j >= others.length ? -1 : i >= named.length ? 1 : named[i]! - others[j]! || named[i + 1]! - others[j + 1]!
    const [from, at] = order > 0 ? [others, j] : [named, i]
    streets[n * 2] = from[at]!
    streets[n * 2 + 1] = from[at + 1]!
    homes[n] = from[at + 2]!
    before[n] = order > 0 ? known : -1
    if (order <= 0) i += 3
    if (order < 0) continue
    known += others[j + 2]!
    j += 3
  }
  return new Weights(streets.slice(0, n * 2), homes.slice(0, n), { keys, before: before.slice(0, n) })
}

/** Finds the matches of texts, and caches those of texts in use. What an edition of a pool holds never changes. */
export const makeTextMatches = (statements: TextStatements, context: Context.Context<never>, bounds: TextBounds) => {
  const known = new LeastRecentlyUsed<Known, Scope>(
    weightBytes,
    ({ weights }, { q = "" }) => scopeOverhead + 2 * q.length + (weights?.bytes ?? 0)
  )
  const keys = new LeastRecentlyUsed<Sampler.SampleKeys>(
    keyBytes,
    (found, name) => streetOverhead + 2 * name.length + found.byteLength
  )
  const shared = makeSharedReads<Scope, Known, PoolChanged | StorageUnavailable>(context, mostAtOnce)

  const find = Effect.fnUntraced(function* (scope: Scope) {
    const { q = "" } = scope
    if (scope.size <= bounds.selection * (q.length < indexedFrom ? 8 : 1)) {
      const within = yield* statements.within(scope, q)
      return {
        weights: within.streets > bounds.streets || within.homes > bounds.homes ? undefined : merged(none, within)
      }
    }
    // An index alone answers this, even for a text of one letter; streets with such a text are found by reading them all.
    const isMany = yield* statements.hasMany(scope, q, Math.min(bounds.homes, scope.size))
    if (isMany && scope.narrowest === undefined) return { weights: undefined }
    const named = yield* statements.named(scope, q, bounds.streets)
    if (named.streets > bounds.streets) return { weights: undefined }
    const labelled = yield* statements.labelled(scope, q, bounds.homes, isMany ? "selection" : "labels")
    return { weights: labelled.homes > bounds.homes ? undefined : merged(named, labelled) }
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
    const nameOf = (street: number) => `${country} ${pool.edition} ${of.keyAt(street)} ${q}`
    const found = streets.map((street) => of.keysOf(street) ?? keys.get(nameOf(street)))
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
      keys.set(nameOf(streets[i]!), own)
      return own
    })
  })

  return { weights, keysInStreets, matching: statements.matching }
}
