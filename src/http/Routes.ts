import { Effect, Layer } from "effect"
import { HttpMiddleware, HttpRouter, HttpServerRequest } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Api } from "../../schemas/Api.ts"
import { pathOf, routedPath } from "./edge/Paths.ts"
import * as Addresses from "./handlers/Addresses.ts"
import * as Clients from "./handlers/Clients.ts"
import * as Countries from "./handlers/Countries.ts"
import * as Docs from "./handlers/Docs.ts"
import * as Generation from "./handlers/Generation.ts"
import * as Home from "./home/Home.ts"
import * as Locations from "./handlers/Locations.ts"
import * as Reports from "./handlers/Reports.ts"
import * as Revalidation from "./middleware/Revalidation.ts"
import * as System from "./handlers/System.ts"
import * as Validation from "./middleware/Validation.ts"

/** The handlers of every group, with the checks that they share. */
export const handlersNoDeps = Layer.mergeAll(
  System.layerNoDeps,
  Countries.layerNoDeps,
  Clients.layerNoDeps,
  Locations.layerNoDeps,
  Generation.layerNoDeps,
  Addresses.layerNoDeps,
  Reports.layerNoDeps
).pipe(Layer.provide([Validation.layer, Revalidation.layer]))

/** Every route of the service. */
export const layerNoDeps = Layer.mergeAll(
  HttpApiBuilder.layer(Api).pipe(Layer.provide(handlersNoDeps)),
  Docs.layer,
  Home.layer
)

/** The API and its description. The console, its API and metrics are for pages of the service alone. */
const isForOthers = (url: string): boolean => {
  const path = pathOf(url)
  const routed = routedPath(path) ?? path
  return routed.startsWith("/api/v1/") || routed === "/openapi.json"
}

const shared = (allowedOrigins: ReadonlyArray<string>) =>
  HttpMiddleware.cors({
    allowedOrigins,
    allowedMethods: ["GET", "HEAD", "POST"],
    allowedHeaders: ["authorization", "content-type", "if-none-match"],
    exposedHeaders: [
      "x-request-id",
      "etag",
      "ratelimit-limit",
      "ratelimit-remaining",
      "ratelimit-reset",
      "retry-after",
      "www-authenticate"
    ],
    maxAge: 600
  })

/** Lets pages of these origins use the API. If there are none, browsers let no other site's page do so. */
export const cors = (allowedOrigins: ReadonlyArray<string>) => {
  // Without an origin the middleware would allow all of them.
  if (allowedOrigins.length === 0) return Layer.empty
  const share = shared(allowedOrigins)
  return HttpRouter.middleware(
    (app) => {
      const sharing = share(app)
      return Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ url }) => (isForOthers(url) ? sharing : app))
    },
    { global: true }
  )
}
