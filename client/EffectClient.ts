import { Context, type Effect, Layer, type Redacted, Schedule } from "effect"
import { HttpClient, HttpClientRequest } from "effect/http"
import { HttpApiClient, HttpApiMiddleware } from "effect/http-api"
import { Api } from "../schemas/Api.ts"
import { Authorization } from "../schemas/Authorization.ts"

export interface EffectClientOptions {
  /** The URL of the service; a path prefix is kept. */
  readonly baseUrl: string | URL
  readonly token: Redacted.Redacted | string
  /**
   * How many times a request is retried after a temporary refusal such as 429 or 503, after its `Retry-After`. Default:
   * 3.
   */
  readonly retry?: number | undefined
}

/** The waits if no header gives one. */
const backoff = Schedule.jittered(Schedule.exponential("250 millis"))

const make = (options: EffectClientOptions) =>
  HttpApiClient.make(Api, {
    baseUrl: String(options.baseUrl).replace(/\/+$/, ""),
    // All requests only read, so all can be retried.
    transformClient: HttpClient.retryTransient({
      retryOn: "response-only",
      times: options.retry ?? 3,
      schedule: backoff
    })
  })

/**
 * The API for programs in Effect: every call with the errors of its endpoint, as the contract declares them, besides
 * `HttpClientError` and `SchemaError`. How long a call may take, `Effect.timeout` says.
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
    Layer.effect(DoorstepClient, make(options)).pipe(
      Layer.provide(
        HttpApiMiddleware.layerClient(Authorization, ({ next, request }) =>
          next(HttpClientRequest.bearerToken(request, options.token))
        )
      )
    )
}

export * from "../schemas/Errors.ts"
