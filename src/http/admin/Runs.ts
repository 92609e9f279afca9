import { Effect } from "effect"
import { AdminApi } from "../../../schemas/admin/AdminApi.ts"
import { CurrentSession } from "../../../schemas/admin/Sessions.ts"
import { DEFAULT_LIMIT } from "../../../schemas/Paging.ts"
import { LiveRuns } from "../../admin/LiveRuns.ts"
import { SyncJobs } from "../../sync/run/SyncJobs.ts"
import { SyncRuns } from "../../sync/run/SyncRuns.ts"
import { decodeCursor, pageOf } from "./Cursor.ts"
import { conflict, notThere, outages } from "./Failures.ts"
import { toDetail, toLive, toSummary } from "./RunViews.ts"
import { endOfSession, makeLasting } from "./Streams.ts"
import { handlersOf } from "../server/RequestServices.ts"

export const layerNoDeps = handlersOf(
  AdminApi,
  "runs",
  Effect.fnUntraced(function* (handlers) {
    const runs = yield* SyncRuns
    const jobs = yield* SyncJobs
    const live = yield* LiveRuns
    const sessionEnds = yield* endOfSession
    const lasting = yield* makeLasting

    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ query: { cursor, limit = DEFAULT_LIMIT, source } }) {
        const before = yield* decodeCursor("runs", cursor)
        const found = yield* runs.recent({ limit: limit + 1, source, before })
        const { items, nextCursor } = pageOf("runs", found, limit)
        return { data: { runs: items.map(toSummary), nextCursor } }
      }, outages),
      live: Effect.fnUntraced(function* () {
        const { id } = yield* CurrentSession
        return lasting(live.changes, sessionEnds(id), toLive)
      }),
      get: ({ params: { id } }) =>
        Effect.zip(runs.get(id), runs.changes(id)).pipe(
          Effect.map(([run, changes]) => ({ data: toDetail(run, changes) })),
          outages,
          Effect.catchTag("UnknownRun", notThere)
        ),
      cancel: Effect.fnUntraced(
        function* ({ params: { id } }) {
          const { note } = yield* CurrentSession
          yield* runs.cancel(id)
          const run = yield* runs.get(id)
          yield* note({ detail: `${run.source} ${run.country}` })
          return { data: toDetail(run, yield* runs.changes(id)) }
        },
        outages,
        Effect.catchTags({ UnknownRun: notThere, RunOver: conflict })
      ),
      publish: Effect.fnUntraced(
        function* ({ params: { id } }) {
          const { note } = yield* CurrentSession
          const job = yield* jobs.publishAnyway(id)
          yield* note({ detail: `${job.source} ${job.country}` })
          return { data: { source: job.source, country: job.country } }
        },
        outages,
        Effect.catchTags({ UnknownRun: notThere, NotPublishable: conflict, RunInProgress: conflict })
      )
    })
  })
)
