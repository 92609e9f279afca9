import type { Effect } from "effect"
import type { Explanation } from "../../../schemas/Explanation.ts"
import type { RunOutcome } from "../../../schemas/RunOutcome.ts"
import { diagnose } from "../diagnosis/Diagnosis.ts"
import { noTotals } from "../read/Tally.ts"
import type { PhaseProgress, Publication, RunTotals, StartedBy } from "./Run.ts"

/** What to synchronize, and how. */
export interface SyncRequest {
  /** Absent: every registered source. */
  readonly source?: string | undefined
  /** ISO 3166-1 alpha-2; absent: every country of the source. */
  readonly country?: string | undefined
  /** Read the source even if its fingerprint says that nothing has changed, and all of it. */
  readonly force?: boolean | undefined
  /** Publish in spite of what the gates find. */
  readonly anyway?: boolean | undefined
  /** Read, normalize and ask the gates, and publish nothing. */
  readonly dryRun?: boolean | undefined
  readonly startedBy?: StartedBy | undefined
  /** The order that it is for: a process that has just lost its work may hold on to the lock, and is waited for. */
  readonly order?: string | undefined
  readonly onProgress?: ((progress: SyncProgress) => Effect.Effect<void>) | undefined
  /** Called when something has failed and is tried again. */
  readonly onSetback?: ((setback: Setback) => Effect.Effect<void>) | undefined
  /** Called as each run ends. */
  readonly onReport?: ((report: SyncReport) => Effect.Effect<void>) | undefined
}

/** What has failed of a run that goes on. */
export interface Setback {
  readonly source: string
  readonly country: string
  /** In a sentence. */
  readonly failure: string
}

/** Where a run stands. */
export interface SyncProgress extends RunTotals {
  readonly source: string
  readonly country: string
  /** Records that the source gave the last time; undefined when it was never read. */
  readonly expected: number | undefined
  /** One for each phase that was begun; the last is the present one. */
  readonly phases: ReadonlyArray<PhaseProgress>
  /** Records of parts that were read to their end: a run that goes on later does not read them again. */
  readonly finished: number
}

/** How one source's run in one country ended. */
export interface SyncReport extends RunTotals {
  readonly source: string
  readonly country: string
  readonly outcome: Exclude<RunOutcome, "running" | "interrupted">
  readonly publication: Publication | undefined
  /** What its result shows, the most important first. */
  readonly explanations: ReadonlyArray<Explanation>
  /** What the gates found, in sentences. */
  readonly findings: ReadonlyArray<string>
  /** What went wrong, or why nothing was done. */
  readonly message: string | undefined
  /** Undefined when no run was begun. */
  readonly runId: string | undefined
  /** Release of the upstream that was read, of a source that follows the latest. */
  readonly release?: string | undefined
  /** The way to the database was lost. Of an order it is tried again. */
  readonly isLost?: boolean
  readonly seconds: number
}

/** The report of a source that was not read. */
export const notRun = (source: string, country: string, message: string): Omit<SyncReport, "seconds"> => ({
  source,
  country,
  ...noTotals,
  outcome: "failed",
  publication: undefined,
  findings: [],
  explanations: diagnose({ country, outcome: "failed", totals: noTotals, findings: [], message }),
  message,
  runId: undefined
})
