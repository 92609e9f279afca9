import { Effect } from "effect"
import type { PoolStore, Scope } from "../store/PoolStore.ts"
import * as Sampler from "../Sampler.ts"
import type { SipHash } from "../SipHash.ts"
import { urnOfSelection } from "./BucketUrns.ts"
import type { Urn } from "./Urn.ts"

/** Separates this use of a seed from those in Sampler.ts, Weights.ts and MatchUrn.ts. */
const tagCandidate = 8

/**
 * How many candidates are drawn and tested together at first; then twice as many, up to the maximum. Of a text that a
 * third of the homes have, two in three draws end with the first three; most of six would be read for nothing.
 */
const firstCandidates = 3
const mostCandidates = 256

/** After this many candidates without a match, all matches are read. */
const candidateLimit = 4096

const nothingTaken = new Sampler.TakenKeys()

/**
 * An urn with the matches of a frequent text. Homes of the whole selection are drawn one after another, and the first
 * one with the text is taken, so that all matches are equally likely. The cost depends on the share of homes that
 * match, not on their number: a text that one home in fifty has takes about fifty tries.
 */
export const urnOfFrequent = (store: PoolStore["Service"], scope: Scope): Urn => {
  const selection = urnOfSelection(store, scope.withoutText ?? { ...scope, q: undefined })
  const keys = Effect.suspend(() => store.keys(scope))
  /** Matches among the first candidates of hashes, if these were read ahead. */
  const ahead = new Map<SipHash, Sampler.SampleKeys>()

  /** Keys of the candidates for each hash, starting with one attempt. */
  const candidates = Effect.fnUntraced(function* (hashes: ReadonlyArray<SipHash>, from: number, count: number) {
    const derived = hashes.flatMap((hash) =>
      Array.from({ length: count }, (_, i) => hash.derive(tagCandidate, from + i))
    )
    yield* selection.readAhead(derived)
    const drawn: Array<Sampler.SampleKeys> = []
    for (const hash of derived) drawn.push(yield* selection.draw(hash, nothingTaken))
    return drawn
  })

  const matchesOf = Effect.fnUntraced(function* (hash: SipHash, from: number, count: number) {
    return yield* store.matching(scope, Sampler.joined(yield* candidates([hash], from, count)))
  })

  return {
    size: undefined,
    keys,
    readAhead: Effect.fnUntraced(function* (hashes) {
      const drawn = yield* candidates(hashes, 0, firstCandidates)
      const found = new Sampler.TakenKeys()
      found.add(yield* store.matching(scope, Sampler.joined(drawn)))
      hashes.forEach((hash, i) => {
        const own = Sampler.joined(drawn.slice(i * firstCandidates, (i + 1) * firstCandidates))
        ahead.set(hash, found.among(own))
      })
    }),
    draw: Effect.fnUntraced(function* (hash, taken) {
      let count = firstCandidates
      let matches = ahead.get(hash) ?? (yield* matchesOf(hash, 0, count))
      for (let from = count; ; from += count) {
        const left = taken.without(matches)
        if (left.length > 0) return left.subarray(0, 2)
        if (from >= candidateLimit) return Sampler.pick(hash, taken.without(yield* keys))
        count = Math.min(mostCandidates, count * 2)
        matches = yield* matchesOf(hash, from, count)
      }
    })
  }
}
