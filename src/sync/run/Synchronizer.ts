import { Cause, Clock, Context, Duration, Effect, Layer, Option, Schedule, Schema, Semaphore } from "effect"
import { type DataSource, releaseIn, SourceRegistry } from "../../../sources/DataSource.ts"
import { Downloads, ReadingProgress, Setbacks, TransferProgress } from "../../../sources/reading/Downloads.ts"
import { Threads } from "../../../sources/threads/Threads.ts"
import { settings } from "../../settings/Settings.ts"
import { databaseSays } from "../../database/ServerSession.ts"
import type { Explanation } from "../../../schemas/Explanation.ts"
import { Completion } from "../complete/Completion.ts"
import { diagnose } from "../diagnosis/Diagnosis.ts"
import { defaultLimits } from "../publish/Gates.ts"
import { versionOf } from "../read/PartReading.ts"
import {
  databaseLost,
  type NotPublishable,
  type Begun,
  type Identify,
  Publisher,
  type RunInProgress,
  type Staging
} from "../publish/Publisher.ts"
import { readInto } from "../read/Reading.ts"
import { isLost } from "../publish/Unavailable.ts"
import type { RunOutcome } from "../../../schemas/RunOutcome.ts"
import { keptDownload } from "./Phases.ts"
import type { PhaseProgress, Publication, Run, RunTotals, StartedBy } from "./Run.ts"
import { makeWatch, type RunCancelled } from "./RunWatch.ts"
import { noTotals } from "../read/Tally.ts"
import { timeBudgets } from "../../settings/TimeBudgets.ts"
import type { StorageUnavailable } from "../../database/Outage.ts"

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

/** A source or country that nothing registered answers to, or a source that is disabled. */
export class UnknownSource extends Schema.TaggedError<UnknownSource>()("UnknownSource", { message: Schema.String }) {}

/** How many synchronizations one process runs side by side, whoever starts them. The others wait for their turn. */
export const SyncConcurrency = Context.Reference<number>("doorstep/SyncConcurrency", {
  defaultValue: () => Number(settings.SYNC_CONCURRENCY.default)
})

/** As `SYNC_CONCURRENCY` says. */
export const layerSyncConcurrency = Layer.effect(SyncConcurrency, settings.SYNC_CONCURRENCY.value)

const freeLook = 500

/** How long to wait for a lock whose holder has lost its work: twice as long as the server lets it be silent. */
const untilFree = {
  while: (error: { readonly _tag: string }) => error._tag === "RunInProgress",
  schedule: Schedule.spaced(freeLook),
  times: Math.ceil(Duration.toMillis(timeBudgets.runFree.time) / freeLook)
}

/** Runs synchronizations: source → normalized → evidence → staged → gates → published. */
export class Synchronizer extends Context.Service<
  Synchronizer,
  {
    /** The sources and countries that a request means, in registration order, without disabled sources. */
    readonly selected: (
      request: Pick<SyncRequest, "source" | "country">
    ) => Effect.Effect<ReadonlyArray<readonly [source: DataSource, country: string]>, UnknownSource>
    /** A failed run says so in its report, and the others run all the same. Reports come in that order. */
    readonly run: (request: SyncRequest) => Effect.Effect<ReadonlyArray<SyncReport>, UnknownSource>
    /** Publishes what a run that the gates held back has read, without reading again. */
    readonly publishAnyway: (
      runId: string,
      startedBy?: StartedBy,
      order?: string
    ) => Effect.Effect<SyncReport, NotPublishable | RunInProgress | StorageUnavailable>
  }
