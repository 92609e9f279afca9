import { Option } from "effect"
import type { HttpServerRequest } from "effect/http"
import type { ClientIp, Origin } from "../../geoip/ClientIp.ts"

type Request = HttpServerRequest.HttpServerRequest

/** What a request says about its origin. */
export const originOf = (request: Request): Origin => ({
  socket: Option.getOrUndefined(request.remoteAddress),
  headers: request.headers
})

/** The client's address in canonical form; empty if the connection has none. */
export const requestIp = (clientIp: ClientIp["Service"], request: Request): string =>
  Option.getOrElse(clientIp.find(originOf(request)), () => "")
