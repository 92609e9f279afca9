import { type Duration, Effect } from "effect"
import { outage, StorageUnavailable } from "../../database/Outage.ts"

/** A failure of the database, in the publisher's words. */
export const unavailable = outage(
  "The database cannot be reached, or refused to store what was read.",
  "the next run continues where this one stopped"
)

/**
 * For statements that never take long: if the network swallows everything, waiting for a result would take a quarter of
 * an hour.
 */
export const answeredWithin =
  (patience: Duration.Input) =>
  <A, E, R>(statement: Effect.Effect<A, E, R>): Effect.Effect<A, E | StorageUnavailable, R> =>
    Effect.timeoutOrElse(statement, {
      duration: patience,
      orElse: () =>
        Effect.fail(new StorageUnavailable({ reason: "Timeout", message: "The database no longer responds." }))
    })
