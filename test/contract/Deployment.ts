import { Context, Effect, Schema } from "effect"
import assert from "node:assert/strict"
import { type Answer as WireAnswer, type Document, OpenApi } from "../../properties/OpenApi.ts"
import type { Address } from "../../schemas/Address.ts"
import type { Country } from "../../schemas/Countries.ts"
import type { GeneratedBatch } from "../../schemas/Generation.ts"

/** A row that this deployment cannot be held to, and why. */
export class Skipped extends Schema.TaggedError<Skipped>()("Skipped", { reason: Schema.String }) {}

/** An answer, which the served document has been held against. */
export interface Answer extends WireAnswer {
  /** Parsed when it is JSON. */
  readonly body: unknown
}

export interface CallOptions {
  readonly method?: string
  /** In place of the deployment's token; null: none. */
  readonly token?: string | null
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as it is when it is text, else as JSON. */
  readonly body?: unknown
}

/** An IP address, and where it leads. */
interface Located {
  readonly ip: string
  readonly country: string
  readonly region: string
  readonly city: string
}

/** Where a deployment is, and what it takes to hold it to every row. */
export interface Setup {
  readonly baseUrl: string
  /** Of the scope generate. */
  readonly token: string
  readonly readToken?: string | undefined
  readonly expiredToken?: string | undefined
  /** A token whose requests of a minute may be used up. */
  readonly limitedToken?: string | undefined
  /** Country that is looked at closest; the one with the most addresses unless given. */
  readonly country?: string | undefined
  readonly located?: Located | undefined
  /** Whether the service believes X-Forwarded-For from here. */
  readonly believesForwarded?: boolean
  /** A country that has addresses, and that its operator has disabled. */
  readonly disabledCountry?: string | undefined
  /** Whether it has something of every kind that a row speaks of. */
  readonly isComplete?: boolean
  /** Runs something while the pools are broken. */
  readonly during?: <A, E, R>(fault: "outage" | "defect", work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}

/** Times that a request is sent again after it was refused for its rate. */
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

/** The first request of all: everything else is held against what it answers. */
const describe = Effect.fnUntraced(function* (baseUrl: string) {
  const answer = yield* send(`${baseUrl}${base}/openapi.json`, {})
  assert.equal(answer.status, 200, `${baseUrl}${base}/openapi.json answers ${answer.status}`)
  return answer.body as Document
})

/** A service that the rows of the interface are held against. */
export class Deployment extends Context.Service<
  Deployment,
  {
    readonly setup: Setup
    readonly openApi: OpenApi
    readonly document: Document
    /**
     * Sends a request to a path below `/api/v1`. An answer that is not as the document describes it is a defect. One that
     * is refused for the rate of the deployment's own token is asked for again.
     */
    readonly call: (path: string, options?: CallOptions) => Effect.Effect<Answer>
    /** As `GET countries` lists them. */
    readonly countries: ReadonlyArray<Country>
    /** ISO 3166-1 alpha-2, of a country that has addresses. */
    readonly country: string
    /** Up to 50 addresses of each of some countries, `country` first. */
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
