import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { strictRequests, Validation } from "../Validation.ts"
import { Administration } from "./Administration.ts"
import { DirectoryGroup } from "./Directory.ts"
import { DownloadsGroup } from "./Downloads.ts"
import { MachinesGroup } from "./Machines.ts"
import { OverviewGroup } from "./Overview.ts"
import { Pools } from "./Pools.ts"
import { Runs } from "./Runs.ts"
import { Sessions } from "./Sessions.ts"
import { Sources } from "./Sources.ts"
import { Suppressions } from "./Suppressions.ts"
import { Tables } from "./Tables.ts"
import { Tokens } from "./Tokens.ts"
import { Uploads } from "./Uploads.ts"

/** The OpenAPI document of the administrator API. It reveals nothing about the deployment, so it is public. */
export class Description extends HttpApiGroup.make("description")
  .add(
    HttpApiEndpoint.get("openapi", "/openapi.json", {
      success: Schema.Record(Schema.String, Schema.Json).annotate({
        identifier: "OpenApiDocument",
        description: "This OpenAPI 3.1 document."
      })
    }).annotateMerge(
      OpenApi.annotations({ summary: "Machine-readable description", description: "Public. This document." })
    )
  )
  .middleware(Validation)
  .annotateMerge(OpenApi.annotations({ title: "Description", description: "The description of this API." })) {}

/** The API for the console only. It is not part of the public contract, and may change with the console. */
export class AdminApi extends HttpApi.make("doorstep-admin")
  .add(Description)
  .add(Sessions)
  .add(OverviewGroup)
  .add(MachinesGroup)
  .add(Pools)
  .add(Sources)
  .add(DirectoryGroup)
  .add(Tables)
  .add(Uploads)
  .add(Runs)
  .add(DownloadsGroup)
  .add(Tokens)
  .add(Suppressions)
  .add(Administration)
  .prefix("/admin/api")
  .annotateMerge(strictRequests)
  .annotateMerge(
    OpenApi.annotations({
      title: "Doorstep administration",
      version: "1.0.0",
      license: { name: "MIT", identifier: "MIT" },
      summary: "The API that the console uses.",
      description:
        "Every request except the one for this document needs the header `X-Doorstep-Console: 1` and must come from the service's own origin. All requests need a session cookie, except signing in and asking whether somebody is signed in. Errors have the same form as in the public API."
    })
  ) {}
