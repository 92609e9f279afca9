import { Context, Effect, Layer, Schema } from "effect"
import type { RunChanges } from "../../../schemas/RunChanges.ts"
import { Publisher } from "../publish/Publisher.ts"
import type { Run } from "./Run.ts"
import type { StorageUnavailable } from "../../database/Outage.ts"

/** A run in progress, in any process. */
export interface RunningRun extends Run {
  /** Seconds until it has read what the source gave last time, at its current rate; undefined if unknown. */
  readonly secondsLeft: number | undefined
}

/** No run has this ID. */
export class UnknownRun extends Schema.TaggedError<UnknownRun>()("UnknownRun", {
  runId: Schema.String,
  message: Schema.String
}) {}

export const unknownRun = (runId: string) => new UnknownRun({ runId, message: `There is no run ${runId}.` })

/** The run has ended, so there is nothing to cancel. */
export class RunOver extends Schema.TaggedError<RunOver>()("RunOver", {
  runId: Schema.String,
  outcome: Schema.String,
  message: Schema.String
}) {}

const secondsLeft = ({ expected, phase, rate, read }: Run): number | undefined =>
  phase !== "reading" || expected === undefined || rate === undefined || rate <= 0 || read > expected
    ? undefined
    : Math.ceil((expected - read) / rate)

/** Synchronizations of every process on this database: past and current runs, and how to cancel them. */
export class SyncRuns extends Context.Service<
  SyncRuns,
  {
    /** Newest first, at most `limit`; with `before`, only those older than that run: the next page. */
    readonly recent: (query: {
      readonly limit: number
      readonly source?: string | undefined
      readonly before?: string | undefined
    }) => Effect.Effect<ReadonlyArray<Run>, StorageUnavailable>
    /** One run with everything known about it: totals, samples, findings, publication, times. */
    readonly get: (id: string) => Effect.Effect<Run, UnknownRun | StorageUnavailable>
    /** What a run changed, or would have; undefined if nothing, and for runs long past. */
    readonly changes: (id: string) => Effect.Effect<RunChanges | undefined, StorageUnavailable>
    /** Runs in progress, oldest first. A run reports its progress once a second. */
    readonly running: Effect.Effect<ReadonlyArray<RunningRun>, StorageUnavailable>
    /**
     * Cancels a run. Its process notices within about a second, and ends it as `cancelled`; the published pool is
     * unchanged. Cancelling twice is like cancelling once.
     */
    readonly cancel: (id: string) => Effect.Effect<void, UnknownRun | RunOver | StorageUnavailable>
  }
>()("doorstep/SyncRuns") {
  static readonly layerNoDeps = Layer.effect(
    SyncRuns,
    Effect.gen(function* () {
      const publisher = yield* Publisher

      const get = Effect.fn("SyncRuns.get")(function* (id: string) {
        const run = yield* publisher.run(id)
        return run ?? (yield* unknownRun(id))
      })

      return SyncRuns.of({
        recent: ({ before, limit, source }) => publisher.runs(limit, { before, source }),
        get,
        changes: publisher.changes,
        running: Effect.map(publisher.running, (runs) =>
          runs.map((run): RunningRun => ({ ...run, secondsLeft: secondsLeft(run) }))
        ),
        cancel: Effect.fn("SyncRuns.cancel")(function* (id) {
          const { outcome } = yield* get(id)
          if (outcome === "running" && (yield* publisher.requestCancel(id))) return
          const over = yield* get(id)
          if (over.outcome === "cancelled") return
          const message = `Run ${id} has already ended: ${over.outcome}.`
          return yield* new RunOver({ runId: id, outcome: over.outcome, message })
        })
      })
    })
  )
}