>()("doorstep/Synchronizer") {
  static readonly layerNoDeps = Layer.effect(
    Synchronizer,
    Effect.gen(function* () {
      const publisher = yield* Publisher
      const registry = yield* SourceRegistry
      const completions = yield* Completion
      const threads = yield* Threads
      const downloads = yield* Effect.serviceOption(Downloads)
      const turns = Semaphore.makeUnsafe(yield* SyncConcurrency)

      /** A run's watch, which reports every progress to whoever asked for the run. */
      const watchOf = (run: Pick<Run, "source" | "country">, begun: Begun, request: SyncRequest) => {
        let finished = 0
        const watch = makeWatch(begun)
        const tell = Effect.gen(function* () {
          const { expected } = begun
          const progress = { ...run, expected, finished, ...watch.totals(), phases: yield* watch.phases }
          yield* request.onProgress?.(progress) ?? Effect.void
        })
        const told =
          <A>(hear: (news: A) => Effect.Effect<void>) =>
          (news: A) =>
            Effect.andThen(hear(news), tell)
        return {
          ...watch,
          onTotals: (totals: RunTotals, ofFinished: number) =>
            Effect.suspend(() => {
              finished = ofFinished
              return Effect.andThen(watch.counted(totals), tell)
            }),
          checking: told(watch.checking),
          onStep: (done: number, total: number) => Effect.andThen(watch.publishing(done, total), tell),
          /** Hears of what a source fetches and reads, which it may do with threads. */
          hearing: <A, E, R>(work: Effect.Effect<A, E, R>) =>
            work.pipe(
              Effect.provideService(Threads, threads),
              Effect.provideService(TransferProgress, told(watch.transferred)),
              Effect.provideService(ReadingProgress, told(watch.read)),
              Effect.provideService(Setbacks, (failure) => request.onSetback?.({ ...run, failure }) ?? Effect.void)
            ),
          ended: Effect.map(watch.endedPhases, (phases): RunTotals => ({ ...watch.totals(), phases }))
        }
      }

      /** Does the work of a run that has begun, and ends it; whatever goes wrong is in the report. */
      const complete = Effect.fnUntraced(function* (
        run: Pick<Run, "source" | "country">,
        staging: Staging,
        watch: ReturnType<typeof watchOf>,
        request: SyncRequest,
        read: Effect.Effect<RunTotals, ReadFault>
      ) {
        const { country, source } = run
        const made = (yield* registry.all).find(({ manifest }) => manifest.name === source)
        /** What is known of every run, however it ends. */
        const subject = { country, configured: made?.configured, manifest: made?.manifest }
        const end = (
          outcome: SyncReport["outcome"],
          more: Partial<Pick<SyncReport, "explanations" | "findings" | "message" | "publication">>
        ): Omit<SyncReport, "seconds"> => ({
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
        const abandon = Effect.fnUntraced(function* (
          outcome: "dry-run" | "gated" | "failed" | "cancelled",
          message: string,
          findings: ReadonlyArray<string> = []
        ) {
          const totals = yield* watch.ended
          const explanations = diagnose({ ...subject, outcome, totals, findings, message })
          yield* Effect.ignore(staging.abandon(outcome, totals, message, findings, explanations))
          return end(outcome, { message, findings, explanations })
        })

        const work = Effect.gen(function* () {
          const totals = yield* read
          yield* watch.onTotals(totals, totals.read)
          if (request.dryRun === true) {
            const findings = yield* staging.findings(defaultLimits)
            const verdict = findings.length === 0 ? "It would be published." : "The gates would hold it back."
            return yield* abandon("dry-run", `This was a dry run: nothing was published. ${verdict}`, findings)
          }
          let explanations: ReadonlyArray<Explanation> = []
          const publication = yield* staging.publish({
            totals,
            limits: defaultLimits,
            anyway: request.anyway === true,
            onStep: watch.onStep,
            phases: watch.endedPhases,
            explain: ({ residential, residentialBefore }, findings, weakest) => {
              const pool = { homes: residential, homesBefore: residentialBefore }
              const about = { ...subject, outcome: "published" as const, totals, findings, message: undefined }
              return (explanations = diagnose({ ...about, pool, weakest }))
            }
          })
          if (Option.isSome(downloads)) yield* downloads.value.published(source)
          return end("published", { publication, explanations })
        })

        return yield* watch.over(work).pipe(
          Effect.catchTags({
            GateTripped: ({ findings, message }) => abandon("gated", message, findings),
            RunCancelled: ({ message }) =>
              Effect.flatMap(watch.phases, (phases) =>
                abandon("cancelled", [message, ...keptDownload(phases)].join(" "))
              )
          }),
          Effect.catch((error) => {
            const { message } = error
            const failed =
              isLost(error) && request.order !== undefined
                ? Effect.flatMap(watch.ended, (totals) =>
                    Effect.as(Effect.ignore(staging.abandon("interrupted", totals, databaseLost)), {
                      ...end("failed", { message }),
                      isLost: true
                    })
                  )
                : abandon("failed", message)
            return Effect.andThen(logDatabase(run, "did not come to its end", error), failed)
          })
        )
      })

      const runOne = Effect.fn("Synchronizer.runOne")(function* (
        source: DataSource,
        country: string,
        request: SyncRequest
      ) {
        const { name } = source.manifest
        const run = { source: name, country }
        let watch: ReturnType<typeof watchOf> | undefined
        let fault: ReadFault | undefined
        /** The data's version, and those of what completes them. What goes wrong is the run's. */
        const identify: Identify = (begun) => {
          watch = watchOf(run, begun, request)
          return watch.over(watch.hearing(versionOf(source, country, completions))).pipe(
            Effect.catch((error) => {
              fault = error
              return Effect.succeed("")
            })
          )
        }
        const staging = yield* publisher
          .begin(name, country, identify, {
            fresh: request.force === true,
            startedBy: request.startedBy ?? "command",
            order: request.order
          })
          .pipe(Effect.retry({ ...untilFree, times: request.order === undefined ? 0 : untilFree.times }))
        watch ??= watchOf(run, staging, request)
        if (fault !== undefined) return yield* complete(run, staging, watch, request, Effect.fail(fault))
        if (request.force !== true && (yield* publisher.lastFingerprint(name, country)) === staging.fingerprint) {
          const message = "The source has not changed since its last run."
          // The data are unchanged, and so is what they show.
          const [standing] = yield* publisher.standings([run])
          const explanations = standing?.explanations ?? []
          yield* staging.abandon("unchanged", noTotals, message, [], explanations)
          if (Option.isSome(downloads)) yield* downloads.value.published(name)
          const { runId } = staging
          return { ...notRun(name, country, message), runId, explanations, outcome: "unchanged" as const }
        }
        const read = readInto(source, country, staging, completions, watch).pipe(
          Effect.retry({
            while: (error) => error._tag === "SourceError" && error.reason === "transient",
            schedule: Schedule.exponential("200 millis"),
            times: 4
          })
        )
        const report = yield* complete(run, staging, watch, request, watch.hearing(read))
        return { ...report, release: releaseIn(staging.fingerprint) }
      }, Effect.scoped)

      const timed = Effect.fnUntraced(function* <E, R>(run: Effect.Effect<Omit<SyncReport, "seconds">, E, R>) {
        const start = yield* Clock.currentTimeMillis
        const report = yield* run
        return { ...report, seconds: ((yield* Clock.currentTimeMillis) - start) / 1000 } satisfies SyncReport
      })

      /** Failures and defects end up in the report; an interruption is somebody's wish, and goes on. */
      const reported = (source: string, country: string) => (cause: Cause.Cause<unknown>) => {
        if (Cause.hasInterrupts(cause)) return Effect.interrupt
        const error = Cause.squash(cause)
        const failed = { ...notRun(source, country, messageOf(error)), isLost: isLost(error) }
        const log = Cause.hasDies(cause)
          ? Effect.logError(`The synchronization of ${source} in ${country} broke down.`, cause)
          : logDatabase({ source, country }, "could not begin", error)
        return Effect.as(log, failed)
      }

      const select = Effect.fnUntraced(function* (request: Pick<SyncRequest, "source" | "country">) {
        const all = yield* registry.all
        const pairs = yield* selected(all, request)
        const enabled = yield* Effect.filter(pairs, ([{ manifest }]) => registry.isEnabled(manifest.name))
        if (enabled.length > 0 || request.source === undefined) return enabled
        return yield* new UnknownSource({
          message: `The source "${request.source}" is disabled. Enable it first.`
        })
      })

      const run = Effect.fn("Synchronizer.run")(function* (request: SyncRequest) {
        const one = ([source, country]: readonly [DataSource, string]) =>
          timed(runOne(source, country, request).pipe(Effect.catchCause(reported(source.manifest.name, country)))).pipe(
            turns.withPermits(1),
            Effect.tap((report) => request.onReport?.(report) ?? Effect.void)
          )
        return yield* Effect.forEach(yield* select(request), one, { concurrency: "unbounded" })
      })

      const publishAnyway = Effect.fn("Synchronizer.publishAnyway")(function* (
        runId: string,
        startedBy: StartedBy = "service",
        order?: string
      ) {
        const { run: held, staging } = yield* publisher.resume(runId, { startedBy, order })
        const { country, facts, kept, read, rejected, samples, source } = held
        const run = { source, country }
        const request = { anyway: true }
        const totals = { read, kept, rejected, samples, ...(facts === undefined ? {} : { facts }) }
        return yield* timed(complete(run, staging, watchOf(run, staging, request), request, Effect.succeed(totals)))
      }, Effect.scoped)

      return Synchronizer.of({
        selected: select,
        run,
        publishAnyway: (...wanted) => turns.withPermits(1)(publishAnyway(...wanted))
      })
    })
  )
}

const messageOf = (error: unknown): string =>
  typeof error === "object" && error !== null && "message" in error && typeof error.message === "string"
    ? error.message
    : String(error)

/** What can go wrong before all is read and staged. */
type ReadFault =
  | Effect.Error<ReturnType<typeof readInto>>
  | Effect.Error<ReturnType<typeof versionOf>>
  | RunCancelled
  | StorageUnavailable

/** What the database says of a failure is for operators: it goes to the log, not into the report. */
const logDatabase = ({ country, source }: Pick<Run, "source" | "country">, what: string, error: unknown) => {
  const said = databaseSays(error)
  return said === undefined
    ? Effect.void
    : Effect.logError(`The synchronization of ${source} in ${country} ${what}. The database says: ${said}`)
}

/** The report of a source that was not read. */
const notRun = (source: string, country: string, message: string): Omit<SyncReport, "seconds"> => ({
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

const selected = Effect.fnUntraced(function* (
  sources: ReadonlyArray<DataSource>,
  request: Pick<SyncRequest, "source" | "country">
) {
  const names = sources.map((source) => source.manifest.name)
  if (request.source !== undefined && !names.includes(request.source)) {
    return yield* new UnknownSource({
      message: `No source is named "${request.source}". Sources: ${names.join(", ") || "none"}.`
    })
  }
  const pairs = sources
    .filter((source) => request.source === undefined || source.manifest.name === request.source)
    .flatMap((source) => source.manifest.countries.map((country) => [source, country] as const))
    .filter(([, country]) => request.country === undefined || country === request.country)
  if (pairs.length === 0) {
    return yield* new UnknownSource({
      message: `No source has records of ${request.country ?? "any country"}.`
    })
  }
  return pairs
})
