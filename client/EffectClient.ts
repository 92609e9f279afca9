import { Clock, Context, Effect, Layer, Random, type Redacted } from "effect"
import { HttpClient, HttpClientRequest } from "effect/http"
import { HttpApiClient, HttpApiMiddleware } from "effect/http-api"
import { Api } from "../schemas/Api.ts"
import { Authorization } from "../schemas/Authorization.ts"
import { baseOf } from "./BaseUrl.ts"
import { retryOf } from "./Numbers.ts"
import { askedToWait, delayOf, isWorthRepeating } from "./Retry.ts"

export interface EffectClientOptions {
  /** The URL of the service; a path before `/api/v1` is kept. */
  readonly baseUrl: string | URL
  readonly token: Redacted.Redacted | string
  /** How many times a request is retried after a 429 or 503, when the response's headers say. Default: 3. */
  readonly retry?: number | undefined
}

/** Sends requests again if the service asks for it. All of them only read, so all can be retried. */
const persistent = (retry: number) => (client: HttpClient.HttpClient) =>
  HttpClient.transform(client, (send) =>
    Effect.gen(function* () {
      for (let repeated = 0; ; repeated++) {
        const response = yield* send
        const { headers, status } = response
        if (!isWorthRepeating(status) || repeated >= retry) return response
        const wait = askedToWait(status, new Headers(headers), yield* Clock.currentTimeMillis)
        yield* Effect.sleep(delayOf(wait, repeated, yield* Random.next))
      }
    })
  )

const make = (baseUrl: string, retry: number) =>
  HttpApiClient.make(Api, { baseUrl, transformClient: persistent(retry) })

/**
 * The API for programs in Effect: every call with the errors of its endpoint, as the contract declares them, besides
 * `HttpClientError` and `SchemaError`. How long a call may take, `Effect.timeout` says. A `baseUrl` or `retry` that cannot
 * be right throws at once, as in `createClient`.
 *
 * @example
 * const program = Effect.gen(function* () {
 *   const doorstep = yield* DoorstepClient
 *   const { data } = yield* doorstep.generation.generate({ query: { country: "DE" } })
 *   return data.result.address
 * }).pipe(
 *   Effect.catchTag("NoCoverage", ({ message }) => Effect.die(message)),
 *   Effect.provide(DoorstepClient.layer({ baseUrl: "http://127.0.0.1:8080", token }).pipe(Layer.provide(FetchHttpClient.layer)))
 * )
 */
export class DoorstepClient extends Context.Service<DoorstepClient, Effect.Success<ReturnType<typeof make>>>()(
  "doorstep/DoorstepClient"
) {
  static readonly layer = (options: EffectClientOptions): Layer.Layer<DoorstepClient, never, HttpClient.HttpClient> =>
    Layer.effect(DoorstepClient, make(baseOf(options.baseUrl), retryOf(options.retry ?? 3))).pipe(
      Layer.provide(
        HttpApiMiddleware.layerClient(Authorization, ({ next, request }) =>
          next(HttpClientRequest.bearerToken(request, options.token))
        )
      )
    )
}

export * from "../schemas/Errors.ts"
