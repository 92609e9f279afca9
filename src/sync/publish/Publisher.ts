import { Cause, Context, Exit, Schema } from "effect"
import type { Effect, Scope } from "effect"
import type { EvidenceKind } from "../../../schemas/Address.ts"
import type { Explanation } from "../../../schemas/Explanation.ts"
import type { RunChanges } from "../../../schemas/RunChanges.ts"
import type { GateTripped, Limits } from "./Gates.ts"
import type { KeptRecord } from "../normalize/KeptRecord.ts"
import type { StartedBy } from "../../../schemas/StartedBy.ts"
import type { Holding, PhaseProgress, Publication, Run, RunProgress, RunTotals, Standing } from "../run/Run.ts"
import type { SyncJob } from "../run/SyncJob.ts"
import type { StagedColumns } from "../stage/StagedColumns.ts"
import type { StorageUnavailable } from "../../database/Outage.ts"

/** Another run of the same source and country is in progress. */
export class RunInProgress extends Schema.TaggedError<RunInProgress>()("RunInProgress", {
  source: Schema.String,
  country: Schema.String,
  message: Schema.String
}) {}

/** The job has a run in progress, in whichever process. */
export const runInProgress = ({ country, source }: SyncJob) =>
  new RunInProgress({
    source,
    country,
    message: `A synchronization of ${source} in ${country} is already running. Wait for it to finish.`
  })

/** This run has nothing staged that could be published: it was not held back, or a later run has replaced it. */
export class NotPublishable extends Schema.TaggedError<NotPublishable>()("NotPublishable", {
  runId: Schema.String,
  message: Schema.String
}) {}

/** Staging for one part of the source. It counts only when it is finished. */
export interface PartStaging {
  /** Adds records. Among records of the same address, the one with the strongest evidence is kept; see `preferred`. */
  readonly stage: (records: ReadonlyArray<KeptRecord>) => Effect.Effect<void, StorageUnavailable>
  /** Adds records as columns, which threads can prepare. Absent if the records themselves are needed. */
  readonly stageColumns?: (columns: StagedColumns) => Effect.Effect<void, StorageUnavailable>
  /** Marks the part as finished, with its totals, so that a resumed run does not read it again. */
  readonly finish: (totals: RunTotals) => Effect.Effect<void, StorageUnavailable>
}

/** A run that has begun, before the version of its data is known. */
export interface Begun {
  readonly runId: string
  /** How many records the source gave the last time it was read completely. */
  readonly expected: number | undefined
  /** Writes the run's progress. True if the run was cancelled. */
  readonly progress: (progress: RunProgress) => Effect.Effect<boolean, StorageUnavailable>
}

/** Finds out the version of the data, which may involve a request to a slow server. */
export type Identify = (begun: Begun) => Effect.Effect<string>

/** How many steps of a publication are done, and out of how many. */
export type PublicationSteps = (done: number, total: number) => Effect.Effect<void>

/** A run in progress: records are added by parts, and become visible together with `publish`, or never. */
export interface Staging extends Begun {
  /** Version of the data being read. */
  readonly fingerprint: string
  /** Where it stages, for helpers. The tables are created on first use. */
  readonly place: Effect.Effect<string, StorageUnavailable>
  /** Totals of a part that is already staged, by this run or by an earlier interrupted one of the same data. */
  readonly finished: (part: string) => RunTotals | undefined
  /** Parts whose staging has begun, whether or not they are finished. */
  readonly begun: Effect.Effect<ReadonlySet<string>, StorageUnavailable>
  /** Registers a part that another process has staged and finished. */
  readonly adopt: (part: string, totals: RunTotals) => void
  /** Starts a part, or starts it over. */
  readonly part: (name: string) => Effect.Effect<PartStaging, StorageUnavailable>
  /** Keeps one record per address, from finished parts only. Returns how many there are. */
  readonly settle: Effect.Effect<number, StorageUnavailable>
  /** What the gates find wrong with publishing what is staged, in sentences. */
  readonly findings: (limits: Limits) => Effect.Effect<ReadonlyArray<string>, StorageUnavailable>
  /** Replaces the source's records of the country by the staged ones, in one transaction with catalog and counts. */
  readonly publish: (options: {
    readonly totals: RunTotals
    readonly limits: Limits
    /** Publish despite what the gates find. */
    readonly anyway: boolean
    readonly onStep?: PublicationSteps | undefined
    /** The phases of the run, read when it has ended. */
    readonly phases?: Effect.Effect<ReadonlyArray<PhaseProgress>> | undefined
    /** Explains the run's result, which is stored with it; if absent, nothing is. */
    readonly explain?: (
      publication: Publication,
      findings: ReadonlyArray<string>,
      weakest: EvidenceKind
    ) => ReadonlyArray<Explanation>
  }) => Effect.Effect<Publication, GateTripped | StorageUnavailable>
  /**
   * Ends the run without a publication. Staged data that a later run can use is kept: finished parts of an interrupted
   * run, and everything of a run that the gates held back. For the latter, and for a dry run, what would have changed
   * among the source's addresses is stored with the run.
   */
  readonly abandon: (
    outcome: "unchanged" | "dry-run" | "gated" | "failed" | "interrupted" | "cancelled",
    totals: RunTotals,
    message: string,
    findings?: ReadonlyArray<string>,
    explanations?: ReadonlyArray<Explanation>
  ) => Effect.Effect<void, StorageUnavailable>
}

