import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { CountryCode } from "../Address.ts"
import { data } from "../Data.ts"
import { InvalidRequestResponse, ServiceUnavailableResponse } from "../Errors.ts"
import { Explanation, Verdict } from "../Explanation.ts"
import { countryParameter, Id, storable } from "../Fields.ts"
import { RejectSamples } from "../RejectSamples.ts"
import { Validation } from "../Validation.ts"
import { ConflictResponse, NotThereResponse } from "./Errors.ts"
import { anyJson, count, instant, storableJson, text } from "./Fields.ts"
import { RunSummary } from "./Runs.ts"
import { SameSite, SignedIn } from "./Sessions.ts"

export const SourceType = Schema.Struct({
  type: Schema.NonEmptyString.annotate({ description: "Its name in a configuration.", examples: ["openstreetmap"] }),
  summary: text("What it reads, in a sentence."),
  options: Schema.Record(Schema.String, Schema.Json).annotate({
    description:
      "JSON Schema (draft 2020-12) of the options, with a description of each, from which a form can be built."
  }),
  choices: Schema.Record(
    Schema.String,
    Schema.Array(Schema.Struct({ value: Schema.String, label: text("What it is, in words.") }))
  ).annotate({ description: "By option: the values that a form should offer, if no others make sense." })
}).annotate({ identifier: "SourceType" })
export type SourceType = typeof SourceType.Type

export const SourceManifest = Schema.Struct({
  countries: Schema.Array(CountryCode),
  license: Schema.String,
  attribution: Schema.String,
  homepage: text("Where the source is described. Text from a source: link to http and https addresses only."),
  evidence: text("How the source knows that an address is a home.")
}).annotate({ identifier: "SourceManifest" })

export const SourceSchedule = Schema.Struct({
  cron: text("Five or six fields, in UTC: minute, hour, day of month, month, day of week; seconds before them."),
  enabled: Schema.Boolean,
  nextAt: Schema.NullOr(instant("When it is due next; null while it is not enabled."))
}).annotate({ identifier: "SourceSchedule" })

export const Options = Schema.Record(Schema.String, anyJson)
  .annotate({ description: "Options of the source's type, as described by its JSON Schema." })
  .check(storableJson)

/** The state of a source in a country. */
export const SourceStanding = Schema.Struct({
  country: CountryCode,
  verdict: Verdict,
  explanations: Schema.Array(Explanation).annotate({
    description: "What explains its last run; if that failed, why, and what explains the published data."
  })
}).annotate({ identifier: "SourceStanding" })
export type SourceStanding = typeof SourceStanding.Type

export const Source = Schema.Struct({
  name: Schema.NonEmptyString,
  kind: Schema.Literals(["builtIn", "configured"]).annotate({
    description: "builtIn: named by the setting SOURCES. configured: stored in the database, and editable."
  }),
  enabled: Schema.Boolean.annotate({
    description: "A disabled source is not read; what it has published stays."
  }),
  type: Schema.NullOr(Schema.String).annotate({ description: "Null for a built-in source." }),
  options: Schema.NullOr(Options),
  manifest: Schema.NullOr(SourceManifest).annotate({ description: "Null if the options are invalid." }),
  fault: Schema.NullOr(Schema.String).annotate({ description: "Why the options are invalid, and how to fix them." }),
  schedule: Schema.NullOr(SourceSchedule).annotate({ description: "Null if it only runs on demand." }),
  lastRuns: Schema.Array(RunSummary).annotate({ description: "The last run of each country, by country." }),
  standings: Schema.Array(SourceStanding).annotate({
    description: "Its state in each country where it has run, by country, ignoring dry runs and cancelled ones."
  })
}).annotate({ identifier: "Source" })
export type Source = typeof Source.Type

/** The results for the records that a test read. */
export const SourceTestCountry = Schema.Struct({
  country: CountryCode,
  read: count("Records that were read."),
  kept: Schema.Record(Schema.String, Schema.Int).annotate({
    description: 'Kept ones by kind of evidence, "none" for those without.'
  }),
  rejected: Schema.Record(Schema.String, Schema.Int).annotate({ description: "Rejected records, by reason." }),
  samples: RejectSamples,
  repeatedIds: Schema.optionalKey(
    Schema.Array(Schema.String).annotate({
      description: "Some IDs that several of these records have, although an ID stands for one record."
    })
  ),
  examples: Schema.Array(Schema.String).annotate({ description: "Some kept records, each as an address on one line." })
}).annotate({ identifier: "SourceTestCountry" })

