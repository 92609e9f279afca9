import { HttpApi, OpenApi } from "effect/http-api"
import { Addresses } from "./Addresses.ts"
import { Clients } from "./ClientContext.ts"
import { Countries } from "./Countries.ts"
import { Generation } from "./Generation.ts"
import { Locations } from "./Locations.ts"
import { describe } from "./OpenApiDocument.ts"
import { Reports } from "./Reports.ts"
import { System } from "./System.ts"
import { strictRequests } from "./Validation.ts"

/** The version of the API, which is not the program's: it changes when a client would have to. */
export const API_VERSION = "1.0.0"

/** The whole service. The clients, the server, the console and the OpenAPI document are derived from it. */
export class Api extends HttpApi.make("doorstep")
  .add(System)
  .add(Countries)
  .add(Clients)
  .add(Locations)
  .add(Generation)
  .add(Addresses)
  .add(Reports)
  .prefix("/api/v1")
  .annotateMerge(strictRequests)
  .annotateMerge(
    OpenApi.annotations({
      title: "Doorstep",
      version: API_VERSION,
      license: { name: "MIT", identifier: "MIT" },
      summary: "Real residential addresses for tests, demos and research, from open data.",
      description:
        'Doorstep draws real residential addresses from pools that it synchronizes from open data, one pool per country. Each address of a selection is equally likely, a seed replays a response, and every address states its sources and why it counts as a home. Paths are relative to the server; bodies are JSON. The request line and headers may take 16 KiB together.\n\nErrors have one shape, `{"error": {"code", "message", "details"}}`. In addition to the errors listed with an operation, any request can be answered with 404 `NOT_FOUND` (no such path), 405 `METHOD_NOT_ALLOWED` (the header Allow names the supported methods) and, under an unknown host name, 421 `MISDIRECTED_REQUEST`.',
      transform: (document) => describe(document as OpenApi.OpenAPISpec)
    })
  ) {}
