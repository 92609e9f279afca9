import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { CountryCode } from "../Address.ts"
import { data } from "../Data.ts"
import { InvalidRequestResponse, ServiceUnavailableResponse } from "../Errors.ts"
import { MAX_ID, text } from "../Fields.ts"
import { pageFields, paging } from "../Paging.ts"
import { Explanation, Verdict } from "../Explanation.ts"
import { RejectSamples } from "../RejectSamples.ts"
import { RunChanges } from "../RunChanges.ts"
import { RunOutcome } from "../RunOutcome.ts"
import { PhaseUnit, RunPhase } from "../RunPhase.ts"
import { StartedBy } from "../StartedBy.ts"
import { Validation } from "../Validation.ts"
import { ConflictResponse, NotThereResponse } from "./Errors.ts"
import { count, instant } from "./Fields.ts"
import { KeepsSession, SameSite, SignedIn } from "./Sessions.ts"

/** The progress of a run's phase. */
export const PhaseProgress = Schema.Struct({
  phase: RunPhase,
  done: Schema.Finite.annotate({ description: "How much is done, in the unit." }),
  total: Schema.NullOr(Schema.Finite).annotate({ description: "How much there is to do; null if unknown." }),
  unit: PhaseUnit,
  rate: Schema.NullOr(Schema.Finite).annotate({ description: "Recent units per second." }),
  secondsLeft: Schema.NullOr(Schema.Int).annotate({
    description: "Estimated from rate and total; null if those are unknown."
  }),
  startedAt: instant("When it began."),
  endedAt: Schema.NullOr(instant("When it ended; null while it goes on."))
}).annotate({ identifier: "PhaseProgress" })
export type PhaseProgress = typeof PhaseProgress.Type

/** One run of one source in one country. */
const summaryFields = {
  id: Schema.NonEmptyString,
  source: Schema.NonEmptyString.annotate({ description: "Name of the source.", examples: ["starter"] }),
  country: CountryCode,
  outcome: RunOutcome,
  phase: RunPhase.annotate({ description: "What it is doing, or did last." }),
  phases: Schema.Array(PhaseProgress).annotate({
    description: "One per phase begun, in order; the last one is the current one, or was when the run ended."
  }),
  startedBy: StartedBy.annotate({
    description: "The command line, a schedule, or a request to the running service, such as the console's."
  }),
  startedAt: instant("When it began."),
  endedAt: Schema.NullOr(instant("When it ended; null while it is under way.")),
  read: count("Records read so far."),
  kept: count("Records that were kept of them."),
  rejected: Schema.Record(Schema.String, Schema.Int).annotate({ description: "Rejected records, by reason." }),
  rate: Schema.NullOr(Schema.Finite).annotate({
    description: "Records per second; recent ones while it is in progress."
  }),
  expected: Schema.NullOr(Schema.Int).annotate({
    description: "How many records the source gave the last time it was read completely; null if unknown."
  }),
  secondsLeft: Schema.NullOr(Schema.Int).annotate({
    description: "Estimated from rate and expected; null if those are unknown."
  }),
  cancelRequested: Schema.Boolean.annotate({ description: "It was cancelled, but has not ended yet." }),
  publishable: Schema.Boolean.annotate({
    description: "It was held back, and its records are still available, so they can be published anyway."
  }),
  findings: Schema.Array(Schema.String).annotate({ description: "What the gates found, in sentences." }),
  message: Schema.NullOr(Schema.String).annotate({ description: "What went wrong, or why nothing was done." }),
  release: Schema.NullOr(Schema.String).annotate({
    description:
      "For a source that follows the latest upstream release: the one that was read; null if it has no name.",
    examples: ["2026-02-18.0"]
  }),
  verdict: Verdict,
  explanations: Schema.Array(Explanation).annotate({
    description:
      "What explains the result, most important first; empty while the run is in progress. If nothing was new, the explanations of the run that published last."
  })
}

export const RunSummary = Schema.Struct(summaryFields).annotate({ identifier: "RunSummary" })
export type RunSummary = typeof RunSummary.Type