export const SourceTestEvent = Schema.Union([
  Schema.Struct({
    type: Schema.Literal("progress"),
    country: CountryCode,
    read: count("Records read so far; also sent while nothing is read, every few seconds.")
  }),
  Schema.Struct({
    type: Schema.Literal("result"),
    fingerprint: Schema.String,
    countries: Schema.Array(SourceTestCountry)
  }),
  Schema.Struct({ type: Schema.Literal("failed"), message: Schema.String })
]).annotate({
  identifier: "SourceTestEvent",
  description: "Any number of progress events, then one result or failed."
})
export type SourceTestEvent = typeof SourceTestEvent.Type

export const SourceName = Schema.String.check(
  Schema.isPattern(/^[a-z][a-z0-9-]{0,39}$/, {
    message: "must have up to 40 lower-case letters, digits and hyphens, starting with a letter"
  })
).annotate({ description: "Name of the source.", examples: ["karlsruhe"] })

const params = { name: Id }

const setting = {
  name: SourceName,
  type: Schema.String.annotate({ description: "Type of the source." }).check(
    Schema.isNonEmpty({ message: "is missing; choose one" }),
    storable
  ),
  options: Options
}

/** A source's schedule. The service decides whether the expression is valid. */
export const NewSchedule = Schema.Struct({
  cron: Schema.String.check(
    Schema.isPattern(/^\s*\S+(\s+\S+){4,5}\s*$/, {
      message: "must have five or six fields: minute, hour, day of month, month, day of week; seconds before them"
    })
  ).annotate({ description: "Five or six fields, in UTC.", examples: ["0 3 * * 1"] }),
  enabled: Schema.Boolean
}).annotate({ identifier: "NewSchedule" })

export const NewSource = Schema.Struct(setting).annotate({ identifier: "NewSource" })

