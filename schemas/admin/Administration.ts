import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { data } from "../Data.ts"
import { InvalidRequestResponse, ServiceUnavailableResponse } from "../Errors.ts"
import { MAX_ID, text as given } from "../Fields.ts"
import { pageFields, paging } from "../Paging.ts"
import { Validation } from "../Validation.ts"
import { instant, text } from "./Fields.ts"
import { SameSite, SignedIn } from "./Sessions.ts"

/** Something that an administrator did, or that someone tried. */
export const AuditEntry = Schema.Struct({
  id: Schema.NonEmptyString,
  at: instant("When."),
  session: Schema.NullOr(Schema.String).annotate({
    description: "Public ID of the session; null if nobody was signed in, or for the command line."
  }),
  ip: Schema.NullOr(Schema.String).annotate({ description: "Client address; null for the command line." }),
  action: Schema.NonEmptyString.annotate({
    description: "The action: an operation of this API, or a command.",
    examples: ["createToken"]
  }),
  target: text("What it was done to: a token's ID, a source's name, a country; empty where there is none."),
  result: Schema.Literals(["done", "refused", "failed"]).annotate({
    description: "refused: not permitted, or invalid. failed: could not be done."
  }),
  detail: text("What was changed, or why it was refused. Never a secret.")
}).annotate({ identifier: "AuditEntry" })
export type AuditEntry = typeof AuditEntry.Type

/** Effective settings of the process that responds. */
export const Setting = Schema.Struct({
  name: Schema.NonEmptyString.annotate({ examples: ["POOL_MAX_AGE"] }),
  value: Schema.NullOr(Schema.String).annotate({
    description: "Null if not set and without a default. Secrets are masked."
  }),
  origin: Schema.Literals(["environment", "dotenv", "default"]).annotate({
    description: "dotenv: the file .env in the working directory."
  }),
  secret: Schema.Boolean.annotate({ description: "Whether the value is masked." }),
  default: Schema.NullOr(Schema.String),
  description: text("What it is for.")
}).annotate({ identifier: "Setting" })
export type Setting = typeof Setting.Type

/** Who did what, and how the service is configured. */
export class Administration extends HttpApiGroup.make("administration")
  .add(
    HttpApiEndpoint.get("audit", "/audit", {
      query: Schema.Struct({
        action: Schema.optionalKey(given(MAX_ID).annotate({ description: "Only this action." })),
        ...paging
      }),
      success: data(
        Schema.Struct({ entries: Schema.Array(AuditEntry), nextCursor: pageFields.nextCursor }).annotate({
          identifier: "AuditPage"
        })
      ),
      error: [InvalidRequestResponse, ServiceUnavailableResponse]
    }).annotateMerge(
      OpenApi.annotations({
        identifier: "audit",
        summary: "Who did what",
        description: "Every change and every attempt to sign in, newest first, for a year."
      })
    ),
    HttpApiEndpoint.get("settings", "/settings", {
      success: data(Schema.Struct({ settings: Schema.Array(Setting) }))
    }).annotateMerge(
      OpenApi.annotations({
        identifier: "settings",
        summary: "Effective settings",
        description: "By name, with the origin of each. Settings are read when the process starts."
      })
    )
  )
  .middleware(Validation)
  .middleware(SignedIn)
  .middleware(SameSite)
  .annotateMerge(OpenApi.annotations({ title: "Administration", description: "Audit and settings." })) {}
