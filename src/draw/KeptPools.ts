import { Context, type Effect, type Option } from "effect"
import type { NoPoolCoverage, PoolUnavailable } from "../pool/PoolErrors.ts"
import type { Draw, DrawMany, DrawManyRequest, DrawRequest } from "../pool/PoolRequests.ts"

/** Draws from one version of a pool that is not the current one. */
export interface KeptDraws {
  readonly draw: (request: DrawRequest) => Effect.Effect<Draw, NoPoolCoverage | PoolUnavailable>
  readonly drawMany: (request: DrawManyRequest) => Effect.Effect<DrawMany, NoPoolCoverage | PoolUnavailable>
}

/** Versions of pools that are kept beside the current ones. */
export class KeptPools extends Context.Service<
  KeptPools,
  {
    /**
     * Draws from a kept version; nothing where it is not kept, or no longer. It never draws from another version instead.
     */
    readonly use: <A extends { readonly poolVersion: number }>(
      country: string,
      version: number,
      use: (draws: KeptDraws) => Effect.Effect<A, NoPoolCoverage | PoolUnavailable>
    ) => Effect.Effect<Option.Option<A>, NoPoolCoverage | PoolUnavailable>
  }
>()("doorstep/KeptPools") {}
