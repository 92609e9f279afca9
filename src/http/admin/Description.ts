import { Effect } from "effect"
import { HttpApiBuilder, OpenApi } from "effect/http-api"
import { AdminApi } from "../../../schemas/admin/AdminApi.ts"

/** As JSON has it: derived members that are undefined are absent. */
const document = JSON.parse(JSON.stringify(OpenApi.fromApi(AdminApi)))

export const layerNoDeps = HttpApiBuilder.group(AdminApi, "description", (handlers) =>
  handlers.handleAll({ openapi: () => Effect.succeed(document) })
)
