import { type Duration, Effect, Predicate } from "effect"
import { SqlError } from "effect/sql"
import { errorCode } from "../../../schemas/ErrorCode.ts"
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
 * The server ended the session: by an administrator or a shutdown (57P01), after the crash of another session (57P02),
 * during startup (57P03), or because it was silent (57P05, 25P03).
 */
const ended: ReadonlySet<string | undefined> = new Set(["57P01", "57P02", "57P03", "57P05", "25P03"])

const isConnectionLost = ({ reason }: SqlError.SqlError): boolean =>
  reason._tag === "ConnectionError" || ended.has(errorCode(reason.cause))

/** Whether the connection was lost or the database is down, so that the work can be done when it is back. */
export const isLost = (error: unknown): boolean =>
  Predicate.isTagged(error, "StorageUnavailable") &&
  Predicate.hasProperty(error, "cause") &&
  (error.cause === silent || (SqlError.isSqlError(error.cause) && isConnectionLost(error.cause)))

/**
 * For statements that never take long: if the network swallows everything, waiting for a result would take a quarter of
 * an hour.
 */
export const answeredWithin =
  (patience: Duration.Input) =>
  <A, E, R>(statement: Effect.Effect<A, E, R>): Effect.Effect<A, E | StorageUnavailable, R> =>
    Effect.timeoutOrElse(statement, {
      duration: patience,
      orElse: () => Effect.fail(new StorageUnavailable({ message: "The database no longer responds.", cause: silent }))
    })