/** Where addresses come from. */
export class Sources extends HttpApiGroup.make("sources")
  .add(
    HttpApiEndpoint.get("types", "/source-types", {
      success: data(Schema.Struct({ types: Schema.Array(SourceType) }))
    }).annotateMerge(
      OpenApi.annotations({
        identifier: "sourceTypes",
        summary: "Types of sources",
        description: "Types from which a source can be configured, with the options of each."
      })
    ),
    HttpApiEndpoint.get("list", "/sources", {
      success: data(Schema.Struct({ sources: Schema.Array(Source) })),
      error: ServiceUnavailableResponse
    }).annotateMerge(
      OpenApi.annotations({
        identifier: "sources",
        summary: "Sources",
        description: "Built-in ones first, then by name."
      })
    ),
    HttpApiEndpoint.get("get", "/sources/:name", {
      params,
      success: data(Source),
      error: [NotThereResponse, ServiceUnavailableResponse]
    }).annotateMerge(OpenApi.annotations({ identifier: "source", summary: "A source", description: "By its name." })),
    HttpApiEndpoint.post("add", "/sources", {
      payload: NewSource,
      success: data(Source).pipe(HttpApiSchema.status(201)),
      error: [InvalidRequestResponse, ConflictResponse, ServiceUnavailableResponse]
    }).annotateMerge(
      OpenApi.annotations({
        identifier: "addSource",
        summary: "Add a source",
        description: "Stores it in the database, without running it."
      })
    ),
    HttpApiEndpoint.put("edit", "/sources/:name", {
      params,
      payload: Schema.Struct({ options: Options }).annotate({ identifier: "SourceOptions" }),
      success: data(Source),
      error: [InvalidRequestResponse, NotThereResponse, ConflictResponse, ServiceUnavailableResponse]
    }).annotateMerge(
      OpenApi.annotations({
        identifier: "editSource",
        summary: "Change a source's options",
        description: "All of them are replaced. What it has published stays until it is run again."
      })
    ),
    HttpApiEndpoint.patch("setEnabled", "/sources/:name", {
      params,
      payload: Schema.Struct({ enabled: Schema.Boolean }).annotate({ identifier: "SourceEnabled" }),
      success: data(Source),
      error: [NotThereResponse, ConflictResponse, ServiceUnavailableResponse]
    }).annotateMerge(
      OpenApi.annotations({
        identifier: "setSourceEnabled",
        summary: "Enable or disable a source",
        description: "A disabled source is not read, not even on a schedule; what it has published stays."
      })
    ),
    HttpApiEndpoint.delete("remove", "/sources/:name", {
      params,
      success: data(
        Schema.Struct({
          withdrawing: Schema.Array(CountryCode).annotate({
            description:
              "Countries in which the addresses that only this source has are being withdrawn, each by a run."
          })
        })
      ).pipe(HttpApiSchema.status(202)),
      error: [NotThereResponse, ConflictResponse, ServiceUnavailableResponse]
    }).annotateMerge(
      OpenApi.annotations({
        identifier: "removeSource",
        summary: "Remove a source",
        description:
          "Removes a configured source, its schedule, and the addresses that only it has. Ask for confirmation first."
      })
    ),
    HttpApiEndpoint.post("test", "/source-tests", {
      payload: Schema.Struct(setting).annotate({ identifier: "TriedSource" }),
      success: HttpApiSchema.StreamSse({ data: SourceTestEvent }),
      error: [InvalidRequestResponse, ServiceUnavailableResponse]
    }).annotateMerge(
      OpenApi.annotations({
        identifier: "testSource",
        summary: "Test a source without adding it",
        description:
          "Reads up to 1,000 records per country and publishes nothing. Sends server-sent events, because a file may take a while. Ends with the connection."
      })
    ),
    HttpApiEndpoint.post("testNamed", "/sources/:name/test", {
      params,
      success: HttpApiSchema.StreamSse({ data: SourceTestEvent }),
      error: [NotThereResponse, ServiceUnavailableResponse]
    }).annotateMerge(
      OpenApi.annotations({
        identifier: "testNamedSource",
        summary: "Test a source",
        description: "Like source-tests, for a source given by its name, including built-in ones."
      })
    ),
    HttpApiEndpoint.put("schedule", "/sources/:name/schedule", {
      params,
      payload: NewSchedule,
      success: data(Source),
      error: [InvalidRequestResponse, NotThereResponse, ServiceUnavailableResponse]
    }).annotateMerge(
      OpenApi.annotations({
        identifier: "scheduleSource",
        summary: "Schedule a source",
        description: "If several processes share a database, only one of them runs it."
      })
    ),
    HttpApiEndpoint.delete("unschedule", "/sources/:name/schedule", {
      params,
      success: data(Source),
      error: [NotThereResponse, ServiceUnavailableResponse]
    }).annotateMerge(
      OpenApi.annotations({
        identifier: "unscheduleSource",
        summary: "Remove a source's schedule",
        description: "From then on it only runs on demand."
      })
    ),
    HttpApiEndpoint.post("run", "/sources/:name/runs", {
      params,
      payload: Schema.Struct({
        country: Schema.optionalKey(
          countryParameter({ description: "Only this country; if absent, every country of the source." })
        ),
        force: Schema.optionalKey(
          Schema.Boolean.annotate({ description: "Read the source even if it says that nothing has changed." })
        ),
        dryRun: Schema.optionalKey(
          Schema.Boolean.annotate({ description: "Read, check and count everything, but publish nothing." })
        )
      }).annotate({ identifier: "NewRun" }),
      success: data(Schema.Struct({ source: Schema.String, countries: Schema.Array(CountryCode) })).pipe(
        HttpApiSchema.status(202)
      ),
      error: [InvalidRequestResponse, NotThereResponse, ConflictResponse, ServiceUnavailableResponse]
    }).annotateMerge(
      OpenApi.annotations({
        identifier: "runSource",
        summary: "Run a source now",
        description: "Its runs follow one another, and appear in runs/live when they begin."
      })
    )
  )
  .middleware(Validation)
  .middleware(SignedIn)
  .middleware(SameSite)
  .annotateMerge(OpenApi.annotations({ title: "Sources", description: "Where addresses come from." })) {}
