import { PgConnection } from "@effect/sql-pg"
import { Effect, Predicate, Queue } from "effect"
import type { Redacted, Scope } from "effect"
import { SqlError } from "effect/sql"
import { timeBudgets } from "../settings/TimeBudgets.ts"

/**
 * Doorstep's advisory locks. They share this class ("DOOR" in ASCII), so that they cannot collide with another
 * program's. PostgreSQL keeps them per database, and frees those of a session when its connection ends, however it
 * ends.
 */
export const lockClass = 0x444f4f52

/** Shared: this process uses the embedded server. Exclusive: this process may stop it. */
export const lockUse = 1
/** Held by the only service of an embedded server. */
export const lockService = 2
/** Held while migrations run. */
export const lockMigrations = 3
/** Held while addresses are moved to the current tables. */
export const lockStorage = 4

/** One connection that stays open, for session-level locks. */
export interface ServerSession {
  /** Runs a statement that returns one boolean. */
  readonly check: (sql: string, parameters?: ReadonlyArray<unknown>) => Effect.Effect<boolean, SqlError.SqlError>
  readonly query: (
    sql: string,
    parameters?: ReadonlyArray<unknown>
  ) => Effect.Effect<ReadonlyArray<PgConnection.Row>, SqlError.SqlError>
  /** Completes when the connection ends. */
  readonly lost: Effect.Effect<void>
}

/** Makes a part of uninterruptible work interruptible again, as `Effect.uninterruptibleMask` provides it. */
export type Restore = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/** Opens a session that lives as long as the scope. */
export const openSession = Effect.fnUntraced(function* (
  url: Redacted.Redacted,
  applicationName: string
): Effect.fn.Return<ServerSession, SqlError.SqlError, Scope.Scope> {
  const connection = yield* Effect.flatMap(
    PgConnection.make({ url, applicationName, connectTimeout: timeBudgets.slowConnect.time }),
    (connection) => connection.pin
  )
  // A listener is told when its connection ends; nobody notifies this channel.
  const notifications = yield* connection.listen("doorstep_session")
  const query = (sql: string, parameters?: ReadonlyArray<unknown>) =>
    Effect.map(connection.query(sql, parameters), (result) => result.rows)
  return {
    query,
    check: (sql, parameters) => Effect.map(query(sql, parameters), ([row]) => Object.values(row ?? {})[0] === true),
    lost: Effect.ignore(Effect.forever(Queue.take(notifications)))
  }
})

/** What the server or the network said in an SQL error. */
export const causeMessage = (error: SqlError.SqlError): string => {
  const cause = error.reason.cause
  const first = cause instanceof AggregateError ? cause.errors[0] : cause
  return first instanceof Error && first.message !== "" ? first.message : error.message
}

/** The same for an error whose cause is an SQL error. For operators only. */
export const databaseSays = (error: unknown): string | undefined =>
  Predicate.hasProperty(error, "cause") && SqlError.isSqlError(error.cause) ? causeMessage(error.cause) : undefined
