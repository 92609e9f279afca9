import { Context, type Effect, type Option } from "effect"
import type { NoPoolCoverage } from "../pool/PoolErrors.ts"
import type { Draw, DrawMany, DrawManyRequest, DrawRequest } from "../pool/PoolRequests.ts"
import type { StorageUnavailable } from "../database/Outage.ts"

/** Draws from one version of a pool that is not the current one. */
export interface KeptDraws {
  readonly draw: (request: DrawRequest) => Effect.Effect<Draw, NoPoolCoverage | StorageUnavailable>
  readonly drawMany: (request: DrawManyRequest) => Effect.Effect<DrawMany, NoPoolCoverage | StorageUnavailable>
}

/** Versions of pools that are kept in addition to the current ones. */
export class KeptPools extends Context.Service<
  KeptPools,
  {
    /**
     * Draws from a kept version; undefined if it is not kept, or no longer. It never draws from another version
     * instead.
     */
    readonly use: <A extends { readonly poolVersion: number }>(
      country: string,
      version: number,
      use: (draws: KeptDraws) => Effect.Effect<A, NoPoolCoverage | StorageUnavailable>
    ) => Effect.Effect<Option.Option<A>, NoPoolCoverage | StorageUnavailable>
  }
>()("doorstep/KeptPools") {}
