import { Effect, Layer } from "effect"
import { Api } from "../../../schemas/Api.ts"
import { PoolRepository } from "../../draw/PoolRepository.ts"
import { ServiceUnavailable } from "../../../schemas/Errors.ts"
import { PublicDescription } from "./Description.ts"
import { poolUnavailable } from "./Failures.ts"
import { makeTimeLimit } from "../server/TimeLimit.ts"
import { handlersOf } from "../server/RequestServices.ts"
import { timeBudgets } from "../../settings/TimeBudgets.ts"

/** A database that is slower than this to respond to a probe cannot serve requests either. */
const tooSlow = Effect.fail(
  new ServiceUnavailable({ message: "The database does not respond in time. Try again in a few seconds." })
)

export const layerNoDeps = handlersOf(
  Api,
  "system",
  Effect.fnUntraced(function* (handlers) {
    const pool = yield* PoolRepository
    const withinTime = yield* makeTimeLimit(timeBudgets.ready.time, false)
    const description = yield* PublicDescription

    return handlers.handleAll({
      health: () => Effect.succeed({ status: "ok" as const }),
      ready: () =>
        pool.ready.pipe(
          Effect.as(true),
          withinTime,
          Effect.flatMap((answered) => (answered ? Effect.succeed({ status: "ready" as const }) : tooSlow)),
          Effect.catchTag("StorageUnavailable", poolUnavailable)
        ),
      openapi: ({ request }) => description.to(request.headers)
    })
  })
).pipe(Layer.provide(PublicDescription.layer))
