import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Count } from "../Numbers.ts"
import { CountryCode } from "../Address.ts"
import { data } from "../Data.ts"
import { DirectoryEntry } from "../Directory.ts"
import { InvalidRequestResponse, ServiceUnavailableResponse } from "../Errors.ts"
import { MAX_TEXT, text as given } from "../Fields.ts"
import { Validation } from "../Validation.ts"
import { ConflictResponse, NotThereResponse } from "./Errors.ts"
import { count, instant, text } from "./Fields.ts"
import { RunSummary } from "./Runs.ts"
import { SameSite, SignedIn } from "./Sessions.ts"
import { SourceSchedule } from "./Sources.ts"

const about = (description: string) => Schema.NullOr(Count).annotate({ description })

/** The state of a country. */
export const CountryState = Schema.Literals(["none", "adding", "ready", "attention"]).annotate({
  identifier: "CountryState",
  description:
    "none: no source of the country has run, and nothing is published. adding: a run is in progress or queued. ready: homes are published. attention: the last run of a source failed or was held back, or left no homes."
})
export type CountryState = typeof CountryState.Type

const place = Schema.NullOr(Schema.Int).annotate({
  description: "Position in the queue, 1 is next; null if it is not queued (it is running, or not being added)."
})

/** A country's recommended entry, as shown in a list. */
export const RecommendedEntry = Schema.Struct({
  id: DirectoryEntry.fields.id,
  title: DirectoryEntry.fields.title,
  upstream: DirectoryEntry.fields.upstream,
  evidence: DirectoryEntry.fields.evidence,
  license: DirectoryEntry.fields.license,
  access: DirectoryEntry.fields.access,
  bytes: DirectoryEntry.fields.bytes,
  addresses: DirectoryEntry.fields.addresses
}).annotate({ identifier: "RecommendedEntry" })
export type RecommendedEntry = typeof RecommendedEntry.Type

export const DirectoryCountry = Schema.Struct({
  country: CountryCode,
  entries: count("Entries of the directory for it, those of its parts among them."),
  published: count("Published residential addresses."),
  state: CountryState,
  place,
  attention: Schema.NullOr(Schema.String).annotate({ description: "Why it needs attention, in a sentence." }),
  best: Schema.NullOr(RecommendedEntry).annotate({
    description: "The recommended entry; null if every entry covers only a part."
  })
}).annotate({ identifier: "DirectoryCountry" })
export type DirectoryCountry = typeof DirectoryCountry.Type

/** An existing source of the country. */
export const ExistingSource = Schema.Struct({
  name: Schema.NonEmptyString,
  type: Schema.NullOr(Schema.String).annotate({ description: "Null for a built-in source." }),
  enabled: Schema.Boolean,
  entry: Schema.NullOr(Schema.String).annotate({
    description: "ID of the directory entry that it reads; null if it reads none."
  }),
  schedule: Schema.NullOr(SourceSchedule),
  lastRun: Schema.NullOr(RunSummary).annotate({ description: "Its last run in this country." })
}).annotate({ identifier: "ExistingSource" })
export type ExistingSource = typeof ExistingSource.Type

/** What adding an entry will do, shown before it is done. */
export const AddFigures = Schema.Struct({
  sourceName: text("Name that the source gets, or has."),
  reason: text("Why one would take this entry, or another, in a sentence."),
  licenseTerms: text("The licence in plain words: what it asks for, and of whom."),
  cron: Schema.NullOr(Schema.String).annotate({
    description: "When it is renewed: five cron fields, in UTC; null if that needs a person."
  }),
  rhythm: Schema.NullOr(Schema.String).annotate({
    description: "The same in words, such as: every week, on Tuesday at 04:17 UTC."
  }),
  downloadBytes: about("Bytes to download, about; null: not known."),
  keptBytes: count("Bytes of them that an earlier download has left on disk: they are not fetched again."),
  diskDuringBytes: about("Space on disk that it takes while it is read, about; null: not known."),
  diskAfterBytes: about("Space on disk that it takes afterwards, about; null: not known."),
  diskBasis: text("What these two rest on, or why they are not known, in a sentence."),
  seconds: about("How long it takes, about; null: not known."),
  secondsBasis: text("What the estimate rests on, or why there is none, in a sentence."),
  freeBytes: about("Free space where it goes; null: not known."),
  existing: Schema.NullOr(
    Schema.Struct({
      sourceName: Schema.NonEmptyString,
      published: count("Homes of the country that are published now.")
    })
  ).annotate({ description: "The source that this entry was already added as; adding it again renews it." })
}).annotate({ identifier: "AddFigures" })
export type AddFigures = typeof AddFigures.Type

