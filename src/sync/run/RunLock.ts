import { Effect, Schedule } from "effect"
import type { SqlClient } from "effect/sql"
import { lockName } from "./RunsPostgres.ts"
import { postgresTime, timeBudgets } from "../../settings/TimeBudgets.ts"

/**
 * A process that is silent for this long, whether frozen or disconnected, counts as dead. The server then ends its
 * session and frees the lock; a process that wakes up later finds that it has lost the lock.
 */
const silence = postgresTime(timeBudgets.runSilent)

/**
 * Tries to take the lock on source and country for the scope's life, on a separate connection: a session lock belongs
 * to the connection that took it, and dies with it. Undefined if it is taken.
 *
 * The cluster assigns each source in a country to one runner. This lock protects even if the cluster is mistaken, and
 * keeps the command line apart from the runners.
 */
export const tryLock = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, source: string, country: string) {
  const connection = yield* sql.reserve
  const name = lockName(source, country)
  const [row] = yield* connection.execute(
    "SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS held",
    [name],
    undefined
  )
  if (row.held !== true) return undefined
  yield* Effect.addFinalizer(() =>
    Effect.ignore(
      connection.execute(
        `SELECT pg_advisory_unlock(hashtextextended($1, 0)), set_config(name, reset_val, false)
         FROM pg_settings WHERE name = 'idle_session_timeout'`,
        [name],
        undefined
      )
    )
  )
  yield* connection.execute("SELECT set_config('idle_session_timeout', $1, false)", [silence], undefined)
  yield* connection
    .execute("SELECT 1", [], undefined)
    .pipe(Effect.ignore, Effect.repeat(Schedule.spaced(timeBudgets.runSign.time)), Effect.forkScoped)
  return connection
})
