import { type Context, Deferred, Effect, Exit } from "effect"

/** Reads that several wait for: whoever wants what is being read already waits for the same read, which no one's end stops. */
export const makeSharedReads = <K, A, E>(context: Context.Context<never>) => {
  const underWay = new Map<K, Deferred.Deferred<A, E>>()
  const fork = Effect.runForkWith(context)
  /** @param arrived is told of what was read before those who wait are. */
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
