import { Context, type Effect, Schema } from "effect"
import {
  HttpApiEndpoint,
  HttpApiGroup,
  HttpApiMiddleware,
  HttpApiSchema,
  HttpApiSecurity,
  OpenApi
} from "effect/http-api"
import { data } from "../Data.ts"
import { ServiceUnavailableResponse } from "../Errors.ts"
import { isLonger } from "../Fields.ts"
import { BodyLimit, Validation } from "../Validation.ts"
import { CrossSiteResponse, SignedOutResponse, TooManyAttemptsResponse } from "./Errors.ts"
import { count, instant, text } from "./Fields.ts"

/** The signed-in administrator, as far as endpoints need to know. */
export class CurrentSession extends Context.Service<
  CurrentSession,
  {
    /** Public ID of the session; it grants no access. */
    readonly id: string
    /** Address of the client that sent this request, in canonical form. */
    readonly ip: string
    /** When the session ends at the latest: milliseconds since 1970. */
    readonly endsAt: number
    /** What the audit log records of the request, besides its sender and its result. Never a secret. */
    readonly note: (noted: {
      readonly target?: string
      readonly detail?: string
      /** Whether this is one step of many, which is recorded only if it fails. */
      readonly isStep?: boolean
    }) => Effect.Effect<void>
  }
>()("doorstep/CurrentSession") {}

/** Name of the cookie with the session's token. */
export const SESSION_COOKIE = "doorstep_session"

/** Name of the cookie that marks a browser that has signed in before. */
export const DEVICE_COOKIE = "doorstep_device"

/** It grants no access, so it protects no endpoint. Signing in sets it, and no script can read it. */
export const deviceCookie = HttpApiSecurity.apiKey({ in: "cookie", key: DEVICE_COOKIE })

/** Header of every request to the administrator API: a page on another site cannot send it without permission. */
export const CONSOLE_HEADER = "x-doorstep-console"

/** The session's cookie. Signing in sets it, and no script can read it. */
export const sessionCookie = HttpApiSecurity.apiKey({ in: "cookie", key: SESSION_COOKIE }).pipe(
  HttpApiSecurity.annotate(
    OpenApi.Description,
    "Set by signing in: HttpOnly, SameSite=Strict, and Secure where the connection is."
  )
)

/**
 * Whether a request shows that somebody is there, and so keeps the session from ending for want of activity. A stream
 * that the page opens by itself does not.
 */
export const KeepsSession = Context.Reference<boolean>("doorstep/KeepsSession", { defaultValue: () => true })

/** Refuses requests that pages of other sites could have caused. */
export class SameSite extends HttpApiMiddleware.Service<SameSite>()("doorstep/SameSite", {
  error: CrossSiteResponse
}) {}

/** Admits a request whose cookie belongs to a valid session. */
export class SignedIn extends HttpApiMiddleware.Service<SignedIn, { provides: CurrentSession }>()("doorstep/SignedIn", {
  security: { session: sessionCookie },
  error: [SignedOutResponse, ServiceUnavailableResponse]
}) {}

/** A session. */
export const Session = Schema.Struct({
  id: Schema.NonEmptyString.annotate({ description: "Public ID of the session. It gives no access." }),
  ip: text("Address that the session was begun from."),
  userAgent: text("What the browser calls itself, shortened; empty when it says nothing."),
  startedAt: instant("When somebody signed in."),
  lastSeenAt: instant("When a request of the session last came, to the minute."),
  idleUntil: instant("When the session ends unless a request comes before."),
  endsAt: instant("When the session ends in any case."),
  current: Schema.Boolean.annotate({ description: "Whether this request belongs to it." })
}).annotate({ identifier: "Session" })
export type Session = typeof Session.Type

/** Longest password, in Unicode characters. */
const MAX_PASSWORD = 1024

