import { Duration, Effect, Predicate, Schedule } from "effect"
import { type DataSource, releaseIn } from "../../../sources/DataSource.ts"
import type { Downloads } from "../../../sources/reading/Downloads.ts"
import type { ReadingThreads } from "../../../sources/threads/Threads.ts"
import type { StorageUnavailable } from "../../database/Outage.ts"
import { timeBudgets } from "../../settings/TimeBudgets.ts"
import type { Completions } from "../complete/Completion.ts"
import type { Identify, Publisher, RunInProgress, Staging } from "../publish/Publisher.ts"
import { versionOf } from "../read/PartReading.ts"
import { readInto } from "../read/Reading.ts"
import { noTotals } from "../read/Tally.ts"
import { completeRun, type ReadFault } from "./CompleteRun.ts"
import { observe, type ObservedRun } from "./ObservedRun.ts"
import { notRun, type SyncRequest } from "./SyncReport.ts"

/** What synchronizations need of the service. */
export interface SyncServices {
  readonly publisher: Publisher["Service"]
  readonly completions: Completions
  readonly threads: ReadingThreads
  readonly downloads: Downloads["Service"] | undefined
}

const freeLook = 500

/**
 * An order waits for a lock whose holder has lost its work, for twice as long as the server permits silence. It need not
 * wait for a holder that carries out the same order.
 */
const untilFree = (publisher: Publisher["Service"], source: string, country: string, order: string | undefined) => ({
  while: (error: RunInProgress | StorageUnavailable) =>
    error._tag === "RunInProgress" && order !== undefined
      ? Effect.map(publisher.attempts({ order, source, country }), ({ isDone }) => !isDone)
      : Effect.succeed(false),
  schedule: Schedule.spaced(freeLook),
  times: Math.ceil(Duration.toMillis(timeBudgets.runFree.time) / freeLook)
})

/** What may pass is tried again before the run fails. */
const untilRead = {
  while: (error: ReadFault) => Predicate.isTagged(error, "SourceError") && error.reason === "transient",
  schedule: Schedule.exponential("200 millis"),
  times: 4
}

/** Ends a run whose data are those of the last one: what they show is what they showed. */
const endUnchanged = Effect.fnUntraced(function* (
  { downloads, publisher }: SyncServices,
  staging: Staging,
  source: string,
  country: string
) {
  const message = "The source has not changed since its last run."
  const [standing] = yield* publisher.standings([{ source, country }])
  const explanations = standing?.explanations ?? []
  yield* staging.abandon("unchanged", noTotals, message, [], explanations)
  if (downloads !== undefined) yield* downloads.published(source)
  return { ...notRun(source, country, message), runId: staging.runId, explanations, outcome: "unchanged" as const }
})

/** One run of a source in a country, from its lock to its report. */
export const synchronize = Effect.fn("Synchronizer.runOne")(function* (
  services: SyncServices,
  source: DataSource,
  country: string,
  request: SyncRequest
) {
  const { completions, downloads, publisher, threads } = services
  const { name } = source.manifest
  const run = { source: name, country }
  let watch: ObservedRun | undefined
  let fault: Effect.Effect<never, ReadFault> | undefined
  /** The version of the data and of its completion. Failures belong to the run. */
  const identify: Identify = (begun) => {
    watch = observe(run, begun, request, threads)
    return watch.over(watch.hearing(versionOf(source, country, completions))).pipe(
      Effect.catchCause((cause) => {
        fault = Effect.failCause(cause)
        return Effect.succeed("")
      })
    )
  }
  const { force, order, startedBy = "command" } = request
  const staging = yield* publisher
    .begin(name, country, identify, { fresh: force === true, startedBy, order })
    .pipe(Effect.retry(untilFree(publisher, name, country, order)))
  watch ??= observe(run, staging, request, threads)
  const staged = { run, source, staging, watch, request }
  if (fault !== undefined) return yield* completeRun(staged, fault, downloads)
  if (force !== true && (yield* publisher.lastFingerprint(name, country)) === staging.fingerprint) {
    return yield* endUnchanged(services, staging, name, country)
  }
  const read = Effect.retry(readInto(source, country, staging, completions, watch), untilRead)
  const report = yield* completeRun(staged, watch.hearing(read), downloads)
  return { ...report, release: releaseIn(staging.fingerprint) }
}, Effect.scoped)
