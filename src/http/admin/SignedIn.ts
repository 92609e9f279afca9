import { Context, Effect, Exit, Layer, Option, Predicate } from "effect"
import { HttpRouter, HttpServerRequest, type HttpServerResponse } from "effect/http"
import { type HttpApiEndpoint, OpenApi } from "effect/http-api"
import { CurrentSession, KeepsSession, SignedIn } from "../../../schemas/admin/Sessions.ts"
import { AdminSessions } from "../../admin/AdminSessions.ts"
import { AuditLog } from "../../admin/AuditLog.ts"
import { ClientIp } from "../../geoip/ClientIp.ts"
import { sessionTokensOf } from "../edge/Cookies.ts"
import { requestIp } from "../edge/RequestIp.ts"
import { outages, signedOut } from "./Failures.ts"

type Request = HttpServerRequest.HttpServerRequest

/** An endpoint's name in the audit log, which is the one in the API's description. */
const actionOf = (endpoint: HttpApiEndpoint.Top): string =>
  Option.getOrElse(Context.getOption(endpoint.annotations, OpenApi.Identifier), () => endpoint.identifier)

/** A handler's own error, unwrapped. The framework wraps it to distinguish it from errors of security middleware. */
const errorOf = (exit: Exit.Exit<unknown, unknown>): { readonly _tag?: unknown; readonly message?: unknown } => {
  const failed = Exit.isFailure(exit) ? exit.cause.reasons.find((reason) => reason._tag === "Fail")?.error : undefined
  const error = Predicate.hasProperty(failed, "error") ? failed.error : failed
  return typeof error === "object" && error !== null ? error : {}
}

/** An invalid request is refused; one that meets an outage or a defect has failed. */
const resultOf = (exit: Exit.Exit<unknown, unknown>): "done" | "refused" | "failed" => {
  if (Exit.isSuccess(exit)) return "done"
  const { _tag } = errorOf(exit)
  return typeof _tag === "string" && _tag !== "ServiceUnavailable" ? "refused" : "failed"
}

/**
 * Admits only signed-in requests, and audits everything that may change something. New endpoints are guarded and
 * audited automatically.
 */
export const layer = Layer.effect(
  SignedIn,
  Effect.gen(function* () {
    const sessions = yield* AdminSessions
    const audit = yield* AuditLog
    const clientIp = yield* ClientIp

    const find = Effect.fnUntraced(function* ({ headers }: Request, endpoint: HttpApiEndpoint.Top) {
      const touch = Context.get(endpoint.annotations, KeepsSession)
      const session = yield* sessions.find(sessionTokensOf(headers), { touch })
      if (Option.isSome(session)) return session.value
      return yield* signedOut(
        "You are not signed in, or your session has ended. Sign in with the administrator password."
      )
    }, outages)

    const serve = Effect.fnUntraced(function* (
      handler: Effect.Effect<HttpServerResponse.HttpServerResponse, never, CurrentSession>,
      endpoint: HttpApiEndpoint.Top
    ) {
      const request = yield* HttpServerRequest.HttpServerRequest
      const { endsAt, id } = yield* find(request, endpoint)
      const ip = requestIp(clientIp, request)
      let target = Object.values(yield* HttpRouter.params).join(" ")
      let detail = ""
      let isStep = false
      const current = CurrentSession.of({
        id,
        ip,
        endsAt,
        note: (noted) =>
          Effect.sync(() => {
            target = noted.target ?? target
            detail = noted.detail ?? detail
            isStep = noted.isStep ?? isStep
          })
      })
      const answered = Effect.provideService(handler, CurrentSession, current)
      if (endpoint.method === "GET" || endpoint.method === "HEAD") return yield* answered
      return yield* Effect.onExit(answered, (exit) => {
        if (isStep && Exit.isSuccess(exit)) return Effect.void
        const { message } = errorOf(exit)
        return audit
          .record({
            session: id,
            ip,
            action: actionOf(endpoint),
            target,
            result: resultOf(exit),
            detail: Exit.isSuccess(exit) || typeof message !== "string" ? detail : message
          })
          .pipe(Effect.catch((error) => Effect.logError("The audit log could not be written.", error)))
      })
    })

    return SignedIn.of({
      // The framework's credential is the first cookie of the name, which another site may have set.
      session: (handler, { endpoint }) => serve(handler as never, endpoint)
    })
  })
)