export const PasswordText = Schema.String.check(
  Schema.makeFilter(
    (text: string) => (text === "" || isLonger(text, MAX_PASSWORD) ? "must have 1 to 1024 characters" : undefined),
    { expected: "a password", toJsonSchema: () => ({ minLength: 1, maxLength: MAX_PASSWORD }) }
  )
)

const password = Schema.RedactedFromValue(PasswordText)

/** Anybody may send it. Each character of a password takes up to twelve bytes in JSON. */
const SIGN_IN_BYTES = 16 * MAX_PASSWORD

/** The console's own token of the public API. */
export const ConsoleToken = Schema.Struct({
  token: Schema.NonEmptyString.annotate({
    description: "A token for the public API, with the scope generate. Keep it in memory only."
  }),
  expiresAt: instant("When it is refused, at the latest: it is revoked when the session ends by signing out."),
  rateLimit: count("Requests per minute.")
}).annotate({ identifier: "ConsoleToken" })

/** Signing in and out. */
export class Sessions extends HttpApiGroup.make("session")
  .add(
    HttpApiEndpoint.get("current", "/session", {
      success: data(
        Schema.Struct({
          signedIn: Schema.Boolean,
          session: Schema.optionalKey(Session)
        }).annotate({ identifier: "SessionState" })
      ),
      error: ServiceUnavailableResponse
    }).annotateMerge(
      OpenApi.annotations({
        identifier: "session",
        summary: "Whether somebody is signed in",
        description: "Needs no session: without one, it says so. It does not extend a session."
      })
    ),
    HttpApiEndpoint.post("signIn", "/session", {
      payload: Schema.Struct({ password }).annotate({ identifier: "SignIn" }),
      success: data(Session),
      error: [SignedOutResponse, TooManyAttemptsResponse, ServiceUnavailableResponse]
    })
      .annotate(BodyLimit, SIGN_IN_BYTES)
      .annotateMerge(
        OpenApi.annotations({
          identifier: "signIn",
          summary: "Sign in",
          description:
            "Starts a session and sets its cookie, and another one by which the browser is known for 180 days or until the password changes. Wrong passwords are delayed and lead to temporary lock-outs, by client address and overall; a known browser has its own count of attempts."
        })
      ),
    HttpApiEndpoint.delete("signOut", "/session", {
      success: HttpApiSchema.NoContent,
      error: ServiceUnavailableResponse
    })
      .middleware(SignedIn)
      .annotateMerge(
        OpenApi.annotations({
          identifier: "signOut",
          summary: "Sign out",
          description: "Ends the session, and revokes the token that it gave the console."
        })
      ),
    HttpApiEndpoint.get("list", "/sessions", {
      success: data(Schema.Struct({ sessions: Schema.Array(Session) })),
      error: ServiceUnavailableResponse
    })
      .middleware(SignedIn)
      .annotateMerge(
        OpenApi.annotations({ identifier: "sessions", summary: "Open sessions", description: "Newest first." })
      ),
    HttpApiEndpoint.delete("signOutAll", "/sessions", {
      success: HttpApiSchema.NoContent,
      error: ServiceUnavailableResponse
    })
      .middleware(SignedIn)
      .annotateMerge(
        OpenApi.annotations({
          identifier: "signOutAll",
          summary: "Sign out everywhere",
          description: "Ends every session, including this one, and revokes the tokens that they gave the console."
        })
      ),
    HttpApiEndpoint.post("token", "/session/token", {
      success: data(ConsoleToken),
      error: [SignedOutResponse, ServiceUnavailableResponse]
    })
      .middleware(SignedIn)
      .annotateMerge(
        OpenApi.annotations({
          identifier: "consoleToken",
          summary: "A token for the console itself",
          description:
            "Issues a token for the public API, valid for at most an hour, which replaces this session's previous one. The public API accepts only tokens, never the session's cookie."
        })
      )
  )
  .middleware(Validation)
  .middleware(SameSite)
  .annotateMerge(OpenApi.annotations({ title: "Session", description: "Signing in and out." })) {}
