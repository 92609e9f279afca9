import { type Duration, Effect } from "effect"
import { isDiskFull, isSharedMemoryFull } from "../../database/FullDisk.ts"
import { outage, StorageUnavailable } from "../../database/Outage.ts"

/** A failure of the database, in the publisher's words. */
export const unavailable = outage((cause) =>
  isDiskFull(cause)
    ? "The database's disk is full. Free some space there; the next run continues where this one stopped."
    : isSharedMemoryFull(cause)
      ? "The database's server has too little shared memory (/dev/shm). Give its container more, such as --shm-size=256m; " +
        "the next run continues where this one stopped."
      : "The database cannot be reached, or refused to store what was read."
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
