import { Effect } from "effect"
import type { PoolStore, Scope } from "../store/PoolStore.ts"
import * as Sampler from "../Sampler.ts"
import type { SipHash } from "../SipHash.ts"
import type { Weights } from "../text/Weights.ts"
import { urnOfKeys } from "./BucketUrns.ts"
import type { Urn } from "./Urn.ts"

/** Separates this use of a seed from those in Sampler.ts and Weights.ts. */
const tagAgain = 7

/** In a street, up to this many matches are ranked; beyond that, buckets are drawn, as from a selection. */
const rankedInStreet = 512

const nothingTaken = new Sampler.TakenKeys()

/**
 * An urn with the matches of a text: a draw leads to a street, with a probability equal to its share of the matches,
 * and takes one of them. A key that was already taken is rejected and drawn again, so that all others stay equally
 * likely.
 */
export const urnOfMatches = (store: PoolStore["Service"], scope: Scope, weights: Weights): Urn => {
  const known = new Map<number, Sampler.SampleKeys>()

  const read = Effect.fnUntraced(function* (streets: ReadonlyArray<number>) {
    const missing = streets.filter((street) => !known.has(street))
    if (missing.length === 0) return
    const found = yield* store.keysInStreets(scope, weights, missing)
    missing.forEach((street, i) => known.set(street, found[i]!))
  })

  const keys = Effect.suspend(() => {
    const all = Array.from({ length: weights.count }, (_, street) => street)
    // Street by street, they are not sorted, but buckets are cut from ascending keys.
    return Effect.map(read(all), () => Sampler.ascending(Sampler.joined(all.map((street) => known.get(street)!))))
  })

  const drawOnce = Effect.fnUntraced(function* (hash: SipHash) {
    const street = weights.draw(hash)
    if (!known.has(street)) yield* read([street])
    const matches = known.get(street)!
    return weights.at(street) <= rankedInStreet
      ? Sampler.pick(hash, matches)
      : yield* urnOfKeys(matches).draw(hash, nothingTaken)
  })

  return {
    size: weights.total,
    keys,
    readAhead: (hashes) =>
      Effect.suspend(() =>
        weights.count === 0 ? Effect.void : read(Array.from(new Set(hashes.map((hash) => weights.draw(hash)))))
      ),
    draw: Effect.fnUntraced(function* (hash, taken) {
      if (weights.count === 0) return new Uint32Array(0)
      for (let attempt = 0; attempt < Sampler.bucketLimit; attempt++) {
        const key = yield* drawOnce(attempt === 0 ? hash : hash.derive(tagAgain, attempt))
        if (taken.without(key).length > 0) return key
      }
      return Sampler.pick(hash, taken.without(yield* keys))
    })
  }
}
