import type { OpenApi } from "../../properties/OpenApi.ts"

type Given = Response | Error | (() => Response | Promise<Response>)

/** A response of the service. */
export const answer = (body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response(typeof body === "string" ? body : JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json", "x-request-id": "r-1", ...headers }
  })

/** An error response of the service. */
export const refusal = (code: string, status: number, headers: Readonly<Record<string, string>> = {}): Response =>
  answer({ error: { code, message: `It is ${code}.` } }, status, headers)

/** Returns the given responses in turn, then 404s, and records the requests. */
export class RecordingFetch {
  readonly requests: Array<{ readonly url: string; readonly init: RequestInit }> = []
  readonly #answers: Array<Given>

  constructor(...answers: ReadonlyArray<Given>) {
    this.#answers = [...answers]
  }

  readonly fetch = async (url: string, init: RequestInit): Promise<Response> => {
    this.requests.push({ url, init })
    const next = this.#answers.shift() ?? refusal("NOT_FOUND", 404)
    if (next instanceof Error) throw next
    return typeof next === "function" ? next() : next
  }

  #found(judge: OpenApi) {
    return this.requests.map(({ init, url }) => {
      const target = url.slice(new URL(url).origin.length)
      return { target, init, operation: judge.operationOf(init.method ?? "GET", target) }
    })
  }

  operations(judge: OpenApi): ReadonlyArray<string> {
    return this.#found(judge).map(({ operation, target }) =>
      operation === undefined ? `unknown: ${target}` : `${operation.method} ${operation.path}`
    )
  }

  /** Violations of the contract by the requests. */
  faults(judge: OpenApi): ReadonlyArray<string> {
    return this.#found(judge).flatMap(({ init, operation, target }) => {
      if (operation === undefined) return [`${target} is no operation`]
      const query = Array.from(new URLSearchParams(target.split("?")[1] ?? ""))
      const parameters = operation.parameters.filter((parameter) => parameter.in === "query")
      const headers = new Headers(init.headers)
      return [
        ...judge.faultsOfParameters({ ...operation, parameters }, query),
        ...(operation.body === undefined ? [] : judge.faults(operation.body, JSON.parse(String(init.body)))),
        ...(headers.has("authorization") === operation.isPublic ? [`${target}: the token`] : []),
        ...((headers.get("content-type") === "application/json") === (operation.body !== undefined) ? [] : ["its type"])
      ].map((fault) => JSON.stringify(fault))
    })
  }
}
