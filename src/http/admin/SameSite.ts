import { Effect, Layer } from "effect"
import { HttpServerRequest } from "effect/http"
import { CrossSite } from "../../../schemas/admin/Errors.ts"
import { CONSOLE_HEADER, SameSite } from "../../../schemas/admin/Sessions.ts"
import { ClientIp } from "../../geoip/ClientIp.ts"
import { requestedHost, shown } from "../edge/Hosts.ts"

type Request = HttpServerRequest.HttpServerRequest

const defaultPort: Readonly<Record<string, string>> = { "http:": ":80", "https:": ":443" }

/** Whether a page of this origin was loaded from this host. The opaque origin `null` has no host. */
const isOf = (origin: string, host: string | undefined): boolean => {
  if (host === undefined || !URL.canParse(origin)) return false
  const url = new URL(origin)
  // An origin never names the default port of its protocol, but a host may.
  return url.host !== "" && (host === url.host || host === `${url.host}${defaultPort[url.protocol] ?? ""}`)
}

/**
 * Why a request cannot be the console's own; undefined if it can.
 *
 * A page of another site can make a browser send requests with the session's cookie only where SameSite does not apply.
 * It can never add a header of its own, because CORS does not allow that here. Browsers state the origin of a request
 * in `Sec-Fetch-Site`. If they do not (older ones, and over plain HTTP), `Origin` has to name this service.
 */
const faultOf = (request: Request, clientIp: ClientIp["Service"]): string | undefined => {
  const { headers } = request
  if (headers[CONSOLE_HEADER] !== "1") return "The header X-Doorstep-Console is missing. It must be 1."
  const site = headers["sec-fetch-site"]
  if (site !== undefined) {
    return site === "same-origin" ? undefined : "The request comes from a page of another site."
  }
  const origin = headers["origin"]
  const host = requestedHost(clientIp, request)
  return origin === undefined || isOf(origin, host)
    ? undefined
    : `The request comes from a page of another site: its origin is ${shown(origin)}, and it asks the host ${shown(host ?? "")}. ` +
        "If a proxy has changed the host, let it pass on the header Host as the browser sends it, with the port."
}

export const layer = Layer.effect(
  SameSite,
  Effect.gen(function* () {
    const clientIp = yield* ClientIp
    const check = Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
      const fault = faultOf(request, clientIp)
      return fault === undefined ? Effect.void : Effect.fail(new CrossSite({ message: fault }))
    })
    return SameSite.of((handler) => Effect.andThen(check, handler))
  })
)
