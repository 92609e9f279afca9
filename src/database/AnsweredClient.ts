import { type PgClient, type PgConnection, PgPool } from "@effect/sql-pg"
import { makeCompiler } from "@effect/sql-pg/PgClient"
import { type Duration, Effect, Schema } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import type { Connection } from "effect/sql/SqlConnection"
import { timeBudgets } from "../settings/TimeBudgets.ts"

type Session = PgConnection.PgConnection

/** Fails when a statement of the session is to be given up; else it says nothing. */
type Patience = (session: Session) => Effect.Effect<never, SqlError.SqlError>

const failed = (message: string, operation: string) =>
  new SqlError.SqlError({ reason: new SqlError.ConnectionError({ cause: message, message, operation }) })

const silent = Effect.fail(failed("The server has not answered", "query"))

/** Gives up any statement that is not answered within that time. */
export const answeredWithin =
  (patience: Duration.Input): Patience =>
  () =>
    Effect.andThen(Effect.sleep(patience), silent)

/** Ends the session of a connection, and with it whatever it holds: locks, settings, a transaction. */
export const endSession = (connection: Pick<Connection, "executeRaw">) =>
  Effect.ignore(
    Effect.timeout(
      connection.executeRaw("SELECT pg_terminate_backend(pg_backend_pid())", []),
      timeBudgets.sessionEnd.time
    )
  )

const connectionOf = (session: Session, patience: Patience, givenUp: Effect.Effect<void>): Connection => {
  const bounded = <A>(statement: Effect.Effect<A, SqlError.SqlError>) =>
    Effect.raceFirst(
      statement,
      Effect.tapError(patience(session), () => givenUp)
    ).pipe(Effect.onInterrupt(() => givenUp))
  const rows = (sql: string, params: ReadonlyArray<unknown>, isPrepared: boolean) =>
    bounded(Effect.map(session.query(sql, params, isPrepared), (result) => result.rows))
  return {
    execute: (sql, params, transform) => Effect.map(rows(sql, params, true), transform ?? ((all) => all)),
    executeUnprepared: (sql, params, transform) => Effect.map(rows(sql, params, false), transform ?? ((all) => all)),
    executeRaw: (sql, params) => bounded(session.query(sql, params)),
    executeValues: (sql, params) => bounded(session.queryValues(sql, params)),
    executeValuesUnprepared: (sql, params) => bounded(session.queryValues(sql, params, false)),
    executeStream: (sql, params) => session.stream(sql, params)
  }
}

const isRolledBack = Schema.is(Schema.Struct({ command: Schema.Literal("ROLLBACK") }))

/** A transaction that was aborted is answered with its rollback. */
const commit = (connection: Connection) =>
  Effect.flatMap(connection.executeRaw("COMMIT", []), (result) =>
    isRolledBack(result) ? Effect.fail(failed("The transaction was rolled back", "commit")) : Effect.void
  )

/**
 * A client whose statements end, whatever the network does with what is sent and answered, and whatever lies between: TCP, TLS
 * or a Unix socket. A connection on which one was given up is not used again: nobody knows what it still holds, and a lock
 * that goes back into the pool is held for ever.
 */
export const make = Effect.fnUntraced(function* (config: PgClient.PgPoolConfig, patience: Patience) {
  const pool = yield* PgPool.make(config)
  const acquirer = Effect.gen(function* () {
    const session = yield* pool.reserve
    let isGivenUp = false
    const connection = connectionOf(
      session,
      patience,
      Effect.sync(() => {
        isGivenUp = true
      })
    )
    yield* Effect.addFinalizer(() => (isGivenUp ? endSession(connection) : Effect.void))
    return connection
  })
  return yield* SqlClient.make({
    acquirer,
    driver: "pg",
    compiler: makeCompiler(),
    commit,
    prepareTransactionControls: true,
    releaseSavepoint: (name) => `RELEASE SAVEPOINT ${name}`,
    spanAttributes: [["db.system.name", "postgresql"]]
  })
})

const Look = Schema.Array(Schema.Struct({ own: Schema.Int, standstill: Schema.String }))
const decodeLook = Schema.decodeUnknownEffect(Look)

const lookAt = `
  SELECT pg_backend_pid() AS own, CASE
    WHEN a.pid IS NULL THEN 'gone'
    WHEN a.state LIKE 'idle%' THEN 'idle since ' || a.state_change
    ELSE ''
  END AS standstill
  FROM (VALUES ($1::int)) AS asked (pid) LEFT JOIN pg_stat_activity a USING (pid)`

/**
 * Waits for a statement as long as the server works on it, which another connection asks for now and then. A session that
 * has stood still between two looks was never asked, or its answer was lost. Nothing is concluded from a look that fails, nor
 * where a pooler gives sessions other numbers.
 */
export const whileWorkedOn = Effect.fnUntraced(function* (config: PgClient.PgPoolConfig) {
  const pool = yield* PgPool.make({ ...config, minConnections: 0, maxConnections: 1 })
  const standstill = (processId: number) =>
    pool
      .use((looking) =>
        Effect.map(
          Effect.flatMap(looking.query(lookAt, [processId]), ({ rows }) => decodeLook(rows)),
          ([seen]) => (seen?.own === looking.processId ? seen.standstill : "")
        )
      )
      .pipe(
        Effect.timeout(timeBudgets.sessionLook.time),
        Effect.orElseSucceed(() => "")
      )
  const patience: Patience = ({ processId }) =>
    Effect.gen(function* () {
      for (let before = ""; ;) {
        yield* Effect.sleep(timeBudgets.sessionLook.time)
        const now = yield* standstill(processId)
        if (now !== "" && now === before) return yield* silent
        before = now
      }
    })
  return patience
})
