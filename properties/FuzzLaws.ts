import { Effect, type Redacted, Schema } from "effect"
import { HttpClient, HttpClientRequest } from "effect/http"
import { Generated, GeneratedBatch } from "../schemas/Generation.ts"
import { data } from "../schemas/Data.ts"
import { type Effort, property } from "./Bridge.ts"
import { type FuzzRequest, requestsTo, targetOf, type Words } from "./FuzzRequests.ts"
import { type LawBroken, promise } from "./Law.ts"
import { type Answer, type Document, OpenApi } from "./OpenApi.ts"
import type { Check, LawFailure } from "./PoolSuite.ts"
import { SubjectFailure } from "./Subject.ts"

/** A running service, by its base URL and a token with the scope `generate` and a high limit. */
export interface FuzzTarget {
  readonly baseUrl: string
  readonly token: Redacted.Redacted
}

/** How often each endpoint answered with each status, such as `GET /api/v1/generate 200`. */
export type Tally = Map<string, number>

/** A service, what it says of itself, and what it knows. */
interface Subject {
  readonly openApi: OpenApi
  readonly known: ReadonlyArray<Words>
  readonly send: (request: FuzzRequest) => Effect.Effect<Answer, SubjectFailure>
}

/** Times that a request is sent again after it was refused for its rate. */
const patience = 5

const failure = (message: string) => (cause: unknown) => new SubjectFailure({ message, cause })

/** Values that lead to each of some addresses, by the parameters that take them. */
const wordsOf = (drawn: typeof GeneratedBatch.Type, seed: string): ReadonlyArray<Words> =>
  drawn.results.map(({ address: { components, id, locationIds } }) => {
    const { city, district, postcode, region, street } = components
    const given = Object.entries({ region, city, district, postcode, q: street, ...locationIds })
    return {
      ...Object.fromEntries(given.flatMap(([name, value]) => (value === undefined ? [] : [[name, [value]]]))),
      country: [drawn.country, drawn.country.toLowerCase()],
      id: [id],
      addressId: [id],
      excludeAddressIds: ["unknown"],
      seed: [seed, "spring-42"],
      requestId: ["fuzz-1"],
      ip: ["8.8.8.8", "127.0.0.1", "2a00::1"]
    }
  })

const connect = Effect.fnUntraced(function* ({ baseUrl, token }: FuzzTarget, tally: Tally) {
  const client = yield* HttpClient.HttpClient
  const base = baseUrl.replace(/\/$/, "")

  const execute = (
    request: HttpClientRequest.HttpClientRequest,
    again = patience
  ): Effect.Effect<Answer, SubjectFailure> =>
    Effect.gen(function* () {
      const response = yield* client.execute(HttpClientRequest.bearerToken(request, token))
      const { headers, status } = response
      const answer = { status, headers, text: yield* response.text }
      if (status !== 429 || again === 0) return answer
      return yield* Effect.delay(execute(request, again - 1), `${Number(headers["retry-after"] ?? 60)} seconds`)
    }).pipe(Effect.mapError(failure("The service cannot be reached.")))

  const read = <S extends Schema.Top & { readonly DecodingServices: never }>(
    request: HttpClientRequest.HttpClientRequest,
    schema: S
  ) =>
    Effect.flatMap(execute(request), ({ status, text }) =>
      Effect.mapError(
        Schema.decodeUnknownEffect(Schema.fromJsonString(schema))(text),
        failure(`${request.url} answers ${status}, and nothing that the fuzzing can begin with.`)
      )
    )

  const document = yield* read(HttpClientRequest.get(`${base}/api/v1/openapi.json`), Schema.Unknown)
  const sample = yield* read(HttpClientRequest.get(`${base}/api/v1/generate`), data(Generated))
  const drawn = yield* read(
    HttpClientRequest.bodyJsonUnsafe(HttpClientRequest.post(`${base}/api/v1/generate/batch`), {
      count: 12,
      filters: { country: sample.data.country },
      options: { seed: "fuzz" }
    }),
    data(GeneratedBatch)
  )

  const subject: Subject = {
    openApi: new OpenApi(document as Document),
    known: wordsOf(drawn.data, sample.data.seed),
    send: (request) => {
      const url = `${base}${targetOf(request)}`
      const asked =
        request.operation.method === "POST"
          ? HttpClientRequest.bodyJsonUnsafe(HttpClientRequest.post(url), request.body)
          : HttpClientRequest.get(url)
      return Effect.tap(execute(asked), ({ status }) =>
        Effect.sync(() => {
          const key = `${request.operation.method} ${request.operation.path} ${status}`
          tally.set(key, (tally.get(key) ?? 0) + 1)
        })
      )
    }
  }
  return subject
})

