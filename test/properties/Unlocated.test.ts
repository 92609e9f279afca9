import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { inTime } from "./InTime.ts"
import { HttpClient } from "effect/http"
import { fuzzSuite, type Tally } from "../../properties/FuzzLaws.ts"
import * as TestApi from "../http/support/TestApi.ts"
import { housesOf } from "./Houses.ts"
import { type Lie, lyingClient, type Told } from "./LyingClient.ts"
import { hamlets } from "./Towns.ts"

const pools = housesOf(hamlets)

interface Draws {
  readonly get: { readonly parameters: ReadonlyArray<{ readonly name: string }> }
}

/** What decides whether a draw needs the location of an IP address, and `q`, which is a name that chance makes up, too. */
const deciding = ["country", "mode", "ip", "seed", "q"]

/** Leaves only `/generate` with some parameters in the OpenAPI document, so that many requests draw by an IP address. */
const draws = (told: Told): Told => {
  if (told.path !== "/openapi.json") return told
  const path = "/api/v1/generate"
  const { get } = (told.body["paths"] as Readonly<Record<string, Draws>>)[path]!
  const parameters = get.parameters.filter(({ name }) => deciding.includes(name))
  return { ...told, body: { ...told.body, paths: { [path]: { get: { ...get, parameters } } } } }
}

const laws = (lie: Lie, runs = 500) =>
  Effect.gen(function* () {
    const { generateToken, url } = yield* TestApi.TestApi
    const client = lyingClient(yield* HttpClient.HttpClient, lie)
    const tally: Tally = new Map()
    const suite = fuzzSuite(
      Effect.succeed({ baseUrl: url, token: Redacted.make(generateToken), country: "US" }),
      { runs, seconds: 3600 },
      tally
    )
    yield* Effect.forEach(suite, ({ holds }) => Effect.provideService(holds, HttpClient.HttpClient, client))
    return tally
  })

layer(Layer.merge(TestApi.layer(pools).pipe(Layer.provide(pools)), NodeHttpClient.layerUndici), {
  excludeTestServices: true
})("a deployment without a GeoIP database, fuzzed", (it) => {
  it.effect("MUST be free to refuse a draw by the region of an IP address", () =>
    Effect.gen(function* () {
      const tally = yield* laws({ answer: draws, concerns: /^\/openapi\.json$/ })
      assert.isAbove(tally.get("GET /api/v1/generate 503") ?? 0, 0)
    })
  )

  it.effect("MUST be free to have homes in other countries alone than the default one", () =>
    laws(
      {
        answer: (told) =>
          told.path === "/generate"
            ? { ...told, status: 404, body: { error: { code: "NO_POOL_COVERAGE", message: "Nothing is published." } } }
            : draws(told),
        concerns: /^\/(?:openapi\.json|generate)$/
      },
      100
    )
  )

  it.effect("MUST NOT be free to refuse any other draw", () =>
    Effect.gen(function* () {
      const unavailable = { error: { code: "SERVICE_UNAVAILABLE", message: "IP addresses cannot be located." } }
      const refusing = laws({
        answer: (told) =>
          told.path.startsWith("/generate?") && told.path !== "/generate?country=US" && told.status === 200
            ? { ...told, status: 503, body: unavailable }
            : draws(told),
        concerns: /^\/(?:openapi\.json|generate\?)/
      })
      // It is waited for first: a service that is restarted refuses everything for a while.
      const failure = yield* Effect.provide(inTime(Effect.flip(refusing)), TestClock.layer())
      assert.match(failure.message, /The service failed with 503\./)
    })
  )
})
