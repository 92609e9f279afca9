import { Effect } from "effect"
import { Api } from "../../../schemas/Api.ts"
import { Coverage } from "../../catalog/Coverage.ts"
import * as DataHealth from "./DataHealth.ts"
import { poolUnavailable } from "./Failures.ts"
import { handlersOf } from "../server/RequestServices.ts"

export const layerNoDeps = handlersOf(
  Api,
  "reports",
  Effect.fnUntraced(function* (handlers) {
    const coverage = yield* Coverage
    const dataHealth = yield* DataHealth.make

    return handlers.handleAll({
      coverage: ({ query: { country, includeComplete = true } }) =>
        coverage.report({ country, includeComplete }).pipe(
          Effect.map((countries) => ({ data: { countries } })),
          Effect.catchTag("StorageUnavailable", poolUnavailable)
        ),
      dataHealth: () =>
        dataHealth.pipe(
          Effect.map(({ health }) => ({ data: health })),
          Effect.catchTag("StorageUnavailable", poolUnavailable)
        )
    })
  })
)
