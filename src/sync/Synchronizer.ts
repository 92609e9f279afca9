import { Cause, Context, Effect, Layer, Predicate, Result, Schedule, Schema, Stream } from "effect"
import { type DataSource, type SourceRecord, SourceRegistry } from "../../sources/DataSource.ts"
import { defaultLimits } from "./Gates.ts"
import type { KeptRecord } from "./KeptRecord.ts"
import { normalizationVersion, normalize } from "./Normalize.ts"
import { type Publication, Publisher, type RunTotals, type Staging } from "./Publisher.ts"

/** Raw records that are normalized and staged together. */
const chunkSize = 2000

/** What to synchronize, and how. */
export interface SyncRequest {
  /** Absent: every registered source. */
  readonly source?: string | undefined
  /** ISO 3166-1 alpha-2; absent: every country of the source. */
  readonly country?: string | undefined
  /** Read the source even if its fingerprint says that nothing has changed. */
  readonly force?: boolean
  /** Publish in spite of what the gates find. */
  readonly anyway?: boolean
  readonly onProgress?: (progress: SyncProgress) => Effect.Effect<void>
}

/** Where a run stands. */
export interface SyncProgress extends RunTotals {
  readonly source: string
  readonly country: string
}

/** How one source's run in one country ended. */
export interface SyncReport extends RunTotals {
  readonly source: string
  readonly country: string
  readonly outcome: "published" | "unchanged" | "gated" | "failed"
  readonly publication: Publication | undefined
  /** What went wrong, or why nothing was done. */
  readonly message: string | undefined
}

/** A source or country that nothing registered answers to. */
export class UnknownSource extends Schema.TaggedError<UnknownSource>()("UnknownSource", { message: Schema.String }) {}

const noTotals: RunTotals = { read: 0, kept: 0, rejected: {} }

/** Reads every record of the source once, and stages what can be kept. Run again, it starts from nothing. */
const readInto = Effect.fnUntraced(function* (
  source: DataSource,
  country: string,
  staging: Staging,
  onTotals: (totals: RunTotals) => Effect.Effect<void>
) {
  yield* staging.clear
  let read = 0
  let passed = 0
  const rejected: Record<string, number> = {}
  const take = Effect.fnUntraced(function* (chunk: ReadonlyArray<SourceRecord>) {
    const kept: Array<KeptRecord> = []
    for (const raw of chunk) {
      const result = normalize(source.manifest, country, raw)
      if (Result.isSuccess(result)) kept.push(result.success)
      else rejected[result.failure] = (rejected[result.failure] ?? 0) + 1
    }
    yield* staging.stage(kept)
    read += chunk.length
    passed += kept.length
    yield* onTotals({ read, kept: passed, rejected })
  })
  yield* source.records(country).pipe(Stream.grouped(chunkSize), Stream.runForEach(take))
  const kept = yield* staging.staged
  if (passed > kept) rejected["duplicate"] = passed - kept
  const totals: RunTotals = { read, kept, rejected }
  return totals
})

/** Runs synchronizations: source → normalized → evidence → staged → gates → published. */
export class Synchronizer extends Context.Service<
  Synchronizer,
  {
    /** Runs one after another; the failure of one is in its report, and does not keep the others from running. */
    readonly run: (request: SyncRequest) => Effect.Effect<ReadonlyArray<SyncReport>, UnknownSource>
  }
>()("doorstep/Synchronizer") {
  static readonly layerNoDeps = Layer.effect(
    Synchronizer,
    Effect.gen(function* () {
      const publisher = yield* Publisher
      const registry = yield* SourceRegistry

      const runOne = Effect.fn("Synchronizer.runOne")(function* (
        source: DataSource,
        country: string,
        request: SyncRequest
      ) {
        const { name } = source.manifest
        const found = yield* Effect.result(source.fingerprint)
        const fingerprint = Result.isSuccess(found) ? `${found.success}/${normalizationVersion}` : ""
        const staging = yield* publisher.begin(name, country, fingerprint)
        if (Result.isFailure(found)) {
          yield* staging.abandon("failed", noTotals, found.failure.message)
          return failed(name, country, noTotals, found.failure)
        }
        let totals = noTotals
        const abandon = (outcome: "unchanged" | "gated" | "failed", message: string) =>
          staging.abandon(outcome, totals, message)
        if (request.force !== true && (yield* publisher.lastFingerprint(name, country)) === fingerprint) {
          const message = "The source has not changed since its last run."
          yield* abandon("unchanged", message)
          return report(name, country, "unchanged", totals, undefined, message)
        }
        const onTotals = (now: RunTotals) =>
          Effect.suspend(() => {
            totals = now
            return request.onProgress?.({ source: name, country, ...now }) ?? Effect.void
          })
        return yield* readInto(source, country, staging, onTotals).pipe(
          Effect.retry({
            while: (error) => error._tag === "SourceError" && error.reason === "transient",
            schedule: Schedule.exponential("200 millis"),
            times: 4
          }),
          Effect.tap(onTotals),
          Effect.flatMap((complete) =>
            staging.publish({ totals: complete, limits: defaultLimits, anyway: request.anyway === true })
          ),
          Effect.map((publication) => report(name, country, "published", totals, publication, undefined)),
          Effect.tapError((error) =>
            Effect.ignore(abandon(error._tag === "GateTripped" ? "gated" : "failed", error.message))
          ),
          Effect.catch((error) => Effect.succeed(failed(name, country, totals, error)))
        )
      }, Effect.scoped)

      const run = Effect.fn("Synchronizer.run")(function* (request: SyncRequest) {
        const pairs = yield* selected(yield* registry.all, request)
        return yield* Effect.forEach(pairs, ([source, country]) =>
          Effect.catchCause(runOne(source, country, request), (cause) =>
            Cause.hasInterrupts(cause)
              ? Effect.interrupt
              : Effect.as(
                  Effect.logError(`The synchronization of ${source.manifest.name} in ${country} broke down.`, cause),
                  failed(source.manifest.name, country, noTotals, Cause.squash(cause))
                )
          )
        )
      })

      return Synchronizer.of({ run })
    })
  )
}

const report = (
  source: string,
  country: string,
  outcome: SyncReport["outcome"],
  totals: RunTotals,
  publication: Publication | undefined,
  message: string | undefined
): SyncReport => ({ source, country, outcome, ...totals, publication, message })

const failed = (source: string, country: string, totals: RunTotals, error: unknown): SyncReport => {
  const gated = Predicate.isTagged(error, "GateTripped")
  const message =
    Predicate.hasProperty(error, "message") && Predicate.isString(error.message) ? error.message : String(error)
  return report(source, country, gated ? "gated" : "failed", totals, undefined, message)
}

const selected = Effect.fnUntraced(function* (sources: ReadonlyArray<DataSource>, request: SyncRequest) {
  const names = sources.map((source) => source.manifest.name)
  if (request.source !== undefined && !names.includes(request.source)) {
    return yield* new UnknownSource({
      message: `No data source is named "${request.source}". Registered: ${names.join(", ") || "none"}.`
    })
  }
  const pairs = sources
    .filter((source) => request.source === undefined || source.manifest.name === request.source)
    .flatMap((source) => source.manifest.countries.map((country) => [source, country] as const))
    .filter(([, country]) => request.country === undefined || country === request.country)
  if (pairs.length === 0) {
    return yield* new UnknownSource({
      message: `No registered data source has records of ${request.country ?? "any country"}.`
    })
  }
  return pairs
})
