import { Context, Effect, Layer, Schema } from "effect"

export interface RateLimitDecision {
  readonly allowed: boolean
  readonly limit: number
  /** Requests that are left in this window. */
  readonly remaining: number
  /** Seconds until the window ends, rounded up; at least 1. */
  readonly resetSeconds: number
}

/** Length of a window. */
export const windowMillis = 60_000

/** The store that the windows are shared through cannot be asked, and no request is let through without it. */
export class RateLimitUnavailable extends Schema.TaggedError<RateLimitUnavailable>()("RateLimitUnavailable", {
  message: Schema.String
}) {}

/**
 * Counts requests per token: exactly `limit` are let through in each window of 60 seconds, which starts with the first
 * request after the one before. Refused requests count for nothing. `layer` counts for this process alone;
 * `SharedRateLimit` counts for all processes that share a store.
 *
 * Effect's own fixed window (`effect/persistence` RateLimiter) promises something else. There a window ends after
 * `window / limit` for each request made, so that its end moves: of a limit of 60, 30 requests at once open a window of 30
 * seconds, after which 60 more pass: 90 in the minute. And its memory store keeps the key of every token for ever.
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

/** Windows in the memory of this process. */
export const makeLocal = () => {
  // In the order in which they started, so that those that are over are in front.
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
    consume: (tokenId: string, limit: number): Effect.Effect<RateLimitDecision> =>
      Effect.clockWith((clock) =>
        Effect.sync(() => {
          const now = clock.currentTimeMillisUnsafe()
          const current = windows.get(tokenId)
          const window = current !== undefined && isOpen(current.startedAt, now) ? current : open(tokenId, now)
          const allowed = window.used < limit
          if (allowed) window.used++
          const left = window.startedAt + windowMillis - now
          return {
            allowed,
            limit,
            remaining: Math.max(0, limit - window.used),
            resetSeconds: Math.max(1, Math.ceil(left / 1_000))
          }
        })
      ),
    tracked: Effect.sync(() => windows.size)
  }
}

/** A window that starts in the future is over as well: the clock was set back. */
export const isOpen = (startedAt: number, now: number): boolean => now >= startedAt && now < startedAt + windowMillis
