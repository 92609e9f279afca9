import { Effect } from "effect"
import { OpenApi } from "effect/http-api"
import { AdminApi } from "../../../schemas/admin/AdminApi.ts"
import * as Description from "../handlers/Description.ts"
import { handlersOf } from "../server/RequestServices.ts"

export const layerNoDeps = handlersOf(
  AdminApi,
  "description",
  Effect.fnUntraced(function* (handlers) {
    const description = yield* Description.make(() => OpenApi.fromApi(AdminApi))
    return handlers.handleAll({ openapi: ({ request }) => description.to(request.headers) })
  })
)
