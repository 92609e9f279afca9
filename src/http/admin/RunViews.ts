import type { LiveRuns, RunDetail, RunSummary } from "../../../schemas/admin/Runs.ts"
import type { RunChanges } from "../../../schemas/RunChanges.ts"
import { releaseIn } from "../../../sources/DataSource.ts"
import type { LiveState } from "../../admin/LiveRuns.ts"
import { diagnose, verdictOf } from "../../sync/diagnosis/Diagnosis.ts"
import type { Run } from "../../sync/run/Run.ts"
import type { RunningRun } from "../../sync/run/SyncRuns.ts"
import { instant } from "./Instant.ts"

/** What a run's result shows. Earlier versions did not store it; for their runs, it follows from the counts. */
const explanationsOf = (run: Run) =>
  run.explanations ??
  (run.outcome === "running"
    ? []
    : diagnose({
        country: run.country,
        outcome: run.outcome,
        totals: run,
        findings: run.findings,
        message: run.message
      }))

/** A run as pages list it. */
export const toSummary = (run: Run | RunningRun): RunSummary => ({
  verdict: verdictOf(run.outcome, explanationsOf(run)),
  explanations: explanationsOf(run),
  id: run.id,
  source: run.source,
  country: run.country,
  outcome: run.outcome,
  phase: run.phase,
  phases: run.phases.map((phase) => ({
    ...phase,
    startedAt: instant(phase.startedAt),
    endedAt: phase.endedAt === null ? null : instant(phase.endedAt)
  })),
  startedBy: run.startedBy,
  startedAt: instant(run.startedAt),
  endedAt: run.endedAt === undefined ? null : instant(run.endedAt),
  read: run.read,
  kept: run.kept,
  rejected: run.rejected,
  rate: run.rate ?? null,
  expected: run.expected ?? null,
  secondsLeft: ("secondsLeft" in run ? run.secondsLeft : undefined) ?? null,
  cancelRequested: run.cancelRequested,
  publishable: run.publishable,
  findings: run.findings,
  message: run.message ?? null,
  release: releaseIn(run.fingerprint) ?? null
})

/** Everything about a run. */
export const toDetail = (run: Run, changes: RunChanges | undefined): RunDetail => ({
  ...toSummary(run),
  fingerprint: run.fingerprint,
  samples: run.samples,
  publication: run.publication ?? null,
  changes: changes ?? null
})

export const toLive = ({ at, ended, running }: LiveState): LiveRuns => ({
  at: instant(at),
  running: running.map(toSummary),
  ended: ended.map(toSummary)
})
