import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { PublisherUnavailable } from "../sync/publish/Publisher.ts"
import { type SyncJob, WorkQueue } from "../sync/run/WorkQueue.ts"
import { prefix } from "./ClusterDatabase.ts"
import { jobOf, Synchronization, synchronizationId } from "./Entities.ts"

const unavailable = Effect.mapError(
  (cause: unknown) =>
    new PublisherUnavailable({ message: "Nothing can be ordered: the database does not respond.", cause })
)

/** Orders, as messages to those who do them. */
export const makeQueue = Effect.fnUntraced(function* (
  pending: Effect.Effect<ReadonlyArray<SyncJob>, PublisherUnavailable>
) {
  const clientOf = yield* Synchronization.client
  return WorkQueue.of({
    put: (work) =>
      clientOf(synchronizationId(work.source, work.country))
        .Run(work, { discard: true })
        .pipe(
          Effect.catchTag("AlreadyProcessingMessage", () => Effect.void),
          unavailable
        ),
    pending
  })
})

export const layer = Layer.effect(
  WorkQueue,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const messages = sql(`${prefix}_messages`)
    return yield* makeQueue(
      sql<{ readonly id: string }>`
        SELECT entity_id AS id FROM ${messages}
        WHERE entity_type = ${Synchronization.type} AND kind = 0 AND NOT processed ORDER BY rowid`.pipe(
        Effect.map((rows) => rows.map(({ id }) => jobOf(id))),
        unavailable
      )
    )
  })
)
