import { Cause, Deferred, Duration, Effect, Exit, Latch, Layer } from "effect"
import { LeastRecentlyUsed } from "../shared/LeastRecentlyUsed.ts"
import { type Moment, momentOf, steadyMillisOf } from "../shared/Clocks.ts"
import {
  decisionOf,
  makeLocal,
  RateLimit,
  type RateLimitDecision,
  RateLimitUnavailable,
  secondsOf
} from "./RateLimit.ts"
import { type Grant, WindowStore } from "./WindowStore.ts"
import { timeBudgets } from "../settings/TimeBudgets.ts"
import { StorageUnavailable } from "../database/Outage.ts"

export interface SharedRateLimitOptions {
  /**
   * Who decides while the store does not respond. `local`: each process counts for itself, so a token may get its limit
   * once per process. `refuse`: no request passes.
   */
  readonly fallback: "local" | "refuse"
}

const patience = timeBudgets.windowStore.time

/** How long a store that failed is left alone. */
const restMillis = Duration.toMillis(timeBudgets.windowStoreRest.time)

/** How many tokens with used-up windows are remembered at most. */
const capacity = 10_000

/** Requests of one token that wait to be counted. */
interface Waiting {
  /** That of the latest request. */
  limit: number
  readonly requests: Array<Deferred.Deferred<RateLimitDecision, RateLimitUnavailable>>
}

class ClaimQueue {
  #waiting = new Map<string, Waiting>()
  /** Open while requests wait. */
  readonly arrived = Latch.makeUnsafe()

  add(tokenId: string, limit: number): Waiting["requests"][number] {
    const request = Deferred.makeUnsafe<RateLimitDecision, RateLimitUnavailable>()
    const others = this.#waiting.get(tokenId)
    if (others === undefined) this.#waiting.set(tokenId, { limit, requests: [request] })
    else {
      others.limit = limit
      others.requests.push(request)
    }
    this.arrived.openUnsafe()
    return request
  }

  /** All requests that wait, by token. */
  take(): ReadonlyMap<string, Waiting> {
    const taken = this.#waiting
    this.#waiting = new Map()
    this.arrived.closeUnsafe()
    return taken
  }
}

/** A window that is used up. It remains so until it ends, because requests are never returned. */
interface Spent {
  readonly limit: number
  readonly from: number
  readonly until: number
  /** The same by the clock that nobody sets. */
  readonly steadyUntil: number
}

/** A window by both clocks: one can be set, and the other stands still while the machine is suspended. */
const spentFrom = ({ steady, wall }: Moment, limit: number, leftMillis: number): Spent => ({
  limit,
  from: wall,
  until: wall + leftMillis,
  steadyUntil: steady + leftMillis
})

/** The refusal of a token that is known to be used up; undefined if a clock says that its window may be over. */
const refusal = (known: Spent, limit: number, { steady, wall }: Moment): RateLimitDecision | undefined =>
  limit <= known.limit && known.from <= wall && wall < known.until && steady < known.steadyUntil
    ? { allowed: false, limit, remaining: 0, resetSeconds: secondsOf(known.steadyUntil - steady) }
    : undefined

/** What a failure of the store means. */
const withoutStoreNow = {
  local: "Request limits are not shared at the moment: each process counts on its own.",
  refuse: "Requests are refused: they cannot be counted at the moment."
} as const

const withPatience = <A>(claim: Effect.Effect<A, StorageUnavailable>) =>
  Effect.timeoutOrElse(claim, {
    duration: patience,
    orElse: () =>
      Effect.fail(new StorageUnavailable({ reason: "Timeout", message: "The request windows took too long." }))
  })

/**
 * Windows that all processes with the same `WindowStore` share, and count exactly.
 *
 * Requests that arrive in one turn of the event loop, or during a query to the store, are counted together in the next
 * query. So a process makes one query at a time, whatever the load, and grants are handed out in order of arrival. No
 * process reserves a part of a window in advance, because clients of other processes would be refused meanwhile. If a
 * token's window is used up, the process remembers when it ends, and refuses requests by itself.
 */
