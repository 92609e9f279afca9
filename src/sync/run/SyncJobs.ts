import { randomUUID } from "node:crypto"
import { Context, Effect, Layer } from "effect"
import { refreshConfigured } from "../configured/ConfiguredSources.ts"
import { cancelRuns } from "../configured/Withdrawal.ts"
import { NotPublishable, Publisher, runInProgress, type RunInProgress } from "../publish/Publisher.ts"
import type { StartedBy } from "../../../schemas/StartedBy.ts"
import { Synchronizer, type UnknownSource } from "./Synchronizer.ts"
import type { SyncRequest } from "./SyncReport.ts"
import { type UnknownRun, unknownRun } from "./SyncRuns.ts"
import { jobName, type SyncJob } from "./SyncJob.ts"
import { type Work, WorkQueue } from "./WorkQueue.ts"
import type { StorageUnavailable } from "../../database/Outage.ts"

/** What to synchronize in the background. */
export interface JobRequest extends Pick<SyncRequest, "source" | "country" | "force" | "anyway" | "dryRun"> {
  readonly startedBy?: Exclude<StartedBy, "command">
}

/** A schedule that has come due. It is one order, however often it is given. */
export interface DueRequest {
  readonly source: string
  /** Milliseconds since 1970. */
  readonly dueAt: number
}

/**
 * Synchronizations in the background, done by any runner. Each runs at most `SYNC_CONCURRENCY` at once; others are
 * queued. `SyncRuns` shows their progress.
 */
export class SyncJobs extends Context.Service<
  SyncJobs,
  {
    /**
     * Orders runs of what is selected, one per source and country, without waiting for them. Returns what it ordered.
     */
    readonly start: (
      request: JobRequest
    ) => Effect.Effect<ReadonlyArray<SyncJob>, UnknownSource | RunInProgress | StorageUnavailable>
    /** Orders what is due, except for what is in progress. */
    readonly startDue: (
      request: DueRequest
    ) => Effect.Effect<ReadonlyArray<SyncJob>, UnknownSource | StorageUnavailable>
    /** Publishes in the background what the gates held back. */
    readonly publishAnyway: (
      runId: string
    ) => Effect.Effect<SyncJob, UnknownRun | NotPublishable | RunInProgress | StorageUnavailable>
    /**
     * Orders that what a source has published in countries be withdrawn, because it is removed. Its runs in progress
     * are cancelled.
     */
    readonly withdraw: (source: string, countries: ReadonlyArray<string>) => Effect.Effect<void, StorageUnavailable>
    /** What was ordered and has not ended: in progress or queued. */
    readonly pending: Effect.Effect<ReadonlyArray<SyncJob>, StorageUnavailable>
  }
>()("doorstep/SyncJobs") {
  static readonly layerNoDeps = Layer.effect(
    SyncJobs,
    Effect.gen(function* () {
      const publisher = yield* Publisher
      const synchronizer = yield* Synchronizer
      const queue = yield* WorkQueue
      const refresh = yield* refreshConfigured

      const busyKeys = Effect.gen(function* () {
        return new Set([...(yield* publisher.running), ...(yield* queue.pending)].map(jobName))
      })

      /** Fails if one of them is in progress anywhere. */
      const free = Effect.fnUntraced(function* (jobs: ReadonlyArray<SyncJob>) {
        const busy = yield* busyKeys
        const found = jobs.find((job) => busy.has(jobName(job)))
        if (found !== undefined) return yield* runInProgress(found)
      })

      const putIfFree = (work: ReadonlyArray<Work>) =>
        queue.inTurn(Effect.andThen(free(work), Effect.forEach(work, queue.put, { discard: true })))

      const selected = Effect.fnUntraced(function* (request: Pick<SyncRequest, "source" | "country">) {
        yield* refresh
        const pairs = yield* synchronizer.selected(request)
        return pairs.map(([{ manifest }, country]): SyncJob => ({ source: manifest.name, country }))
      })

      return SyncJobs.of({
        start: Effect.fn("SyncJobs.start")(function* ({ startedBy = "service", ...request }) {
          const jobs = yield* selected(request)
          const order = randomUUID()
          yield* putIfFree(jobs.map((job) => ({ ...request, ...job, order, startedBy })))
          return jobs
        }),
        startDue: Effect.fn("SyncJobs.startDue")(function* ({ dueAt, source }) {
          const jobs = yield* selected({ source })
          const order = `schedule ${source} ${dueAt}`
          return yield* queue.inTurn(
            Effect.gen(function* () {
              const busy = yield* busyKeys
              const idle = jobs.filter((job) => !busy.has(jobName(job)))
              yield* Effect.forEach(idle, (job) => queue.put({ ...job, order, startedBy: "schedule" }))
              return idle
            })
          )
        }),
        publishAnyway: Effect.fn("SyncJobs.publishAnyway")(function* (runId) {
          const run = yield* publisher.run(runId)
          if (run === undefined) return yield* unknownRun(runId)
          if (!run.publishable) {
            const message =
              run.outcome === "gated"
                ? `What run ${runId} read is no longer kept. Run the source again.`
                : `Run ${runId} was not held back, so there is nothing to publish: its outcome is ${run.outcome}.`
            return yield* new NotPublishable({ runId, message })
          }
          const job: SyncJob = { source: run.source, country: run.country }
          yield* putIfFree([{ ...job, order: randomUUID(), startedBy: "service", publish: runId }])
          return job
        }),
        withdraw: Effect.fn("SyncJobs.withdraw")(function* (source, countries) {
          const order = randomUUID()
          yield* Effect.forEach(countries, (country) =>
            queue.put({ source, country, order, startedBy: "service", withdraw: true })
          )
          yield* Effect.forEach(countries, (country) => cancelRuns(publisher, { source, country }), { discard: true })
        }),
        pending: queue.pending
      })
    })
  )
}
