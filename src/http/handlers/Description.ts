import { Effect } from "effect"
import { OpenApi } from "effect/http-api"
import { Api } from "../../../schemas/Api.ts"
import * as StaticAnswer from "../edge/StaticAnswer.ts"

const described = Effect.suspend(() =>
  StaticAnswer.make(JSON.stringify(OpenApi.fromApi(Api)), {
    contentType: "application/json",
    cacheControl: StaticAnswer.REVALIDATED
  })
)

/** The description of the API, made when it is first asked for; it never changes while the process lives. */
export const make: Effect.Effect<StaticAnswer.StaticAnswer> = Effect.map(
  Effect.cached(Effect.uninterruptible(described)),
  (made) => ({ to: (headers) => Effect.flatMap(made, (answer) => answer.to(headers)) })
)
