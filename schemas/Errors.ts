import { ErrorReporter, Schema, SchemaTransformation } from "effect"
import { HttpApiSchema } from "effect/http-api"

/** Where a request is wrong, and how to fix it. */
export const ErrorDetail = Schema.Struct({
  path: Schema.String.annotate({
    description: "The parameter, header or body member at fault, with levels separated by dots.",
    examples: ["filters.country"]
  }),
  message: Schema.String.annotate({ description: "What is wrong with it, and what is expected." })
}).annotate({ identifier: "ErrorDetail", description: "Where a request is at fault, and how to fix it." })
export type ErrorDetail = typeof ErrorDetail.Type

export const faultFields = {
  /** Contains nothing internal. */
  message: Schema.String.annotate({ description: "A sentence that the caller can act on." }),
  details: Schema.optionalKey(
    Schema.Array(ErrorDetail).annotate({ description: "Each fault with its place in the request, if it has one." })
  )
}

/** The parameters, the headers or the body are wrong. */
export class InvalidRequest extends Schema.TaggedError<InvalidRequest>()("InvalidRequest", faultFields) {
  override readonly [ErrorReporter.ignore] = true
}

/** The token is missing, malformed, unknown, expired or revoked, or its scope is too narrow. */
export class Unauthorized extends Schema.TaggedError<Unauthorized>()("Unauthorized", faultFields) {
  override readonly [ErrorReporter.ignore] = true
}

/** Nothing can be drawn: the country has no pool, or the filters match no address of it. */
export class NoCoverage extends Schema.TaggedError<NoCoverage>()("NoCoverage", faultFields) {
  override readonly [ErrorReporter.ignore] = true
}

/** No published address has this ID. */
export class UnknownAddress extends Schema.TaggedError<UnknownAddress>()("UnknownAddress", faultFields) {
  override readonly [ErrorReporter.ignore] = true
}

/** The token has used up its requests for this minute. */
export class RateLimited extends Schema.TaggedError<RateLimited>()("RateLimited", faultFields) {
  override readonly [ErrorReporter.ignore] = true
}

/** An unforeseen failure. Its message has the trace ID, under which the log has the cause. */
export class InternalError extends Schema.TaggedError<InternalError>()("InternalError", faultFields) {
  override readonly [ErrorReporter.ignore] = true
}

/** The database or another dependency cannot be reached, or did not answer in time. A retry may succeed. */
export class ServiceUnavailable extends Schema.TaggedError<ServiceUnavailable>()("ServiceUnavailable", faultFields) {
  override readonly [ErrorReporter.ignore] = true
}

/** Status of each error code. */
export const errorStatus = {
  INVALID_REQUEST: 400,
  UNAUTHORIZED: 401,
  NO_POOL_COVERAGE: 404,
  ADDRESS_NOT_FOUND: 404,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  MISDIRECTED_REQUEST: 421,
  RATE_LIMITED: 429,
  INTERNAL_ERROR: 500,
  SERVICE_UNAVAILABLE: 503
} as const
export type ErrorCode = keyof typeof errorStatus

/** `Retry-After` in seconds for a client over its rate limit. */
export const RETRY_AFTER_SECONDS = 60

/** `Retry-After` in seconds while the service cannot answer. */
export const RETRY_SOON_SECONDS = 2

export interface Fault {
  readonly message: string
  readonly details?: ReadonlyArray<ErrorDetail>
}

/** The members of `fault` for an error body or an error, without an absent `details`. */
export const members = ({ details, message }: Fault): Fault =>
  details === undefined ? { message } : { message, details }

/**
 * How errors with these codes are sent, each with the status of its code: the body `{"error": {"code", "message",
 * "details"}}`, its schema, and the public form of an error, which is the body without a tag.
 */
export const errorResponses = <Status extends Readonly<Record<string, number>>>(status: Status) => {
  const errorBody = <Code extends keyof Status & string>(code: Code, fault: Fault) => ({
    error: { code, ...members(fault) }
  })

  const bodySchema = <Code extends keyof Status & string>(
    identifier: string,
    code: Code,
    description: string,
    example: Fault
  ) =>
    Schema.Struct({
      error: Schema.Struct({
        code: Schema.Literal(code).annotate({ description: "What kind of error it is." }),
        ...faultFields
      }).annotate({ description: "What went wrong." })
    })
      .annotate({ identifier, description, examples: [{ error: { code, ...example } }] })
      .pipe(HttpApiSchema.status(status[code]!))

  const response = <Code extends keyof Status & string, Self extends Fault>(
    error: Schema.Codec<Self, unknown> & (new (fault: Fault) => Self),
    code: Code,
    body: ReturnType<typeof bodySchema<Code>>
  ) =>
    body.pipe(
      Schema.decodeTo(
        Schema.toType(error),
        SchemaTransformation.transform({
          decode: (body) => new error(members(body.error)),
          encode: (fault) => errorBody(code, fault)
        })
      ),
      HttpApiSchema.status(status[code]!)
    )

  return { errorBody, bodySchema, response }
}

