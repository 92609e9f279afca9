import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { ServiceUnavailableResponse } from "./Errors.ts"
import { Validation } from "./Validation.ts"

const Health = Schema.Struct({ status: Schema.Literal("ok").annotate({ description: "Always ok." }) }).annotate({
  identifier: "Health",
  description: "The process is running."
})

const Readiness = Schema.Struct({
  status: Schema.Literal("ready").annotate({ description: "Always ready." })
}).annotate({
  identifier: "Readiness",
  description: "The service and its database can serve traffic."
})

const Document = Schema.Record(Schema.String, Schema.Json).annotate({
  identifier: "OpenApiDocument",
  description: "This OpenAPI 3.1 document."
})

/** Probes and the OpenAPI document. They need no token. */
export class System extends HttpApiGroup.make("system")
  .add(
    HttpApiEndpoint.get("health", "/health", { success: Health }).annotateMerge(
      OpenApi.annotations({
        identifier: "getHealth",
        summary: "Process health",
        description: "Public. Answers if the API process is running."
      })
    ),
    HttpApiEndpoint.get("ready", "/ready", { success: Readiness, error: ServiceUnavailableResponse }).annotateMerge(
      OpenApi.annotations({
        identifier: "getReadiness",
        summary: "Readiness",
        description: "Public. Answers 200 if the API and its database can serve traffic, otherwise 503."
      })
    ),
    HttpApiEndpoint.get("openapi", "/openapi.json", { success: Document }).annotateMerge(
      OpenApi.annotations({
        identifier: "getDescription",
        summary: "Machine-readable description",
        description: "Public. This document, in OpenAPI 3.1. A readable form is at /docs."
      })
    )
  )
  .middleware(Validation)
  .annotateMerge(
    OpenApi.annotations({ title: "System", description: "Probes and the description of the API. No token is needed." })
  ) {}
