import type { Effect } from "effect"
import type { PoolChanged } from "../../pool/PoolErrors.ts"
import type * as Sampler from "../Sampler.ts"
import type { SipHash } from "../SipHash.ts"
import type { StorageUnavailable } from "../../database/Outage.ts"

export type UrnError = PoolChanged | StorageUnavailable

/** Where the draws of one request take their keys from: all keys of a scope are equally likely. */
export interface Urn {
  /** How many keys it holds; undefined if there are too many to count. */
  readonly size: number | undefined
  /** A key that has not been taken; empty if all have been. */
  readonly draw: (hash: SipHash, taken: Sampler.TakenKeys) => Effect.Effect<Sampler.SampleKeys, UrnError>
  /** Reads ahead what draws with these hashes will need first, for all of them together. */
  readonly readAhead: (hashes: ReadonlyArray<SipHash>) => Effect.Effect<void, UrnError>
  /** All keys, ascending. */
  readonly keys: Effect.Effect<Sampler.SampleKeys, UrnError>
}
