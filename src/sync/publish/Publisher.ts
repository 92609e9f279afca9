import { Cause, Context, Exit, Schema } from "effect"
import type { Effect, Scope } from "effect"
import type { EvidenceKind } from "../../../schemas/Address.ts"
import type { Explanation } from "../../../schemas/Explanation.ts"
import type { RunChanges } from "../../../schemas/RunChanges.ts"
import type { GateTripped, Limits } from "./Gates.ts"
import type { KeptRecord } from "../normalize/KeptRecord.ts"
import type {
  Holding,
  PhaseProgress,
  Publication,
  Run,
  RunProgress,
  RunTotals,
  Standing,
  StartedBy
} from "../run/Run.ts"
import type { StagedColumns } from "../stage/StagedColumns.ts"
import type { StorageUnavailable } from "../../database/Outage.ts"

/** Another run of the same source and country is under way. */
export class RunInProgress extends Schema.TaggedError<RunInProgress>()("RunInProgress", {
  source: Schema.String,
  country: Schema.String,
  message: Schema.String
}) {}

/** There is nothing staged that this run could publish: it was not held back, or a later run has taken its place. */
export class NotPublishable extends Schema.TaggedError<NotPublishable>()("NotPublishable", {
  runId: Schema.String,
  message: Schema.String
}) {}

/** A part of the source, as its records go in. Nothing of it counts until it is finished. */
export interface PartStaging {
  /** Adds records. Of all that have one address, the one whose evidence ranks first stays; see `preferred`. */
  readonly stage: (records: ReadonlyArray<KeptRecord>) => Effect.Effect<void, StorageUnavailable>
  /** Adds records by columns, which threads can make. Absent where the records themselves are wanted. */
  readonly stageColumns?: (columns: StagedColumns) => Effect.Effect<void, StorageUnavailable>
  /** Keeps the part with its totals: a run that goes on later does not read it again. */
  readonly finish: (totals: RunTotals) => Effect.Effect<void, StorageUnavailable>
}

/** A run that has begun, while the version of its data is still unknown. */
export interface Begun {
  readonly runId: string
  /** Records that the source gave the last time it was read to its end. */
  readonly expected: number | undefined
  /** Writes where the run stands. True: somebody wants it to end. */
  readonly progress: (progress: RunProgress) => Effect.Effect<boolean, StorageUnavailable>
}

/** Finds out the version of the data, which may mean asking a slow server. */
export type Identify = (begun: Begun) => Effect.Effect<string>

/** Steps of a publication that are done, and of how many. */
export type PublicationSteps = (done: number, total: number) => Effect.Effect<void>

/** A run under way: records go in by parts, and become visible at once with `publish`, or never. */
export interface Staging extends Begun {
  /** Version of the data that it reads. */
  readonly fingerprint: string
  /** Where it stages, for helpers; asking for it creates the tables. */
  readonly place: Effect.Effect<string, StorageUnavailable>
  /** Totals of a part that is staged already, by this run or by an earlier one of the same data that broke off. */
  readonly finished: (part: string) => RunTotals | undefined
  /** Parts that somebody has begun to stage, whether or not they were finished. */
  readonly begun: Effect.Effect<ReadonlySet<string>, StorageUnavailable>
  /** A part that somebody else has staged and finished. */
  readonly adopt: (part: string, totals: RunTotals) => void
  /** Starts a part, or starts it again from its beginning. */
  readonly part: (name: string) => Effect.Effect<PartStaging, StorageUnavailable>
  /** Leaves one record of each address, of finished parts only. Gives how many there are. */
  readonly settle: Effect.Effect<number, StorageUnavailable>
  /** What the gates find against publishing what is staged, in sentences. */
  readonly findings: (limits: Limits) => Effect.Effect<ReadonlyArray<string>, StorageUnavailable>
  /** Replaces the source's records of the country by the staged ones, in one transaction with catalog and counts. */
  readonly publish: (options: {
    readonly totals: RunTotals
    readonly limits: Limits
    /** Publish in spite of what the gates find. */
    readonly anyway: boolean
    readonly onStep?: PublicationSteps | undefined
    /** The phases that the run has gone through, when it is over. */
    readonly phases?: Effect.Effect<ReadonlyArray<PhaseProgress>> | undefined
    /** What the run's result shows, kept with it; left out: nothing. */
    readonly explain?: (
      publication: Publication,
      findings: ReadonlyArray<string>,
      weakest: EvidenceKind
    ) => ReadonlyArray<Explanation>
  }) => Effect.Effect<Publication, GateTripped | StorageUnavailable>
  /**
   * Ends the run without a publication. What is staged stays where a later run can go on with it: finished parts of
   * one that broke off, and everything of one that the gates held back. Of that one, and of a dry run, what would have
   * become of the source's addresses is kept with the run.
   */
  readonly abandon: (
    outcome: "unchanged" | "dry-run" | "gated" | "failed" | "interrupted" | "cancelled",
    totals: RunTotals,
    message: string,
    findings?: ReadonlyArray<string>,
    explanations?: ReadonlyArray<Explanation>
  ) => Effect.Effect<void, StorageUnavailable>
}

