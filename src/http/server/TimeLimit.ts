import type { Context, Scope } from "effect"
import { Clock, Duration, Effect, Fiber } from "effect"

/** Work under way, and what ends it. */
interface Limited {
  /** Milliseconds on the clock. */
  readonly due: number
  readonly end: () => void
}

/** Gives work's own end, or `late` when its time is over. */
export type TimeLimit<A> = <E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/**
 * A time limit for many pieces of work side by side: each gives its own end, or `late` when its time is over; it is
 * interrupted then, and nobody waits for it to give in.
 *
 * Unlike `Effect.timeoutOrElse`, which does wait, and so keeps a client waiting for a database that does not answer. It
 * also costs less: as everybody has the same time, who began first is due first, and one timer does for all.
 */
export const makeTimeLimit = Effect.fnUntraced(function* <A>(
  limit: Duration.Input,
  late: A
): Effect.fn.Return<TimeLimit<A>, never, Scope.Scope> {
  const scope = yield* Effect.scope
  const clock = yield* Clock.Clock
  const fork = Effect.runForkWith(yield* Effect.context<never>())
  const milliseconds = Duration.toMillis(limit)
  /** In the order in which they are due. */
  const waiting = new Set<Limited>()
  let isWatched = false

  const watch = Effect.gen(function* () {
    while (true) {
      const now = clock.currentTimeMillisUnsafe()
      for (const work of waiting) {
        if (work.due > now) break
        waiting.delete(work)
        work.end()
      }
      const { value: first } = waiting.values().next()
      if (first === undefined) break
      yield* Effect.sleep(first.due - now)
    }
    isWatched = false
  })

  const begin = (end: () => void): Limited => {
    const work = { due: clock.currentTimeMillisUnsafe() + milliseconds, end }
    waiting.add(work)
    if (!isWatched) {
      isWatched = true
      Fiber.runIn(fork(watch), scope)
    }
    return work
  }

  return <E, R>(work: Effect.Effect<A, E, R>) =>
    Effect.uninterruptible(
      Effect.contextWith((context: Context.Context<R>) => {
        const working = Effect.runForkWith(context)(work)
        // What ends without waiting, as an answer from memory does, needs no limit.
        const ended = working.pollUnsafe()
        if (ended !== undefined) return ended
        return Effect.callback<A, E>((resume) => {
          const limited = begin(() => {
            resume(Effect.succeed(late))
            working.interruptUnsafe()
          })
          working.addObserver((exit) => {
            waiting.delete(limited)
            resume(exit)
          })
        }).pipe(
          // Whoever surrounds it may not be interruptible, as a server is not; the waiting is.
          Effect.interruptible,
          Effect.onInterrupt(() => Effect.sync(() => working.interruptUnsafe()))
        )
      })
    )
})
