import { Context, Schema } from "effect"
import { HttpApiMiddleware, HttpApiSecurity, OpenApi } from "effect/http-api"
import { RateLimitedResponse, ServiceUnavailableResponse, UnauthorizedResponse } from "./Errors.ts"

/** What a token permits. `generate` includes `read`. */
export const TokenScope = Schema.Literals(["read", "generate"])
export type TokenScope = typeof TokenScope.Type

/** The scope that an endpoint requires. An endpoint without one requires the wider scope. */
export const RequiredScope = Context.Reference<TokenScope>("doorstep/RequiredScope", {
  defaultValue: () => "generate"
})

/**
 * Whether the work for a request depends on its body, as that of a batch does. Such a request can only wait for its turn
 * once the body has been read.
 */
export const WeighedByBody = Context.Reference<boolean>("doorstep/WeighedByBody", { defaultValue: () => false })

const bearer = HttpApiSecurity.bearer.pipe(
  HttpApiSecurity.annotate(
    OpenApi.Description,
    "An API token, sent as `Authorization: Bearer <API_TOKEN>`. Its scope is `read` or `generate`, and `generate` includes `read`. Each token has a limit of requests per minute and may expire."
  )
)

/** Admits a request that has a valid token with the endpoint's scope, within the token's rate limit. */
export class Authorization extends HttpApiMiddleware.Service<Authorization>()("doorstep/Authorization", {
  requiredForClient: true,
  security: { bearer },
  error: [UnauthorizedResponse, RateLimitedResponse, ServiceUnavailableResponse]
}) {}
