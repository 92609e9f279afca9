import { type Context, Deferred, Effect, Exit } from "effect"

/**
 * Shares reads: a request for something that is already being read waits for that read, which continues even if the
 * request that started it is interrupted.
 */
export const makeSharedReads = <K, A, E>(context: Context.Context<never>) => {
  const underWay = new Map<K, Deferred.Deferred<A, E>>()
  const fork = Effect.runForkWith(context)
  /** @param arrived receives what was read before those who wait do */
  return (key: K, read: Effect.Effect<A, E>, arrived: (found: A) => void): Effect.Effect<A, E> =>
    Effect.suspend(() => {
      const under = underWay.get(key)
      if (under !== undefined) return Deferred.await(under)
      const deferred = Deferred.makeUnsafe<A, E>()
      underWay.set(key, deferred)
      fork(
        Effect.onExit(read, (exit) =>
          Effect.sync(() => {
            underWay.delete(key)
            if (Exit.isSuccess(exit)) arrived(exit.value)
            Deferred.doneUnsafe(deferred, exit)
          })
        )
      )
      return Deferred.await(deferred)
    })
}
