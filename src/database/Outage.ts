import { Effect, Predicate, Schema } from "effect"
import { SqlError } from "effect/sql"
import { errorCode } from "../../schemas/ErrorCode.ts"
import { makeWritable } from "./Lacking.ts"
import { catchKind } from "../shared/CatchKind.ts"

/**
 * Stored data cannot be read or written.
 *
 * Reasons:
 * - `Connection`: the storage cannot be reached, or has ended the session
 * - `Timeout`: it did not answer in time
 * - `StatementTimeout`: it cancelled a statement that took too long
 * - `Rejected`: it refused a statement, or returned rows of the wrong shape
 * - `Republished`: data of another version was published during each attempt to read it
 * - `Declined`: the storage was not asked, or its answer not used: too much was under way, its data was too old, or the
 *   work was another process's by then
 */
export class StorageUnavailable extends Schema.TaggedError<StorageUnavailable>()("StorageUnavailable", {
  reason: Schema.Literals(["Connection", "Timeout", "StatementTimeout", "Rejected", "Republished", "Declined"]),
  /** In the words of the caller. */
  message: Schema.String,
  /** What the storage said. */
  cause: Schema.optionalKey(Schema.Defect())
}) {}

/**
 * The server ended the session: by an administrator or a shutdown (57P01), after the crash of another session (57P02),
 * during startup (57P03), or because it was silent (57P05, 25P03).
 */
const ended: ReadonlySet<string | undefined> = new Set(["57P01", "57P02", "57P03", "57P05", "25P03"])

/** The reason that an error of the storage's client stands for. */
export const reasonOf = (cause: unknown): StorageUnavailable["reason"] => {
  if (!SqlError.isSqlError(cause)) return "Rejected"
  const { reason } = cause
  if (reason._tag === "ConnectionError" || ended.has(errorCode(reason.cause))) return "Connection"
  return reason._tag === "StatementTimeoutError" ? "StatementTimeout" : "Rejected"
}

export const isStorageUnavailable = (error: unknown): error is StorageUnavailable =>
  Predicate.isTagged(error, "StorageUnavailable")

/** Whether the way to the storage is lost, so that the same may succeed later, or on another server. */
export const isLost = (error: unknown): boolean =>
  isStorageUnavailable(error) && (error.reason === "Connection" || error.reason === "Timeout")

/** A statement was to write where the server permits reading only (read_only_sql_transaction). */
const isReadOnly = ({ reason }: SqlError.SqlError): boolean => errorCode(reason.cause) === "25006"

/**
 * Turns the failures of statements into an outage, in the words of the caller, unless the database is read-only: to any
 * caller, that is neither out of reach nor silent. All other failures pass through unchanged.
 *
 * @param told a sentence, which may depend on the cause
 */
export const outage = (told: string | ((cause: SqlError.SqlError) => string)) =>
  catchKind(SqlError.isSqlError, (cause) => {
    const words = typeof told === "string" ? told : told(cause)
    const message = isReadOnly(cause) ? `The database is read-only: nothing can be changed. ${makeWritable}` : words
    return Effect.fail(new StorageUnavailable({ reason: reasonOf(cause), message, cause }))
  })
