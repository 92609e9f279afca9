import { isObject, unexpected } from "./Answer.ts"
import { baseOf } from "./BaseUrl.ts"
import type * as Contract from "./Contract.ts"
import { checked, retryOf } from "./Numbers.ts"
import { type Pages, paged } from "./Pages.ts"
import { ask, type CallOptions, type Fetch, type Request, type Service } from "./Transport.ts"

export type * from "./Contract.ts"
export {
  attempt,
  type Attempt,
  type ClientErrorCode,
  DoorstepError,
  type ErrorCode,
  type ServiceErrorCode
} from "./Errors.ts"
export type { Pages } from "./Pages.ts"
export type { CallOptions, Fetch } from "./Transport.ts"

export interface ClientOptions {
  /**
   * The URL of the service, such as `http://127.0.0.1:8080`, or `https://example.com/doorstep` behind a proxy. In a
   * browser page, a path of the page's own origin is enough.
   */
  readonly baseUrl: string | URL
  /**
   * An API token, or a function that returns one for each request. Required for all calls but `health`, `ready` and
   * `openapi`.
   */
  readonly token?: string | (() => string | PromiseLike<string>) | undefined
  /** Default: the global `fetch`. */
  readonly fetch?: Fetch | undefined
  /** Milliseconds that a call may take, retries included. Default: 30 000. */
  readonly timeout?: number | undefined
  /**
   * How many times a request is retried after a 429 or 503. The client waits as long as the response says, within
   * `timeout`. Default: 3.
   */
  readonly retry?: number | undefined
}

/** A search's `field` decides which member of the response has the places. */
interface SearchOf {
  readonly region: Contract.RegionSearch
  readonly city: Contract.CitySearch
  readonly district: Contract.DistrictSearch
  readonly postcode: Contract.PostcodeSearch
}

/** Every call fails with a `DoorstepError`, unless your own `fetch` or `token` throws something else. */
export interface Client {
  /** Draws one home, with a synthetic person. Without a `seed`, a different one each time. */
  generate(query?: Contract.GenerateAddressQuery, call?: CallOptions): Promise<Contract.Generated>
  /** Draws up to 50 homes of one selection. */
  batch(request: Contract.BatchRequest, call?: CallOptions): Promise<Contract.GeneratedBatch>
  /** A published address by its ID. */
  address(id: string, call?: CallOptions): Promise<Contract.Address>
  /** A published address as readers of another language write it. */
  translate(request: Contract.TranslationRequest, call?: CallOptions): Promise<Contract.Translation>
  /** The countries that are served, with their numbers of homes. */
  countries(call?: CallOptions): Promise<ReadonlyArray<Contract.Country>>
  /** The countries in which homes can be drawn. */
  availability(call?: CallOptions): Promise<ReadonlyArray<Contract.Availability>>
  /** The location of an IP address; without one, of the request's own. */
  clientContext(query?: Contract.GetClientContextQuery, call?: CallOptions): Promise<Contract.ClientContext>
  /** How far each pool is from its targets. */
  coverage(query?: Contract.GetCoverageQuery, call?: CallOptions): Promise<Contract.CoverageReport>
  /** Whether every pool serves, and what to fix. */
  dataHealth(call?: CallOptions): Promise<Contract.DataHealth>
  /** Whether the process answers. */
  health(call?: CallOptions): Promise<Contract.Health>
  /** Whether the service and its database can answer; fails with `SERVICE_UNAVAILABLE` if they cannot. */
  ready(call?: CallOptions): Promise<Contract.Readiness>
  /** The OpenAPI 3.1 document. */
  openapi(call?: CallOptions): Promise<Contract.OpenApiDocument>
  readonly locations: {
    /** Places by text, and by the places that contain them. */
    search<Field extends Contract.PlaceType = "city">(
      query?: Contract.SearchLocationsQuery & { readonly field?: Field | undefined },
      call?: CallOptions
    ): Pages<SearchOf[Field], Contract.LocationItem>
    /** The places in a country, a region or a city. */
    hierarchy(
      query: Contract.ListLocationsQuery,
      call?: CallOptions
    ): Pages<Contract.LocationHierarchy, Contract.LocationItem>
  }
}

const isPage = (value: unknown): boolean =>
  isObject(value) &&
  (value["nextCursor"] === null || typeof value["nextCursor"] === "string") &&
  Object.values(value).some(Array.isArray)

