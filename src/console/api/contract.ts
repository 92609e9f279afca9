import { Data, Effect, Result, Schema } from "effect"
import type { ErrorDetail } from "../../../schemas/Errors.ts"
import { describeIssue } from "../../../schemas/Faults.ts"

/** The service's answer does not fit the contract that this page was built with: one of them is outdated. */
class NotUnderstood extends Data.TaggedError("NotUnderstood") {}

/** For clients of the contract: an answer that does not fit is told from a request that does not. */
export const transformResponse = (answer: Effect.Effect<unknown, unknown, unknown>) =>
  Effect.mapError(answer, (error) => (Schema.isSchemaError(error) ? new NotUnderstood() : error))

/** What is not sent since it does not fit the contract fails as it would with the service, with every fault's place. */
export const refuseUnfit = <A, E, R>(request: Effect.Effect<A, E, R>) =>
  Effect.mapError(request, (error) =>
    Schema.isSchemaError(error) ? describeIssue(error.issue, "The request", false) : error
  )

/** `must be …` as the sentence that stands under a field. */
export const sentence = (message: string): string => {
  const text = `${message.charAt(0).toUpperCase()}${message.slice(1)}`
  return /[.!?]$/.test(text) ? text : `${text}.`
}

const strict = { errors: "all", onExcessProperty: "error" } as const

/** What the contract has against a value before it is sent: paths and messages as the service would give them. */
export const faultsOf = <A, I>(schema: Schema.Codec<A, I>, value: unknown): ReadonlyArray<ErrorDetail> => {
  const result = Schema.decodeUnknownResult(schema)(value, strict)
  return Result.isSuccess(result) ? [] : (describeIssue(result.failure.issue, "", false).details ?? [])
}

/** The one sentence that a value of a single field is refused with; undefined: it is right. */
export const faultOf = <A, I>(schema: Schema.Codec<A, I>, value: unknown): string | undefined => {
  const [fault] = faultsOf(Schema.Struct({ value: schema }), { value })
  return fault === undefined ? undefined : sentence(fault.message)
}
