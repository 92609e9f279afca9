import { PgClient } from "@effect/sql-pg"
import { Cause, Effect, Exit } from "effect"
import { SqlError } from "effect/sql"
import { reasonOf } from "./Outage.ts"

/** Whether the rollback has failed because the connection is lost; then the server rolls back by itself. */
const isLostInRollback = (cause: Cause.Cause<unknown>): boolean =>
  cause.reasons.some(
    (reason) =>
      Cause.isDieReason(reason) && SqlError.isSqlError(reason.defect) && reasonOf(reason.defect) === "Connection"
  )

/**
 * Transactions fail as their work does, also when they lose their connection. By themselves they end with a defect then,
 * because they cannot be rolled back: nobody takes that for an outage, and a request gets 500 in place of 503.
 */
const withPlainTransactions = (client: PgClient.PgClient): PgClient.PgClient => {
  const { withTransaction } = client
  const plain: PgClient.PgClient["withTransaction"] = <R, E, A>(work: Effect.Effect<A, E, R>) =>
    Effect.suspend(() => {
      let end: Exit.Exit<A, E> | undefined
      const noted = Effect.onExit(work, (exit) =>
        Effect.sync(() => {
          end = exit
        })
      )
      return Effect.catchCause(withTransaction(noted), (cause) =>
        Effect.failCause(end !== undefined && Exit.isFailure(end) && isLostInRollback(cause) ? end.cause : cause)
      )
    })
  return Object.assign(client, { withTransaction: plain })
}

/** A client, for as long as the scope. */
export const makeClient = (config: PgClient.PgPoolConfig) => Effect.map(PgClient.make(config), withPlainTransactions)