/** A run that another process has begun, for those who read parts of it. */
export interface Beside {
  readonly isUnderWay: Effect.Effect<boolean, StorageUnavailable>
  /** Totals of a part that is staged already. */
  readonly finished: (part: string) => Effect.Effect<RunTotals | undefined, StorageUnavailable>
  readonly part: (name: string) => Effect.Effect<PartStaging, StorageUnavailable>
}

/** How to record a run that ended without a result. */
export const leftOver = (exit: Exit.Exit<unknown, unknown>): readonly ["interrupted" | "failed", message: string] =>
  Exit.isFailure(exit) && !Cause.hasInterrupts(exit.cause)
    ? ["failed", "The run failed unexpectedly."]
    : ["interrupted", "The run was interrupted."]

export interface BeginOptions {
  /** Read everything again, whatever an earlier run has staged. */
  readonly fresh?: boolean
  readonly startedBy?: StartedBy
  /** The order that it is begun for; see {@link Attempts}. */
  readonly order?: string | undefined
}

/** The message of a run that lost its database connection and is continued. */
export const databaseLost = "The connection to the database was lost."

/** A job that was ordered. One order may be of several. */
export interface Ordered extends SyncJob {
  readonly order: string
}

/** What became of it so far. */
export interface Attempts {
  /** One of its runs has ended. */
  readonly isDone: boolean
  /** How many of its runs were begun and did not end: they were interrupted, or their process died. */
  readonly begun: number
  /** How many of these died with their process, or lost their database. */
  readonly died: number
}

/** Writes pools. Nothing else does. */
export class Publisher extends Context.Service<
  Publisher,
  {
    /**
     * Starts a run. Fails at once if one of the same source and country is in progress in any process. If an earlier
     * run with the same fingerprint did not publish, the run continues with what that one has staged.
     */
    readonly begin: (
      source: string,
      country: string,
      fingerprint: string | Identify,
      options?: BeginOptions
    ) => Effect.Effect<Staging, RunInProgress | StorageUnavailable, Scope.Scope>
    /** Starts a run that publishes what a held-back run has staged, including its totals. */
    readonly resume: (
      runId: string,
      options: Pick<BeginOptions, "startedBy" | "order">
    ) => Effect.Effect<
      { readonly staging: Staging; readonly run: Run },
      NotPublishable | RunInProgress | StorageUnavailable,
      Scope.Scope
    >
    /** For reading parts of a run that another process has begun. */
    readonly beside: (run: { readonly runId: string; readonly place: string }) => Beside
    /** The runs that were begun for it. */
    readonly attempts: (ordered: Ordered) => Effect.Effect<Attempts, StorageUnavailable>
    /** Fingerprint of the source's last run in the country that was published or found unchanged. */
    readonly lastFingerprint: (source: string, country: string) => Effect.Effect<string | undefined, StorageUnavailable>
    /** What each source has in the pools, by source, country and region. Counted on request. */
    readonly holdings: Effect.Effect<ReadonlyArray<Holding>, StorageUnavailable>
    /** The state of these sources in these countries, in the requested order. */
    readonly standings: (jobs: ReadonlyArray<SyncJob>) => Effect.Effect<ReadonlyArray<Standing>, StorageUnavailable>
    /** Recorded runs, newest first; optionally of one source, and older than a given run. */
    readonly runs: (
      limit: number,
      of?: { readonly source?: string | undefined; readonly before?: string | undefined }
    ) => Effect.Effect<ReadonlyArray<Run>, StorageUnavailable>
    /** The last run of each of these sources in each country, newest first. */
    readonly lastRuns: (sources: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<Run>, StorageUnavailable>
    readonly run: (id: string) => Effect.Effect<Run | undefined, StorageUnavailable>
    /** What a run changed, or would have changed; undefined if nothing, and for runs long past. */
    readonly changes: (id: string) => Effect.Effect<RunChanges | undefined, StorageUnavailable>
    /** Runs in progress in any process, oldest first. */
    readonly running: Effect.Effect<ReadonlyArray<Run>, StorageUnavailable>
    /** Marks a run in progress as cancelled, so that its process ends it. False if no such run is in progress. */
    readonly requestCancel: (id: string) => Effect.Effect<boolean, StorageUnavailable>
  }
>()("doorstep/Publisher") {}