export const CountryDirectory = Schema.Struct({
  country: CountryCode,
  state: CountryState,
  place,
  attention: Schema.NullOr(Schema.String).annotate({ description: "Why it needs attention, in a sentence." }),
  published: count("Published residential addresses."),
  entries: Schema.Array(DirectoryEntry).annotate({
    description: "Best first: entries for the whole country, then entries for its parts by name."
  }),
  recommended: Schema.NullOr(Schema.String).annotate({
    description: "ID of the recommended entry; null if every entry covers only a part."
  }),
  plans: Schema.Record(Schema.String, AddFigures).annotate({
    description: "What adding an entry will do, by ID of the entry."
  }),
  sources: Schema.Array(ExistingSource).annotate({ description: "Existing sources of the country." })
}).annotate({ identifier: "CountryDirectory" })
export type CountryDirectory = typeof CountryDirectory.Type

export const NewCountry = Schema.Struct({
  entry: Schema.optionalKey(
    given(MAX_TEXT).annotate({
      description: "ID of an entry; if absent, the recommended one.",
      examples: ["geofabrik:europe/liechtenstein"]
    })
  ),
  part: Schema.optionalKey(
    given(MAX_TEXT).annotate({
      description: "Without an entry: the part of the country whose best entry to use, by name or ISO 3166-2 code.",
      examples: ["US-NY"]
    })
  )
}).annotate({ identifier: "NewCountry" })
export type NewCountry = typeof NewCountry.Type

const params = { country: CountryCode }

/** The directory of open data, and adding a country from it. */
export class DirectoryGroup extends HttpApiGroup.make("directory")
  .add(
    HttpApiEndpoint.get("list", "/directory", {
      success: data(
        Schema.Struct({
          countries: Schema.Array(DirectoryCountry).annotate({ description: "By code." }),
          indexesAt: Schema.NullOr(instant("When upstream's indexes were taken."))
        }).annotate({ identifier: "DirectoryList" })
      ),
      error: ServiceUnavailableResponse
    }).annotateMerge(
      OpenApi.annotations({
        identifier: "directory",
        summary: "Countries that can be added",
        description: "Every country for which the directory of open data has a source, with its current state."
      })
    ),
    HttpApiEndpoint.get("get", "/directory/:country", {
      params,
      success: data(CountryDirectory),
      error: [InvalidRequestResponse, NotThereResponse, ServiceUnavailableResponse]
    }).annotateMerge(
      OpenApi.annotations({
        identifier: "directoryCountry",
        summary: "Sources of a country",
        description:
          "All sources, with what adding each would do. No server is contacted: sizes come from the directory."
      })
    ),
    HttpApiEndpoint.post("add", "/directory/:country/add", {
      params,
      payload: NewCountry,
      success: data(Schema.Struct({ source: Schema.String, country: CountryCode })).pipe(HttpApiSchema.status(202)),
      error: [InvalidRequestResponse, NotThereResponse, ConflictResponse, ServiceUnavailableResponse]
    }).annotateMerge(
      OpenApi.annotations({
        identifier: "addCountry",
        summary: "Add a country",
        description:
          "Configures the source unless it exists, sets its schedule, and runs it; the run appears in runs/live when it begins. If others are running, it is queued. If it was already added, it is renewed. An entry that needs a person is answered with a conflict that says what to do."
      })
    )
  )
  .middleware(Validation)
  .middleware(SignedIn)
  .middleware(SameSite)
  .annotateMerge(
    OpenApi.annotations({
      title: "Directory",
      description: "Open data of the world's countries, and adding a country."
    })
  ) {}
