import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { CountryCode } from "../Address.ts"
import { InvalidRequestResponse, ServiceUnavailableResponse } from "../Errors.ts"
import { TableGuess, TablePart } from "../TableGuess.ts"
import { Validation } from "../Validation.ts"
import { SameSite, SignedIn } from "./Sessions.ts"

/** What is known about a table before its columns are guessed. */
export const TableQuestion = Schema.Struct({
  location: Schema.NonEmptyString.annotate({ description: "As a source's location." }),
  country: Schema.optionalKey(CountryCode),
  parts: Schema.optionalKey(Schema.Record(Schema.String, Schema.NullOr(TablePart))).annotate({
    description: "What columns are, by name, where somebody knows; null: not used. Others are guessed."
  }),
  mapping: Schema.optionalKey(Schema.Json).annotate({
    description: "A mapping to try on the rows in place of the one that is made."
  }),
  license: Schema.optionalKey(Schema.NonEmptyString),
  attribution: Schema.optionalKey(Schema.NonEmptyString),
  homepage: Schema.optionalKey(Schema.NonEmptyString)
}).annotate({ identifier: "TableQuestion" })
export type TableQuestion = typeof TableQuestion.Type

export const TableGuessEvent = Schema.Union([
  Schema.Struct({ type: Schema.Literal("reading") }),
  Schema.Struct({ type: Schema.Literal("guess"), guess: TableGuess }),
  Schema.Struct({ type: Schema.Literal("failed"), message: Schema.String })
]).annotate({
  identifier: "TableGuessEvent",
  description: "reading any number of times, while nothing is known yet; then guess or failed once."
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
        summary: "Guess what the columns of a table are",
        description:
          "Looks at the first 200 rows of the location's tables, and keeps nothing. Server-sent events: a file elsewhere may take its time. It ends when the connection does."
      })
    )
  )
  .middleware(Validation)
  .middleware(SignedIn)
  .middleware(SameSite)
  .annotateMerge(OpenApi.annotations({ title: "Tables", description: "What the columns of tables are." })) {}
