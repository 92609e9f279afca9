import { Option } from "effect"
import type { HttpServerRequest } from "effect/http"
import type { ClientIp, Origin } from "../../geoip/ClientIp.ts"

type Request = HttpServerRequest.HttpServerRequest

/** What a request says of where it comes from. */
export const originOf = (request: Request): Origin => ({
  socket: Option.getOrUndefined(request.remoteAddress),
  headers: request.headers
})

/** The address of a request's client, in canonical text; empty when the connection has none. */
export const requestIp = (clientIp: ClientIp["Service"], request: Request): string =>
  Option.getOrElse(clientIp.find(originOf(request)), () => "")