const make = Effect.fnUntraced(function* ({ fallback }: SharedRateLimitOptions) {
  const store = yield* WindowStore
  const local = makeLocal()
  const spent = new LeastRecentlyUsed<Spent>(capacity)
  const queue = new ClaimQueue()
  /** On the steady clock. */
  let restsUntil = Number.NEGATIVE_INFINITY

  const withoutStore = (tokenId: string, limit: number): Effect.Effect<RateLimitDecision, RateLimitUnavailable> =>
    fallback === "local"
      ? local.consume(tokenId, limit)
      : Effect.fail(new RateLimitUnavailable({ message: "This token's requests cannot be counted at the moment." }))

  const settle = (batch: ReadonlyMap<string, Waiting>, grants: ReadonlyArray<Grant>, askedAt: Moment): void => {
    let next = 0
    for (const [tokenId, { limit, requests }] of batch) {
      const grant = grants[next++]!
      if (grant.used >= limit) spent.set(tokenId, spentFrom(askedAt, limit, grant.leftMillis))
      requests.forEach((request, i) => Deferred.doneUnsafe(request, Effect.succeed(decisionOf(limit, grant, i))))
    }
  }

  const settleWithoutStore = (batch: ReadonlyMap<string, Waiting>): void => {
    for (const [tokenId, { limit, requests }] of batch) {
      for (const request of requests) Deferred.doneUnsafe(request, withoutStore(tokenId, limit))
    }
  }

  const ask = Effect.gen(function* () {
    yield* queue.arrived.await
    // Until all that arrives in this turn is there.
    yield* Effect.yieldNow
    const batch = queue.take()
    const clock = yield* Effect.clockWith(Effect.succeed)
    const askedAt = momentOf(clock)
    const claims = Array.from(batch, ([tokenId, { limit, requests }]) => ({ tokenId, limit, wanted: requests.length }))
    // An answer that makes no sense is none: whoever waits for this loop would wait for ever if it ended.
    const answer = yield* Effect.exit(
      Effect.map(withPatience(store.claim(claims)), (grants) => settle(batch, grants, askedAt))
    )
    if (Exit.isSuccess(answer)) {
      if (restsUntil > Number.NEGATIVE_INFINITY) yield* Effect.logInfo("Request limits are shared again.")
      restsUntil = Number.NEGATIVE_INFINITY
      return
    }
    if (restsUntil === Number.NEGATIVE_INFINITY) {
      yield* Effect.logWarning(
        withoutStoreNow[fallback],
        Cause.map(answer.cause, ({ message }) => message)
      )
    }
    restsUntil = steadyMillisOf(clock) + restMillis
    settleWithoutStore(batch)
    // What has arrived meanwhile would wait as long again, and get no response in time.
    settleWithoutStore(queue.take())
  })
  // Opens the connection and prepares the statement before the first request has to wait for them.
  yield* Effect.ignore(Effect.timeout(store.claim([]), patience))
  yield* Effect.forkScoped(Effect.forever(ask))

  return RateLimit.of({
    consume: (tokenId, limit) =>
      Effect.clockWith((clock): Effect.Effect<RateLimitDecision, RateLimitUnavailable> => {
        const moment = momentOf(clock)
        const known = spent.get(tokenId)
        const refused = known && refusal(known, limit, moment)
        if (refused !== undefined) return Effect.succeed(refused)
        if (moment.steady < restsUntil) return withoutStore(tokenId, limit)
        return Deferred.await(queue.add(tokenId, limit))
      }),
    tracked: local.tracked
  })
})

/** Uses the store in the context. */
export const layerNoDeps = (options: SharedRateLimitOptions) => Layer.effect(RateLimit, make(options))
