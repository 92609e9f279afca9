import { Effect } from "effect"
import { HttpRouter, HttpServerRequest } from "effect/http"
import { isIP } from "node:net"
import { ClientIp } from "../../geoip/ClientIp.ts"
import { settings } from "../../settings/Settings.ts"
import { errorAnswer } from "./ErrorAnswer.ts"
import { originOf } from "./RequestIp.ts"

/** The name or address in a `Host` header, without port, brackets and a final dot. */
const nameOf = (host: string): string => {
  const [, bracketed, plain = ""] = /^(?:\[([^\]]*)\]|([^:]*))(?::\d*)?$/.exec(host.trim().toLowerCase()) ?? []
  return bracketed ?? plain.replace(/\.$/, "")
}

/**
 * Whether a page that a browser loaded from this host is the service's own. Another site can let its name resolve to
 * this machine, and its pages then share an origin with the service (DNS rebinding). That requires a name: an IP
 * address always means itself, and `localhost` is never looked up.
 */
export const isOwnHost = (host: string, known: ReadonlyArray<string>): boolean => {
  const name = nameOf(host)
  if (isIP(name) !== 0 || name === "localhost" || name.endsWith(".localhost")) return true
  return known.some((one) => (one.startsWith(".") ? name === one.slice(1) || name.endsWith(one) : name === one))
}

/**
 * What the nearest proxy wrote in a header to which each proxy appends: anything further left, a client may have written.
 */
export const lastOf = (list: string): string => list.slice(list.lastIndexOf(",") + 1).trim()

/**
 * The host that the browser requested, in lower case; undefined if the request names none. Only a trusted proxy may say
 * that it is another than the one in `Host`.
 */
export const requestedHost = (
  clientIp: ClientIp["Service"],
  request: HttpServerRequest.HttpServerRequest
): string | undefined => {
  const forwarded = request.headers["x-forwarded-host"]
  const isForwarded = forwarded !== undefined && clientIp.isProxied(originOf(request))
  return (isForwarded ? lastOf(forwarded) : request.headers["host"]?.trim())?.toLowerCase()
}

/** A host as a request names it, for messages. */
export const shown = (host: string): string => JSON.stringify(host.length > 80 ? `${host.slice(0, 80)}…` : host)

const refusal = (host: string) =>
  errorAnswer(
    "MISDIRECTED_REQUEST",
    `${shown(host)} is not a name under which the console, administrator API and metrics are served. ` +
      "If the service has this name, add it to the setting PUBLIC_HOSTS; otherwise use localhost or an IP address."
  )

/**
 * These respond only under the service's own names, because they show what only a signed-in browser, or one on this
 * machine, may see.
 */
export const guard = HttpRouter.middleware(
  Effect.gen(function* () {
    const known = [...(yield* settings.PUBLIC_HOSTS.value), (yield* settings.HOST.value).toLowerCase()]
    const clientIp = yield* ClientIp

    return (answer) =>
      Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
        // Browsers always send a host.
        const host = requestedHost(clientIp, request)
        return host === undefined || isOwnHost(host, known) ? answer : Effect.succeed(refusal(host))
      })
  })
)
