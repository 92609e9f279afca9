import { Context } from "effect"
import type { Effect } from "effect"
import type { Address } from "../../../schemas/Address.ts"
import type { PlaceType } from "../../address/Identity.ts"
import type { PlaceName } from "../../shared/NearNames.ts"
import type { AddressNotFound, PoolChanged } from "../../pool/PoolErrors.ts"
import type { NamedAddress, PoolCounts } from "../../pool/PoolRequests.ts"
import type { IndexedKeys, SampleKeys } from "../Sampler.ts"
import type { Weights } from "../text/Weights.ts"
import type { StorageUnavailable } from "../../database/Outage.ts"

/** Places to draw from: an address must lie in one of the given places at each level. */
export type Selection = { readonly [Level in PlaceType]?: ReadonlyArray<bigint> }

/** What draws need to know of a country's published pool. */
export interface Pool {
  readonly version: number
  /**
   * Tells it from all other pools of the country: after a failover that lost a publication, another one has the same
   * version.
   */
  readonly edition: string
  /** Published residential addresses. */
  readonly residential: number
  /** Names of the sources with records in it, in registration order. */
  readonly sources: ReadonlyArray<string>
}

/** Whether nobody draws from a pool any more, once there is the next one. */
export const isPassed = (pool: Pool, next: Pool): boolean =>
  pool.edition !== next.edition && pool.version <= next.version

/** A set of eligible addresses of one edition of a country's pool. */
export interface Scope {
  readonly country: string
  readonly pool: Pool
  readonly selection: Selection
  /** How many addresses are in the selection, whether they match `q` or not. Never 0. */
  readonly size: number
  /** Folded text that must occur within one component. */
  readonly q: string | undefined
  /** For a scope with a text, the same scope without it. What is cached for that one serves both. */
  readonly withoutText?: Scope
  /**
   * The level whose places together have the fewest addresses: its index is read, and the rows are compared with the
   * other levels. Undefined: the whole country.
   */
  readonly narrowest: PlaceType | undefined
}

/**
 * What draws read from storage. Reading a scope fails with `PoolChanged` if the pool's edition is no longer the
 * scope's, so that a draw never mixes two publications. Keys may come from memory as long as they are of the scope's
 * edition. `addresses` always queries the storage, so a draw that ends with it is from what is published.
 */
export class PoolStore extends Context.Service<
  PoolStore,
  {
    /** Undefined if the country has no pool. */
    readonly pool: (country: string) => Effect.Effect<Pool | undefined, StorageUnavailable>
    /** Keys of the places at that level with this folded name, code or alias. */
    readonly placesNamed: (
      country: string,
      level: PlaceType,
      folded: string
    ) => Effect.Effect<ReadonlyArray<bigint>, StorageUnavailable>
    /** A few dozen names of places at that level that have homes and resemble this folded one. */
    readonly namesLike: (
      country: string,
      level: PlaceType,
      folded: string
    ) => Effect.Effect<ReadonlyArray<PlaceName>, StorageUnavailable>
    /** Published residential addresses in the selection, from the summary of places, not by counting. */
    readonly sizeOf: (country: string, selection: Selection) => Effect.Effect<number, StorageUnavailable>
    /** The scope's keys in each of these buckets, ascending. The scope has no text. */
    readonly buckets: (
      scope: Scope,
      level: number,
      buckets: ReadonlyArray<number>
    ) => Effect.Effect<ReadonlyArray<SampleKeys>, PoolChanged | StorageUnavailable>
    /**
     * How many keys each bucket of the scope holds, if that is known without a query; 255 means that many or more. The
     * scope has no text. This lets draws read fewer buckets, with the same result.
     */
    readonly bucketSizes: (scope: Scope, level: number) => Uint8Array | undefined
    /** All keys of the scope, for a draw, if they are known without a query. The scope has no text. */
    readonly keysAtHand: (scope: Scope) => IndexedKeys | undefined
    /** How many matches of the scope's text each street has; undefined if the text is too frequent to count. */
    readonly weights: (scope: Scope) => Effect.Effect<Weights | undefined, PoolChanged | StorageUnavailable>
    /** Keys of the matches in each of these streets, given by their index in the scope's weights; ascending. */
    readonly keysInStreets: (
      scope: Scope,
      weights: Weights,
      streets: ReadonlyArray<number>
    ) => Effect.Effect<ReadonlyArray<SampleKeys>, PoolChanged | StorageUnavailable>
    /** Those of the selection's keys whose homes contain the scope's text, in the same order. */
    readonly matching: (scope: Scope, keys: SampleKeys) => Effect.Effect<SampleKeys, PoolChanged | StorageUnavailable>
    /** All keys of the scope, ascending. For small scopes. */
    readonly keys: (scope: Scope) => Effect.Effect<SampleKeys, PoolChanged | StorageUnavailable>
    /**
     * The addresses with these keys, in the same order. Without keys, it only checks that the edition is still current.
     */
    readonly addresses: (
      scope: Scope,
      keys: SampleKeys
    ) => Effect.Effect<ReadonlyArray<Address>, PoolChanged | StorageUnavailable>
    /** Keys of the given IDs that are published in the country; unknown IDs are skipped. */
    readonly keysOfIds: (country: string, ids: ReadonlyArray<string>) => Effect.Effect<SampleKeys, StorageUnavailable>
    readonly findById: (id: string) => Effect.Effect<Address, AddressNotFound | StorageUnavailable>
    readonly findNamed: (id: string) => Effect.Effect<NamedAddress, AddressNotFound | StorageUnavailable>
    readonly counts: Effect.Effect<ReadonlyArray<PoolCounts>, StorageUnavailable>
    readonly ready: Effect.Effect<void, StorageUnavailable>
  }
>()("doorstep/PoolStore") {}
