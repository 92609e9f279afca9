import { assert } from "@effect/vitest"
import { Schema } from "effect"
import { ErrorDetail, type ErrorCode, errorStatus } from "../../../schemas/Errors.ts"
import type { Answer } from "./TestApi.ts"

const codes = Object.keys(errorStatus) as ReadonlyArray<ErrorCode>

const ErrorAnswer = Schema.Struct({
  error: Schema.Struct({
    code: Schema.Literals(codes),
    message: Schema.NonEmptyString,
    details: Schema.optionalKey(Schema.NonEmptyArray(ErrorDetail))
  })
})

/** Traces of the implementation: files, stacks, SQL, class names, printed schemas. */
const internals =
  /\/(?:node_modules|src|home|root|usr)\/|\bat \S+ \(|\.ts\b|\bSELECT\b|Effect\b|Schema|TypeError|undefined|\[object|_tag|Cause/

/** How many seconds a client is told to wait. */
const retryAfter: Partial<Record<ErrorCode, string>> = { RATE_LIMITED: "60", SERVICE_UNAVAILABLE: "2" }

/** Checks everything that all error responses have in common, and returns the error. */
export const assertError = (answer: Answer, code: ErrorCode): (typeof ErrorAnswer.Type)["error"] => {
  const shown = `${answer.status} ${answer.text}`
  assert.strictEqual(answer.status, errorStatus[code], shown)
  const { error } = Schema.decodeUnknownSync(ErrorAnswer, { onExcessProperty: "error" })(answer.body)
  assert.strictEqual(error.code, code, shown)
  assert.notMatch(answer.text, internals)
  assert.notInclude(answer.text, process.cwd())
  assert.match(error.message, /^[^\s].*[.]$/s, "the message is a sentence")
  assert.notProperty(answer.headers, "etag")
  assertHeaders(answer)
  assert.strictEqual(answer.headers["retry-after"], retryAfter[code])
  return error
}

/** Checks the headers that every response has. */
export const assertHeaders = ({ headers }: Answer): void => {
  assert.match(headers["x-request-id"] ?? "", /^[\x21-\x7e]{1,160}$/)
  assert.strictEqual(headers["x-content-type-options"], "nosniff")
  // A response with an ETag may be stored, but must be revalidated each time.
  const caching = headers["etag"] === undefined ? /^no-store$/ : /^(?:private, )?no-cache$/
  assert.match(headers["cache-control"] ?? "", caching)
  assert.strictEqual(headers["referrer-policy"], "no-referrer")
}
