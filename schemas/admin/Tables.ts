import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { CountryCode } from "../Address.ts"
import { InvalidRequestResponse, ServiceUnavailableResponse } from "../Errors.ts"
import { homepageFault, MAX_TERMS, requiredText, text } from "../Fields.ts"
import { LocatedGuess, TablePart } from "../TableGuess.ts"
import { Validation } from "../Validation.ts"
import { anyJson, storableJson } from "./Fields.ts"
import { SameSite, SignedIn } from "./Sessions.ts"

/** Longest path or address, in Unicode characters. */
const MAX_LOCATION = 10_000

/** What is known about a table before its columns are guessed. */
export const TableQuestion = Schema.Struct({
  location: requiredText(MAX_LOCATION).annotate({ description: "Like a source's location." }),
  country: Schema.optionalKey(CountryCode),
  parts: Schema.optionalKey(Schema.Record(Schema.String, Schema.NullOr(TablePart))).annotate({
    description: "The known roles of columns, by name; null if not used. The others are guessed."
  }),
  mapping: Schema.optionalKey(
    anyJson.annotate({ description: "A mapping to try on the rows instead of the guessed one." }).check(storableJson)
  ),
  license: Schema.optionalKey(text(MAX_TERMS)),
  attribution: Schema.optionalKey(text(MAX_TERMS)),
  homepage: Schema.optionalKey(text(MAX_TERMS, homepageFault))
}).annotate({ identifier: "TableQuestion" })
export type TableQuestion = typeof TableQuestion.Type

export const TableGuessEvent = Schema.Union([
  Schema.Struct({ type: Schema.Literal("reading") }),
  Schema.Struct({ type: Schema.Literal("guess"), guess: LocatedGuess }),
  Schema.Struct({ type: Schema.Literal("failed"), message: Schema.String })
]).annotate({
  identifier: "TableGuessEvent",
  description: "Any number of reading events while nothing is known yet, then one guess or failed."
})
export type TableGuessEvent = typeof TableGuessEvent.Type

/** Guesses the meaning of a table's columns. */
export class Tables extends HttpApiGroup.make("tables")
  .add(
    HttpApiEndpoint.post("guess", "/table-guesses", {
      payload: TableQuestion,
      success: HttpApiSchema.StreamSse({ data: TableGuessEvent }),
      error: [InvalidRequestResponse, ServiceUnavailableResponse]
    }).annotateMerge(
      OpenApi.annotations({
        identifier: "guessTable",
        summary: "Guess what the columns of a table mean",
        description:
          "Reads the first 200 rows of the location's tables, and stores nothing. Sends server-sent events, because a remote file may take a while. Ends with the connection."
      })
    )
  )
  .middleware(Validation)
  .middleware(SignedIn)
  .middleware(SameSite)
  .annotateMerge(OpenApi.annotations({ title: "Tables", description: "What the columns of tables mean." })) {}
