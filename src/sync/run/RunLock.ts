import { Effect, Schedule } from "effect"
import type { SqlClient } from "effect/sql"
import { lockName } from "./RunsPostgres.ts"
import { postgresTime, timeBudgets } from "../../settings/TimeBudgets.ts"

/**
 * Who sends nothing for so long is no more: a process that was stopped, or cut off. The server ends its session then, and
 * with it the lock; whoever wakes up after that finds that it has lost it.
 */
const silence = postgresTime(timeBudgets.runSilent)

/**
 * Tries for the lock on source and country, for the scope's life, on a connection of its own: a session lock belongs to the
 * connection that took it, and dies with it. Undefined: somebody else has it.
 *
 * The cluster sees to it that one runner works on a source in a country. This is what stands if it is mistaken, and what
 * keeps the command line apart from it.
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
