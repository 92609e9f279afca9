import { type ErrorDetail, errorStatus } from "./Contract.ts"

/** Codes that the service answers with. */
export type ServiceErrorCode = keyof typeof errorStatus

/**
 * Codes of what went wrong without an answer of the service:
 *
 * - `NETWORK`: no answer came: the service is not there, the connection broke, or CORS keeps the answer from the page
 * - `TIMEOUT`: there was no whole answer within `timeout`
 * - `ABORTED`: the `signal` of the call was aborted; `cause` is its reason
 * - `UNEXPECTED_ANSWER`: what answered does not speak as the service does, such as a proxy with a page of HTML
 */
export type ClientErrorCode = "NETWORK" | "TIMEOUT" | "ABORTED" | "UNEXPECTED_ANSWER"

export type ErrorCode = ServiceErrorCode | ClientErrorCode

/** Whether the service has such a code, as far as this version of the client knows. */
export const isServiceErrorCode = (code: unknown): code is ServiceErrorCode =>
  typeof code === "string" && Object.hasOwn(errorStatus, code)

/** What is known of a failure beside its code and message. */
export interface FailureFacts {
  /** HTTP status of the answer. */
  readonly status?: number | undefined
  readonly details?: ReadonlyArray<ErrorDetail> | undefined
  readonly requestId?: string | undefined
  readonly retryAfter?: number | undefined
  readonly cause?: unknown
}

/** Names that those look for who know `fetch` alone. */
const names: { readonly [Code in ErrorCode]?: string } = { ABORTED: "AbortError", TIMEOUT: "TimeoutError" }

/** Copies of this module know each other's errors by it. */
const brand = Symbol.for("doorstep/DoorstepError")

/** A failed call, of one code. */
export class Failure<Code extends ErrorCode> extends Error {
  readonly [brand] = true
  readonly code: Code
  /** HTTP status of the answer; undefined where there was none. */
  readonly status: number | undefined
  /** Where the request is at fault, and how to mend it; empty where the fault has no place. */
  readonly details: ReadonlyArray<ErrorDetail>
  /** The answer's `X-Request-Id`, to be named when a problem is reported. */
  readonly requestId: string | undefined
  /** Seconds after which to ask again, as the answer's headers say. */
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

/** Everything that a call fails with, told apart by `code`. */
export type DoorstepError = { readonly [Code in ErrorCode]: Failure<Code> }[ErrorCode]

/** `error instanceof DoorstepError` tells all of them, and from then on `error.code` which one it is. */
export const DoorstepError = {
  [Symbol.hasInstance]: (error: unknown): error is DoorstepError =>
    typeof error === "object" && error !== null && brand in error
}

/** How a call ended. */
export type Attempt<A> =
  | { readonly ok: true; readonly value: A }
  | { readonly ok: false; readonly error: DoorstepError }

/**
 * How a call ends, as a value: for those who would rather look than catch. What is no failure of a call, such as a fault
 * in one's own code, is thrown all the same.
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
