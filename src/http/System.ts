import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder, OpenApi } from "effect/http-api"
import { Api } from "../../schemas/Api.ts"
import { PoolRepository } from "../pool/PoolRepository.ts"
import { poolUnavailable } from "./Failures.ts"

export const layerNoDeps = HttpApiBuilder.group(
  Api,
  "system",
  Effect.fnUntraced(function* (handlers) {
    const pool = yield* PoolRepository
    const document = HttpServerResponse.jsonUnsafe(OpenApi.fromApi(Api))

    return handlers.handleAll({
      health: () => Effect.succeed({ status: "ok" as const }),
      ready: () =>
        pool.ready.pipe(Effect.as({ status: "ready" as const }), Effect.catchTag("PoolUnavailable", poolUnavailable)),
      openapi: () => Effect.succeed(document)
    })
  })
)
