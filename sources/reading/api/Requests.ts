import { Duration, Effect, Redacted, Semaphore, Stream } from "effect"
import { HttpClient, type HttpClientError, HttpClientRequest, type HttpClientResponse } from "effect/http"
import packageJson from "../../../package.json" with { type: "json" }
import type { SourceError } from "../../DataSource.ts"
import { steadyMillis } from "../Clocks.ts"
import { isAnswer, isPassing } from "../HttpAnswers.ts"
import { persist } from "../HttpPersistence.ts"
import { type Broken, broken as brokenBy, laterAdvice, setback } from "../HttpRequests.ts"
import { longestDocument } from "../Limits.ts"
import { misconfigured, type Origin, shown, unreadable } from "../Origin.ts"
import { networkSays, unreachable } from "../Unreachable.ts"

/** A header or query value. A `Redacted` one is never shown. */
export type Value = string | number | Redacted.Redacted

/** Timeouts and retries of requests. */
export interface ApiPatience {
  /** Until the last byte of the response. */
  readonly answer: Duration.Input
  /** Attempts before giving up. */
  readonly tries: number
  /**
   * Wait before the second attempt; doubles each time, up to half a minute. A longer `Retry-After` takes precedence.
   */
  readonly pause: Duration.Input
  /** The longest wait that a server may ask for; a longer one ends the reading. */
  readonly longestWait: Duration.Input
}

export const usualApiPatience: ApiPatience = {
  answer: "60 seconds",
  tries: 6,
  pause: "500 millis",
  longestWait: "5 minutes"
}

export interface RequestOptions {
  readonly headers: Readonly<Record<string, Value>>
  readonly requestsPerSecond: number | undefined
  readonly patience: ApiPatience
}

/** A response of the API. */
export interface Answer {
  readonly url: URL
  readonly headers: Readonly<Record<string, string | undefined>>
  /** The body as text. */
  readonly text: string
  readonly origin: Origin
}

const mostRedirects = 5
const decoder = new TextDecoder("utf-8")

export const plain = (value: Value): string => String(Redacted.isRedacted(value) ? Redacted.value(value) : value)

const refused = (origin: Origin, status: number): SourceError => {
  if (status === 401 || status === 403) {
    return misconfigured(origin, `the server refuses access (${status}). Check the key, and what it may read.`)
  }
  return status === 404 || status === 410
    ? misconfigured(origin, `the server has nothing there (${status}). Check the URL against its documentation.`)
    : misconfigured(origin, `the server answers ${status}. Check the parameters against its documentation.`)
}

/**
 * Explains why there is no response. The error's own message, or the error as a cause, would show the request with its
 * keys.
 */
const whyOf = ({ cause, reason }: HttpClientError.HttpClientError): string =>
  ("description" in reason ? reason.description : undefined) ?? networkSays(cause) ?? "no answer"

/** Lets a number of requests begin per second, evenly spaced, one after the other: early ones wait. */
const makePace = (perSecond: number | undefined): Effect.Effect<void> => {
  if (perSecond === undefined) return Effect.void
  const spacing = 1000 / perSecond
  const turn = Semaphore.makeUnsafe(1)
  let free = Number.NEGATIVE_INFINITY
  return turn.withPermit(
    Effect.gen(function* () {
      const now = yield* steadyMillis
      if (now < free) yield* Effect.sleep(free - now)
      free = Math.max(now, free) + spacing
    })
  )
}

type Response = HttpClientResponse.HttpClientResponse

const broken = (origin: Origin, message: string) => brokenBy(origin, `${message}${laterAdvice}`)

/** The URL that a server names, if it is on the same server: keys are sent to no other. */
const withinServer = (
  source: string,
  base: URL,
  from: URL,
  to: string,
  what: string
): Effect.Effect<URL, SourceError> => {
  const origin = { source, place: shown(from) }
  if (!URL.canParse(to, from.href))
    return Effect.fail(unreadable(origin, `${what} leads to something that is not a URL.`))
  const url = new URL(to, from)
  if (!/^https?:$/.test(url.protocol)) {
    return Effect.fail(unreadable(origin, `${what} leads to a ${url.protocol} URL; only http and https are read.`))
  }
  return url.origin === base.origin
    ? Effect.succeed(url)
    : Effect.fail(
        misconfigured(
          origin,
          `${what} leads to another server, ${url.host}, which must not get this one's keys. If it is the right one, use it as the source's url.`
        )
      )
}

