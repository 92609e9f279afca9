import { Clock, type Duration, Effect } from "effect"
import * as Singleton from "effect/cluster/Singleton"
import { SqlClient, type SqlError } from "effect/sql"
import { forgottenAfterSeconds } from "../database/Processes.ts"
import { causeMessage } from "../database/ServerSession.ts"
import { isSessionOfRunner, synchronizationType, tablesIn } from "./ClusterTables.ts"
import { numbersFrom } from "./Waiting.ts"
import { repeatedly } from "../shared/Repeatedly.ts"

const day = 86_400_000

/**
 * Messages of the last day are kept, because duplicates within a day are recognized by them. The history of runs is
 * elsewhere.
 */
export const tidy = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { messages, replies } = tablesIn(sql)
  // A message's number begins with the milliseconds at which it was written.
  const before = String(BigInt((yield* Clock.currentTimeMillis) - day - numbersFrom) << 22n)
  // At that age, only an order that is not done is still useful.
  const isOver = sql`id < ${before}::bigint AND (processed OR kind <> 0 OR entity_type <> ${synchronizationType})`
  yield* sql`DELETE FROM ${replies} WHERE request_id IN (SELECT request_id FROM ${messages} WHERE ${isOver})`
  yield* sql`DELETE FROM ${messages} WHERE ${isOver}`
})

/**
 * Runners that were killed while no other was there to notice. The cluster sees only those with a recent heartbeat, so it
 * would leave them until some runner signs off, and they would be reported as silent until then.
 */
export const forgetRunners = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    DELETE FROM ${tablesIn(sql).runners} r
    WHERE r.last_heartbeat < now() - make_interval(secs => ${forgottenAfterSeconds}::float8)
      AND NOT EXISTS (SELECT FROM pg_stat_activity a WHERE a.datname = current_database() AND ${isSessionOfRunner(sql)})`
})

const often =
  (what: string, every: Duration.Input) =>
  <R>(work: Effect.Effect<void, SqlError.SqlError, R>) =>
    Effect.mapError(work, (error) => ({ message: causeMessage(error) })).pipe(
      repeatedly(every, (message) => Effect.logWarning(`${what} could not be deleted: ${message}`))
    )

/** One runner deletes what is no longer needed. */
export const layer = Singleton.make(
  "doorstep/Tidying",
  Effect.all([often("Old messages", "1 hour")(tidy), often("Dead runners", "1 minute")(forgetRunners)], {
    concurrency: 2,
    discard: true
  })
)
