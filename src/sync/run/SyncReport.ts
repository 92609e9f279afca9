import type { Effect } from "effect"
import type { Explanation } from "../../../schemas/Explanation.ts"
import type { RunOutcome } from "../../../schemas/RunOutcome.ts"
import { diagnose } from "../diagnosis/Diagnosis.ts"
import { noTotals } from "../read/Tally.ts"
import type { StartedBy } from "../../../schemas/StartedBy.ts"
import type { PhaseProgress, Publication, RunTotals } from "./Run.ts"

/** What to synchronize, and how. */
export interface SyncRequest {
  /** Absent: every registered source. */
  readonly source?: string | undefined
  /** ISO 3166-1 alpha-2; absent: every country of the source. */
  readonly country?: string | undefined
  /** Read the source completely, even if its fingerprint says that nothing has changed. */
  readonly force?: boolean | undefined
  /** Publish despite what the gates find. */
  readonly anyway?: boolean | undefined
  /** Read, normalize and check, but publish nothing. */
  readonly dryRun?: boolean | undefined
  readonly startedBy?: StartedBy | undefined
  /**
   * The order that it belongs to. A process that has just lost its work may still hold the lock, which is then waited
   * for.
   */
  readonly order?: string | undefined
  readonly onProgress?: ((progress: SyncProgress) => Effect.Effect<void>) | undefined
  /** Called when something has failed and is retried. */
  readonly onSetback?: ((setback: Setback) => Effect.Effect<void>) | undefined
  /** Called as each run ends. */
  readonly onReport?: ((report: SyncReport) => Effect.Effect<void>) | undefined
}

/** What has failed in a run that continues. */
export interface Setback {
  readonly source: string
  readonly country: string
  /** In a sentence. */
  readonly failure: string
}

/** The progress of a run. */
export interface SyncProgress extends RunTotals {
  readonly source: string
  readonly country: string
  /** How many records the source gave last time; undefined if it was never read. */
  readonly expected: number | undefined
  /** One per phase begun; the last is the current one. */
  readonly phases: ReadonlyArray<PhaseProgress>
  /** Records of completed parts, which a resumed run does not read again. */
  readonly finished: number
}

/** How one source's run in one country ended. */
export interface SyncReport extends RunTotals {
  readonly source: string
  readonly country: string
  readonly outcome: Exclude<RunOutcome, "running" | "interrupted">
  readonly publication: Publication | undefined
  /** The explanations of its result, most important first. */
  readonly explanations: ReadonlyArray<Explanation>
  /** What the gates found, in sentences. */
  readonly findings: ReadonlyArray<string>
  /** What went wrong, or why nothing was done. */
  readonly message: string | undefined
  /** Undefined if no run was begun. */
  readonly runId: string | undefined
  /** For a source that follows the latest upstream release: the one that was read. */
  readonly release?: string | undefined
  /** The database connection was lost. An order is retried. */
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