const textOf = (origin: Origin, response: Response): Effect.Effect<string, Broken | SourceError> => {
  const bytes = Stream.mapError(response.stream, (error): Broken | SourceError =>
    broken(origin, `the connection broke (${whyOf(error)}).`)
  )
  const tooLong = () =>
    Stream.fail<Broken | SourceError>(
      unreadable(origin, `a response has more than ${longestDocument} bytes. Request smaller pages.`)
    )
  return Effect.map(Stream.runCollect(Stream.limitBytes(bytes, longestDocument, tooLong)), (chunks) =>
    decoder.decode(Buffer.concat(chunks))
  )
}

/** Why a request got no response. The cause, which shows the request with its keys, is left out. */
const failureOf = (
  origin: Origin,
  error: HttpClientError.HttpClientError,
  hasAnswered: boolean
): Broken | SourceError => {
  if (error.reason._tag === "InvalidUrlError") {
    return misconfigured(origin, `the request cannot be sent. ${whyOf(error)}`)
  }
  const { isLasting, message } = unreachable(error, whyOf(error))
  return isLasting && !hasAnswered ? misconfigured(origin, message) : broken(origin, message)
}

/** Sends a request, and reads its response to the end. */
const send = Effect.fnUntraced(function* (
  client: HttpClient.HttpClient,
  origin: Origin,
  request: HttpClientRequest.HttpClientRequest,
  { answer }: ApiPatience,
  hasAnswered: boolean
) {
  const attempt = Effect.gen(function* () {
    const response = yield* client.execute(request).pipe(
      // Spans contain URLs with queries, and this service's traces are of no use to the API.
      Effect.provideService(HttpClient.TracerDisabledWhen, () => true),
      Effect.mapError((error) => failureOf(origin, error, hasAnswered))
    )
    return { response, text: yield* textOf(origin, response) }
  })
  return yield* Effect.timeoutOrElse(attempt, {
    duration: answer,
    orElse: () => Effect.fail(broken(origin, "the server does not respond in time."))
  })
})

/** Fails according to the status of a response without a result: permanently, or so that it is retried after a wait. */
const refuse = Effect.fnUntraced(function* (origin: Origin, response: Response, { longestWait }: ApiPatience) {
  if (!isPassing(response.status)) return yield* refused(origin, response.status)
  const longest = Duration.toMillis(Duration.fromInputUnsafe(longestWait))
  return yield* (yield* setback(origin, response, longest)).failure
})

/** Calls an API within its rate limit, with retries, and never sends its keys to another server. */
export const makeRequests = (
  client: HttpClient.HttpClient,
  source: string,
  base: URL,
  { headers, patience, requestsPerSecond }: RequestOptions
) => {
  const pace = makePace(requestsPerSecond)
  let hasAnswered = false
  const sent = {
    accept: "application/json",
    "accept-encoding": "identity",
    "user-agent": `Doorstep/${packageJson.version}`,
    ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), plain(value)]))
  }

  const within = (from: URL, to: string, what: string) => withinServer(source, base, from, to, what)

  const once = Effect.fnUntraced(function* (
    url: URL,
    redirects: number
  ): Effect.fn.Return<Answer, Broken | SourceError> {
    const origin = { source, place: shown(url) }
    yield* pace
    const request = HttpClientRequest.get(url, { headers: sent })
    const { response, text } = yield* send(client, origin, request, patience, hasAnswered)
    hasAnswered = true
    const { status } = response
    if (isAnswer(status)) return { url, headers: response.headers, text, origin }
    const location = response.headers["location"]
    if (status >= 300 && status < 400 && location !== undefined && redirects < mostRedirects) {
      return yield* once(yield* within(url, location, "a redirect"), redirects + 1)
    }
    return yield* refuse(origin, response, patience)
  })

  return { ask: (url: URL) => persist(patience, () => once(url, 0)), within }
}
