import { Context, Effect, Layer } from "effect"
import { ServiceUnavailable } from "../../../schemas/Errors.ts"
import { MAX_BATCH, MAX_EXCLUDED } from "../../../schemas/Generation.ts"
import { FairQueue, type FairQueueOptions, Turn } from "./FairQueue.ts"

/**
 * The cost of requests in microseconds of CPU, measured by test/bench on a pool of 100,000. A `generate` takes 150, the
 * others 100 to 200. A batch of 1 takes 250, of 50 2,250, and of 50 with 500 exclusions 3,400.
 */
export const requestCost = 150

export const batchCost = ({ count, excluded }: { readonly count: number; readonly excluded: number }): number =>
  210 + 41 * count + 2 * excluded

/** The highest cost of any request. */
const mostCost = batchCost({ count: MAX_BATCH, excluded: MAX_EXCLUDED })

/**
 * - Running at once: as many `generate` requests as share statements well, and at least two batches of any kind, so
 *   that the database draws one while the other is written, plus one that waits for neither.
 * - Long is what keeps the thread for longer than a few `generate` requests do: a batch of 14 or more.
 * - Waiting for one token: three seconds of work. Anything beyond that would hardly get its response in time.
 */
const measure: FairQueueOptions = { capacity: 3 * mostCost, bound: 3_000_000, long: 5 * requestCost }

const overloaded = new ServiceUnavailable({
  message: "Too many requests of this token are already waiting. Try again in a few seconds, and send fewer at once."
})

/**
 * Keeps one token's load from delaying others. While there is room, a request passes at once. Under load, tokens take
 * turns, weighted by cost; see {@link FairQueue}.
 */
export class FairShare extends Context.Service<
  FairShare,
  {
    /**
     * Does the work of a token's request when its turn has come. Fails at once if too many of the token's requests
     * wait. The work is told how to find out whether other tokens are present; if so, a long one lets them run from time
     * to time.
     */
    readonly turn: <A, E, R>(
      token: string,
      cost: number,
      work: (isShared: () => boolean) => Effect.Effect<A, E, R>
    ) => Effect.Effect<A, E | ServiceUnavailable, R>
  }
>()("doorstep/FairShare") {
  static readonly layerWith = (options: FairQueueOptions) =>
    Layer.sync(FairShare, () => FairShare.of({ turn: makeTurn(new FairQueue(options)) }))

  static readonly layer = FairShare.layerWith(measure)
}

const makeTurn = (queue: FairQueue): FairShare["Service"]["turn"] => {
  let isScheduled = false

  /**
   * Runs after everything that has arrived by now, so that newcomers take part, and no turn of the event loop gets
   * long.
   */
  const schedule = (): void => {
    if (isScheduled) return
    isScheduled = true
    setImmediate(() => {
      isScheduled = false
      for (const turn of queue.next()) turn.start()
    })
  }

  const begin = <A, E, R>(turn: Turn, work: Effect.Effect<A, E, R>): Effect.Effect<A, E | ServiceUnavailable, R> => {
    const entered = queue.enter(turn)
    if (entered === "running") return work
    if (entered === "full") return Effect.fail(overloaded)
    const started = Effect.callback<void>((resume) => {
      // Its turn may have come before this fiber got here.
      if (turn.state === "running") resume(Effect.void)
      else turn.start = () => resume(Effect.void)
    })
    return Effect.andThen(started, work)
  }

  return (token, cost, work) =>
    Effect.suspend(() => {
      const turn = new Turn(token, cost)
      return Effect.onExit(
        Effect.suspend(() =>
          begin(
            turn,
            work(() => queue.isShared(turn))
          )
        ),
        () =>
          Effect.sync(() => {
            if (queue.leave(turn)) schedule()
          })
      )
    })
}