/** A run that another process has begun, for who reads parts of it. */
export interface Beside {
  readonly isUnderWay: Effect.Effect<boolean, StorageUnavailable>
  /** Totals of a part that is staged already. */
  readonly finished: (part: string) => Effect.Effect<RunTotals | undefined, StorageUnavailable>
  readonly part: (name: string) => Effect.Effect<PartStaging, StorageUnavailable>
}

/** How to record a run that ended without saying so. */
export const leftOver = (exit: Exit.Exit<unknown, unknown>): readonly ["interrupted" | "failed", message: string] =>
  Exit.isFailure(exit) && !Cause.hasInterrupts(exit.cause)
    ? ["failed", "The run failed unexpectedly."]
    : ["interrupted", "The run was interrupted."]

export interface BeginOptions {
  /** Read everything anew, whatever an earlier run has staged. */
  readonly fresh?: boolean
  readonly startedBy?: StartedBy
  /** The order that it is begun for; see {@link Attempts}. */
  readonly order?: string | undefined
}

/** What is told of a run that lost the way to its database, and is gone on with. */
export const databaseLost = "The way to the database was lost."

/** What has become of an order so far. */
export interface Attempts {
  /** A run that was begun for it has come to an end. */
  readonly isDone: boolean
  /** So many were begun and did not: they were interrupted, or their process died. */
  readonly begun: number
  /** So many of these died with their process, or lost their database. */
  readonly died: number
}

/** Writes pools: the only way in. */
export class Publisher extends Context.Service<
  Publisher,
  {
    /**
     * Starts a run; fails at once when one of the same source and country is under way in any process. With the
     * fingerprint of an earlier run that did not publish, it goes on with what that one has staged.
     */
    readonly begin: (
      source: string,
      country: string,
      fingerprint: string | Identify,
      options?: BeginOptions
    ) => Effect.Effect<Staging, RunInProgress | StorageUnavailable, Scope.Scope>
    /** Starts a run that publishes what a run that was held back has staged; its totals come with it. */
    readonly resume: (
      runId: string,
      options: Pick<BeginOptions, "startedBy" | "order">
    ) => Effect.Effect<
      { readonly staging: Staging; readonly run: Run },
      NotPublishable | RunInProgress | StorageUnavailable,
      Scope.Scope
    >
    /** For who reads parts of a run that another process has begun. */
    readonly beside: (run: { readonly runId: string; readonly place: string }) => Beside
    /** Runs that were begun for an order. */
    readonly attempts: (order: string) => Effect.Effect<Attempts, StorageUnavailable>
    /** Fingerprint of the last run that was published, or found unchanged, of the source in the country. */
    readonly lastFingerprint: (source: string, country: string) => Effect.Effect<string | undefined, StorageUnavailable>
    /** What each source has in the pools, by source, country and region. Counted when it is asked for. */
    readonly holdings: Effect.Effect<ReadonlyArray<Holding>, StorageUnavailable>
    /** How these sources stand in these countries, in the order asked for. */
    readonly standings: (
      pairs: ReadonlyArray<Pick<Standing, "source" | "country">>
    ) => Effect.Effect<ReadonlyArray<Standing>, StorageUnavailable>
    /** Recorded runs, the newest first; of one source, and older than a run, where that is asked for. */
    readonly runs: (
      limit: number,
      of?: { readonly source?: string | undefined; readonly before?: string | undefined }
    ) => Effect.Effect<ReadonlyArray<Run>, StorageUnavailable>
    readonly run: (id: string) => Effect.Effect<Run | undefined, StorageUnavailable>
    /** What a run changed, or would have changed; undefined of nothing, and of runs that are long past. */
    readonly changes: (id: string) => Effect.Effect<RunChanges | undefined, StorageUnavailable>
    /** Runs under way in any process, the oldest first. */
    readonly running: Effect.Effect<ReadonlyArray<Run>, StorageUnavailable>
    /** Marks a run under way, so that its process ends it. False: there is no such run under way. */
    readonly requestCancel: (id: string) => Effect.Effect<boolean, StorageUnavailable>
  }
>()("doorstep/Publisher") {}
