import { Context, Effect, Layer, Schema } from "effect"
import type { RunChanges } from "../../../schemas/RunChanges.ts"
import { Publisher } from "../publish/Publisher.ts"
import type { Run } from "./Run.ts"
import type { StorageUnavailable } from "../../database/Outage.ts"

/** A run under way, in whatever process. */
export interface RunningRun extends Run {
  /** Seconds until it has read what the source gave last time, at its present rate; undefined where nothing tells. */
  readonly secondsLeft: number | undefined
}

/** No run has this ID. */
export class UnknownRun extends Schema.TaggedError<UnknownRun>()("UnknownRun", {
  runId: Schema.String,
  message: Schema.String
}) {}

/** The run is over, so that there is nothing to cancel. */
export class RunOver extends Schema.TaggedError<RunOver>()("RunOver", {
  runId: Schema.String,
  outcome: Schema.String,
  message: Schema.String
}) {}

const secondsLeft = ({ expected, phase, rate, read }: Run): number | undefined =>
  phase !== "reading" || expected === undefined || rate === undefined || rate <= 0 || read > expected
    ? undefined
    : Math.ceil((expected - read) / rate)

/** Synchronizations of every process that works on this database: what was run, what runs, and how to end it. */
export class SyncRuns extends Context.Service<
  SyncRuns,
  {
    /** The newest first, at most `limit`; with `before`, those older than that run: the next page. */
    readonly recent: (query: {
      readonly limit: number
      readonly source?: string | undefined
      readonly before?: string | undefined
    }) => Effect.Effect<ReadonlyArray<Run>, StorageUnavailable>
    /** One run with everything that is known of it: totals, samples, findings, publication, times. */
    readonly get: (id: string) => Effect.Effect<Run, UnknownRun | StorageUnavailable>
    /** What a run changed, or would have; undefined of nothing, and of runs that are long past. */
    readonly changes: (id: string) => Effect.Effect<RunChanges | undefined, StorageUnavailable>
    /** Runs under way, the oldest first. A run tells where it stands once a second. */
    readonly running: Effect.Effect<ReadonlyArray<RunningRun>, StorageUnavailable>
    /**
     * Asks a run to end. Its process sees that within about a second, and ends it as `cancelled`; what was published
     * before stands. Asking twice is asking once.
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
        if (run !== undefined) return run
        return yield* new UnknownRun({ runId: id, message: `There is no run ${id}.` })
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
          const message = `Run ${id} has already ended: ${over.outcome}.`
          return yield* new RunOver({ runId: id, outcome: over.outcome, message })
        })
      })
    })
  )
}
