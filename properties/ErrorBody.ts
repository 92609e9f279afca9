import { Option, Schema } from "effect"

/** The body of every error, whatever its status: nothing else may be in it. */
export const ErrorBody = Schema.Struct({
  error: Schema.Struct({
    code: Schema.String,
    message: Schema.NonEmptyString,
    details: Schema.optionalKey(Schema.Array(Schema.Struct({ path: Schema.String, message: Schema.NonEmptyString })))
  })
})
export type ErrorBody = typeof ErrorBody.Type

const decode = Schema.decodeUnknownOption(ErrorBody, { onExcessProperty: "error" })

/** The error in a body; undefined if the body is not an error's. */
export const errorIn = (body: unknown): ErrorBody["error"] | undefined =>
  Option.getOrUndefined(Option.map(decode(body), ({ error }) => error))
