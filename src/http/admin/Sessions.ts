import { DateTime, Effect, Option, Redacted } from "effect"
import type { HttpServerRequest } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { AdminApi } from "../../../schemas/admin/AdminApi.ts"
import { TooManyAttempts } from "../../../schemas/admin/Errors.ts"
import {
  CurrentSession,
  DEVICE_COOKIE,
  deviceCookie,
  sessionCookie,
  type Session
} from "../../../schemas/admin/Sessions.ts"
import { AdminPassword } from "../../admin/AdminPassword.ts"
import { type AdminSession, AdminSessions } from "../../admin/AdminSessions.ts"
import { AuditLog } from "../../admin/AuditLog.ts"
import { ConsoleTokens } from "../../admin/ConsoleTokens.ts"
import { KnownDevices } from "../../admin/KnownDevices.ts"
import { delayOf, SignInGuard, type SignInLocked } from "../../admin/SignInGuard.ts"
import { ClientIp } from "../../geoip/ClientIp.ts"
import { cookiesOf, sessionTokensOf } from "../edge/Cookies.ts"
import { lastOf } from "../edge/Hosts.ts"
import { originOf, requestIp } from "../edge/RequestIp.ts"
import { outages, signedOut } from "./Failures.ts"
import { instant } from "./Instant.ts"
import { handlersOf } from "../server/RequestServices.ts"

const toSession = (session: AdminSession, current: boolean): Session => ({
  id: session.id,
  ip: session.ip,
  userAgent: session.userAgent,
  startedAt: instant(session.startedAt),
  lastSeenAt: instant(session.lastSeenAt),
  idleUntil: instant(session.idleUntil),
  endsAt: instant(session.endsAt),
  current
})

const tooMany = ({ message, retryAfter }: SignInLocked) => Effect.fail(new TooManyAttempts({ message, retryAfter }))

type Request = HttpServerRequest.HttpServerRequest

/** Only a trusted proxy may say whether TLS ends there. */
const isSecure = (clientIp: ClientIp["Service"], request: Request): boolean =>
  clientIp.isProxied(originOf(request)) && lastOf(request.headers["x-forwarded-proto"] ?? "").toLowerCase() === "https"

/** Sets and clears the cookies of sessions and browsers. */
const makeCookies = (clientIp: ClientIp["Service"]) => {
  const set = (request: Request, value: Redacted.Redacted, expires?: Date) =>
    HttpApiBuilder.securitySetCookie(sessionCookie, value, {
      httpOnly: true,
      sameSite: "strict",
      // Signed-in users may read the metrics too.
      path: "/",
      secure: isSecure(clientIp, request),
      ...(expires !== undefined && { expires })
    })
  return {
    begin: (request: Request, token: Redacted.Redacted) => set(request, token),
    clear: (request: Request) => set(request, Redacted.make(""), new Date(0)),
    /** Remembers this browser from now on. */
    remember: (request: Request, { cookie, until }: { readonly cookie: Redacted.Redacted; readonly until: Date }) =>
      HttpApiBuilder.securitySetCookie(deviceCookie, cookie, {
        httpOnly: true,
        sameSite: "strict",
        path: "/admin/api/session",
        secure: isSecure(clientIp, request),
        expires: until
      })
  }
}

/** Signs in with the password. */
const makeSignIn = Effect.gen(function* () {
  const password = yield* AdminPassword
  const sessions = yield* AdminSessions
  const guard = yield* SignInGuard
  const devices = yield* KnownDevices
  const audit = yield* AuditLog
  const clientIp = yield* ClientIp
  const cookies = makeCookies(clientIp)

  return Effect.fnUntraced(
    function* (given: Redacted.Redacted, request: Request) {
      const ip = requestIp(clientIp, request)
      const device = yield* devices.identify(cookiesOf(request.headers, DEVICE_COOKIE))
      const attempt = yield* guard.attempt(ip, device)
      const record = (result: "done" | "refused", detail: string, session?: string) =>
        audit.record({ session, ip, action: "signIn", result, detail })
      if (!(yield* password.verify(given))) {
        const from = Option.isSome(device) ? "browser" : "address"
        yield* record("refused", `Wrong password, ${attempt.failures} in a row from this ${from}.`)
        yield* Effect.sleep(delayOf(attempt.failures))
        return yield* signedOut("The password is wrong.")
      }
      yield* guard.succeeded(attempt)
      const { session, token } = yield* sessions.begin(ip, request.headers["user-agent"] ?? "")
      yield* record("done", session.userAgent, session.id)
      yield* cookies.begin(request, token)
      yield* cookies.remember(request, yield* devices.issue(device))
      return { data: toSession(session, true) }
    },
    outages,
    Effect.catchTag("SignInLocked", tooMany)
  )
})

export const layerNoDeps = handlersOf(
  AdminApi,
  "session",
  Effect.fnUntraced(function* (handlers) {
    const sessions = yield* AdminSessions
    const tokens = yield* ConsoleTokens
    const cookies = makeCookies(yield* ClientIp)
    const signIn = yield* makeSignIn

    /** An outage of the tokens must not prevent signing out: a token expires by itself. */
    const revoke = (session: string) =>
      Effect.catch(tokens.revoke(session), ({ message }) => Effect.logWarning(message))

    return handlers.handleAll({
      current: Effect.fnUntraced(function* ({ request }) {
        const session = yield* sessions.find(sessionTokensOf(request.headers), { touch: false })
        return {
          data: Option.match(session, {
            onNone: () => ({ signedIn: false }),
            onSome: (one) => ({ signedIn: true, session: toSession(one, true) })
          })
        }
      }, outages),
      signIn: ({ payload, request }) => signIn(payload.password, request),
      signOut: Effect.fnUntraced(function* ({ request }) {
        const { id, note } = yield* CurrentSession
        yield* sessions.end(id)
        yield* revoke(id)
        yield* cookies.clear(request)
        yield* note({ target: id })
      }, outages),
      list: Effect.fnUntraced(function* () {
        const current = yield* CurrentSession
        const found = yield* sessions.list
        return { data: { sessions: found.map((session) => toSession(session, session.id === current.id)) } }
      }, outages),
      signOutAll: Effect.fnUntraced(function* ({ request }) {
        const { note } = yield* CurrentSession
        const ended = yield* sessions.endAll
        yield* Effect.forEach(ended, revoke, { discard: true })
        yield* cookies.clear(request)
        yield* note({ detail: ended.length === 1 ? "1 session." : `${ended.length} sessions.` })
      }, outages),
      token: Effect.fnUntraced(function* () {
        const { endsAt, id } = yield* CurrentSession
        const { record, token } = yield* Effect.catchTag(tokens.issue(id, endsAt), "TokenRefused", Effect.die)
        // Whoever ended the session meanwhile has revoked the token before it.
        if (!(yield* sessions.lasts(id))) {
          yield* revoke(id)
          return yield* signedOut("Your session has ended. Sign in with the administrator password.")
        }
        return {
          data: {
            token: Redacted.value(token),
            expiresAt: instant(record.expiresAt === undefined ? endsAt : DateTime.toEpochMillis(record.expiresAt)),
            rateLimit: record.rateLimit
          }
        }
      }, outages)
    })
  })
)
