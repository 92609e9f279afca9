import { Effect } from "effect"
import { UnknownAddress } from "../../schemas/Errors.ts"
import { sampleKey } from "../../src/address/Identity.ts"
import * as Sampler from "../../src/draw/Sampler.ts"
import { SipHash } from "../../src/draw/SipHash.ts"
import { SubjectFailure } from "../../properties/Subject.ts"
import type { Breaking } from "./BrokenPools.ts"

/**
 * The sampler without its acceptance step: any bucket is taken, so addresses in thin buckets come up too often. A
 * mistake that looks right.
 */
export const takesBucketsAsTheyCome =
  (ids: ReadonlyArray<string>): Breaking =>
  (pool) => {
    const byKey = new Map(ids.map((id) => [sampleKey(id), id]))
    const keys = Sampler.sampleKeys(byKey.keys())
    const level = Sampler.levelOf(ids.length)
    const drawn = (seed: string) => {
      const hash = SipHash.fromSeed(seed)
      for (let t = 0; ; t++) {
        const key = Sampler.pick(hash, Sampler.bucketOf(keys, level, Sampler.bucketAt(hash, level, t)))
        if (key.length > 0) return byKey.get(Sampler.fromWords(key, 0))!
      }
    }
    return {
      ...pool,
      draw: ({ seed = "" }) =>
        pool.findById(drawn(seed)).pipe(
          Effect.map((address) => ({ address, seed, poolVersion: 1, sourcesTried: [] })),
          Effect.mapError((error) =>
            error instanceof UnknownAddress ? new SubjectFailure({ message: error.message }) : error
          )
        )
    }
  }
