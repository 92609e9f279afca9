import type { Context, Duration } from "effect"
import { Effect, Exit } from "effect"

/**
 * The work's own end, or `late` when the time is over; the work is interrupted then, and nobody waits for it to give in.
 *
 * Unlike `Effect.timeoutOrElse`, which does wait, and so keeps a client waiting for a database that does not answer. It
 * also costs less: work that ends without waiting, as an answer from memory does, starts no timer.
 */
export const within =
  <A>(limit: Duration.Input, late: A) =>
  <E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.uninterruptible(
      Effect.contextWith((context: Context.Context<R>) => {
        const run = Effect.runForkWith(context)
        const working = run(work)
        const ended = working.pollUnsafe()
        if (ended !== undefined) return ended
        const timing = run(Effect.sleep(limit))
        return Effect.callback<A, E>((resume) => {
          working.addObserver(resume)
          timing.addObserver((exit) => {
            if (Exit.isSuccess(exit)) resume(Effect.succeed(late))
          })
        }).pipe(
          // Whoever surrounds it may not be interruptible, as a server is not; the waiting is.
          Effect.interruptible,
          Effect.onExit(() =>
            Effect.sync(() => {
              timing.interruptUnsafe()
              working.interruptUnsafe()
            })
          )
        )
      })
    )
