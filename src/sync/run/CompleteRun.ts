import { type Cause, Effect } from "effect"
import type { DataSource } from "../../../sources/DataSource.ts"
import type { Downloads } from "../../../sources/reading/Downloads.ts"
import type { Explanation } from "../../../schemas/Explanation.ts"
import { isLost, type StorageUnavailable } from "../../database/Outage.ts"
import { databaseSays } from "../../database/ServerSession.ts"
import { diagnose } from "../diagnosis/Diagnosis.ts"
import { defaultLimits } from "../publish/Gates.ts"
import { databaseLost, type Staging } from "../publish/Publisher.ts"
import { brokenDown, failedWith } from "../read/BrokenDown.ts"
import type { versionOf } from "../read/PartReading.ts"
import type { readInto } from "../read/Reading.ts"
import { storable } from "../read/Storable.ts"
import type { ObservedRun } from "./ObservedRun.ts"
import { keptDownload } from "./Phases.ts"
import type { Run, RunTotals } from "./Run.ts"
import type { RunCancelled } from "./RunWatch.ts"
import type { SyncReport, SyncRequest } from "./SyncReport.ts"

/** What can go wrong before everything is read and staged. */
export type ReadFault =
  | Effect.Error<ReturnType<typeof readInto>>
  | Effect.Error<ReturnType<typeof versionOf>>
  | RunCancelled
  | StorageUnavailable

/** What the database says about a failure is for operators: it goes to the log, not into the report. */
export const logDatabase = ({ country, source }: Pick<Run, "source" | "country">, what: string, error: unknown) => {
  const said = databaseSays(error)
  return said === undefined
    ? Effect.void
    : Effect.logError(`The synchronization of ${source} in ${country} ${what}. The database says: ${said}`)
}

/** A run that has begun and stages what it reads. */
export interface StagedRun {
  readonly run: Pick<Run, "source" | "country">
  /** Undefined where it is registered no more. */
  readonly source: DataSource | undefined
  readonly staging: Staging
  readonly watch: ObservedRun
  readonly request: Pick<SyncRequest, "anyway" | "dryRun" | "order">
}

type Untimed = Omit<SyncReport, "seconds">

/** What is known of every run, however it ends. */
const subjectOf = ({ run: { country }, source }: StagedRun) => ({
  country,
  configured: source?.configured,
  manifest: source?.manifest
})

const reportOf = (
  { run, staging, watch }: StagedRun,
  outcome: SyncReport["outcome"],
  more: Partial<Pick<SyncReport, "explanations" | "findings" | "message" | "publication">>
): Untimed => ({
  ...run,
  ...watch.totals(),
  runId: staging.runId,
  outcome,
  findings: [],
  message: undefined,
  explanations: [],
  publication: undefined,
  ...more
})

/** Ends a run that publishes nothing. */
const abandon = Effect.fnUntraced(function* (
  staged: StagedRun,
  outcome: "dry-run" | "gated" | "failed" | "cancelled",
  said: string,
  findings: ReadonlyArray<string> = []
) {
  const message = storable(said)
  const totals = yield* staged.watch.ended
  const explanations = diagnose({ ...subjectOf(staged), outcome, totals, findings, message })
  yield* Effect.ignore(staged.staging.abandon(outcome, totals, message, findings, explanations))
  return reportOf(staged, outcome, { message, findings, explanations })
})

/** Publishes what was staged, unless the gates hold it back. */
const publish = Effect.fnUntraced(function* (
  staged: StagedRun,
  totals: RunTotals,
  downloads: Downloads["Service"] | undefined
) {
  const { request, run, staging, watch } = staged
  let explanations: ReadonlyArray<Explanation> = []
  const publication = yield* staging.publish({
    totals,
    limits: defaultLimits,
    anyway: request.anyway === true,
    onStep: watch.onStep,
    phases: watch.endedPhases,
    explain: ({ residential, residentialBefore }, findings, weakest) => {
      const pool = { homes: residential, homesBefore: residentialBefore }
      const about = { ...subjectOf(staged), outcome: "published" as const, totals, findings, message: undefined }
      return (explanations = diagnose({ ...about, pool, weakest }))
    }
  })
  if (downloads !== undefined) yield* downloads.published(run.source)
  return reportOf(staged, "published", { publication, explanations })
})

/** Ends a run that has failed; what was lost with the database is left for whoever goes on with its order. */
const failed = Effect.fnUntraced(function* (staged: StagedRun, error: unknown) {
  const { request, run, staging, watch } = staged
  const message = failedWith(error)
  yield* logDatabase(run, "did not come to its end", error)
  if (!isLost(error) || request.order === undefined) return yield* abandon(staged, "failed", message)
  yield* Effect.ignore(staging.abandon("interrupted", yield* watch.ended, databaseLost))
  return { ...reportOf(staged, "failed", { message }), isLost: true }
})

/** Ends a run in which something broke that nobody expects to. */
const brokeDown = Effect.fnUntraced(function* (staged: StagedRun, cause: Cause.Cause<unknown>) {
  const { country, source } = staged.run
  yield* Effect.logError(`The synchronization of ${source} in ${country} broke down.`, cause)
  return yield* abandon(staged, "failed", brokenDown("The synchronization", cause))
})

/** Does the work of a run that has begun, and ends it. Whatever goes wrong is in the report. */
export const completeRun = Effect.fnUntraced(function* (
  staged: StagedRun,
  read: Effect.Effect<RunTotals, ReadFault>,
  downloads: Downloads["Service"] | undefined
) {
  const { request, staging, watch } = staged
  const work = Effect.gen(function* () {
    const totals = yield* read
    yield* watch.onTotals(totals, totals.read)
    if (request.dryRun !== true) return yield* publish(staged, totals, downloads)
    const findings = yield* staging.findings(defaultLimits)
    const verdict = findings.length === 0 ? "It would be published." : "The gates would hold it back."
    return yield* abandon(staged, "dry-run", `This was a dry run: nothing was published. ${verdict}`, findings)
  })
  return yield* watch.over(work).pipe(
    Effect.catchTags({
      GateTripped: ({ findings, message }) => abandon(staged, "gated", message, findings),
      RunCancelled: ({ message }) =>
        Effect.flatMap(watch.phases, (phases) =>
          abandon(staged, "cancelled", [message, ...keptDownload(phases)].join(" "))
        )
    }),
    Effect.catch((error) => failed(staged, error)),
    Effect.catchCause((cause) => brokeDown(staged, cause))
  )
})
