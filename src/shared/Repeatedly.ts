import { type Duration, Effect, Schedule } from "effect"

/** A defect ends no background work: nobody would notice until the process is started again. */
export const unbroken = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A | void, E, R> =>
  Effect.catchDefect(work, (defect) => Effect.logError("Background work broke down. It goes on.", defect))

/**
 * Background work that is done now, and again after each pause, as long as its fiber lives. Neither a failure nor a
 * defect ends it.
 *
 * @param tell logs the message of a failure
 */
export const repeatedly =
  (pause: Duration.Input, tell: (message: string) => Effect.Effect<void> = Effect.logDebug) =>
  <A, E extends { readonly message: string }, R>(work: Effect.Effect<A, E, R>): Effect.Effect<void, never, R> =>
    work.pipe(
      Effect.catch(({ message }) => tell(message)),
      unbroken,
      Effect.repeat(Schedule.spaced(pause)),
      Effect.asVoid
    )
