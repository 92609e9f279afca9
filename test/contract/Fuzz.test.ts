import { assert, layer } from "@effect/vitest"
import { Config, Console, Effect, Layer, Redacted, References } from "effect"
import { FetchHttpClient } from "effect/http"
import { OpenApi } from "effect/http-api"
import { fuzzSuite, type Tally } from "../../properties/FuzzLaws.ts"
import { Api } from "../../schemas/Api.ts"
import * as Test from "../http/support/TestApi.ts"
import * as ContractWorld from "./support/ContractWorld.ts"

const quiet = Layer.succeed(References.MinimumLogLevel, "None")

const target = Effect.map(Test.TestApi, ({ generateToken, url }) => ({
  baseUrl: url,
  token: Redacted.make(generateToken),
  country: "US"
}))

/** FUZZ_REQUESTS sets the number of requests. */
const requests = Effect.runSync(Config.withDefault(Config.Int("FUZZ_REQUESTS"), 600))

const tally: Tally = new Map()

layer(Test.layerOf(ContractWorld.postgres).pipe(Layer.provide(quiet), Layer.merge(FetchHttpClient.layer)), {
  excludeTestServices: true
})("The service, fuzzed", (it) => {
  const effort = { runs: requests, seconds: 600 + requests / 10 }
  const suite = fuzzSuite(target, effort, tally)
  for (const { holds, promise } of suite) {
    it.effect(promise, () => holds, { timeout: 900_000 + requests * 100 })
  }

  it.effect("MUST have been sent as often as planned, with correct and incorrect requests", () =>
    Effect.gen(function* () {
      const figures = Array.from(tally).sort()
      const asked = figures.reduce((sum, [, count]) => sum + count, 0)
      if (requests > 600) {
        yield* Console.log([`${asked} requests`, ...figures.map(([key, count]) => `  ${key}: ${count}`)].join("\n"))
      }
      assert.isAtLeast(asked, requests)
      const refused = figures.filter(([key]) => key.endsWith(" 400")).reduce((sum, [, count]) => sum + count, 0)
      assert.isAbove(refused, asked / 4)
      const answers = Object.entries(OpenApi.fromApi(Api).paths).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${path} 200`)
      )
      const missing = () => answers.filter((answer) => !tally.has(answer))
      // About ten are expected of each, so in one of a thousand runs chance leaves one out: then correct requests are sent again.
      for (let again = 0; again < 5 && missing().length > 0; again++) yield* suite.at(-1)!.holds
      assert.deepStrictEqual(missing(), [])
    })
  )
})