const ErrorBody = Schema.fromJsonString(
  Schema.Struct({
    error: Schema.Struct({
      code: Schema.String,
      message: Schema.NonEmptyString,
      details: Schema.optionalKey(Schema.Array(Schema.Struct({ path: Schema.String, message: Schema.NonEmptyString })))
    })
  })
)

/** Places that the document finds fault with. */
const faultyPlaces = (openApi: OpenApi, { body, given, operation }: FuzzRequest): ReadonlyArray<string> => {
  const ofBody = operation.body === undefined ? [] : openApi.faults(operation.body, JSON.parse(JSON.stringify(body)))
  return [...openApi.faultsOfParameters(operation, given), ...ofBody].map(({ place }) => place)
}

/** What can be wrong with values that fit the schema, as the descriptions say. */
const meaningful =
  /^(?:country|cursor|parentId|childType|ip|poolVersion|q|(?:region|city|district|postcode)(?:Id)?|seed|id|addressId|excludeAddressIds)$/

/** Paths of values that are wrong only in combination. */
const combined = /^(?:cursor|parentId|childType|ip|poolVersion)$/

/** Error messages do not repeat long names in full. */
const shownAs = (place: string) => place.slice(0, 40)

/** The last name of a path, without the index of an element. */
const nameOf = (path: string) => path.replace(/\.\d+$/, "").replace(/^.*\./s, "")

const answersAsDescribed = (promised: string) => {
  const { broken, hold } = promise(promised)
  return Effect.fnUntraced(function* ({ openApi, send }: Subject, request: FuzzRequest) {
    const answer = yield* send(request)
    const shown = { request: String(request), answer }
    const { status } = answer
    yield* hold(status < 500, `The service failed with ${status}.`, shown)
    const faults = openApi.faultsOfAnswer(request.operation, answer)
    yield* hold(faults.length === 0, `The answer is not as it is described: ${faults.join("; ")}.`, shown)
    const places = faultyPlaces(openApi, request)
    const isForbidden = places.length > 0
    yield* hold(status === 400 || !isForbidden, `What is forbidden at ${places.join()} was taken.`, shown)
    yield* hold(status === 400 || status === 200 || status === 404, "The answer belongs to another request.", shown)
    if (status !== 400) return
    const error = yield* Effect.mapError(errorOf(answer), () => broken("The error body cannot be read.", shown))
    // Nobody has read its parameters then.
    if (/larger than is read/.test(error.message) && shown.request.length > 8000) return
    const paths = (error.details ?? []).map(({ path }) => path)
    const isNamed = (place: string) =>
      place === "" || error.message.includes(shownAs(place)) || paths.some((path) => path.startsWith(shownAs(place)))
    const beyond = request.isPlain ? combined : meaningful
    yield* hold(
      isForbidden ? places.some(isNamed) : paths.length > 0 && paths.every((path) => beyond.test(nameOf(path))),
      isForbidden ? `The error does not name what is at fault: ${places.join()}.` : "The error names no fault.",
      shown
    )
  })
}

const errorOf = ({ text }: Answer) => Effect.map(Schema.decodeUnknownEffect(ErrorBody)(text), ({ error }) => error)

const anything =
  "MUST never fail, answer as its OpenAPI document describes, refuse what the document forbids, and name the fault"
const plain = "MUST find nothing wrong with requests made of what it said itself"

/**
 * Requests made from the document that a service publishes: to every endpoint, with values that it knows, values that the
 * schemas permit, and values that they do not. One in five is made of known values only.
 *
 * @param tally counts the answers
 */
export const fuzzSuite = <E, R>(
  target: Effect.Effect<FuzzTarget, E, R>,
  effort: Effort = {},
  tally: Tally = new Map()
): ReadonlyArray<Check<E | LawFailure | LawBroken, R | HttpClient.HttpClient>> =>
  (
    [
      [anything, false],
      [plain, true]
    ] as const
  ).map(([promised, isTame]) => ({
    promise: promised,
    holds: Effect.gen(function* () {
      const subject = yield* connect(yield* target, tally)
      const law = answersAsDescribed(promised)
      const runs = Math.ceil((effort.runs ?? 300) * (isTame ? 0.2 : 0.8))
      yield* property(requestsTo(subject.openApi, subject.known, isTame), (request) => law(subject, request), {
        ...effort,
        runs
      })
    })
  }))
