import type { ErrorDetail } from "../../../schemas/Errors.ts"
import { strings } from "../strings.ts"

const tagOf = (error: unknown): string | undefined =>
  typeof error === "object" && error !== null && "_tag" in error ? String(error._tag) : undefined

const isMessage = (error: unknown): error is { readonly message: string } =>
  typeof error === "object" && error !== null && "message" in error && typeof error.message === "string"

/** Errors of the contract carry a message for people. Any other error never reached the service. */
export const messageOf = (error: unknown): string => {
  switch (tagOf(error)) {
    case "HttpClientError":
      return strings.common.unreachable
    case "NoResponse":
      return strings.common.silent
    case "NotUnderstood":
    case "SchemaError":
      return strings.common.notUnderstood
    default:
      return isMessage(error) && error.message !== "" ? error.message : strings.common.unforeseen
  }
}

export const isFailure = (error: unknown, tag: string): boolean => tagOf(error) === tag

/** The parts of a request that are wrong, if the service names them. */
export const detailsOf = (error: unknown): ReadonlyArray<ErrorDetail> =>
  typeof error === "object" && error !== null && "details" in error && Array.isArray(error.details) ? error.details : []
