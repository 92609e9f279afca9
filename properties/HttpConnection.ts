import { Effect, Redacted, Schema } from "effect"
import { HttpClient, HttpClientRequest, type HttpClientResponse } from "effect/http"
import { NoCoverage, UnknownAddress } from "../schemas/Errors.ts"
import { patiently } from "./Patience.ts"
import { SubjectFailure, type WireAnswer, type WireRequest } from "./Subject.ts"

const Failed = Schema.Struct({ error: Schema.Struct({ code: Schema.String, message: Schema.String }) })

/** How many refusals without a wait are remembered. */
const most = 20

export const failure = (message: string) => (cause: unknown) => new SubjectFailure({ message, cause })

const parsed = (response: HttpClientResponse.HttpClientResponse) =>
  Effect.mapError(response.json, failure(`The response (${response.status}) is not JSON.`))

/** The error of a response other than 200, in the contract's terms. */
const refused = Effect.fnUntraced(function* (response: HttpClientResponse.HttpClientResponse) {
  const body = yield* parsed(response)
  const { error } = yield* Effect.mapError(
    Schema.decodeUnknownEffect(Failed)(body),
    failure(`The error body (${response.status}) does not fit the contract.`)
  )
  const { code, message } = error
  if (response.status === 404 && code === "NO_POOL_COVERAGE") return new NoCoverage({ message })
  if (response.status === 404 && code === "ADDRESS_NOT_FOUND") return new UnknownAddress({ message })
  return new SubjectFailure({ message: `${response.status} ${code}: ${message}` })
})

/** A response that must not occur for this request. */
export const none = (error: UnknownAddress | NoCoverage | SubjectFailure) =>
  error._tag === "SubjectFailure" ? error : new SubjectFailure({ message: `An unexpected error: ${error._tag}` })

/** The 429s in a run so far. */
export class Refusals {
  answers = 0
  readonly silent: Array<string> = []

  saw({ headers, request }: HttpClientResponse.HttpClientResponse): void {
    this.answers++
    const wait = headers["retry-after"]
    // Limits are per minute, so none lasts longer.
    if ((wait === undefined || !/^(?:[1-9]|[1-5]\d|60)$/.test(wait)) && this.silent.length < most) {
      this.silent.push(`${request.method} ${request.url} (Retry-After: ${wait ?? "none"})`)
    }
  }
}

/** How to reach a service. */
export interface Connection {
  readonly baseUrl: string
  readonly token: Redacted.Redacted
}

/** The base of the service's paths, whether `/api/v1` is part of the given URL or not. */
export const baseOf = (baseUrl: string): string => baseUrl.replace(/(?:\/api\/v1)?\/*$/, "")

/** A request with its method and body. */
const bodied = ({ body, method, path, text }: WireRequest): HttpClientRequest.HttpClientRequest => {
  if (text !== undefined) return HttpClientRequest.bodyText(HttpClientRequest.post(path), text, "application/json")
  if (body !== undefined) return HttpClientRequest.bodyJsonUnsafe(HttpClientRequest.post(path), body)
  return HttpClientRequest.make(method ?? "GET")(path)
}

/** A client that waits when asked to, and one that does not. */
export const connect = Effect.fnUntraced(function* ({ baseUrl, token }: Connection) {
  const refusals = new Refusals()
  const unreachable = failure(
    `The deployment cannot be reached at ${baseUrl}. Check the URL, and that the service is running.`
  )
  const bare = HttpClient.mapRequest(yield* HttpClient.HttpClient, (request) =>
    request.pipe(HttpClientRequest.prependUrl(`${baseOf(baseUrl)}/api/v1`), HttpClientRequest.acceptJson)
  ).pipe(
    HttpClient.tap((response) =>
      Effect.sync(() => {
        if (response.status === 429) refusals.saw(response)
      })
    )
  )
  const client = HttpClient.mapRequest(bare, HttpClientRequest.bearerToken(token))

  const execute = (request: HttpClientRequest.HttpClientRequest) =>
    patiently(Effect.mapError(client.execute(request), unreachable))

  const ask = <S extends Schema.Top & { readonly DecodingServices: never }>(
    request: HttpClientRequest.HttpClientRequest,
    schema: S
  ) =>
    Effect.flatMap(execute(request), (response) =>
      response.status === 200
        ? Effect.flatMap(parsed(response), (body) =>
            Effect.mapError(
              Schema.decodeUnknownEffect(schema)(body),
              failure(`The response to ${request.method} ${request.url} does not fit the contract.`)
            )
          )
        : Effect.flatMap(refused(response), (error) => Effect.fail(error))
    )

  const send = (request: WireRequest): Effect.Effect<WireAnswer, SubjectFailure> =>
    Effect.gen(function* () {
      const { authorization, knows, language } = request
      const plain = HttpClientRequest.setHeaders(bodied(request), {
        ...(knows === undefined ? {} : { "if-none-match": knows }),
        ...(language === undefined ? {} : { "accept-language": language })
      })
      const own = `Bearer ${Redacted.value(token)}`
      const header = typeof authorization === "function" ? authorization(own) : authorization
      const asked = header === null ? plain : HttpClientRequest.setHeader(plain, "authorization", header ?? own)
      const { headers, status, text } = yield* bare.execute(asked)
      const words = yield* text
      return {
        status,
        headers,
        body: yield* Effect.orElseSucceed(
          Effect.try(() => JSON.parse(words) as unknown),
          () => words
        )
      }
    }).pipe(Effect.mapError(unreachable))

  return { ask, send, refusals }
})
