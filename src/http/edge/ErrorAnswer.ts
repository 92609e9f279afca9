import { HttpServerResponse } from "effect/http"
import type { ErrorCode, ErrorDetail } from "../../../schemas/Errors.ts"
import { errorBody, errorStatus, RETRY_SOON_SECONDS } from "../../../schemas/Errors.ts"

/** An error response outside of any endpoint: for unknown paths, defects, outages and the time limit. */
export const errorAnswer = (
  code: ErrorCode,
  message: string,
  details?: ReadonlyArray<ErrorDetail>
): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.jsonUnsafe(errorBody(code, details === undefined ? { message } : { message, details }), {
    status: errorStatus[code],
    ...(code === "SERVICE_UNAVAILABLE" && { headers: { "retry-after": String(RETRY_SOON_SECONDS) } })
  })
