import { Effect, Predicate, Schema } from "effect"
import { SqlError } from "effect/sql"
import { errorCode } from "../../schemas/ErrorCode.ts"
import { isDiskFull, isSharedMemoryFull } from "./FullDisk.ts"
import { makeWritable, useTheOwner } from "./Lacking.ts"
import { catchKind } from "../shared/CatchKind.ts"
import { causeMessage } from "./ServerSession.ts"

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
 * during startup (57P03), with its database (57P04), because it was silent (57P05, 25P03), or because its transaction took
 * too long (25P04).
 */
const ended: ReadonlySet<string | undefined> = new Set(["57P01", "57P02", "57P03", "57P04", "57P05", "25P03", "25P04"])

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
export const isReadOnly = ({ reason }: SqlError.SqlError): boolean => errorCode(reason.cause) === "25006"

/** The user may not do that with a table, which belongs to another user (insufficient_privilege). */
const isForbidden = ({ reason }: SqlError.SqlError): boolean => errorCode(reason.cause) === "42501"

/** A table is not there (undefined_table): after a failover, say, to a database that was never filled. */
const isTableMissing = ({ reason }: SqlError.SqlError): boolean => errorCode(reason.cause) === "42P01"

/**
 * What any caller is told of a database that responds, but lacks something; undefined of all others.
 *
 * @param after what follows once it has that
 */
const lackOf = (cause: SqlError.SqlError, after?: string): string | undefined => {
  const end = after === undefined ? "." : `; ${after}.`
  if (isReadOnly(cause)) return `The database is read-only: nothing can be changed. ${makeWritable}`
  if (isForbidden(cause)) return `The user of DATABASE_URL lacks rights on tables of Doorstep's. ${useTheOwner}`
  if (isDiskFull(cause)) return `The database's disk is full. Free some space there${end}`
  if (isSharedMemoryFull(cause)) {
    return `The database's server has too little shared memory (/dev/shm). Give its container more, such as --shm-size=256m${end}`
  }
  if (isTableMissing(cause)) {
    return "The database lacks tables of Doorstep's. Point DATABASE_URL to the one that has them; if this is a new one, start again, which creates them."
  }
  return undefined
}

/** What operators are told of a failure of the database: what it lacks and how to mend that, or else what it said. */
export const operatorsWords = (error: unknown): string | undefined => {
  const cause = Predicate.hasProperty(error, "cause") && !SqlError.isSqlError(error) ? error.cause : error
  return SqlError.isSqlError(cause) ? (lackOf(cause) ?? causeMessage(cause)) : undefined
}

/**
 * Turns the failures of statements into an outage, in the words of the caller, unless the database lacks something: to any
 * caller, that is neither out of reach nor silent. All other failures pass through unchanged.
 *
 * @param words a sentence
 * @param after what the caller does once the database has what it lacks, such as `the next run continues`
 */
export const outage = (words: string, after?: string) =>
  catchKind(SqlError.isSqlError, (cause) =>
    Effect.fail(new StorageUnavailable({ reason: reasonOf(cause), message: lackOf(cause, after) ?? words, cause }))
  )
