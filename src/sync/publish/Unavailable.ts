import { type Duration, Effect, Predicate } from "effect"
import { SqlError } from "effect/sql"
import { isDiskFull } from "../../database/FullDisk.ts"
import { outage, StorageUnavailable } from "../../database/Outage.ts"

/** A failure of the database, in the publisher's words. */
export const unavailable = outage((cause) =>
  isDiskFull(cause)
    ? "The database's disk is full. Free some space there; the next run continues where this one stopped."
    : "The database cannot be reached, or refused to store what was read."
)

const silent = "silent"

/**
 * The session was ended by the server: by an administrator or a shutdown (57P01), the crash of another session (57P02), while
 * it starts (57P03), since nobody was heard in it (57P05, 25P03).
 */
const ended: ReadonlySet<unknown> = new Set(["57P01", "57P02", "57P03", "57P05", "25P03"])

const isConnectionLost = ({ reason }: SqlError.SqlError): boolean =>
  reason._tag === "ConnectionError" || (Predicate.hasProperty(reason.cause, "code") && ended.has(reason.cause.code))

/** Whether the way to the database was lost, or it is away: what was to be done can be done when it is back. */
export const isLost = (error: unknown): boolean =>
  Predicate.isTagged(error, "StorageUnavailable") &&
  Predicate.hasProperty(error, "cause") &&
  (error.cause === silent || (SqlError.isSqlError(error.cause) && isConnectionLost(error.cause)))

/**
 * Of statements that never take long: a network that swallows what it is given leaves who waits for an answer waiting for a
 * quarter of an hour.
 */
export const answeredWithin =
  (patience: Duration.Input) =>
  <A, E, R>(statement: Effect.Effect<A, E, R>): Effect.Effect<A, E | StorageUnavailable, R> =>
    Effect.timeoutOrElse(statement, {
      duration: patience,
      orElse: () => Effect.fail(new StorageUnavailable({ message: "The database has fallen silent.", cause: silent }))
    })
