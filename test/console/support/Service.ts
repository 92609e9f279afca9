/** What a page asked of the service. */
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

/** In place of `fetch`: a service that is not there, but for what a test lets it answer. */
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

/** An answer in JSON. */
export const json = (body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json", ...headers } })

/** How the service says that something went wrong. */
export const refusal = (status: number, code: string, message: string, headers = {}): Response =>
  json({ error: { code, message } }, status, headers)

/** The service as a test sets it up. Whatever it is not set up for cannot be reached. */
export const service = {
  /** Answers a request, each time anew. */
  on: (what: string, answering: Answering) => {
    answers.set(what, answering)
  },
  /** Lets a request wait until it is told to go on. */
  holds: (what: string, response: () => Response): (() => void) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    answers.set(what, async () => {
      await promise
      return response()
    })
    return resolve
  },
  asked: (): ReadonlyArray<Asked> => heard,
  /** Methods and paths of what was asked, in order. */
  heard: (): ReadonlyArray<string> => heard.map(({ what }) => what),
  forget: () => {
    answers.clear()
    heard.length = 0
  },
  start: () => {
    globalThis.fetch = answer
  }
}
