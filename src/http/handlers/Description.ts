import { Context, Effect, Layer } from "effect"
import { OpenApi } from "effect/http-api"
import { Api } from "../../../schemas/Api.ts"
import { once } from "../edge/Once.ts"
import * as StaticAnswer from "../edge/StaticAnswer.ts"

/**
 * The OpenAPI document of an API, made on first request. It never changes while the process runs, and it is public, so
 * requests for it must cost next to nothing.
 */
export const make = (describe: () => OpenApi.OpenAPISpec): Effect.Effect<StaticAnswer.StaticAnswer> => {
  const described = Effect.suspend(() =>
    StaticAnswer.make(JSON.stringify(describe()), {
      contentType: "application/json",
      cacheControl: StaticAnswer.REVALIDATED
    })
  )
  return Effect.map(once(described), (made) => ({
    to: (headers) => Effect.flatMap(made, (answer) => answer.to(headers))
  }))
}

/** The public API's, which several paths respond with. */
export class PublicDescription extends Context.Service<PublicDescription, StaticAnswer.StaticAnswer>()(
  "doorstep/PublicDescription"
) {
  static readonly layer = Layer.effect(
    PublicDescription,
    make(() => OpenApi.fromApi(Api))
  )
}
