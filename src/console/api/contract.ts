import { Data, Effect, Result, Schema } from "effect"
import type { ErrorDetail } from "../../../schemas/Errors.ts"
import { describeIssue } from "../../../schemas/Faults.ts"

/** The service's response does not fit the contract that this page was built with: one of the two is outdated. */
class NotUnderstood extends Data.TaggedError("NotUnderstood") {}

/** Makes clients distinguish a response that does not fit the contract from a request that does not. */
export const transformResponse = (answer: Effect.Effect<unknown, unknown, unknown>) =>
  Effect.mapError(answer, (error) => (Schema.isSchemaError(error) ? new NotUnderstood() : error))

/**
 * A request that does not fit the contract is not sent. It fails as it would at the service, with the location of every
 * fault.
 */
export const refuseUnfit = <A, E, R>(request: Effect.Effect<A, E, R>) =>
  Effect.mapError(request, (error) =>
    Schema.isSchemaError(error) ? describeIssue(error.issue, "The request", false) : error
  )

/** `must be …` as a sentence to show under a field. */
export const sentence = (message: string): string => {
  const text = `${message.charAt(0).toUpperCase()}${message.slice(1)}`
  return /[.!?]$/.test(text) ? text : `${text}.`
}

const strict = { errors: "all", onExcessProperty: "error" } as const

/** What is wrong with a value before it is sent: the same paths and messages as from the service. */
export const faultsOf = <A, I>(schema: Schema.Codec<A, I>, value: unknown): ReadonlyArray<ErrorDetail> => {
  const result = Schema.decodeUnknownResult(schema)(value, strict)
  return Result.isSuccess(result) ? [] : (describeIssue(result.failure.issue, "", false).details ?? [])
}

/** The error message for a single field's value; undefined if it is valid. */
export const faultOf = <A, I>(schema: Schema.Codec<A, I>, value: unknown): string | undefined => {
  const [fault] = faultsOf(Schema.Struct({ value: schema }), { value })
  return fault === undefined ? undefined : sentence(fault.message)
}