export const RunDetail = Schema.Struct({
  ...summaryFields,
  fingerprint: Schema.String.annotate({ description: "Version of the source's data, as stated by the source." }),
  samples: RejectSamples,
  publication: Schema.NullOr(
    Schema.Struct({
      added: count("Addresses that came in."),
      changed: count("Addresses that changed in place."),
      withdrawn: count("Addresses that left."),
      poolVersion: count("The pool's version after it."),
      residential: count("Published residential addresses of the country after it."),
      residentialBefore: Schema.optionalKey(count("And before it; absent of runs of earlier versions."))
    })
  ),
  changes: Schema.NullOr(RunChanges).annotate({
    description:
      "What it changed, or would have changed if it was a dry run or held back; null if nothing, or for runs long past."
  })
}).annotate({ identifier: "RunDetail" })
export type RunDetail = typeof RunDetail.Type

/** Events of the live stream. Each is complete in itself: a page that misses one loses nothing. */
export const LiveRuns = Schema.Struct({
  at: instant("When this was so."),
  running: Schema.Array(RunSummary).annotate({ description: "Runs in progress in any process, oldest first." }),
  ended: Schema.Array(RunSummary).annotate({
    description: "Runs that ended since the previous event; in the first event, those of the last minute."
  })
}).annotate({ identifier: "LiveRuns" })
export type LiveRuns = typeof LiveRuns.Type

export const RunId = Schema.String.check(Schema.isPattern(/^\d{1,18}$/, { message: "is not the ID of a run" }))

const params = { id: RunId }

/** Synchronizations: past and running ones, and how to control them. */
export class Runs extends HttpApiGroup.make("runs")
  .add(
    HttpApiEndpoint.get("list", "/runs", {
      query: Schema.Struct({
        source: Schema.optionalKey(text(MAX_ID).annotate({ description: "Only runs of this source." })),
        ...paging
      }),
      success: data(
        Schema.Struct({ runs: Schema.Array(RunSummary), nextCursor: pageFields.nextCursor }).annotate({
          identifier: "RunPage"
        })
      ),
      error: [InvalidRequestResponse, ServiceUnavailableResponse]
    }).annotateMerge(
      OpenApi.annotations({ identifier: "runs", summary: "Runs", description: "Newest first, page by page." })
    ),
    HttpApiEndpoint.get("live", "/runs/live", {
      success: HttpApiSchema.StreamSse({ data: LiveRuns }),
      error: ServiceUnavailableResponse
    })
      .annotate(KeepsSession, false)
      .annotateMerge(
        OpenApi.annotations({
          identifier: "liveRuns",
          summary: "Runs, live",
          description:
            "Server-sent events: the first at once, then one whenever something changes, at most two a second, and at least one every 15 seconds. The stream ends with the session."
        })
      ),
    HttpApiEndpoint.get("get", "/runs/:id", {
      params,
      success: data(RunDetail),
      error: [NotThereResponse, ServiceUnavailableResponse]
    }).annotateMerge(
      OpenApi.annotations({
        identifier: "run",
        summary: "A run",
        description: "With rejected records by reason and samples of them, the gates' findings, and what was published."
      })
    ),
    HttpApiEndpoint.post("cancel", "/runs/:id/cancel", {
      params,
      success: data(RunDetail).pipe(HttpApiSchema.status(202)),
      error: [NotThereResponse, ConflictResponse, ServiceUnavailableResponse]
    }).annotateMerge(
      OpenApi.annotations({
        identifier: "cancelRun",
        summary: "Cancel a run",
        description: "Its process ends it within a few seconds. The published pool is unchanged."
      })
    ),
    HttpApiEndpoint.post("publish", "/runs/:id/publish", {
      params,
      success: data(Schema.Struct({ source: Schema.String, country: CountryCode })).pipe(HttpApiSchema.status(202)),
      error: [NotThereResponse, ConflictResponse, ServiceUnavailableResponse]
    }).annotateMerge(
      OpenApi.annotations({
        identifier: "publishRun",
        summary: "Publish anyway",
        description:
          "Publishes what the gates held back, as a separate run, without reading the source again. Ask for confirmation first."
      })
    )
  )
  .middleware(Validation)
  .middleware(SignedIn)
  .middleware(SameSite)
  .annotateMerge(OpenApi.annotations({ title: "Runs", description: "Synchronizations and their progress." })) {}
