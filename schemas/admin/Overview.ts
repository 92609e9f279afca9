import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { CountryCode } from "../Address.ts"
import { data } from "../Data.ts"
import { ServiceUnavailableResponse } from "../Errors.ts"
import { ConfigurationError } from "../Reports.ts"
import { Validation } from "../Validation.ts"
import { count, instant, text } from "./Fields.ts"
import { RunSummary } from "./Runs.ts"
import { SameSite, SignedIn } from "./Sessions.ts"

/** One minute, summed over all processes. */
export const ActivityPoint = Schema.Struct({
  at: instant("Start of the minute."),
  requests: count("Requests of the public API."),
  draws: count("Addresses that were handed out."),
  clientErrors: count("Answers from 400 to 499."),
  serverErrors: count("Answers from 500 on.")
}).annotate({ identifier: "ActivityPoint" })
export type ActivityPoint = typeof ActivityPoint.Type

export const Activity = Schema.Struct({
  points: Schema.Array(ActivityPoint).annotate({
    description:
      "The last 60 minutes, oldest first, without gaps; the last one is still in progress. Each process adds its counts every few seconds."
  })
}).annotate({ identifier: "Activity" })
export type Activity = typeof Activity.Type

/** Something to fix, and where to do it in the console. */
export const Problem = Schema.Struct({
  ...ConfigurationError.fields,
  remedy: text("What to do about it, in a sentence."),
  place: Schema.Struct({
    kind: Schema.Literals(["source", "country", "setting"]),
    name: Schema.String.annotate({ description: "Name of the source, code of the country, or name of the setting." })
  }).annotate({ description: "The page on which to fix it: of a source, of a country, or of the settings." })
}).annotate({ identifier: "Problem" })
export type Problem = typeof Problem.Type

export const CountryNotReady = Schema.Struct({
  country: CountryCode,
  ...Problem.fields
}).annotate({ identifier: "CountryNotReady" })
export type CountryNotReady = typeof CountryNotReady.Type

/** A server from which published pools are read. */
export const ReadServer = Schema.Struct({
  name: text("Host, port and database."),
  role: Schema.Literals(["primary", "replica"]).annotate({
    description: "The primary is used if no replica can be read from."
  }),
  used: Schema.Boolean.annotate({ description: "Whether it can be read from now." }),
  why: Schema.NullOr(Schema.String).annotate({ description: "Why not; null if it can." }),
  lagSeconds: Schema.NullOr(Schema.Finite).annotate({
    description: "Its lag; null if unknown."
  }),
  lagBytes: Schema.NullOr(Schema.Finite).annotate({
    description: "Bytes of write-ahead log not yet replayed; null if unknown."
  }),
  underWay: count("Requests that are being answered from it."),
  answered: count("Requests that were answered from it since the process was started."),
  versions: Schema.Record(Schema.String, Schema.Int).annotate({
    description: "Versions of its pools, by country."
  })
}).annotate({ identifier: "ReadServer" })
export type ReadServer = typeof ReadServer.Type

export const Overview = Schema.Struct({
  version: text("Version of Doorstep."),
  startedAt: instant("When the process that answers was started."),
  healthy: Schema.Boolean.annotate({
    description: "Whether every enabled country is ready and nothing is wrong with the configuration."
  }),
  notReady: Schema.Array(CountryNotReady).annotate({
    description: "Enabled countries that are not ready, by code, with the reason, which may also be among the problems."
  }),
  problems: Schema.Array(Problem).annotate({ description: "Empty when there are none." }),
  pools: Schema.Struct({
    countries: count("Enabled countries."),
    ready: count("Those of which addresses can be generated."),
    total: count("Published records."),
    residential: count("Published residential addresses.")
  }),
  coverage: Schema.Struct({
    complete: count("Enabled countries that meet all three rules."),
    incomplete: Schema.Array(CountryCode).annotate({ description: "Countries that do not, by code." })
  }),
  readServers: Schema.Array(ReadServer).annotate({
    description:
      "The servers from which published pools are read, from the view of the responding process: the primary, then the replicas. Empty without replicas."
  }),
  drawsPerMinute: Schema.Finite.annotate({ description: "Mean of the last five complete minutes." }),
  errorsPerMinute: Schema.Finite.annotate({
    description: "Responses with status 500 or above, mean of the last five complete minutes."
  }),
  running: Schema.Array(RunSummary).annotate({ description: "Runs in progress, oldest first." }),
  recent: Schema.Array(RunSummary).annotate({ description: "The last ten runs, newest first." })
}).annotate({ identifier: "Overview" })
export type Overview = typeof Overview.Type

/** The state of the deployment. */
export class OverviewGroup extends HttpApiGroup.make("overview")
  .add(
    HttpApiEndpoint.get("overview", "/overview", {
      success: data(Overview),
      error: ServiceUnavailableResponse
    }).annotateMerge(
      OpenApi.annotations({ identifier: "overview", summary: "Overview", description: "For the first page." })
    ),
    HttpApiEndpoint.get("activity", "/activity", {
      success: data(Activity),
      error: ServiceUnavailableResponse
    }).annotateMerge(
      OpenApi.annotations({
        identifier: "activity",
        summary: "The last hour, minute by minute",
        description: "Requests, draws and errors of all processes that share the database."
      })
    )
  )
  .middleware(Validation)
  .middleware(SignedIn)
  .middleware(SameSite)
  .annotateMerge(OpenApi.annotations({ title: "Overview", description: "Overview of the service." })) {}
