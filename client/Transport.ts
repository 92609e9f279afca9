import { type Answer, membersOf } from "./Answer.ts"
import { DoorstepError, Failure } from "./Errors.ts"
import { askedToWait, delayOf, isWorthRepeating } from "./Retry.ts"

/** Options of a single call. */
export interface CallOptions {
  /** Aborts the call, also while it waits for a retry: it fails with `ABORTED`. */
  readonly signal?: AbortSignal | undefined
  /** Milliseconds for the whole call, retries included. `Infinity`: no limit. */
  readonly timeout?: number | undefined
  /** How many times a request is retried after a 429 or 503. 0: never. */
  readonly retry?: number | undefined
}

/** The part of `fetch` that the client uses. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

export interface Service {
  /** The base of its paths, without a trailing slash. */
  readonly base: string
  readonly token: string | (() => string | PromiseLike<string>) | undefined
  readonly fetch: Fetch
  readonly timeout: number
  readonly retry: number
}

export interface Request {
  readonly method: "GET" | "POST"
  /** The path on the service, without its query. */
  readonly path: string
  readonly query?: string
  /** JSON, already encoded. */
  readonly body?: string
  /** Whether the endpoint works without a token. */
  readonly isPublic?: boolean
}

/** The longest delay that timers accept; a longer timeout needs no timer. */
const longestTimer = 2 ** 31 - 1

const nameOf = ({ method, path }: Request): string => `${method} ${path}`

const causeOf = (error: unknown): string => {
  const inner = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return inner instanceof Error ? inner.message || inner.name : String(inner)
}

const unreachable = (service: Service, request: Request, cause: unknown): DoorstepError =>
  new Failure(
    "NETWORK",
    `${nameOf(request)} got no response from ${service.base}: ${causeOf(cause)}. Check that the service is running there; from a page of another origin, also that its CORS_ORIGINS includes that origin.`,
    { cause }
  )

const send = async (service: Service, request: Request, headers: Headers, signal: AbortSignal): Promise<Answer> => {
  const url = `${service.base}${request.path}${request.query ?? ""}`
  try {
    const response = await service.fetch(url, { method: request.method, headers, body: request.body ?? null, signal })
    return { status: response.status, headers: response.headers, text: await response.text() }
  } catch (error) {
    throw signal.aborted ? signal.reason : unreachable(service, request, error)
  }
}

const headersOf = async ({ token }: Service, { body, isPublic }: Request): Promise<Headers> => {
  const headers = new Headers({ accept: "application/json" })
  if (body !== undefined) headers.set("content-type", "application/json")
  const given = isPublic === true ? undefined : typeof token === "function" ? await token() : token
  if (given !== undefined) headers.set("authorization", `Bearer ${given}`)
  return headers
}

const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener("abort", () => clearTimeout(timer))
  })

/** Sends the request until a response needs no retry, or no time is left for one. */
const persist = async (service: Service, request: Request, call: CallOptions, signal: AbortSignal, end: number) => {
  const most = call.retry ?? service.retry
  for (let repeated = 0; ; repeated++) {
    const answer = await send(service, request, await headersOf(service, request), signal)
    if (!isWorthRepeating(answer.status) || repeated >= most) return answer
    const delay = delayOf(askedToWait(answer.status, answer.headers), repeated)
    // If the wait would exceed the timeout, the caller gets the service's error at once.
    if (Date.now() + delay >= end) return answer
    await pause(delay, signal)
  }
}

/**
 * The fields of a request's response. All requests only read, so all can be retried; the client retries those that the
 * service asks to be sent again.
 */
export const ask = async (service: Service, request: Request, call: CallOptions = {}) => {
  const { signal } = call
  const timeout = call.timeout ?? service.timeout
  const ending = new AbortController()
  // Do not wait for code that ignores the signal, such as another `fetch`.
  const ended = new Promise<never>((_, reject) => {
    ending.signal.addEventListener("abort", () => reject(ending.signal.reason))
  })
  const onAbort = () =>
    ending.abort(new Failure("ABORTED", `${nameOf(request)} was aborted.`, { cause: signal?.reason }))
  const onTimeout = () =>
    ending.abort(new Failure("TIMEOUT", `${nameOf(request)} got no complete response within ${timeout} ms.`))
  const timer = timeout > longestTimer ? undefined : setTimeout(onTimeout, timeout)
  signal?.addEventListener("abort", onAbort)
  if (signal?.aborted === true) onAbort()
  try {
    const work = ending.signal.aborted ? ended : persist(service, request, call, ending.signal, Date.now() + timeout)
    const answer = await Promise.race([work, ended])
    const members = membersOf(answer, nameOf(request))
    if (members instanceof DoorstepError) throw members
    return { answer, members }
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener("abort", onAbort)
  }
}
