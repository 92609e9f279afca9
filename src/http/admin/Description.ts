import { Effect } from "effect"
import { OpenApi } from "effect/http-api"
import { AdminApi } from "../../../schemas/admin/AdminApi.ts"
import { handlersOf } from "../server/RequestServices.ts"

/** As plain JSON, without members that are undefined. Made on the first request: most services never get one. */
const description = Effect.sync(() => JSON.parse(JSON.stringify(OpenApi.fromApi(AdminApi))))

export const layerNoDeps = handlersOf(
  AdminApi,
  "description",
  Effect.fnUntraced(function* (handlers) {
    const document = yield* Effect.cached(description)
    return handlers.handleAll({ openapi: () => document })
  })
)
