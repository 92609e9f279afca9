import { Context, Effect, Schema } from "effect"
import assert from "node:assert/strict"
import { type Answer as WireAnswer, type Document, OpenApi } from "../../properties/OpenApi.ts"
import type { Address } from "../../schemas/Address.ts"
import type { Country } from "../../schemas/Countries.ts"
import type { GeneratedBatch } from "../../schemas/Generation.ts"

/** A row that cannot be checked on this deployment, and the reason. */
export class Skipped extends Schema.TaggedError<Skipped>()("Skipped", { reason: Schema.String }) {}

/** A response that has been checked against the service's OpenAPI document. */
export interface Answer extends WireAnswer {
  /** Parsed if it is JSON. */
  readonly body: unknown
}

export interface CallOptions {
  readonly method?: string
  /** Used instead of the deployment's token; null: none. */
  readonly token?: string | null
  readonly headers?: Readonly<Record<string, string>>
  /** Text is sent as it is, anything else as JSON. */
  readonly body?: unknown
}

/** An IP address, and the place that it resolves to. */
interface Located {
  readonly ip: string
  readonly country: string
  readonly region: string
  readonly city: string
}

/** How to reach a deployment, and what the rows need. */
export interface Setup {
  readonly baseUrl: string
  /** With the scope generate. */
  readonly token: string
  readonly readToken?: string | undefined
  readonly expiredToken?: string | undefined
  /** A token whose rate limit may be used up. */
  readonly limitedToken?: string | undefined
  /** The country that most rows are checked in; by default, the one with the most addresses. */
  readonly country?: string | undefined
  readonly located?: Located | undefined
  /** Whether the service trusts X-Forwarded-For from here. */
  readonly believesForwarded?: boolean
  /** A country that has addresses, but that its operator has disabled. */
  readonly disabledCountry?: string | undefined
  /** Whether it has something of every kind that a row is about. */
  readonly isComplete?: boolean
  /** Runs something while the pools are broken. */
  readonly during?: <A, E, R>(fault: "outage" | "defect", work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}

/** How many times a rate-limited request is repeated. */
const patience = 5

const base = "/api/v1"

const send = (url: string, { body, headers = {}, method, token }: CallOptions): Effect.Effect<Answer> =>
  Effect.promise(async (signal) => {
    const response = await fetch(url, {
      signal,
      redirect: "manual",
      method: method ?? (body === undefined ? "GET" : "POST"),
      headers: {
        ...(typeof token === "string" && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers
      },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) })
    })
    const text = await response.text()
    const isJson = response.headers.get("content-type") === "application/json" && text !== ""
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      text,
      body: isJson ? (JSON.parse(text) as unknown) : undefined
    }
  })

/** The first request of all: everything else is checked against the document that it returns. */
const describe = Effect.fnUntraced(function* (baseUrl: string) {
  const answer = yield* send(`${baseUrl}${base}/openapi.json`, {})
  assert.equal(answer.status, 200, `${baseUrl}${base}/openapi.json answers ${answer.status}`)
  return answer.body as Document
})

/** A service that the rows of the interface are checked on. */
export class Deployment extends Context.Service<
  Deployment,
  {
    readonly setup: Setup
    readonly openApi: OpenApi
    readonly document: Document
    /**
     * Sends a request to a path below `/api/v1`. A response that violates the document is a defect. If the deployment's
     * own token is rate-limited, the request is repeated.
     */
    readonly call: (path: string, options?: CallOptions) => Effect.Effect<Answer>
    /** As listed by `GET countries`. */
    readonly countries: ReadonlyArray<Country>
    /** ISO 3166-1 alpha-2 code of a country that has addresses. */
    readonly country: string
    /** Up to 50 addresses from each of several countries, `country` first. */
    readonly addresses: ReadonlyArray<Address>
  }
>()("doorstep/test/Deployment") {
  static readonly make = Effect.fnUntraced(function* (setup: Setup) {
    const baseUrl = setup.baseUrl.replace(/\/$/, "")
    const document = yield* describe(baseUrl)
    const openApi = new OpenApi(document)

    const call = Effect.fnUntraced(function* (path: string, options: CallOptions = {}) {
      const given = { token: setup.token, ...options }
      const method = given.method ?? (given.body === undefined ? "GET" : "POST")
      let answer = yield* send(`${baseUrl}${base}${path}`, given)
      for (let left = patience; answer.status === 429 && given.token === setup.token && left > 0; left--) {
        yield* Effect.sleep(`${Number(answer.headers["retry-after"] ?? 60)} seconds`)
        answer = yield* send(`${baseUrl}${base}${path}`, given)
      }
      const operation = openApi.operationOf(method, `${base}${path}`)
      const faults = operation === undefined ? [] : openApi.faultsOfAnswer(operation, answer, method)
      assert.deepEqual(faults, [], `${method} ${path} is answered as the document does not describe: ${answer.text}`)
      return answer
    })

    const dataOf = <A>(answer: Answer): A => {
      assert.equal(answer.status, 200, answer.text)
      return (answer.body as { readonly data: A }).data
    }

    const countries = dataOf<ReadonlyArray<Country>>(yield* call("/countries"))
    const available = countries
      .filter(({ residentialAvailable }) => residentialAvailable)
      .sort((a, b) => b.residentialCount - a.residentialCount)
      .map(({ code }) => code)
    const country = setup.country ?? available[0]
    assert.ok(country !== undefined, "The deployment has no country with addresses.")
    const drawn = yield* Effect.forEach(
      [country, ...available.filter((code) => code !== country)].slice(0, 5),
      (code) =>
        call("/generate/batch", { body: { count: 50, filters: { country: code }, options: { seed: "contract" } } })
    )
    const addresses = drawn.flatMap((answer) =>
      dataOf<typeof GeneratedBatch.Type>(answer).results.map(({ address }) => address)
    )
    return Deployment.of({ setup, document, openApi, call, countries, country, addresses })
  })
}
