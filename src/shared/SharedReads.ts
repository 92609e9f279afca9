import { type Context, Deferred, Effect, Exit, Semaphore } from "effect"

interface Reading<A, E> {
  readonly read: Deferred.Deferred<A, E>
  /** How many requests wait for it. */
  waiting: number
}

/**
 * Shares reads: a request for something that is already being read waits for that read, which continues even if the
 * request that started it is interrupted. A read that waits for its turn is not begun if nobody waits for it any more.
 *
 * @param atOnce how many reads are under way at a time
 */
export const makeSharedReads = <K, A, E>(context: Context.Context<never>, atOnce = Number.POSITIVE_INFINITY) => {
  const underWay = new Map<K, Reading<A, E>>()
  const turns = Semaphore.makeUnsafe(atOnce)
  const fork = Effect.runForkWith(context)

  const forget = (key: K, reading: Reading<A, E>): void => {
    if (underWay.get(key) === reading) underWay.delete(key)
  }

  /** The read, when its turn has come. */
  const inTurn = (key: K, reading: Reading<A, E>, read: Effect.Effect<A, E>): Effect.Effect<A, E> =>
    turns.withPermit(
      Effect.suspend(() => {
        if (reading.waiting > 0) return read
        // Whoever comes now begins anew.
        forget(key, reading)
        return Effect.interrupt
      })
    )

  const begin = (key: K, reading: Reading<A, E>, read: Effect.Effect<A, E>, arrived: (found: A) => void): void => {
    underWay.set(key, reading)
    fork(
      Effect.onExit(inTurn(key, reading, read), (exit) =>
        Effect.sync(() => {
          forget(key, reading)
          if (Exit.isSuccess(exit)) arrived(exit.value)
          Deferred.doneUnsafe(reading.read, exit)
        })
      )
    )
  }

  /** @param arrived receives what was read before those who wait do */
  return (key: K, read: Effect.Effect<A, E>, arrived: (found: A) => void): Effect.Effect<A, E> =>
    Effect.suspend(() => {
      const under = underWay.get(key)
      const reading = under ?? { read: Deferred.makeUnsafe<A, E>(), waiting: 0 }
      reading.waiting++
      if (under === undefined) begin(key, reading, read, arrived)
      return Effect.onExit(Deferred.await(reading.read), () => Effect.sync(() => reading.waiting--))
    })
}
