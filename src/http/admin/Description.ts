import { Effect } from "effect"
import { OpenApi } from "effect/http-api"
import { AdminApi } from "../../../schemas/admin/AdminApi.ts"
import { handlersOf } from "../RequestServices.ts"

/** As JSON has it: derived members that are undefined are absent. */
const document = JSON.parse(JSON.stringify(OpenApi.fromApi(AdminApi)))

export const layerNoDeps = handlersOf(AdminApi, "description", (handlers) =>
  handlers.handleAll({ openapi: () => Effect.succeed(document) })
)
