import type { Effect } from "effect"
import type { PoolChanged } from "../../pool/PoolErrors.ts"
import type * as Sampler from "../Sampler.ts"
import type { SipHash } from "../SipHash.ts"
import type { StorageUnavailable } from "../../database/Outage.ts"

export type UrnError = PoolChanged | StorageUnavailable

/** Where one request's draws take their keys from: each key of a scope with the same chance. */
export interface Urn {
  /** How many keys it holds. Undefined where they are too many to be counted. */
  readonly size: number | undefined
  /** A key that is not taken; an empty one when all are. */
  readonly draw: (hash: SipHash, taken: Sampler.TakenKeys) => Effect.Effect<Sampler.SampleKeys, UrnError>
  /** Reads what draws with these hashes will look at first, for all of them together. */
  readonly readAhead: (hashes: ReadonlyArray<SipHash>) => Effect.Effect<void, UrnError>
  /** All keys, ascending. */
  readonly keys: Effect.Effect<Sampler.SampleKeys, UrnError>
}
