import { Effect, Schedule } from "effect"
import type { SqlClient } from "effect/sql"
import { answeredWithin } from "../publish/Unavailable.ts"
import { lockName } from "./RunsPostgres.ts"
import { postgresTime, timeBudgets } from "../../settings/TimeBudgets.ts"

/**
 * A process that is silent for this long, whether frozen or disconnected, counts as dead. The server then ends its
 * session and frees the lock; a process that wakes up later finds that it has lost the lock.
 */
const silence = postgresTime(timeBudgets.runSilent)

const answered = answeredWithin(timeBudgets.runConnection.time)

/** In one statement: a session that is cut off once it has the lock must not keep it. */
const take = `
  SELECT set_config('idle_session_timeout', $2, false), pg_try_advisory_lock(hashtextextended($1, 0)) AS held`

const letGo = `
  SELECT CASE WHEN $2::boolean THEN pg_advisory_unlock(hashtextextended($1, 0)) END, set_config(name, reset_val, false)
  FROM pg_settings WHERE name = 'idle_session_timeout'`

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
  let mayHold = true
  // A network that loses this must not keep the run from ending. The lock then ends with the session.
  yield* Effect.addFinalizer(() =>
    Effect.ignore(answered(Effect.suspend(() => connection.execute(letGo, [name, mayHold], undefined))))
  )
  const [row] = yield* answered(connection.execute(take, [name, silence], undefined))
  mayHold = row.held === true
  if (!mayHold) return undefined
  yield* connection
    .execute("SELECT 1", [], undefined)
    .pipe(Effect.ignore, Effect.repeat(Schedule.spaced(timeBudgets.runSign.time)), Effect.forkScoped)
  return connection
})
