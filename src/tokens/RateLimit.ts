import { Context, Effect, Layer, Schema } from "effect"
import { steadyMillisOf } from "../shared/Clocks.ts"
import type { Claim, Grant } from "./WindowStore.ts"

/** Whether a request may pass, and the state of its token's limit after it was counted. */
export interface RateLimitDecision {
  readonly allowed: boolean
  /** Requests per window. */
  readonly limit: number
  /** Requests left in this window. */
  readonly remaining: number
  /** Seconds until the window ends, rounded up; at least 1. */
  readonly resetSeconds: number
}

/** The length of a window. */
export const windowMillis = 60_000

/** The store with the shared windows cannot be reached, and no request may pass without it. */
export class RateLimitUnavailable extends Schema.TaggedError<RateLimitUnavailable>()("RateLimitUnavailable", {
  message: Schema.String
}) {}

/**
 * Limits requests per token: exactly `limit` are allowed in each window of 60 seconds. A window starts with the first
 * request after the previous one ended. Refused requests do not count. `layer` counts for this process alone;
 * `SharedRateLimit` counts for all processes that share a store.
 *
 * Effect's own fixed window (`effect/persistence` RateLimiter) promises something else. Each request extends it by
 * `window / limit`, so its end moves: with a limit of 60, 30 requests at once open a window of 30 seconds, after which
 * 60 more pass, which makes 90 in a minute. Its memory store also keeps the key of every token forever.
 */
export class RateLimit extends Context.Service<
  RateLimit,
  {
    readonly consume: (tokenId: string, limit: number) => Effect.Effect<RateLimitDecision, RateLimitUnavailable>
    /** How many windows are in memory, for metrics. */
    readonly tracked: Effect.Effect<number>
  }
>()("doorstep/RateLimit") {
  static readonly layer = Layer.sync(RateLimit, () => RateLimit.of(makeLocal()))
}

/** Windows in this process's memory, by the steady clock. */
export const makeWindows = () => {
  // In order of their start, so that expired ones come first.
  const windows = new Map<string, { readonly startedAt: number; used: number }>()

  const open = (tokenId: string, now: number) => {
    for (const [id, { startedAt }] of windows) {
      if (isOpen(startedAt, now)) break
      windows.delete(id)
    }
    const window = { startedAt: now, used: 0 }
    windows.delete(tokenId)
    windows.set(tokenId, window)
    return window
  }

  return {
    /** @param now in milliseconds */
    claim: ({ limit, tokenId, wanted }: Claim, now: number): Grant => {
      const current = windows.get(tokenId)
      const window = current !== undefined && isOpen(current.startedAt, now) ? current : open(tokenId, now)
      const granted = Math.max(0, Math.min(wanted, limit - window.used))
      window.used += granted
      return { granted, used: window.used, leftMillis: window.startedAt + windowMillis - now }
    },
    tracked: () => windows.size
  }
}

/** Counts in this process's memory. */
export const makeLocal = () => {
  const windows = makeWindows()
  return {
    consume: (tokenId: string, limit: number): Effect.Effect<RateLimitDecision> =>
      Effect.clockWith((clock) =>
        Effect.sync(() => decisionOf(limit, windows.claim({ tokenId, limit, wanted: 1 }, steadyMillisOf(clock)), 0))
      ),
    tracked: Effect.sync(windows.tracked)
  }
}

/** @returns whole seconds, at least 1 */
export const secondsOf = (millis: number): number => Math.max(1, Math.ceil(millis / 1_000))

/** The decision on the i-th of the requests that a grant is for, in order of arrival. */
export const decisionOf = (limit: number, { granted, leftMillis, used }: Grant, i: number): RateLimitDecision => ({
  allowed: i < granted,
  limit,
  remaining: Math.max(0, limit - used + Math.max(0, granted - i - 1)),
  resetSeconds: secondsOf(leftMillis)
})

/** Both in milliseconds on the steady clock. */
export const isOpen = (startedAt: number, now: number): boolean => now < startedAt + windowMillis
