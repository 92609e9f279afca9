import { Effect, Random, type Stream } from "effect"
import type { Address } from "../../schemas/Address.ts"
import { homesOf } from "../draw/Draws.ts"
import type { PoolFilters } from "../pool/PoolRequests.ts"
import type { PoolStore, Scope } from "../draw/store/PoolStore.ts"
import * as Sampler from "../draw/Sampler.ts"
import { SipHash } from "../draw/SipHash.ts"
import type { ExportHead } from "./Formats.ts"

export interface ExportRequest {
  /** ISO 3166-1 alpha-2, upper case. */
  readonly country: string
  readonly filters: PoolFilters
  readonly seed: string
  /** The maximum number; all homes if there are fewer. */
  readonly count: number
}

/** A uniform sample: a description, and its addresses in the seed's order. */
export interface Sample<E> {
  readonly head: ExportHead
  /** In chunks. */
  readonly addresses: Stream.Stream<ReadonlyArray<Address>, E>
}

/** A random seed, if none is given. */
export const newSeed = Effect.map(Random.nextIntBetween(0, 2 ** 32), (number) => number.toString(16).padStart(8, "0"))

/** The keys of the sample: the first of all homes in the selection, in the order of hash(seed, key). */
export const sampleKeys = Effect.fnUntraced(function* (
  store: PoolStore["Service"],
  { count, country, filters, seed }: ExportRequest,
  keysOf: PoolStore["Service"]["keys"]
) {
  const { keys, scope } = yield* homesOf(store, { country, filters, seed, strategy: "random" }, keysOf)
  const ranked = Sampler.rankFirst(SipHash.fromSeed(seed), keys, count)
  return { scope, ranked, eligibleCount: Sampler.keyCount(keys) }
})

/** Keys in chunks, in order. */
export const partsOf = (keys: Sampler.SampleKeys, size: number): ReadonlyArray<Sampler.SampleKeys> =>
  Array.from({ length: Math.ceil(Sampler.keyCount(keys) / size) }, (_, i) =>
    keys.subarray(i * size * 2, (i + 1) * size * 2)
  )

export const headOf = (
  { country, seed }: ExportRequest,
  { pool }: Scope,
  ranked: Sampler.SampleKeys,
  eligibleCount: number,
  licenses: ExportHead["licenses"]
): ExportHead => ({
  country,
  poolVersion: pool.version,
  seed,
  count: Sampler.keyCount(ranked),
  eligibleCount,
  licenses
})
