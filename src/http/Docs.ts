import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { HttpApiSwagger } from "effect/http-api"
import { Api } from "../../schemas/Api.ts"

/** The page holds all that it needs, and may load nothing from elsewhere: it works without the internet. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'unsafe-inline'",
  "style-src 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'"
].join("; ")

const protect = HttpRouter.middleware((page) =>
  Effect.map(page, HttpServerResponse.setHeader("content-security-policy", contentSecurityPolicy))
)

/** Documentation for people at `/docs`, made from the same document that `/api/v1/openapi.json` serves. */
export const layer = HttpApiSwagger.layer(Api, { path: "/docs" }).pipe(Layer.provide(protect.layer))
