import { Cause, Context, Duration, Effect, Layer, Option, Schema, Semaphore } from "effect"
import { type DataSource, SourceRegistry } from "../../../sources/DataSource.ts"
import { Downloads } from "../../../sources/reading/Downloads.ts"
import { Threads } from "../../../sources/threads/Threads.ts"
import { isLost, type StorageUnavailable } from "../../database/Outage.ts"
import { settings } from "../../settings/Settings.ts"
import { Completion } from "../complete/Completion.ts"
import { type NotPublishable, Publisher, type RunInProgress } from "../publish/Publisher.ts"
import { failedWith } from "../read/BrokenDown.ts"
import { completeRun, logDatabase } from "./CompleteRun.ts"
import { observe } from "./ObservedRun.ts"
import type { StartedBy } from "../../../schemas/StartedBy.ts"
import { synchronize, type SyncServices } from "./SyncOne.ts"
import { notRun, type SyncReport, type SyncRequest } from "./SyncReport.ts"

/** No registered source or country matches, or the source is disabled. */
export class UnknownSource extends Schema.TaggedError<UnknownSource>()("UnknownSource", { message: Schema.String }) {}

/** How many synchronizations one process runs at once, whoever starts them. The others are queued. */
export const SyncConcurrency = Context.Reference<number>("doorstep/SyncConcurrency", {
  defaultValue: () => Number(settings.SYNC_CONCURRENCY.default)
})

/** According to `SYNC_CONCURRENCY`. */
export const layerSyncConcurrency = Layer.effect(SyncConcurrency, settings.SYNC_CONCURRENCY.value)

const timed = <E, R>(run: Effect.Effect<Omit<SyncReport, "seconds">, E, R>): Effect.Effect<SyncReport, E, R> =>
  Effect.map(Effect.timed(run), ([took, report]) => ({ ...report, seconds: Duration.toSeconds(took) }))

/** Failures and defects end up in the report. An interruption was requested, and is passed on. */
const reported = (source: string, country: string) => (cause: Cause.Cause<unknown>) => {
  if (Cause.hasInterrupts(cause)) return Effect.interrupt
  const error = Cause.squash(cause)
  const failed = { ...notRun(source, country, failedWith(error)), isLost: isLost(error) }
  const log = Cause.hasDies(cause)
    ? Effect.logError(`The synchronization of ${source} in ${country} broke down.`, cause)
    : logDatabase({ source, country }, "could not begin", error)
  return Effect.as(log, failed)
}

/** Runs synchronizations: source → normalized → evidence → staged → gates → published. */
export class Synchronizer extends Context.Service<
  Synchronizer,
  {
    /** The sources and countries that a request selects, in registration order, without disabled sources. */
    readonly selected: (
      request: Pick<SyncRequest, "source" | "country">
    ) => Effect.Effect<ReadonlyArray<readonly [source: DataSource, country: string]>, UnknownSource>
    /** A failed run is reported, and the others still run. Reports come in that order. */
    readonly run: (request: SyncRequest) => Effect.Effect<ReadonlyArray<SyncReport>, UnknownSource>
    /** Publishes what the gates held back, without reading again. */
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
      const services: SyncServices = {
        publisher: yield* Publisher,
        completions: yield* Completion,
        threads: yield* Threads,
        downloads: Option.getOrUndefined(yield* Effect.serviceOption(Downloads))
      }
      const { downloads, publisher, threads } = services
      const registry = yield* SourceRegistry
      const turns = Semaphore.makeUnsafe(yield* SyncConcurrency)

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
          timed(
            Effect.catchCause(synchronize(services, source, country, request), reported(source.manifest.name, country))
          ).pipe(
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
        const staged = {
          run,
          source: (yield* registry.all).find(({ manifest }) => manifest.name === source),
          staging,
          watch: observe(run, staging, {}, threads),
          request: { anyway: true }
        }
        const totals = { read, kept, rejected, samples, ...(facts === undefined ? {} : { facts }) }
        return yield* timed(completeRun(staged, Effect.succeed(totals), downloads))
      }, Effect.scoped)

      return Synchronizer.of({
        selected: select,
        run,
        publishAnyway: (...wanted) => turns.withPermits(1)(publishAnyway(...wanted))
      })
    })
  )
}

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
