import { HttpClientError } from "effect/http"
import type { ErrorDetail } from "../../../schemas/Errors.ts"
import { strings } from "../strings.ts"

const tagOf = (error: unknown): string | undefined =>
  typeof error === "object" && error !== null && "_tag" in error ? String(error._tag) : undefined

const isMessage = (error: unknown): error is { readonly message: string } =>
  typeof error === "object" && error !== null && "message" in error && typeof error.message === "string"

/** The statuses of gateways whose service does not respond to them. */
const unreached = [502, 503, 504]

/** The status of a response that is none of the service's: a proxy's own, or a network's sign-in page. */
const statusBetween = (error: unknown): number | undefined => {
  const status = HttpClientError.isHttpClientError(error) ? error.response?.status : undefined
  return status === undefined || unreached.includes(status) ? undefined : status
}

/** Errors of the contract carry a message for people. Any other error never reached the service. */
export const messageOf = (error: unknown): string => {
  switch (tagOf(error)) {
    case "HttpClientError": {
      const status = statusBetween(error)
      return status === undefined ? strings.common.unreachable : strings.common.between(String(status))
    }
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
