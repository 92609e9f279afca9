import { Context } from "effect"
import type { Effect } from "effect"
import type { StorageUnavailable } from "../database/Outage.ts"

/** Requests of one token that are counted together. */
export interface Claim {
  readonly tokenId: string
  /** Requests per window. */
  readonly limit: number
  /** How many requests, at least 1. */
  readonly wanted: number
}

/** The result of a claim. */
export interface Grant {
  /** How many of the requests are allowed. */
  readonly granted: number
  /** Requests allowed in this window by all processes, including these. */
  readonly used: number
  /** Milliseconds until the window ends, by the store's clock. */
  readonly leftMillis: number
}

/**
 * Stores request windows that several processes share, and nothing more. A window is opened by the first claim after
 * the previous one has ended. The store's own clock decides when that is, so that processes agree even if their clocks
 * differ.
 */
export class WindowStore extends Context.Service<
  WindowStore,
  {
    /**
     * Grants each claim what is left in its window, in one step. Takes at most one claim per token, and returns grants
     * in the order of the claims.
     */
    readonly claim: (claims: ReadonlyArray<Claim>) => Effect.Effect<ReadonlyArray<Grant>, StorageUnavailable>
  }
>()("doorstep/WindowStore") {}
