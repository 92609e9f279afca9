import { Effect, Stream } from "effect"
import { HttpClient, HttpClientError, type HttpClientRequest, HttpClientResponse } from "effect/http"

/** A complete response of a host. */
export interface HostAnswer {
  readonly url: string
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly text: string
}

/** A source's requests to hosts, in order. */
export interface HostNotes {
  readonly answers: Array<HostAnswer>
}

/** How the host behaves at one of its requests. */
export type HostFault =
  /** The connection breaks in the middle of the response, once. */
  | "breaks"
  /** Every response ends in the middle, as if that were all of it. */
  | "cuts"
  /** 503, once. */
  | "falters"
  /** 503, every time. */
  | "fails"
  /** A moment late. */
  | "delays"

/** How late a delayed response is, in milliseconds. */
const late = 150

const webResponse = (
  { headers, status, text }: HostAnswer,
  body: string | ReadableStream<Uint8Array> | null = text
): Response => {
  const sent = Object.entries(headers).flatMap(([name, value]): ReadonlyArray<[string, string]> =>
    // Headers about the bytes on the wire do not apply to decoded text.
    value === undefined || /^(content-length|content-encoding|transfer-encoding)$/i.test(name) ? [] : [[name, value]]
  )
  return new Response(status === 204 || status === 304 ? null : body, { status, headers: sent })
}

/** A client that records the host's responses. */
export const notingHost = (client: HttpClient.HttpClient, notes: HostNotes): HttpClient.HttpClient =>
  HttpClient.make((request, url) =>
    Effect.gen(function* () {
      const response = yield* client.execute(request)
      const answer: HostAnswer = {
        url: url.href,
        status: response.status,
        headers: { ...response.headers },
        text: yield* response.text
      }
      notes.answers.push(answer)
      return HttpClientResponse.fromWeb(request, webResponse(answer))
    })
  )

const half = (text: string): string => text.slice(0, Math.floor(text.length / 2))

const breaking = (text: string): ReadableStream<Uint8Array> => {
  const bytes = new TextEncoder().encode(half(text))
  return Stream.toReadableStream(
    Stream.concat(Stream.succeed(bytes), Stream.fail(new Error("The connection broke.")))
  ) as ReadableStream<Uint8Array>
}

const unknown = (request: HttpClientRequest.HttpClientRequest, url: string) =>
  new HttpClientError.HttpClientError({
    reason: new HttpClientError.InvalidUrlError({
      request,
      description: `The stand-in host has no response for ${url}, which was not requested before.`
    })
  })

const faulty = (answer: HostAnswer, fault: HostFault, times: number): Effect.Effect<Response> => {
  switch (fault) {
    case "breaks":
      return Effect.sync(() => (times === 0 ? webResponse(answer, breaking(answer.text)) : webResponse(answer)))
    case "cuts":
      return Effect.sync(() => webResponse(answer, half(answer.text)))
    case "falters":
    case "fails":
      return Effect.sync(() =>
        fault === "fails" || times === 0
          ? new Response("Service Unavailable", { status: 503, headers: { "retry-after": "0" } })
          : webResponse(answer)
      )
    case "delays":
      return Effect.as(
        Effect.promise(() => new Promise((resolve) => setTimeout(resolve, late))),
        webResponse(answer)
      )
  }
}

/**
 * A client without a network: it responds as the host did, except to one request, where it misbehaves.
 *
 * @param change turns each response into another one, as if the host's data had changed
 */
export const standInHost = (
  answers: ReadonlyArray<HostAnswer>,
  options: {
    readonly at?: string
    readonly fault?: HostFault
    readonly change?: (answer: HostAnswer) => HostAnswer
  } = {}
): HttpClient.HttpClient => {
  const times = new Map<string, number>()
  return HttpClient.make((request, url) => {
    const known = answers.filter((answer) => answer.url === url.href)
    if (known.length === 0) return Effect.fail(unknown(request, url.href))
    const before = times.get(url.href) ?? 0
    times.set(url.href, before + 1)
    const answer = known[Math.min(before, known.length - 1)]!
    const made = options.change?.(answer) ?? answer
    const response =
      options.at === url.href && options.fault !== undefined
        ? faulty(made, options.fault, before)
        : Effect.sync(() => webResponse(made))
    return Effect.map(response, (web) => HttpClientResponse.fromWeb(request, web))
  })
}
