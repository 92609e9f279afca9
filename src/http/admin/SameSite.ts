import { Effect, Layer } from "effect"
import { HttpServerRequest } from "effect/http"
import { CrossSite } from "../../../schemas/admin/Errors.ts"
import { CONSOLE_HEADER, SameSite } from "../../../schemas/admin/Sessions.ts"
import { ClientIp } from "../../geoip/ClientIp.ts"
import { originOf } from "../edge/RequestIp.ts"

type Headers = HttpServerRequest.HttpServerRequest["headers"]

/** The opaque origin `null` has no host. */
const hostOf = (origin: string): string => (URL.canParse(origin) ? new URL(origin).host : "")

/**
 * Why a request cannot be the console's own; undefined if it can.
 *
 * A page of another site can make a browser send requests with the session's cookie only where SameSite does not apply.
 * It can never add a header of its own, because CORS does not allow that here. Browsers state the origin of a request
 * in `Sec-Fetch-Site`. If they do not (older ones, and over plain HTTP), `Origin` has to name this service.
 */
const faultOf = (headers: Headers, isProxied: boolean): string | undefined => {
  if (headers[CONSOLE_HEADER] !== "1") return "The header X-Doorstep-Console is missing. It must be 1."
  const site = headers["sec-fetch-site"]
  if (site !== undefined) {
    return site === "same-origin" ? undefined : "The request comes from a page of another site."
  }
  const origin = headers["origin"]
  if (origin === undefined) return undefined
  const host = hostOf(origin)
  const isOwn = host !== "" && (host === headers["host"] || (isProxied && host === headers["x-forwarded-host"]))
  return isOwn ? undefined : "The request comes from a page of another site."
}

export const layer = Layer.effect(
  SameSite,
  Effect.gen(function* () {
    const clientIp = yield* ClientIp
    const check = Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
      const fault = faultOf(request.headers, clientIp.isProxied(originOf(request)))
      return fault === undefined ? Effect.void : Effect.fail(new CrossSite({ message: fault }))
    })
    return SameSite.of((handler) => Effect.andThen(check, handler))
  })
)
