import { Context, Effect, Layer, Redacted } from "effect"
import { HttpClient } from "effect/http"
import { type DeploymentEffort, deploymentSuite } from "../../properties/DeploymentSuite.ts"
import { httpDeployment } from "../../properties/HttpSubject.ts"
import type { RawRecord } from "../../sources/DataSource.ts"
import * as TestApi from "../http/support/TestApi.ts"
import { housesOf } from "./Houses.ts"
import { type Lie, lyingClient } from "./LyingClient.ts"
import { towns } from "./Towns.ts"

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
  /** A service with these homes. The default has enough towns for lists of several pages. */
  static readonly layerOf = (records: ReadonlyArray<RawRecord>) => {
    const pools = housesOf(records)
    return Layer.effect(
      Service,
      Effect.gen(function* () {
        const { generateToken, issue, readToken, url } = yield* TestApi.TestApi
        const revoked = yield* issue({ revoked: true })
        const limited = yield* issue({ scope: "read", rateLimit: 20 })
        return Service.of({ url, tokens: { generate: generateToken, read: readToken, revoked, limited } })
      })
    ).pipe(Layer.provide(TestApi.layer(pools)), Layer.provide(pools))
  }
  static readonly layer = Service.layerOf(towns)
}

/** The suite of a default run, through a client that lies. */
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
