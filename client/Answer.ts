import type { ErrorDetail } from "./Contract.ts"
import { type DoorstepError, Failure, isServiceErrorCode } from "./Errors.ts"
import { askedToWait, isWorthRepeating } from "./Retry.ts"

/** A response that has been read completely. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

type Members = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is Members => typeof value === "object" && value !== null

const isDetail = (value: unknown): value is ErrorDetail =>
  isObject(value) && typeof value["path"] === "string" && typeof value["message"] === "string"

/** JSON has no `undefined`, so it can stand for a body that is not JSON. */
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const requestIdOf = ({ headers }: Answer): string | undefined => headers.get("x-request-id") ?? undefined

/** The error for a response that does not fit the contract. */
export const unexpected = (answer: Answer, asked: string, what: string): DoorstepError =>
  new Failure("UNEXPECTED_ANSWER", `${asked} got status ${answer.status} and ${what}.`, {
    status: answer.status,
    requestId: requestIdOf(answer)
  })

const failureOf = (answer: Answer, asked: string): DoorstepError => {
  const body = parsed(answer.text)
  const error = isObject(body) && isObject(body["error"]) ? body["error"] : {}
  const { code, details, message } = error
  if (isServiceErrorCode(code) && typeof message === "string") {
    return new Failure(code, message, {
      status: answer.status,
      details: Array.isArray(details) ? details.filter(isDetail) : [],
      requestId: requestIdOf(answer),
      retryAfter: isWorthRepeating(answer.status) ? askedToWait(answer.status, answer.headers) : undefined
    })
  }
  return typeof code === "string"
    ? unexpected(answer, asked, `the code ${code}, which this version of the client does not know`)
    : unexpected(answer, asked, "not one of Doorstep's errors: something else answers there, such as a proxy")
}

/** The fields of a response; an error if there are none. */
export const membersOf = (answer: Answer, asked: string): Members | DoorstepError => {
  if (answer.status !== 200) return failureOf(answer, asked)
  const body = parsed(answer.text)
  return isObject(body) ? body : unexpected(answer, asked, "a body that is not a JSON object")
}