const responses = errorResponses(errorStatus)
const { bodySchema, response } = responses

/** The error body, the same for every status. */
export const errorBody = responses.errorBody

export const InvalidRequestResponse = response(
  InvalidRequest,
  "INVALID_REQUEST",
  bodySchema("InvalidRequest", "INVALID_REQUEST", "The request is invalid: its parameters, its headers or its body.", {
    message: "filters.country is missing.",
    details: [{ path: "filters.country", message: "is missing" }]
  })
)

export const NoCoverageResponse = response(
  NoCoverage,
  "NO_POOL_COVERAGE",
  bodySchema(
    "NoPoolCoverage",
    "NO_POOL_COVERAGE",
    "The country has no published residential address, or the filters match none.",
    {
      message:
        'No published residential address of US (United States) matches city "Atlantis". Sources consulted: starter.',
      details: [{ path: "city", message: "matches no published residential address" }]
    }
  )
)

export const UnknownAddressResponse = response(
  UnknownAddress,
  "ADDRESS_NOT_FOUND",
  bodySchema("AddressNotFound", "ADDRESS_NOT_FOUND", "The ID is unknown, or its address is no longer published.", {
    message: 'No published address has the ID "us-00000000000000000000".',
    details: [{ path: "id", message: "is not the ID of a published address" }]
  })
)

export const InternalErrorResponse = response(
  InternalError,
  "INTERNAL_ERROR",
  bodySchema("InternalError", "INTERNAL_ERROR", "An unexpected error occurred.", {
    message: "Something went wrong on the server. Trace ID: 0123456789abcdef0123456789abcdef."
  })
)

/** Sends `Retry-After: 2`. */
export const ServiceUnavailableResponse = ServiceUnavailable.pipe(
  HttpApiSchema.encodeToWithHeaders(
    {
      body: bodySchema(
        "ServiceUnavailable",
        "SERVICE_UNAVAILABLE",
        "A part that the request depends on cannot be reached or did not respond in time, or too many requests are waiting. A retry may succeed.",
        { message: "The address pool cannot be reached or does not respond in time. Try again in a few seconds." }
      ),
      headers: {
        "retry-after": Schema.Literal(RETRY_SOON_SECONDS).annotate({ description: "Seconds to wait." })
      }
    },
    {
      decode: ({ body }) => new ServiceUnavailable(members(body.error)),
      encode: (fault) => ({
        body: errorBody("SERVICE_UNAVAILABLE", fault),
        headers: { "retry-after": RETRY_SOON_SECONDS } as const
      })
    }
  )
)

/** Sends `WWW-Authenticate: Bearer`. */
export const UnauthorizedResponse = Unauthorized.pipe(
  HttpApiSchema.encodeToWithHeaders(
    {
      body: bodySchema(
        "Unauthorized",
        "UNAUTHORIZED",
        "The token is missing, malformed, unknown, expired or revoked, or its scope does not include the endpoint.",
        { message: "The token expired at 2026-11-01T00:00:00.000Z. Ask for a new one." }
      ),
      headers: { "www-authenticate": Schema.Literal("Bearer").annotate({ description: "How to authenticate." }) }
    },
    {
      decode: ({ body }) => new Unauthorized(members(body.error)),
      encode: (fault) => ({
        body: errorBody("UNAUTHORIZED", fault),
        headers: { "www-authenticate": "Bearer" } as const
      })
    }
  )
)

/** Sends `Retry-After: 60`. */
export const RateLimitedResponse = RateLimited.pipe(
  HttpApiSchema.encodeToWithHeaders(
    {
      body: bodySchema("RateLimited", "RATE_LIMITED", "The token's requests for this minute are used up.", {
        message: "This token's limit of 60 requests per minute is used up. Try again in 60 seconds."
      }),
      headers: {
        "retry-after": Schema.Literal(RETRY_AFTER_SECONDS).annotate({ description: "Seconds to wait." })
      }
    },
    {
      decode: ({ body }) => new RateLimited(members(body.error)),
      encode: (fault) => ({
        body: errorBody("RATE_LIMITED", fault),
        headers: { "retry-after": RETRY_AFTER_SECONDS } as const
      })
    }
  )
)
