import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { Fragment } from "effect/sql/Statement"
import { answeredWithin } from "../publish/Unavailable.ts"
import { jobName, type SyncJob } from "./SyncJob.ts"
import { postgresTime, timeBudgets } from "../../settings/TimeBudgets.ts"
import { repeatedly } from "../../shared/Repeatedly.ts"

/**
 * A process that is silent for this long, whether frozen or disconnected, counts as dead. The server then ends its
 * session and frees the lock; a process that wakes up later finds that it has lost the lock.
 */
const silence = postgresTime(timeBudgets.runSilent)

const answered = answeredWithin(timeBudgets.runConnection.time)

/** Before the name of a job, which another lock may be named after. */
const prefix = "sync/"

/**
 * Whether any session holds the lock of a job, which names the process that works on it.
 *
 * @param name the name of the job, as an expression
 */
export const isLocked = (sql: SqlClient.SqlClient, name: Fragment) => sql`
  EXISTS (
    SELECT FROM pg_locks l WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 1
      AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
      AND ((l.classid::bigint << 32) | l.objid::bigint) = hashtextextended(${prefix}::text || ${name}, 0)
  )`

/** Whether a process works on the job of a run, given as a row `r`. */
export const isAlive = (sql: SqlClient.SqlClient) => isLocked(sql, sql`r.source || '/' || r.country`)

/** In one statement: a session that is cut off once it has the lock must not keep it. */
const take = `
  SELECT set_config('idle_session_timeout', $2, false), pg_try_advisory_lock(hashtextextended($1, 0)) AS held`

const letGo = `
  SELECT CASE WHEN $2::boolean THEN pg_advisory_unlock(hashtextextended($1, 0)) END, set_config(name, reset_val, false)
  FROM pg_settings WHERE name = 'idle_session_timeout'`

/**
 * Tries to take the lock of a job for the scope's life, on a separate connection: a session lock belongs
 * to the connection that took it, and dies with it. Undefined if it is taken.
 *
 * The cluster assigns each source in a country to one runner. This lock protects even if the cluster is mistaken, and
 * keeps the command line apart from the runners.
 */
export const tryLock = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, job: SyncJob) {
  const connection = yield* sql.reserve
  const name = prefix + jobName(job)
  let mayHold = true
  // A network that loses this must not keep the run from ending. The lock then ends with the session.
  yield* Effect.addFinalizer(() =>
    Effect.ignore(answered(Effect.suspend(() => connection.execute(letGo, [name, mayHold], undefined))))
  )
  const [row] = yield* answered(connection.execute(take, [name, silence], undefined))
  mayHold = row.held === true
  if (!mayHold) return undefined
  yield* connection.execute("SELECT 1", [], undefined).pipe(repeatedly(timeBudgets.runSign.time), Effect.forkScoped)
  return connection
})
