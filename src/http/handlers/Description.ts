import { Effect } from "effect"
import { OpenApi } from "effect/http-api"
import { Api } from "../../../schemas/Api.ts"
import { once } from "../edge/Once.ts"
import * as StaticAnswer from "../edge/StaticAnswer.ts"

const described = Effect.suspend(() =>
  StaticAnswer.make(JSON.stringify(OpenApi.fromApi(Api)), {
    contentType: "application/json",
    cacheControl: StaticAnswer.REVALIDATED
  })
)

/** The OpenAPI document, made on first request. It never changes while the process runs. */
export const make: Effect.Effect<StaticAnswer.StaticAnswer> = Effect.map(once(described), (made) => ({
  to: (headers) => Effect.flatMap(made, (answer) => answer.to(headers))
}))
