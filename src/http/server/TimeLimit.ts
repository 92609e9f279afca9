import type { Context, Scope } from "effect"
import { Clock, Duration, Effect, Fiber } from "effect"

/** Work under way, and what ends it. */
interface Limited {
  /** Milliseconds on the clock. */
  readonly due: number
  readonly end: () => void
}

/** Runs work to its own end, or fails with `late` when its time is over. */
export type TimeLimit<A> = <E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/**
 * A time limit for many concurrent pieces of work: each runs to its own end, or fails with `late` when its time is over. It
 * is then interrupted, but nobody waits until the interruption is done.
 *
 * `Effect.timeoutOrElse` does wait, and so keeps a client waiting for a database that does not answer. This also costs less:
 * as all have the same limit, the first to begin is the first due, and one timer serves all.
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
        // Work that never waits, such as an answer from memory, needs no timer.
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
          // The surrounding region may be uninterruptible, as a server's is; the waiting must not be.
          Effect.interruptible,
          Effect.onInterrupt(() => Effect.sync(() => working.interruptUnsafe()))
        )
      })
    )
})
