import { Effect, Layer } from "effect"
import * as Test from "../../http/support/TestApi.ts"
import type { World } from "../../http/support/World.ts"
import { Deployment } from "../Deployment.ts"
import { disabled, located, Weather } from "./ContractWorld.ts"

/** A server in this process, with everything that rows need, so that none may be skipped. */
export const deployment = <E>(world: Layer.Layer<World | Weather, E>) =>
  Layer.effect(
    Deployment,
    Effect.gen(function* () {
      const { generateToken, issue, readToken, url } = yield* Test.TestApi
      const weather = yield* Weather
      return yield* Deployment.make({
        baseUrl: url,
        token: generateToken,
        readToken,
        expiredToken: yield* issue({ expiresIn: -1 }),
        limitedToken: yield* issue({ rateLimit: 12 }),
        located,
        believesForwarded: true,
        disabledCountry: disabled,
        isComplete: true,
        during: (fault, work) =>
          Effect.acquireUseRelease(
            Effect.sync(() => (weather.fault = fault)),
            () => work,
            () => Effect.sync(() => (weather.fault = "none"))
          )
      })
    })
  ).pipe(Layer.provide(Test.layerOf(world, {}, { TRUSTED_PROXIES: "127.0.0.1,::1" })), Layer.provide(world))
