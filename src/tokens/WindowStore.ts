import { Context } from "effect"
import type { Effect } from "effect"
import type { StorageUnavailable } from "../database/Outage.ts"

/** Requests of one token that came together. */
export interface Claim {
  readonly tokenId: string
  /** Requests per window. */
  readonly limit: number
  /** How many requests came, at least 1. */
  readonly wanted: number
}

/** What a claim got. */
export interface Grant {
  /** How many of the requests are let through. */
  readonly granted: number
  /** Requests let through in this window by all processes, these included. */
  readonly used: number
  /** Milliseconds until the window ends, by the store's clock. */
  readonly leftMillis: number
}

/**
 * Windows of requests that several processes count in together: storage alone. A window is opened by the first claim
 * after the one before has ended, and the store's own clock says when that is, so that processes on machines whose
 * clocks differ agree.
 */
export class WindowStore extends Context.Service<
  WindowStore,
  {
    /** Grants each claim as much as its window has left, in one step. At most one claim a token; answers in their order. */
    readonly claim: (claims: ReadonlyArray<Claim>) => Effect.Effect<ReadonlyArray<Grant>, StorageUnavailable>
  }
>()("doorstep/WindowStore") {}
