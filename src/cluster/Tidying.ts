import { Clock, Effect, Schedule } from "effect"
import * as Singleton from "effect/cluster/Singleton"
import { SqlClient } from "effect/sql"
import { synchronizationType, tablesIn } from "./ClusterTables.ts"
import { numbersFrom } from "./Waiting.ts"

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

/** One runner deletes messages that are no longer needed. */
export const layer = Singleton.make(
  "doorstep/Tidying",
  tidy.pipe(
    Effect.catch(({ message }) => Effect.logWarning(`Old messages could not be deleted: ${message}`)),
    Effect.repeat(Schedule.spaced("1 hour")),
    Effect.asVoid
  )
)
