import { HttpApiMiddleware } from "effect/http-api"

/**
 * Answers that clients may keep for themselves and ask for anew each time: with `ETag`, and with 304 and no body where
 * `If-None-Match` names it.
 */
export class Revalidation extends HttpApiMiddleware.Service<Revalidation>()("doorstep/Revalidation") {}
