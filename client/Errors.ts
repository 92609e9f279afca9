import { type ErrorDetail, errorStatus } from "./Contract.ts"

/** Error codes of the service. */
export type ServiceErrorCode = keyof typeof errorStatus

/**
 * Error codes of failures without a response from the service:
 *
 * - `NETWORK`: no response came: the service is down, the connection broke, or CORS withholds the response from the
 *   page
 * - `TIMEOUT`: no complete response within `timeout`
 * - `ABORTED`: the call's `signal` was aborted; `cause` is its reason
 * - `UNEXPECTED_ANSWER`: something other than the service answered, such as a proxy with an HTML page
 */
export type ClientErrorCode = "NETWORK" | "TIMEOUT" | "ABORTED" | "UNEXPECTED_ANSWER"

export type ErrorCode = ServiceErrorCode | ClientErrorCode

/** Whether this version of the client knows the code as one of the service's. */
export const isServiceErrorCode = (code: unknown): code is ServiceErrorCode =>
  typeof code === "string" && Object.hasOwn(errorStatus, code)

/** Details of a failure besides its code and message. */
export interface FailureFacts {
  /** HTTP status of the response. */
  readonly status?: number | undefined
  readonly details?: ReadonlyArray<ErrorDetail> | undefined
  readonly requestId?: string | undefined
  readonly retryAfter?: number | undefined
  readonly cause?: unknown
}

/** The error names that `fetch` uses, for code that looks for those. */
const names: { readonly [Code in ErrorCode]?: string } = { ABORTED: "AbortError", TIMEOUT: "TimeoutError" }

/** Lets copies of this module recognize each other's errors. */
const brand = Symbol.for("doorstep/DoorstepError")

/** A failed call with a specific code. */
export class Failure<Code extends ErrorCode> extends Error {
  readonly [brand] = true
  readonly code: Code
  /** HTTP status of the response; undefined if there was none. */
  readonly status: number | undefined
  /** Where the request is wrong, and how to fix it; empty if the fault has no place. */
  readonly details: ReadonlyArray<ErrorDetail>
  /** The response's `X-Request-Id`. Quote it when you report a problem. */
  readonly requestId: string | undefined
  /** Seconds to wait before the next request, from the response's headers. */
  readonly retryAfter: number | undefined

  constructor(code: Code, message: string, facts: FailureFacts = {}) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause })
    this.name = names[code] ?? "DoorstepError"
    this.code = code
    this.status = facts.status
    this.details = facts.details ?? []
    this.requestId = facts.requestId
    this.retryAfter = facts.retryAfter
  }
}

/** Everything that a call fails with, discriminated by `code`. */
export type DoorstepError = { readonly [Code in ErrorCode]: Failure<Code> }[ErrorCode]

/** `error instanceof DoorstepError` recognizes all of them; after that, `error.code` discriminates. */
export const DoorstepError = {
  [Symbol.hasInstance]: (error: unknown): error is DoorstepError =>
    typeof error === "object" && error !== null && brand in error
}

/** The outcome of a call. Each kind names the other's member, for code that is compiled without `strict`. */
export type Attempt<A> =
  | { readonly ok: true; readonly value: A; readonly error?: undefined }
  | { readonly ok: false; readonly error: DoorstepError; readonly value?: undefined }

/**
 * Turns the outcome of a call into a value, for code that prefers a result to an exception. Errors that are not
 * failures of a call, such as bugs in your own code, are still thrown.
 *
 * @example
 * const drawn = await attempt(client.generate({ country: "DE" }))
 * if (drawn.ok) console.log(drawn.value.result.address.lines)
 * else console.log(drawn.error.code)
 */
export const attempt = async <A>(call: PromiseLike<A>): Promise<Attempt<A>> => {
  try {
    return { ok: true, value: await call }
  } catch (error) {
    if (error instanceof DoorstepError) return { ok: false, error }
    throw error
  }
}
