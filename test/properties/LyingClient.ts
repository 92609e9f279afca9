import { Effect } from "effect"
import { HttpClient, HttpClientRequest, HttpClientResponse } from "effect/http"

/** A response that may be falsified. */
export interface Told {
  readonly method: string
  /** Path and query below `/api/v1`. */
  readonly path: string
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: { readonly data?: Record<string, unknown> } & Record<string, unknown>
}

/** A way to falsify responses or requests. */
export interface Lie {
  readonly answer?: (told: Told) => Told
  /** Paths whose responses are falsified; other responses are not even read. */
  readonly concerns?: RegExp
  readonly token?: (token: string) => string
  /** Parameters that are added to requests. */
  readonly query?: (path: string) => Readonly<Record<string, string>>
  /** What is sent in place of a body of JSON. */
  readonly body?: (body: Record<string, unknown>) => Record<string, unknown>
  /** What is requested in place of a path and query below `/api/v1`. */
  readonly asked?: (path: string, headers: Readonly<Record<string, string | undefined>>) => string
}

const pathOf = ({ url, urlParams }: HttpClientRequest.HttpClientRequest): string => {
  const query = new URLSearchParams(
    urlParams.params.map(([name, value]) => [name, String(value)] as [string, string])
  ).toString()
  return url.replace(/^.*\/api\/v1/, "") + (query === "" ? "" : `?${query}`)
}

/** A request with another body, if it has one of JSON. */
const withBody = (request: HttpClientRequest.HttpClientRequest, change: Required<Lie>["body"]) => {
  if (request.body._tag !== "Uint8Array") return request
  const body = JSON.parse(new TextDecoder().decode(request.body.body)) as Record<string, unknown>
  return HttpClientRequest.bodyJsonUnsafe(request, change(body))
}

/** A client whose requests and responses are falsified on the way. */
export const lyingClient = (
  real: HttpClient.HttpClient,
  { answer, asked = (path) => path, body, concerns = /^/, query = () => ({}), token = (text) => text }: Lie
) =>
  HttpClient.make((request) =>
    Effect.gen(function* () {
      const given = request.headers["authorization"]
      const sent =
        given === undefined
          ? request
          : HttpClientRequest.setHeader(request, "authorization", given.replace(/(?<=^Bearer ).*/, token))
      const path = pathOf(request)
      const other = asked(path, request.headers)
      const falsified =
        other === path
          ? HttpClientRequest.setUrlParams(sent, query(path))
          : HttpClientRequest.get(sent.url.replace(/(?<=\/api\/v1).*/, other), { headers: sent.headers })
      const response = yield* real.execute(body === undefined ? falsified : withBody(falsified, body))
      if (answer === undefined || !concerns.test(path)) return response
      const text = yield* response.text
      const told = answer({
        method: request.method,
        path,
        status: response.status,
        headers: { ...response.headers },
        body: (text === "" ? {} : JSON.parse(text)) as Told["body"]
      })
      const { "content-length": _, "content-encoding": __, ...headers } = told.headers
      return HttpClientResponse.fromWeb(
        request,
        new Response(text === "" ? null : JSON.stringify(told.body), { status: told.status, headers })
      )
    })
  )
