import { HttpApiMiddleware } from "effect/http-api"

/**
 * Responses that clients may cache and revalidate each time: with `ETag`, and with 304 and no body if `If-None-Match`
 * matches.
 */
export class Revalidation extends HttpApiMiddleware.Service<Revalidation>()("doorstep/Revalidation") {}
