import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { jobName } from "../sync/run/SyncJob.ts"
import { WorkQueue } from "../sync/run/WorkQueue.ts"
import { isOpenRequest, synchronizationType, tablesIn } from "./ClusterTables.ts"
import { jobOf, Synchronization } from "./Entities.ts"
import { rowsOf } from "../database/Rows.ts"
import { outage, reasonOf, StorageUnavailable } from "../database/Outage.ts"

const idRows = rowsOf({ id: Schema.String })

const message = "Synchronizations cannot be ordered: the database does not respond."

/** Orders, as messages to the runners. */
export const makeQueue = Effect.fnUntraced(function* (shared: Omit<WorkQueue["Service"], "put">) {
  const clientOf = yield* Synchronization.client
  return WorkQueue.of({
    ...shared,
    put: (work) =>
      clientOf(jobName(work))
        .Run(work, { discard: true })
        .pipe(
          Effect.catchTag("AlreadyProcessingMessage", () => Effect.void),
          Effect.mapError((cause) => new StorageUnavailable({ reason: reasonOf(cause), message, cause }))
        )
  })
})

export const layer = Layer.effect(
  WorkQueue,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return yield* makeQueue({
      pending: idRows(sql`
        SELECT entity_id AS id FROM ${tablesIn(sql).messages}
        WHERE entity_type = ${synchronizationType} AND ${isOpenRequest(sql)} ORDER BY rowid`).pipe(
        Effect.map((rows) => rows.map(({ id }) => jobOf(id))),
        outage(message)
      ),
      // What is added is committed with the decision: the next one sees it, and a process that dies has added nothing.
      inTurn: (decision) =>
        sql`SELECT pg_advisory_xact_lock(hashtextextended('cluster/order', 0))`.pipe(
          Effect.andThen(decision),
          sql.withTransaction,
          outage(message)
        )
    })
  })
)
