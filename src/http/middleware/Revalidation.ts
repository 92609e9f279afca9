import { Effect, Layer } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { Revalidation } from "../../../schemas/Revalidation.ts"
import { isKnown, withMembers } from "../edge/Negotiation.ts"
import { etagOf } from "../edge/StaticAnswer.ts"

/** Such a response may be cached for this token only, and is revalidated each time. */
const CACHE_CONTROL = "private, no-cache"

/** Errors fail instead, and do not come by here. */
const revalidated = (ifNoneMatch: string | undefined, response: HttpServerResponse.HttpServerResponse) => {
  const { body, headers } = response
  if (body._tag !== "Uint8Array") return response
  const etag = etagOf(body.text ?? body.body)
  const caching = { etag, "cache-control": CACHE_CONTROL, vary: withMembers(headers["vary"], "Authorization") }
  return isKnown(ifNoneMatch, etag)
    ? HttpServerResponse.empty({ status: 304, headers: { ...caching, vary: `${caching.vary}, Accept-Encoding` } })
    : HttpServerResponse.setHeaders(response, caching)
}

export const layer = Layer.succeed(Revalidation, (handler) =>
  Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ headers }) =>
    Effect.map(handler, (response) => revalidated(headers["if-none-match"], response))
  )
)
