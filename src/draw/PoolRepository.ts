import { Context, Effect, Layer } from "effect"
import type { Address } from "../../schemas/Address.ts"
import * as Draws from "./Draws.ts"
import { KeptPools } from "./KeptPools.ts"
import { makePinned } from "./PinnedDraws.ts"
import type { AddressNotFound, NoPoolCoverage } from "../pool/PoolErrors.ts"
import type { Draw, DrawMany, DrawManyRequest, DrawRequest, NamedAddress, PoolCounts } from "../pool/PoolRequests.ts"
import { PoolStore } from "./store/PoolStore.ts"
import type { StorageUnavailable } from "../database/Outage.ts"

/** The published pools, read-only. Only a synchronization's publication writes them. */
export class PoolRepository extends Context.Service<
  PoolRepository,
  {
    /** One address of the scope, all being equally likely. */
    readonly draw: (request: DrawRequest) => Effect.Effect<Draw, NoPoolCoverage | StorageUnavailable>
    /** Up to `count` addresses; position i depends on the seed and on positions before it, never on `count`. */
    readonly drawMany: (request: DrawManyRequest) => Effect.Effect<DrawMany, NoPoolCoverage | StorageUnavailable>
    readonly findById: (id: string) => Effect.Effect<Address, AddressNotFound | StorageUnavailable>
    /** Like `findById`, with the sources' names for its components in other languages. */
    readonly findNamed: (id: string) => Effect.Effect<NamedAddress, AddressNotFound | StorageUnavailable>
    /** One entry per country that has a pool, by code. */
    readonly counts: Effect.Effect<ReadonlyArray<PoolCounts>, StorageUnavailable>
    /** Succeeds if the storage responds. */
    readonly ready: Effect.Effect<void, StorageUnavailable>
  }
>()("doorstep/PoolRepository") {
  /** Draws by the sampling design, over any store: PostgreSQL and memory differ only in the store. */
  static readonly layerNoDeps = Layer.effect(
    PoolRepository,
    Effect.gen(function* () {
      const store = yield* PoolStore
      const draw = yield* Draws.makeDraw(store)
      const drawMany = Draws.makeDrawMany(store)
      const pinned = makePinned(store, yield* Effect.serviceOption(KeptPools))
      return PoolRepository.of({
        draw: (request) => pinned(request, draw(request), (kept) => kept.draw(request)),
        drawMany: (request) => pinned(request, drawMany(request), (kept) => kept.drawMany(request)),
        findById: store.findById,
        findNamed: store.findNamed,
        counts: store.counts,
        ready: store.ready
      })
    })
  )
}
