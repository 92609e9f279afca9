import { Context, Effect, Layer, Redacted } from "effect"
import { HttpClient } from "effect/http"
import { type DeploymentEffort, deploymentSuite } from "../../properties/DeploymentSuite.ts"
import { httpDeployment } from "../../properties/HttpSubject.ts"
import { Synchronizer } from "../../src/sync/run/Synchronizer.ts"
import * as TestApi from "../http/support/TestApi.ts"
import { house, memory, scripted } from "./Houses.ts"
import { type Lie, lyingClient } from "./LyingClient.ts"
import { towns } from "./Towns.ts"

/** Pools with towns enough for lists of several pages. */
const pools = Layer.effectDiscard(Synchronizer.use((synchronizer) => synchronizer.run({}))).pipe(
  Layer.provideMerge(house(memory, [scripted("alpha", ["US"], { records: towns }).source]))
)

export interface Tokens {
  readonly generate: string
  readonly read: string
  readonly revoked: string
  readonly limited: string
}

/** A service, and tokens of each kind. */
export class Service extends Context.Service<Service, { readonly url: string; readonly tokens: Tokens }>()(
  "doorstep/test/Service"
) {
  static readonly layer = Layer.effect(
    Service,
    Effect.gen(function* () {
      const { generateToken, issue, readToken, url } = yield* TestApi.TestApi
      const revoked = yield* issue({ revoked: true })
      const limited = yield* issue({ scope: "read", rateLimit: 20 })
      return Service.of({ url, tokens: { generate: generateToken, read: readToken, revoked, limited } })
    })
  ).pipe(Layer.provide(TestApi.layer(pools)), Layer.provide(pools))
}

/** The suite as a default run has it, against what a client with a lie sees. */
export const suiteOf = Effect.fnUntraced(function* (lie: (tokens: Tokens) => Lie, effort: DeploymentEffort = {}) {
  const { tokens, url } = yield* Service
  const client = lyingClient(yield* HttpClient.HttpClient, lie(tokens))
  const subject = yield* Effect.provideService(
    httpDeployment({
      baseUrl: url,
      token: Redacted.make(tokens.generate),
      tokens: {
        read: Redacted.make(tokens.read),
        revoked: Redacted.make(tokens.revoked),
        limited: Redacted.make(tokens.limited)
      }
    }),
    HttpClient.HttpClient,
    client
  )
  return deploymentSuite(subject, "US", { runs: 10, requests: 1000, seconds: 3_600, seed: 1, ...effort })
})
