import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { CountryCode } from "../Address.ts"
import { data } from "../Data.ts"
import { InvalidRequestResponse, ServiceUnavailableResponse } from "../Errors.ts"
import { Explanation, Verdict } from "../Explanation.ts"
import { countryParameter } from "../Fields.ts"
import { Validation } from "../Validation.ts"
import { ConflictResponse, NotThereResponse } from "./Errors.ts"
import { count, instant, text } from "./Fields.ts"
import { RunSummary } from "./Runs.ts"
import { SameSite, SignedIn } from "./Sessions.ts"

export const SourceType = Schema.Struct({
  type: Schema.NonEmptyString.annotate({ description: "What a configuration calls it.", examples: ["openstreetmap"] }),
  summary: text("What it reads, in a sentence."),
  options: Schema.Record(Schema.String, Schema.Json).annotate({
    description: "JSON Schema (draft 2020-12) of the options, with a description of each: a form can be made of it."
  }),
  choices: Schema.Record(
    Schema.String,
    Schema.Array(Schema.Struct({ value: Schema.String, label: text("What it is, in words.") }))
  ).annotate({ description: "By option: values that a form offers by name, where others are of no use." })
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

export const Options = Schema.Record(Schema.String, Schema.Json).annotate({
  description: "Options of the source's type, as its JSON Schema says."
})

/** The state of a source in a country. */
export const SourceStanding = Schema.Struct({
  country: CountryCode,
  verdict: Verdict,
  explanations: Schema.Array(Explanation).annotate({
    description: "What its last run shows; where that failed, why, and what the published data show."
  })
}).annotate({ identifier: "SourceStanding" })
export type SourceStanding = typeof SourceStanding.Type

export const Source = Schema.Struct({
  name: Schema.NonEmptyString,
  kind: Schema.Literals(["builtIn", "configured"]).annotate({
    description: "builtIn: named by the setting SOURCES. configured: kept in the database, and can be edited."
  }),
  enabled: Schema.Boolean.annotate({
    description: "A source that is not enabled is not read; what it has published stays."
  }),
  type: Schema.NullOr(Schema.String).annotate({ description: "Null of a built-in source." }),
  options: Schema.NullOr(Options),
  manifest: Schema.NullOr(SourceManifest).annotate({ description: "Null where the options make no source." }),
  fault: Schema.NullOr(Schema.String).annotate({ description: "Why the options make no source, and what to mend." }),
  schedule: Schema.NullOr(SourceSchedule).annotate({ description: "Null: it is run when somebody asks for it." }),
  lastRuns: Schema.Array(RunSummary).annotate({ description: "The last run of each country, by country." }),
  standings: Schema.Array(SourceStanding).annotate({
    description: "How it stands in each country that it was run in, by country; dry runs and cancelled ones aside."
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
  rejected: Schema.Record(Schema.String, Schema.Int).annotate({ description: "Rejected ones by reason." }),
  examples: Schema.Array(Schema.String).annotate({ description: "Some kept ones as an address on one line." })
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
  description: "progress comes any number of times, then result or failed once."
})
export type SourceTestEvent = typeof SourceTestEvent.Type

export const SourceName = Schema.String.check(
  Schema.isPattern(/^[a-z][a-z0-9-]{0,39}$/, {
    message: "must have up to 40 lower case letters, digits and hyphens, a letter first"
  })
).annotate({ description: "Name of the source.", examples: ["karlsruhe"] })

const params = { name: Schema.NonEmptyString }

const setting = {
  name: SourceName,
  type: Schema.String.check(Schema.isNonEmpty({ message: "is missing; choose one" })).annotate({
    description: "Type of the source."
  }),
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
        description: "Types that a source can be configured of, with the options of each."
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
        description: "Keeps it in the database. It is not run by that."
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
        description: "A source that is not enabled is not read, also by no schedule; what it has published stays."
      })
    ),
    HttpApiEndpoint.delete("remove", "/sources/:name", {
      params,
      success: data(
        Schema.Struct({
          withdrawing: Schema.Array(CountryCode).annotate({
            description: "Countries whose addresses that only this source has are withdrawn now, each by a run."
          })
        })
      ).pipe(HttpApiSchema.status(202)),
      error: [NotThereResponse, ConflictResponse, ServiceUnavailableResponse]
    }).annotateMerge(
      OpenApi.annotations({
        identifier: "removeSource",
        summary: "Remove a source",
        description: "A configured one, its schedule, and the addresses that only it has. Ask for confirmation first."
      })
    ),
    HttpApiEndpoint.post("test", "/source-tests", {
      payload: Schema.Struct(setting).annotate({ identifier: "TriedSource" }),
      success: HttpApiSchema.StreamSse({ data: SourceTestEvent }),
      error: [InvalidRequestResponse, ServiceUnavailableResponse]
    }).annotateMerge(
      OpenApi.annotations({
        identifier: "testSource",
        summary: "Test a source that is not kept",
        description:
          "Reads up to 1,000 records of each country and publishes nothing. Server-sent events: a file may take its time. It ends when the connection does."
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
        description: "As source-tests, of a source by its name, built-in ones too."
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
        summary: "Run a source by the clock",
        description: "Several processes that share a database run it once."
      })
    ),
    HttpApiEndpoint.delete("unschedule", "/sources/:name/schedule", {
      params,
      success: data(Source),
      error: [NotThereResponse, ServiceUnavailableResponse]
    }).annotateMerge(
      OpenApi.annotations({
        identifier: "unscheduleSource",
        summary: "Run a source no more by the clock",
        description: "It is run when somebody asks for it."
      })
    ),
    HttpApiEndpoint.post("run", "/sources/:name/runs", {
      params,
      payload: Schema.Struct({
        country: Schema.optionalKey(
          countryParameter({ description: "Only this country; absent: every country of the source." })
        ),
        force: Schema.optionalKey(
          Schema.Boolean.annotate({ description: "Read the source even if it says that nothing has changed." })
        ),
        dryRun: Schema.optionalKey(
          Schema.Boolean.annotate({ description: "Read, check and count everything, and publish nothing." })
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
        description: "Its runs follow one another, and appear in runs/live as they begin."
      })
    )
  )
  .middleware(Validation)
  .middleware(SignedIn)
  .middleware(SameSite)
  .annotateMerge(OpenApi.annotations({ title: "Sources", description: "Where addresses come from." })) {}
