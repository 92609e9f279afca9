import { Effect } from "effect"
import { OpenApi } from "effect/http-api"
import { AdminApi } from "../../../schemas/admin/AdminApi.ts"
import { handlersOf } from "../server/RequestServices.ts"

/** As JSON has it: derived members that are undefined are absent. Made when somebody asks for it: most services are never. */
const description = Effect.sync(() => JSON.parse(JSON.stringify(OpenApi.fromApi(AdminApi))))

export const layerNoDeps = handlersOf(
  AdminApi,
  "description",
  Effect.fnUntraced(function* (handlers) {
    const document = yield* Effect.cached(description)
    return handlers.handleAll({ openapi: () => document })
  })
)
