import { Effect, Redacted, Schema } from "effect"
import { HttpClient, HttpClientRequest, type HttpClientResponse } from "effect/http"
import { NoCoverage, UnknownAddress } from "../schemas/Errors.ts"
import { certificateFaults, errorCode } from "../schemas/ErrorCode.ts"
import { glance } from "../schemas/Quoted.ts"
import { schemaFaults } from "../schemas/SchemaFaults.ts"
import { Outages, patiently } from "./Patience.ts"
import { SubjectFailure, type WireAnswer, type WireRequest } from "./Subject.ts"

const Failed = Schema.Struct({ error: Schema.Struct({ code: Schema.String, message: Schema.String }) })

/** How many refusals without a wait are remembered. */
const most = 20

export const failure = (message: string) => (cause: unknown) => new SubjectFailure({ message, cause })

/** The errors that led to one, from the last to the first; of a name with several addresses, to the first of them. */
const causesOf = (error: unknown): ReadonlyArray<Error> => {
  const found: Array<Error> = []
  for (let next = error; next instanceof Error && !found.includes(next);) {
    found.push(next)
    next = next instanceof AggregateError ? next.errors[0] : next.cause
  }
  return found
}

/** Why nobody answers at a URL, and what to check. */
export const unreachable =
  (baseUrl: string) =>
  (cause: unknown): SubjectFailure => {
    const causes = causesOf(cause)
    const last = causes.findLast(({ message }) => message !== "")
    // OpenSSL's messages are places in its code.
    const said = last?.message.includes(":error:") === true ? errorCode(last) : last?.message
    const why = said === undefined ? "" : ` (${said.replace(/; if the root CA.*/, "")})`
    const isUntrusted = causes.some((error) => certificateFaults.has(errorCode(error) ?? ""))
    const message = isUntrusted
      ? `The certificate of ${baseUrl} is not accepted${why}. If its authority is one of your own, name that one's certificate in NODE_EXTRA_CA_CERTS.`
      : `The deployment cannot be reached at ${baseUrl}${why}. Check the URL, and that the service is running.`
    return new SubjectFailure({ message, unreachable: true, cause })
  }

/** Which members of a response are not as its schema says. */
const unfit = (what: string) => (error: Schema.SchemaError) =>
  failure(`${what} does not fit the contract: ${glance(schemaFaults(error.issue).slice(0, 3).join("; "), 400)}.`)(error)

/** What a response is that the service cannot have given. */
const foreign = "Something other than the service answers there, such as a proxy."

const parsed = ({ json, request, status }: HttpClientResponse.HttpClientResponse) =>
  Effect.mapError(
    json,
    failure(`${request.method} ${request.url} is answered with ${status}, and not in JSON. ${foreign}`)
  )

/** The error of a response other than 200, in the contract's terms. */
const refused = Effect.fnUntraced(function* (response: HttpClientResponse.HttpClientResponse) {
  const { location } = response.headers
  if (response.status >= 300 && response.status < 400 && location !== undefined) {
    return new SubjectFailure({
      message: `${response.request.url} is redirected to ${location}. Name ${location.replace(/\/api\/v1\/.*/, "")} instead: clients do not send their tokens to another server.`
    })
  }
  const body = yield* parsed(response)
  const { error } = yield* Effect.mapError(
    Schema.decodeUnknownEffect(Failed)(body),
    failure(`The error body of ${response.request.url} (${response.status}) does not fit the contract. ${foreign}`)
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
    const whose = "ratelimit-limit" in headers ? "" : ", and no RateLimit-Limit: does a proxy limit requests?"
    const wait = headers["retry-after"]
    // Limits are per minute, so none lasts longer.
    if ((wait === undefined || !/^(?:[1-9]|[1-5]\d|60)$/.test(wait)) && this.silent.length < most) {
      this.silent.push(`${request.method} ${request.url} (Retry-After: ${wait ?? "none"}${whose})`)
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

/** A service on this machine: its responses arrive sooner than they could be compressed. */
const isNear = (baseUrl: string): boolean =>
  /^https?:\/\/(?:localhost|127(?:\.\d+){3}|\[::1\])(?=[:/]|$)/i.test(baseUrl)

/** A request with its method and body. */
const bodied = ({ body, method, path, text }: WireRequest): HttpClientRequest.HttpClientRequest => {
  if (text !== undefined) return HttpClientRequest.bodyText(HttpClientRequest.post(path), text, "application/json")
  if (body !== undefined) return HttpClientRequest.bodyJsonUnsafe(HttpClientRequest.post(path), body)
  return HttpClientRequest.make(method ?? "GET")(path)
}

/** A service without a GeoIP database answers 503 to what needs one, however long anybody waits. */
export const isLocating = (path: string): boolean => /^\/client-context\b|[?&]mode=ip-region\b/.test(path)

/** A client that waits when asked to, and one that does not. Both wait while the deployment is restarted. */
export const connect = Effect.fnUntraced(function* ({ baseUrl, token }: Connection) {
  const refusals = new Refusals()
  const outages = new Outages()
  const failed = unreachable(baseUrl)
  const bare = HttpClient.mapRequest(yield* HttpClient.HttpClient, (request) =>
    request.pipe(
      HttpClientRequest.prependUrl(`${baseOf(baseUrl)}/api/v1`),
      HttpClientRequest.acceptJson,
      HttpClientRequest.setHeaders(isNear(baseUrl) ? { "accept-encoding": "identity" } : {})
    )
  ).pipe(
    HttpClient.tap((response) =>
      Effect.sync(() => {
        if (response.status === 429) refusals.saw(response)
      })
    )
  )
  const client = HttpClient.mapRequest(bare, HttpClientRequest.bearerToken(token))

  const execute = (request: HttpClientRequest.HttpClientRequest) =>
    patiently(
      // A connection may also end in the middle of a body.
      outages.waitOut(
        Effect.mapError(
          Effect.tap(client.execute(request), ({ text }) => text),
          failed
        )
      )
    )

  const ask = <S extends Schema.Top & { readonly DecodingServices: never }>(
    request: HttpClientRequest.HttpClientRequest,
    schema: S
  ) =>
    Effect.flatMap(execute(request), (response) =>
      response.status === 200
        ? Effect.flatMap(parsed(response), (body) =>
            Effect.mapError(
              Schema.decodeUnknownEffect(schema)(body),
              unfit(`The response to ${request.method} ${request.url}`)
            )
          )
        : Effect.flatMap(refused(response), (error) => Effect.fail(error))
    )

  const send = (request: WireRequest): Effect.Effect<WireAnswer, SubjectFailure> =>
    Effect.gen(function* () {
      const { authorization, knows, language, path } = request
      const plain = HttpClientRequest.setHeaders(bodied(request), {
        ...(knows === undefined ? {} : { "if-none-match": knows }),
        ...(language === undefined ? {} : { "accept-language": language })
      })
      const own = `Bearer ${Redacted.value(token)}`
      const header = typeof authorization === "function" ? authorization(own) : authorization
      const asked = header === null ? plain : HttpClientRequest.setHeader(plain, "authorization", header ?? own)
      const execute = Effect.flatMap(bare.execute(asked), ({ headers, status, text }) =>
        Effect.map(text, (words) => ({ headers, status, words }))
      )
      const { words, ...answer } = yield* isLocating(path) ? execute : outages.waitOut(execute)
      return {
        ...answer,
        body: yield* Effect.orElseSucceed(
          Effect.try(() => JSON.parse(words) as unknown),
          () => words
        )
      }
    }).pipe(Effect.mapError(failed))

  return { ask, send, refusals, outages }
})
