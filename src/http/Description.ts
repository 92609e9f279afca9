import { Effect } from "effect"
import { OpenApi } from "effect/http-api"
import { Api } from "../../schemas/Api.ts"
import * as StaticAnswer from "./StaticAnswer.ts"

/** The description of the API, which is the same for as long as the process lives. */
export const make: Effect.Effect<StaticAnswer.StaticAnswer> = Effect.suspend(() =>
  StaticAnswer.make(JSON.stringify(OpenApi.fromApi(Api)), {
    contentType: "application/json",
    cacheControl: StaticAnswer.REVALIDATED
  })
)
