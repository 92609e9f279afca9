import { Effect, type Redacted, Schema } from "effect"
import { HttpClient, HttpClientRequest, type HttpClientResponse } from "effect/http"
import { Address, CountryCode } from "../schemas/Address.ts"
import { data } from "../schemas/Data.ts"
import { NoCoverage, UnknownAddress } from "../schemas/Errors.ts"
import { type DrawManyRequest, type DrawnFrom, type DrawRequest, type Pool, SubjectFailure } from "./Subject.ts"

/** What the laws look at; answers have more. */
const drawn = {
  country: CountryCode,
  seed: Schema.String,
  poolVersion: Schema.Int,
  eligibleCount: Schema.optionalKey(Schema.Int),
  sourcesTried: Schema.Array(Schema.String)
}
const Generated = data(Schema.Struct({ ...drawn, result: Schema.Struct({ address: Address }) }))
const GeneratedBatch = data(
  Schema.Struct({
    ...drawn,
    requestedCount: Schema.Int,
    returnedCount: Schema.Int,
    exhausted: Schema.Boolean,
    results: Schema.Array(Schema.Struct({ address: Address }))
  })
)
const Found = data(Schema.Struct({ address: Address }))
const Counted = data(Schema.Array(Schema.Struct({ code: CountryCode, residentialCount: Schema.Int })))
const Failed = Schema.Struct({ error: Schema.Struct({ code: Schema.String, message: Schema.String }) })

const contextOf = ({ eligibleCount, poolVersion, seed, sourcesTried }: DrawnFrom): DrawnFrom => ({
  seed,
  poolVersion,
  eligibleCount,
  sourcesTried
})

/** Times that a request is sent again after it was refused for its rate. */
const patience = 5

const failure = (message: string) => (cause: unknown) => new SubjectFailure({ message, cause })

const parsed = (response: HttpClientResponse.HttpClientResponse) =>
  Effect.mapError(response.json, failure(`The answer (${response.status}) is no JSON.`))

/** The error of an answer that is not 200, in the contract's words. */
const refused = Effect.fnUntraced(function* (response: HttpClientResponse.HttpClientResponse) {
  const body = yield* parsed(response)
  const { error } = yield* Effect.mapError(
    Schema.decodeUnknownEffect(Failed)(body),
    failure(`The error body (${response.status}) is not of the contract's form.`)
  )
  const { code, message } = error
  if (response.status === 404 && code === "NO_POOL_COVERAGE") return new NoCoverage({ message })
  if (response.status === 404 && code === "ADDRESS_NOT_FOUND") return new UnknownAddress({ message })
  return new SubjectFailure({ message: `${response.status} ${code}: ${message}` })
})

const none = (error: UnknownAddress | NoCoverage | SubjectFailure) =>
  error._tag === "SubjectFailure"
    ? error
    : new SubjectFailure({ message: `An error that does not belong here: ${error._tag}` })

/**
 * A running deployment, by its base URL and a token with the scope `generate`. A request that is refused for its rate
 * is sent again after `Retry-After`, so give the token a high limit.
 */
export const httpPool = Effect.fnUntraced(function* (options: {
  readonly baseUrl: string
  readonly token: Redacted.Redacted
}) {
  const client = HttpClient.mapRequest(yield* HttpClient.HttpClient, (request) =>
    request.pipe(
      HttpClientRequest.prependUrl(`${options.baseUrl.replace(/\/$/, "")}/api/v1`),
      HttpClientRequest.bearerToken(options.token),
      HttpClientRequest.acceptJson
    )
  )

  const send = (
    request: HttpClientRequest.HttpClientRequest,
    again = patience
  ): Effect.Effect<HttpClientResponse.HttpClientResponse, SubjectFailure> =>
    Effect.flatMap(Effect.mapError(client.execute(request), failure("The deployment cannot be reached.")), (response) =>
      response.status === 429 && again > 0
        ? Effect.delay(send(request, again - 1), `${Number(response.headers["retry-after"] ?? 60)} seconds`)
        : Effect.succeed(response)
    )

  const ask = <S extends Schema.Top & { readonly DecodingServices: never }>(
    request: HttpClientRequest.HttpClientRequest,
    schema: S
  ) =>
    Effect.flatMap(send(request), (response) =>
      response.status === 200
        ? Effect.flatMap(parsed(response), (body) =>
            Effect.mapError(
              Schema.decodeUnknownEffect(schema)(body),
              failure("The answer is not of the contract's form.")
            )
          )
        : Effect.flatMap(refused(response), (error) => Effect.fail(error))
    )

  const noUnknown = Effect.mapError((error: NoCoverage | UnknownAddress | SubjectFailure) =>
    error._tag === "NoCoverage" ? error : none(error)
  )

  const draw = ({ country, filters, seed, strategy }: DrawRequest) =>
    ask(HttpClientRequest.get("/generate", { urlParams: { country, ...filters, seed, strategy } }), Generated).pipe(
      noUnknown,
      Effect.map(({ data }) => ({ ...contextOf(data), address: data.result.address }))
    )

  const drawMany = ({ count, country, excludeAddressIds, filters, seed, strategy, unique }: DrawManyRequest) =>
    ask(
      HttpClientRequest.bodyJsonUnsafe(HttpClientRequest.post("/generate/batch"), {
        count,
        filters: { country, ...filters },
        options: { seed, strategy, unique },
        excludeAddressIds
      }),
      GeneratedBatch
    ).pipe(
      noUnknown,
      Effect.filterOrFail(
        ({ data }) => data.returnedCount === data.results.length && data.requestedCount === count,
        () => new SubjectFailure({ message: "requestedCount or returnedCount is not what the answer has." })
      ),
      Effect.map(({ data }) => ({
        ...contextOf(data),
        exhausted: data.exhausted,
        addresses: data.results.map(({ address }) => address)
      }))
    )

  const pool: Pool = {
    draw,
    drawMany,
    findById: (id) =>
      ask(HttpClientRequest.get(`/addresses/${encodeURIComponent(id)}`), Found).pipe(
        Effect.mapError((error) => (error._tag === "UnknownAddress" ? error : none(error))),
        Effect.map(({ data }) => data.address)
      ),
    counts: ask(HttpClientRequest.get("/countries"), Counted).pipe(
      Effect.mapError(none),
      Effect.map(({ data }) =>
        data.map(({ code, residentialCount }) => ({ country: code, residential: residentialCount }))
      )
    )
  }
  return pool
})
