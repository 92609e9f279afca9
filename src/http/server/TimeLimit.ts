import type { Context, Scope } from "effect"
import { Clock, Duration, Effect, Fiber } from "effect"
import { steadyMillisOf } from "../../shared/Clocks.ts"

/** Work in progress, and how to end it. */
interface Limited {
  /** Milliseconds on the steady clock. */
  readonly due: number
  readonly end: () => void
}

/** Runs work to its end, or fails with `late` when its time is up. */
export type TimeLimit<A> = <E, R>(work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/**
 * A time limit for many concurrent pieces of work. Each runs to its end, or fails with `late` when its time is up. It
 * is then interrupted, but nobody waits for the interruption to finish.
 *
 * `Effect.timeoutOrElse` does wait, and so would keep a client waiting for a database that does not respond. This also
 * costs less: because the limit is the same for all, the first to start is the first due, and one timer serves all.
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
      const now = steadyMillisOf(clock)
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
    const work = { due: steadyMillisOf(clock) + milliseconds, end }
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
        // Work that never waits, such as a response from memory, needs no timer.
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
          // The surrounding region may be uninterruptible, as a server's is, but waiting must not be.
          Effect.interruptible,
          Effect.onInterrupt(() => Effect.sync(() => working.interruptUnsafe()))
        )
      })
    )
})
