import { ErrorReporter, Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { errorResponses, faultFields, members } from "../Errors.ts"

/** Status of each error code of the administrator API, in addition to the public ones. */
export const adminErrorStatus = {
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  TOO_MANY_ATTEMPTS: 429
} as const
export type AdminErrorCode = keyof typeof adminErrorStatus

/** No session belongs to this cookie, or the password was wrong. */
export class SignedOut extends Schema.TaggedError<SignedOut>()("SignedOut", faultFields) {
  override readonly [ErrorReporter.ignore] = true
}

/** The request does not come from the console's own pages. */
export class CrossSite extends Schema.TaggedError<CrossSite>()("CrossSite", faultFields) {
  override readonly [ErrorReporter.ignore] = true
}

/** The named resource does not exist. */
export class NotThere extends Schema.TaggedError<NotThere>()("NotThere", faultFields) {
  override readonly [ErrorReporter.ignore] = true
}

/** The request is valid but cannot be carried out now: a name is taken, a run is over. */
export class Conflict extends Schema.TaggedError<Conflict>()("Conflict", faultFields) {
  override readonly [ErrorReporter.ignore] = true
}

/** Too many wrong passwords: nobody may try for a while. */
export class TooManyAttempts extends Schema.TaggedError<TooManyAttempts>()("TooManyAttempts", {
  ...faultFields,
  /** Seconds to wait. */
  retryAfter: Schema.Int
}) {
  override readonly [ErrorReporter.ignore] = true
}

const { bodySchema, errorBody, response } = errorResponses(adminErrorStatus)

export const SignedOutResponse = SignedOut.pipe(
  HttpApiSchema.encodeToWithHeaders(
    {
      body: bodySchema(
        "SignedOut",
        "UNAUTHORIZED",
        "Nobody is signed in with this cookie, its session is over, or the password is wrong.",
        { message: "You are not signed in. Sign in with the administrator password." }
      ),
      headers: { "www-authenticate": Schema.Literal("Session").annotate({ description: "How to authenticate." }) }
    },
    {
      decode: ({ body }) => new SignedOut(members(body.error)),
      encode: (fault) => ({
        body: errorBody("UNAUTHORIZED", fault),
        headers: { "www-authenticate": "Session" } as const
      })
    }
  )
)

export const CrossSiteResponse = response(
  CrossSite,
  "FORBIDDEN",
  bodySchema("CrossSite", "FORBIDDEN", "The request does not come from the console's own pages.", {
    message: "The header X-Doorstep-Console is missing."
  })
)

export const NotThereResponse = response(
  NotThere,
  "NOT_FOUND",
  bodySchema("NotThere", "NOT_FOUND", "What the request names is not there.", {
    message: 'No source is named "karlsruhe".'
  })
)

export const ConflictResponse = response(
  Conflict,
  "CONFLICT",
  bodySchema("Conflict", "CONFLICT", "What is asked for cannot be done as things stand.", {
    message: 'There is a source named "karlsruhe" already. Choose another name, or remove that one first.'
  })
)

/** Sends `Retry-After`. */
export const TooManyAttemptsResponse = TooManyAttempts.pipe(
  HttpApiSchema.encodeToWithHeaders(
    {
      body: bodySchema(
        "TooManyAttempts",
        "TOO_MANY_ATTEMPTS",
        "Too many wrong passwords: nobody may try for a while.",
        { message: "Too many wrong passwords. Try again in 30 seconds." }
      ),
      headers: { "retry-after": Schema.Int.annotate({ description: "Seconds to wait." }) }
    },
    {
      decode: ({ body, headers }) =>
        new TooManyAttempts({ ...members(body.error), retryAfter: headers["retry-after"] }),
      encode: (fault) => ({
        body: errorBody("TOO_MANY_ATTEMPTS", fault),
        headers: { "retry-after": fault.retryAfter }
      })
    }
  )
)
