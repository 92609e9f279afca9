import { Effect, type Redacted, Schema } from "effect"
import { HttpClient, HttpClientRequest } from "effect/http"
import { Generated, GeneratedBatch } from "../schemas/Generation.ts"
import { data } from "../schemas/Data.ts"
import { type Effort, property } from "./Bridge.ts"
import { ErrorBody } from "./ErrorBody.ts"
import { type FuzzRequest, requestsTo, targetOf, type Words } from "./FuzzRequests.ts"
import * as HttpConnection from "./HttpConnection.ts"
import { type LawBroken, promise } from "./Law.ts"
import { type Answer, type Document, OpenApi } from "./OpenApi.ts"
import { patiently } from "./Patience.ts"
import type { Check, LawFailure } from "./PoolSuite.ts"
import type { SubjectFailure } from "./Subject.ts"

/** A running service, by its base URL and a token with the scope `generate` and a high limit. */
export interface FuzzTarget {
  readonly baseUrl: string
  readonly token: Redacted.Redacted
  /** A country with homes, ISO 3166-1 alpha-2: the contract's default, US, may have none here. */
  readonly country: string
}

/** How often each endpoint responded with each status, such as `GET /api/v1/generate 200`. */
export type Tally = Map<string, number>

/** A service, its OpenAPI document, and values that it knows. */
interface Subject {
  readonly openApi: OpenApi
  readonly known: ReadonlyArray<Words>
  readonly send: (request: FuzzRequest) => Effect.Effect<Answer, SubjectFailure>
}

/** Values that lead to some addresses, by the parameters that take them. */
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

const connect = Effect.fnUntraced(function* ({ baseUrl, country, token }: FuzzTarget, tally: Tally) {
  const client = yield* HttpClient.HttpClient
  const { ask, outages } = yield* HttpConnection.connect({ baseUrl, token })
  const document = yield* ask(HttpClientRequest.get("/openapi.json"), Schema.Unknown)
  const sample = yield* ask(HttpClientRequest.get("/generate", { urlParams: { country } }), data(Generated))
  const drawn = yield* ask(
    HttpClientRequest.bodyJsonUnsafe(HttpClientRequest.post("/generate/batch"), {
      count: 12,
      filters: { country },
      options: { seed: "fuzz" }
    }),
    data(GeneratedBatch)
  )

  const execute = (request: HttpClientRequest.HttpClientRequest): Effect.Effect<Answer, SubjectFailure> => {
    const once = Effect.gen(function* () {
      const response = yield* client.execute(HttpClientRequest.bearerToken(request, token))
      const { headers, status } = response
      return { status, headers, text: yield* response.text }
    }).pipe(Effect.mapError(HttpConnection.unreachable(baseUrl)))
    return patiently(HttpConnection.isLocating(request.url) ? once : outages.waitOut(once))
  }

  const subject: Subject = {
    openApi: new OpenApi(document as Document),
    known: wordsOf(drawn.data, sample.data.seed),
    send: (request) => {
      const url = `${HttpConnection.baseOf(baseUrl)}${targetOf(request)}`
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
}, Effect.mapError(HttpConnection.none))

/** The places that violate the document. */
const faultyPlaces = (openApi: OpenApi, { body, given, operation }: FuzzRequest): ReadonlyArray<string> => {
  const ofBody = operation.body === undefined ? [] : openApi.faults(operation.body, JSON.parse(JSON.stringify(body)))
  return [...openApi.faultsOfParameters(operation, given), ...ofBody].map(({ place }) => place)
}

/** What can be wrong with values that match the schema, according to the descriptions. */
const meaningful =
  /^(?:country|cursor|parentId|childType|ip|poolVersion|q|(?:region|city|district|postcode)(?:Id)?|seed|id|addressId|excludeAddressIds)$/

/** Places that are wrong only in combination with something else. */
const combined = /^(?:cursor|parentId|childType|ip|poolVersion)$/

/** Long names are shortened. */
const shownAs = (place: string) => place.slice(0, 40)

/** The last name of a path, without the index of an element. */
const nameOf = (path: string) => path.replace(/\.\d+$/, "").replace(/^.*\./s, "")

/** Requests that only a GeoIP database can answer. */
const needsLocation = ({ given, operation }: FuzzRequest): boolean =>
  operation.path.endsWith("/client-context") ||
  (operation.path.endsWith("/generate") && given.some(([name, text]) => name === "mode" && text === "ip-region"))

/**
 * Whether a service says that it has no GeoIP database, which it may: the one response of a service in order that the
 * contract has a 503 for.
 */
const isUnlocated = (request: FuzzRequest, answer: Answer) =>
  needsLocation(request) && answer.status === 503
    ? Effect.match(errorOf(answer), { onSuccess: ({ code }) => code === "SERVICE_UNAVAILABLE", onFailure: () => false })
    : Effect.succeed(false)

const answersAsDescribed = (promised: string) => {
  const { broken, hold } = promise(promised)
  return Effect.fnUntraced(function* ({ openApi, send }: Subject, request: FuzzRequest) {
    const answer = yield* send(request)
    const shown = { request: String(request), answer }
    const { status } = answer
    const unlocated = yield* isUnlocated(request, answer)
    yield* hold(status < 500 || unlocated, `The service failed with ${status}.`, shown)
    const faults = openApi.faultsOfAnswer(request.operation, answer)
    yield* hold(faults.length === 0, `The response does not match its description: ${faults.join("; ")}.`, shown)
    const places = faultyPlaces(openApi, request)
    const isForbidden = places.length > 0
    yield* hold(status === 400 || !isForbidden, `A forbidden value at ${places.join()} was accepted.`, shown)
    if (unlocated) return
    yield* hold(status === 400 || status === 200 || status === 404, "The response belongs to another request.", shown)
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
      isForbidden ? `The error does not name the place at fault: ${places.join()}.` : "The error names no place.",
      shown
    )
  })
}

const errorOf = ({ text }: Answer) =>
  Effect.map(Schema.decodeUnknownEffect(Schema.fromJsonString(ErrorBody))(text), ({ error }) => error)

const anything =
  "MUST never fail, respond as its OpenAPI document describes, refuse what the document forbids, and name the fault"
const plain = "MUST accept requests that use only values from its own responses"

/**
 * Requests generated from the OpenAPI document of a service: to every endpoint, with values that it knows, values that
 * the schemas allow, and values that they do not. One in five contains only known values.
 *
 * @param tally counts the responses
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
