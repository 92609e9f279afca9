import { Option } from "effect"
import type { HttpServerRequest } from "effect/http"
import type { ClientIp } from "../geoip/ClientIp.ts"

/** The address of a request's client, in canonical text; empty when the connection has none. */
export const requestIp = (clientIp: ClientIp["Service"], request: HttpServerRequest.HttpServerRequest): string =>
  Option.getOrElse(
    clientIp.find({ socket: Option.getOrUndefined(request.remoteAddress), headers: request.headers }),
    () => ""
  )
