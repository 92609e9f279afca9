import { Context, Effect, FiberSet, Layer } from "effect"
import { ConfiguredSources } from "./ConfiguredSources.ts"
import { NotPublishable, Publisher, PublisherUnavailable, RunInProgress } from "./Publisher.ts"
import type { StartedBy } from "./Run.ts"
import { Synchronizer, type SyncReport, type SyncRequest, type UnknownSource } from "./Synchronizer.ts"
import { UnknownRun } from "./SyncRuns.ts"

/** A source in a country, as it is synchronized by one run. */
export interface SyncJob {
  readonly source: string
  readonly country: string
}

/** What is to be synchronized in the background. */
export interface JobRequest extends Pick<SyncRequest, "source" | "country" | "force" | "anyway" | "dryRun"> {
  readonly startedBy?: Exclude<StartedBy, "command">
}

/**
 * Synchronizations that this process runs in the background, as long as it lives. At most `SYNC_CONCURRENCY` run side
 * by side, those of schedules among them; others wait for their turn. How they fare is seen in `SyncRuns`.
 */
export class SyncJobs extends Context.Service<
  SyncJobs,
  {
    /** Starts runs of what is selected, one a source and country, and does not wait for them. Gives what it started. */
    readonly start: (
      request: JobRequest
    ) => Effect.Effect<ReadonlyArray<SyncJob>, UnknownSource | RunInProgress | PublisherUnavailable>
    /** The same, until they have ended. */
    readonly startAndWait: (
      request: JobRequest
    ) => Effect.Effect<ReadonlyArray<SyncReport>, UnknownSource | RunInProgress | PublisherUnavailable>
    /** Publishes in the background what a run that the gates held back has read. */
    readonly publishAnyway: (
      runId: string
    ) => Effect.Effect<SyncJob, UnknownRun | NotPublishable | RunInProgress | PublisherUnavailable>
    /** What this process has taken on and has not ended: running, or waiting for its turn. */
    readonly pending: Effect.Effect<ReadonlyArray<SyncJob>>
  }
>()("doorstep/SyncJobs") {
  static readonly layerNoDeps = Layer.effect(
    SyncJobs,
    Effect.gen(function* () {
      const publisher = yield* Publisher
      const synchronizer = yield* Synchronizer
      const configured = yield* Effect.serviceOption(ConfiguredSources)
      const fork = yield* FiberSet.makeRuntime<never, unknown, unknown>()
      const pending = new Map<string, SyncJob>()
      const keyOf = ({ country, source }: SyncJob) => `${source}/${country}`

      /** Takes jobs on, unless one of them is under way anywhere. */
      const take = Effect.fnUntraced(function* (jobs: ReadonlyArray<SyncJob>) {
        const running = new Set((yield* publisher.running).map(keyOf))
        const busy = jobs.find((job) => running.has(keyOf(job)) || pending.has(keyOf(job)))
        if (busy !== undefined) {
          const { country, source } = busy
          const message = `A synchronization of ${source} in ${country} is already running. Wait for it to finish.`
          return yield* new RunInProgress({ source, country, message })
        }
        for (const job of jobs) pending.set(keyOf(job), job)
      })

      const release = (job: SyncJob) => Effect.sync(() => pending.delete(keyOf(job)))

      const begin = Effect.fnUntraced(function* (request: JobRequest) {
        // Another process may have added or removed sources meanwhile.
        if (configured._tag === "Some") {
          yield* Effect.mapError(
            configured.value.refresh,
            ({ cause, message }) => new PublisherUnavailable({ message, cause })
          )
        }
        const selected = yield* synchronizer.selected(request)
        const jobs = selected.map(([{ manifest }, country]): SyncJob => ({ source: manifest.name, country }))
        yield* take(jobs)
        const run = Effect.forEach(
          jobs,
          (job) =>
            synchronizer.run({ ...request, ...job, startedBy: request.startedBy ?? "service" }).pipe(
              Effect.ensuring(release(job)),
              Effect.catch((error) => Effect.as(Effect.logWarning(error.message), []))
            ),
          { concurrency: "unbounded" }
        )
        return { jobs, run: Effect.map(run, (reports) => reports.flat()) }
      })

      return SyncJobs.of({
        start: Effect.fn("SyncJobs.start")(function* (request) {
          const { jobs, run } = yield* begin(request)
          fork(run)
          return jobs
        }),
        startAndWait: (request) => Effect.flatMap(begin(request), ({ run }) => run),
        publishAnyway: Effect.fn("SyncJobs.publishAnyway")(function* (runId) {
          const run = yield* publisher.run(runId)
          if (run === undefined) {
            return yield* new UnknownRun({ runId, message: `There is no run ${runId}.` })
          }
          if (!run.publishable) {
            const message =
              run.outcome === "gated"
                ? `What run ${runId} read is no longer kept. Run the source again.`
                : `Run ${runId} was not held back, so there is nothing to publish: its outcome is ${run.outcome}.`
            return yield* new NotPublishable({ runId, message })
          }
          const job: SyncJob = { source: run.source, country: run.country }
          yield* take([job])
          fork(
            synchronizer.publishAnyway(runId).pipe(
              Effect.ensuring(release(job)),
              Effect.catch((error) => Effect.logWarning(error.message))
            )
          )
          return job
        }),
        pending: Effect.sync(() => Array.from(pending.values()))
      })
    })
  )
}
