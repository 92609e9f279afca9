import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as fc from "fast-check"
import { sampleKey } from "../../../src/address/Identity.ts"
import * as Sampler from "../../../src/draw/Sampler.ts"
import { SipHash } from "../../../src/draw/SipHash.ts"
import type { PoolStore, Scope } from "../../../src/draw/store/PoolStore.ts"
import { Weights } from "../../../src/draw/text/Weights.ts"
import { urnOfKeys, urnOfSelection } from "../../../src/draw/urns/BucketUrns.ts"
import { urnOfFrequent } from "../../../src/draw/urns/FrequentUrn.ts"
import { urnOfMatches } from "../../../src/draw/urns/MatchUrn.ts"
import type { Urn } from "../../../src/draw/urns/Urn.ts"

const keysOf = (count: number): Sampler.SampleKeys =>
  Sampler.sampleKeys(Array.from({ length: count }, (_, i) => sampleKey(`home ${i}`)))

const scopeOf = (size: number): Scope => ({
  country: "US",
  pool: { version: 1, edition: "1", sources: ["alpha"], residential: size },
  selection: {},
  size,
  q: undefined,
  narrowest: undefined
})

/** A store with only these keys, in memory or read bucket by bucket, that counts its reads. */
const storeOf = (keys: Sampler.SampleKeys, isAtHand: boolean) => {
  const reads = { count: 0 }
  const indexed = new Sampler.IndexedKeys(keys)
  const store: Pick<PoolStore["Service"], "buckets" | "bucketSizes" | "keysAtHand" | "keys"> = {
    buckets: (_, level, buckets) =>
      Effect.sync(() => {
        reads.count++
        return buckets.map((bucket) => Sampler.bucketOf(keys, level, bucket))
      }),
    bucketSizes: () => undefined,
    keysAtHand: () => (isAtHand ? indexed : undefined),
    keys: () =>
      Effect.sync(() => {
        reads.count++
        return keys
      })
  }
  return { reads, store: store as PoolStore["Service"] }
}

/** For one bucket, several buckets, and enough keys to be indexed. */
const sizes = fc.constantFrom(1, 7, 31, 32, 100, 700, 3_000)

describe("an urn of all homes of a selection", () => {
  it("MUST give the same whether its keys are at hand or read, and read nothing that is at hand", () =>
    fc.assert(
      fc.asyncProperty(sizes, fc.string(), fc.double({ min: 0, max: 1, noNaN: true }), async (size, seed, share) => {
        const keys = keysOf(size)
        const taken = new Sampler.TakenKeys()
        taken.add(keys.subarray(0, Math.floor(size * share) * 2))
        const [atHand, toRead] = [storeOf(keys, true), storeOf(keys, false)]
        const hashes = Array.from({ length: 4 }, (_, i) => Sampler.positionHash(SipHash.fromSeed(seed), i))
        const drawn = await Effect.runPromise(
          Effect.forEach(
            [urnOfSelection(atHand.store, scopeOf(size)), urnOfSelection(toRead.store, scopeOf(size)), urnOfKeys(keys)],
            (urn) =>
              Effect.gen(function* () {
                yield* urn.readAhead(hashes)
                return yield* Effect.forEach(hashes, (hash) =>
                  Effect.map(urn.draw(hash, taken), (key) => Array.from(key))
                )
              })
          )
        )
        assert.deepStrictEqual(drawn[0], drawn[1])
        assert.deepStrictEqual(drawn[0], drawn[2])
        for (const key of drawn[0]!) assert.lengthOf(taken.among(Uint32Array.from(key)), 0)
        assert.strictEqual(atHand.reads.count, 0)
        assert.isAbove(toRead.reads.count, 0)
      })
    ))
})

/** Draws until there is nothing left. */
const drained = Effect.fnUntraced(function* (urn: Urn, seed: string) {
  const hash = SipHash.fromSeed(seed)
  const taken = new Sampler.TakenKeys()
  const drawn: Array<bigint> = []
  for (let i = 0; ; i++) {
    const key = yield* urn.draw(Sampler.positionHash(hash, i), taken)
    if (key.length === 0) return Sampler.sampleKeys(drawn)
    drawn.push(Sampler.fromWords(key, 0))
    taken.add(key)
  }
})

describe("an urn", () => {
  // So many that the last ones are hardly drawn by chance.
  const size = 1_000
  const keys = keysOf(size)
  const selection = storeOf(keys, false).store
  const streets = new Map([0, 1, 2].map((street) => [BigInt(street), [900, 99, 1][street]!]))
  const inStreets = (wanted: ReadonlyArray<number>) =>
    wanted.map((street) => keys.subarray([0, 1_800, 1_998][street]!, [1_800, 1_998, 2_000][street]!))
  const ofText: PoolStore["Service"] = {
    ...selection,
    keysInStreets: (_, __, wanted) => Effect.succeed(inStreets(wanted)),
    matching: (_, wanted) => Effect.succeed(Sampler.among(wanted, keys.subarray(0, 4)))
  }
  const urns: ReadonlyArray<readonly [of: string, urn: Urn, all: Sampler.SampleKeys]> = [
    ["known keys", urnOfKeys(keys), keys],
    ["a selection", urnOfSelection(selection, scopeOf(size)), keys],
    ["a text's matches", urnOfMatches(ofText, scopeOf(size), Weights.of(streets)), keys],
    [
      "a frequent text's matches",
      urnOfFrequent({ ...ofText, keys: () => Effect.succeed(keys.subarray(0, 4)) }, scopeOf(size)),
      keys.subarray(0, 4)
    ]
  ]
  for (const [of, urn, all] of urns) {
    it.effect(`of ${of} MUST give each of its keys once, and then none`, () =>
      Effect.map(drained(urn, "abc"), (drawn) => assert.deepStrictEqual(drawn, all))
    )
  }
})