const shapes = { object: isObject, array: Array.isArray, page: isPage } as const
type Shape = keyof typeof shapes

/** A response with the right envelope is trusted: validating all of it would pull the schemas into the bundle. */
const fits = <A>(value: unknown, shape: Shape): value is A => shapes[shape](value)

const placesOf = (page: Contract.LocationSearch): ReadonlyArray<Contract.LocationItem> => {
  switch (page.field) {
    case "region":
      return page.regions
    case "city":
      return page.cities
    case "district":
      return page.districts
    case "postcode":
      return page.postcodes
  }
}

/** Drops undefined members. */
const queryOf = (parameters: object): string => {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.set(name, String(value))
  return query.size === 0 ? "" : `?${query}`
}

const timeoutOf = (value: number): number => checked("timeout", value, value > 0, "a number of milliseconds above 0")

/**
 * A typed client of the Doorstep API. It has no state and may be shared.
 *
 * @example
 * const client = createClient({ baseUrl: "http://127.0.0.1:8080", token: process.env.TOKEN })
 * const { result } = await client.generate({ country: "US", seed: "abc" })
 */
export const createClient = (options: ClientOptions): Client => {
  const service: Service = {
    base: baseOf(options.baseUrl),
    token: options.token,
    // Looked up for each request, so that replacing the global `fetch` later works.
    fetch: options.fetch ?? ((url, init) => globalThis.fetch(url, init)),
    timeout: timeoutOf(options.timeout ?? 30_000),
    retry: retryOf(options.retry ?? 3)
  }

  const answerTo = async (request: Request, call: CallOptions = {}) => {
    timeoutOf(call.timeout ?? service.timeout)
    retryOf(call.retry ?? service.retry)
    return ask(service, { ...request, path: `/api/v1${request.path}` }, call)
  }

  /** Responses of probes and the OpenAPI document have no `data` envelope. */
  const plain = async <A>(path: string, call?: CallOptions): Promise<A> => {
    const { answer, members } = await answerTo({ method: "GET", path, isPublic: true }, call)
    if (fits<A>(members, "object")) return members
    throw unexpected(answer, `GET ${path}`, "a body that is not a JSON object")
  }

  const data = async <A>(request: Request, call?: CallOptions, shape: Shape = "object"): Promise<A> => {
    const { answer, members } = await answerTo(request, call)
    const payload = members["data"]
    if (fits<A>(payload, shape)) return payload
    throw unexpected(answer, `${request.method} ${request.path}`, "a body that is not in Doorstep's form")
  }

  const get = <A>(path: string, query: object = {}, call?: CallOptions, shape?: Shape): Promise<A> =>
    data<A>({ method: "GET", path, query: queryOf(query) }, call, shape)

  const post = async <A>(path: string, body: object, call?: CallOptions): Promise<A> =>
    data<A>({ method: "POST", path, body: JSON.stringify(body) }, call)

  return {
    generate: (query, call) => get("/generate", query, call),
    batch: (request, call) => post("/generate/batch", request, call),
    address: async (id, call) => {
      const { address } = await get<{ readonly address: Contract.Address }>(
        `/addresses/${encodeURIComponent(id)}`,
        {},
        call
      )
      return address
    },
    translate: (request, call) => post("/address-translation", request, call),
    countries: (call) => get("/countries", {}, call, "array"),
    availability: (call) => get("/availability", {}, call, "array"),
    clientContext: (query, call) => get("/client-context", query, call),
    coverage: (query, call) => get("/coverage", query, call),
    dataHealth: (call) => get("/data-health", {}, call),
    health: (call) => plain("/health", call),
    ready: (call) => plain("/ready", call),
    openapi: (call) => plain("/openapi.json", call),
    locations: {
      search: <Field extends Contract.PlaceType = "city">(
        query: Contract.SearchLocationsQuery & { readonly field?: Field | undefined } = {},
        call?: CallOptions
      ) =>
        paged(
          (cursor = query.cursor) => get<SearchOf[Field]>("/locations/search", { ...query, cursor }, call, "page"),
          placesOf
        ),
      hierarchy: (query, call) =>
        paged(
          (cursor = query.cursor) =>
            get<Contract.LocationHierarchy>("/locations/hierarchy", { ...query, cursor }, call, "page"),
          ({ children }) => children
        )
    }
  }
}
