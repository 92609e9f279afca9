import { isObject, unexpected } from "./Answer.ts"
import type * as Contract from "./Contract.ts"
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
   * Where the service is, such as `http://127.0.0.1:8080`, or `https://example.com/doorstep` behind a proxy. In a page,
   * a path of the page's own origin will do.
   */
  readonly baseUrl: string | URL
  /** An API token, or what gives one for each request. Needed for all but `health`, `ready` and `openapi`. */
  readonly token?: string | (() => string | PromiseLike<string>) | undefined
  /** Default: the global `fetch`. */
  readonly fetch?: Fetch | undefined
  /** Milliseconds that a call may take, repetitions included. Default: 30 000. */
  readonly timeout?: number | undefined
  /**
   * How often a request is repeated that is answered with 429 or 503, after the time that the answer names and as far as
   * `timeout` allows. Default: 3.
   */
  readonly retry?: number | undefined
}

/** The field of a search decides under which name its places are. */
interface SearchOf {
  readonly region: Contract.RegionSearch
  readonly city: Contract.CitySearch
  readonly district: Contract.DistrictSearch
  readonly postcode: Contract.PostcodeSearch
}

/** Every call fails with a `DoorstepError`, and with nothing else but what one's own `fetch` or `token` throws. */
export interface Client {
  /** Draws one home, with a synthetic person. Without a `seed`, another one each time. */
  generate(query?: Contract.GenerateAddressQuery, call?: CallOptions): Promise<Contract.Generated>
  /** Draws up to 50 homes of one selection. */
  batch(request: Contract.BatchRequest, call?: CallOptions): Promise<Contract.GeneratedBatch>
  /** A published address by its ID. */
  address(id: string, call?: CallOptions): Promise<Contract.Address>
  /** A published address as readers of a language write it. */
  translate(request: Contract.TranslationRequest, call?: CallOptions): Promise<Contract.Translation>
  /** The countries that are served, with how many homes there are. */
  countries(call?: CallOptions): Promise<ReadonlyArray<Contract.Country>>
  /** In which of them homes can be drawn. */
  availability(call?: CallOptions): Promise<ReadonlyArray<Contract.Availability>>
  /** Where an IP address is; the request's own where none is given. */
  clientContext(query?: Contract.GetClientContextQuery, call?: CallOptions): Promise<Contract.ClientContext>
  /** How far pools are from their targets. */
  coverage(query?: Contract.GetCoverageQuery, call?: CallOptions): Promise<Contract.CoverageReport>
  /** Whether every pool serves, and what should be mended. */
  dataHealth(call?: CallOptions): Promise<Contract.DataHealth>
  /** Whether the process answers. */
  health(call?: CallOptions): Promise<Contract.Health>
  /** Whether the service and its database can answer; fails with `SERVICE_UNAVAILABLE` while they cannot. */
  ready(call?: CallOptions): Promise<Contract.Readiness>
  /** The description of the API, OpenAPI 3.1. */
  openapi(call?: CallOptions): Promise<Contract.OpenApiDocument>
  readonly locations: {
    /** Places by text, and by the places that they lie in. */
    search<Field extends Contract.PlaceType = "city">(
      query?: Contract.SearchLocationsQuery & { readonly field?: Field | undefined },
      call?: CallOptions
    ): Pages<SearchOf[Field], Contract.LocationItem>
    /** What lies below a country, a region or a city. */
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

/** The service is believed that what has the shape of an answer is one: to look at all of it would take its schemas along. */
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

/** What is undefined is left out. */
const queryOf = (parameters: object): string => {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.set(name, String(value))
  return query.size === 0 ? "" : `?${query}`
}

/** Where the service's paths begin. A page's own address is what a path is taken to be of. */
const baseOf = (given: string | URL): string => {
  const page = Reflect.get(globalThis, "location")
  const context = isObject(page) && typeof page["href"] === "string" ? page["href"] : undefined
  const url = URL.canParse(String(given), context) ? new URL(String(given), context) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username !== "" || url.search + url.hash !== "") {
    throw new TypeError(
      `baseUrl must be the address of the service, such as http://127.0.0.1:8080, without user, query and fragment; ${JSON.stringify(String(given))} is not one.`
    )
  }
  return `${url.origin}${url.pathname.replace(/(?:\/api\/v1)?\/*$/, "")}`
}

const checked = (name: string, value: number, isRight: boolean, range: string): number => {
  if (isRight) return value
  throw new RangeError(`${name} must be ${range}, not ${value}.`)
}

const timeoutOf = (value: number): number => checked("timeout", value, value > 0, "a number of milliseconds above 0")
const retryOf = (value: number): number =>
  checked("retry", value, Number.isInteger(value) && value >= 0, "a whole number, 0 or more")

/**
 * The API of a Doorstep, typed. It keeps nothing and may be shared.
 *
 * @example
 * const client = createClient({ baseUrl: "http://127.0.0.1:8080", token: process.env.TOKEN })
 * const { result } = await client.generate({ country: "US", seed: "abc" })
 */
export const createClient = (options: ClientOptions): Client => {
  const service: Service = {
    base: baseOf(options.baseUrl),
    token: options.token,
    // Looked up with each request, for those who replace the global one later.
    fetch: options.fetch ?? ((url, init) => globalThis.fetch(url, init)),
    timeout: timeoutOf(options.timeout ?? 30_000),
    retry: retryOf(options.retry ?? 3)
  }

  const answerTo = async (request: Request, call: CallOptions = {}) => {
    timeoutOf(call.timeout ?? service.timeout)
    retryOf(call.retry ?? service.retry)
    return ask(service, { ...request, path: `/api/v1${request.path}` }, call)
  }

  /** Answers of probes and the description are as they are. */
  const plain = async <A>(path: string, call?: CallOptions): Promise<A> => {
    const { answer, members } = await answerTo({ method: "GET", path, isPublic: true }, call)
    if (fits<A>(members, "object")) return members
    throw unexpected(answer, `GET ${path}`, "something else than the JSON of an object")
  }

  const data = async <A>(request: Request, call?: CallOptions, shape: Shape = "object"): Promise<A> => {
    const { answer, members } = await answerTo(request, call)
    const payload = members["data"]
    if (fits<A>(payload, shape)) return payload
    throw unexpected(answer, `${request.method} ${request.path}`, "an answer of another form than Doorstep's")
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
