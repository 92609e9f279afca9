/** A request that a page sent to the service. */
export interface Asked {
  /** Method and path, such as `GET /admin/api/session`. */
  readonly what: string
  readonly headers: Headers
  readonly body: string
  readonly credentials: RequestCredentials | undefined
}

type Answer = Response | Promise<Response>
type Answering = (asked: Asked) => Answer

const answers = new Map<string, Answering>()
const heard: Array<Asked> = []

const textOf = async (body: RequestInit["body"]): Promise<string> =>
  body === null || body === undefined ? "" : new Response(body).text()

const asRequest = async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Asked> => {
  const url = new URL(String(input instanceof Request ? input.url : input), window.location.href)
  return {
    what: `${init.method ?? "GET"} ${url.pathname}${url.search}`,
    headers: new Headers(init.headers),
    body: await textOf(init.body),
    credentials: init.credentials
  }
}

/** Replaces `fetch`: a service that only responds to what a test has set up. */
const answer = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
  const asked = await asRequest(input, init)
  heard.push(asked)
  const answering = answers.get(asked.what)
  if (answering === undefined) throw new TypeError("fetch failed")
  const stopped = new Promise<never>((_, reject) => {
    init?.signal?.addEventListener("abort", () => reject(new DOMException("Aborted", "AbortError")))
  })
  return Promise.race([answering(asked), stopped])
}

/** A JSON response. */
export const json = (body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json", ...headers } })

/** An error response of the service. */
export const refusal = (status: number, code: string, message: string, headers = {}): Response =>
  json({ error: { code, message } }, status, headers)

/** The service that a test sets up. Any other request fails like one to an unreachable service. */
export const service = {
  /** Handles a request, each time anew. */
  on: (what: string, answering: Answering) => {
    answers.set(what, answering)
  },
  /** Holds the response to a request back until it is released. */
  holds: (what: string, response: () => Response): (() => void) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    answers.set(what, async () => {
      await promise
      return response()
    })
    return resolve
  },
  asked: (): ReadonlyArray<Asked> => heard,
  /** Methods and paths of the requests, in order. */
  heard: (): ReadonlyArray<string> => heard.map(({ what }) => what),
  forget: () => {
    answers.clear()
    heard.length = 0
  },
  start: () => {
    globalThis.fetch = answer
  }
}
