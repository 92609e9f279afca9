import { unescape } from "node:querystring"
import { Clock, Data, Duration, Effect, Stream } from "effect"
import { HttpClient, HttpClientError, HttpClientRequest, type HttpClientResponse } from "effect/http"
import packageJson from "../../package.json" with { type: "json" }
import type { SourceError } from "../DataSource.ts"
import { firstBytes } from "./Bytes.ts"
import { moment, type Moment, passed } from "./Clocks.ts"
import { saidIn, tellingBytes } from "./Foreign.ts"
import { refusedServer } from "./GuardedHttp.ts"
import { askedWait, isAnswer, isPassing, refusal } from "./HttpAnswers.ts"
import type { HttpPatience } from "./HttpPatience.ts"
import { misconfigured, type Origin, transient, unreadable } from "./Origin.ts"
import { networkSays, unreachable } from "./Unreachable.ts"

type Response = HttpClientResponse.HttpClientResponse

/** A failed attempt that may succeed when retried. */
export class Broken extends Data.TaggedError("Broken")<{ readonly error: SourceError; readonly wait: number }> {}

export const broken = (origin: Origin, message: string, cause?: unknown) =>
  new Broken({ error: transient(origin, message, cause), wait: 0 })

/** The end of the message for a failure that retries did not overcome. */
export const laterAdvice = " Try again later."

/** The longest wait that a server may ask for; if it asks for more, it is not contacted for that long. */
const longestWait = 5 * 60_000

/** The raw bytes on the server, so that they can be counted and resumed. */
const asIs = { "accept-encoding": "identity" }

const reasonOf = (error: { readonly message: string; readonly cause?: unknown }): string =>
  networkSays(error.cause) ?? error.message

/** Explains why a server may not be connected to, whether it was named or redirected to. */
export const privateServer = (origin: Origin, host: string) =>
  misconfigured(
    origin,
    `${host} is on this machine or in a private network, which sources configured over HTTP may not read from. Add it to SOURCE_HOSTS, or add the source on the command line.`
  )

/** Why a server is not asked before a time, in milliseconds since 1970. */
const leftAlone = (origin: Origin, until: number) =>
  transient(
    origin,
    `the server asks for no requests before ${new Date(until).toISOString().slice(0, 16)}Z. Try again after that.`
  )

/**
 * Why a response with a temporary refusal fails, and for how many milliseconds the server wants no more requests.
 * @param longest the wait that it may ask for, in milliseconds
 */
export const setback = Effect.fnUntraced(function* (origin: Origin, response: Response, longest: number) {
  const now = yield* Clock.currentTimeMillis
  const wait = askedWait(response, now)
  const { status } = response
  const said = status === 202 ? "still prepares what it was asked for (202)" : `answers ${status}`
  const error = transient(origin, `the server ${said}.${laterAdvice}`)
  return { wait, failure: wait > longest ? leftAlone(origin, now + wait) : new Broken({ error, wait }) }
})

/** Closes an unread response, which holds its connection until then. Its body may never come, so none is waited for. */
export const discard = (response: Response): Effect.Effect<void> =>
  Effect.asVoid(Effect.scoped(Stream.toPull(response.stream)))

/** The address to which a server redirects is none of HTTP. */
class OtherScheme extends Error {}

/** Refuses addresses that are none of HTTP. Only redirects lead to them: those named are checked before. */
const overHttp = (client: HttpClient.HttpClient): HttpClient.HttpClient =>
  HttpClient.transform(client, (response, request) =>
    /^https?:/i.test(request.url)
      ? response
      : Effect.fail(
          new HttpClientError.HttpClientError({
            reason: new HttpClientError.TransportError({ request, cause: new OtherScheme(schemeOf(request.url)) })
          })
        )
  )

/** A user and password in a URL are no part of the request for it: a header states them, which no other server gets. */
const authorized = (request: HttpClientRequest.HttpClientRequest): HttpClientRequest.HttpClientRequest => {
  const url = URL.canParse(request.url) ? new URL(request.url) : undefined
  if (url === undefined || (url.username === "" && url.password === "")) return request
  const [user, password] = [unescape(url.username), unescape(url.password)]
  url.username = ""
  url.password = ""
  return HttpClientRequest.basicAuth(HttpClientRequest.setUrl(request, url.href), user, password)
}

const schemeOf = (url: string): string => /^[^:/]{1,30}:/.exec(url)?.[0] ?? "such"

const failureOf = (
  origin: Origin,
  error: HttpClientError.HttpClientError,
  hasAnswered: boolean
): Broken | SourceError => {
  const refused = refusedServer(error)
  if (refused !== undefined) return privateServer(origin, refused.host)
  if (error.cause instanceof OtherScheme) {
    return misconfigured(
      origin,
      `the server redirects to a ${error.cause.message} URL; only http and https are read. Check the file's current URL.`
    )
  }
  const { isLasting, message } = unreachable(error, reasonOf(error))
  return isLasting && !hasAnswered ? misconfigured(origin, message, error) : broken(origin, message, error)
}

/**
 * Codings of bodies by which nothing can be told that a file is compressed. Stores also send names that are no codings,
 * such as `aws-chunked` or `utf-8`, with bodies that have none.
 */
const unreadableCoding = /\b(?:br|deflate|compress)\b/i

/** Fails if a body is in a coding that was not asked for, and cannot be read. */
const checkCoding = (origin: Origin, { headers }: Response): Effect.Effect<void, SourceError> => {
  const coding = headers["content-encoding"] ?? ""
  return unreadableCoding.test(coding)
    ? Effect.fail(
        unreadable(
          origin,
          `the server compresses it (Content-Encoding: ${coding}), although it is asked not to. Download it yourself, and give the file.`
        )
      )
    : Effect.void
}

/** One request. A refusal fails with a `SourceError`, a temporary failure with `Broken`. */
const send = (
  client: HttpClient.HttpClient,
  origin: Origin,
  request: HttpClientRequest.HttpClientRequest,
  { answer }: HttpPatience,
  hasAnswered: boolean
) =>
  client.execute(request).pipe(
    // Trace headers of this service are of no use to publishers of data.
    Effect.provideService(HttpClient.TracerPropagationEnabled, false),
    Effect.mapError((error) => failureOf(origin, error, hasAnswered)),
    Effect.timeoutOrElse({
      duration: answer,
      orElse: () => Effect.fail(broken(origin, "the server does not respond in time."))
    })
  )

/** Fails if less than the minimum arrives within a period. The consumer's own time does not count. */
const notTrickling =
  (origin: Origin, { least, period }: HttpPatience) =>
  (stream: Stream.Stream<Uint8Array, Broken>) =>
    Stream.transformPull(stream, (pull) =>
      Effect.sync(() => {
        const longest = Duration.toNanosUnsafe(period)
        let waited = 0n
        let brought = 0
        return Effect.gen(function* () {
          const before = yield* Clock.monotonicTimeNanos
          const chunks = yield* pull
          waited += (yield* Clock.monotonicTimeNanos) - before
          for (const chunk of chunks) brought += chunk.length
          if (brought >= least) {
            waited = 0n
            brought = 0
          } else if (waited > longest) {
            return yield* transient(
              origin,
              `the server sends less than ${least} bytes in ${Duration.format(Duration.fromInputUnsafe(period))}.${laterAdvice}`
            )
          }
          return chunks
        })
      })
    )

/** The bytes of a response, as long as they keep coming. */
const bodyOf = (origin: Origin, response: Response, patience: HttpPatience) =>
  response.stream.pipe(
    Stream.mapError((error) => broken(origin, `the connection broke (${reasonOf(error)}).`, error)),
    Stream.timeoutOrElse({
      duration: patience.stall,
      orElse: () => Stream.fail(broken(origin, "the server stopped sending."))
    }),
    notTrickling(origin, patience)
  )

/** What a server says with its refusal, as far as it comes in time. */
const wordsIn = (origin: Origin, response: Response, patience: HttpPatience): Effect.Effect<string> =>
  firstBytes(bodyOf(origin, response, patience), tellingBytes).pipe(
    Effect.map(saidIn),
    Effect.timeoutOrElse({ duration: patience.answer, orElse: () => Effect.succeed("") }),
    Effect.orElseSucceed(() => "")
  )

/** Single requests to publishers of data, and the bodies of their responses. */
export const makeRequests = (given: HttpClient.HttpClient, patience: HttpPatience, contact?: string | undefined) => {
  const agent = `Doorstep/${packageJson.version}${contact === undefined ? "" : ` (${contact})`}`
  const client = HttpClient.followRedirects(overHttp(given), 10)
  /** For how many milliseconds servers want no more requests, and since when, by host. */
  const resting = new Map<string, { readonly since: Moment; readonly wait: number }>()
  /** Hosts that have answered: their names exist, and their certificates are accepted. */
  const answered = new Set<string>()

  /**
   * A refusal fails at once; a failure worth retrying is `Broken`. 416 counts as a response. With `listens`, it does
   * not, and a refusal has the server's own words.
   */
  const execute = Effect.fnUntraced(function* (
    origin: Origin,
    request: HttpClientRequest.HttpClientRequest,
    listens = false
  ) {
    const host = URL.canParse(request.url) ? new URL(request.url).host : ""
    const rest = resting.get(host)
    if (rest !== undefined) {
      const now = yield* moment
      const left = rest.wait - passed(rest.since, now)
      if (left > 0) return yield* leftAlone(origin, now.wall + left)
    }
    const response = yield* send(client, origin, authorized(request), patience, answered.has(host))
    answered.add(host)
    const { status } = response
    if (isAnswer(status) || (status === 416 && !listens)) {
      yield* Effect.tapError(checkCoding(origin, response), () => discard(response))
      return response
    }
    if (!isPassing(status) && listens) return yield* refusal(origin, status, yield* wordsIn(origin, response, patience))
    yield* discard(response)
    if (!isPassing(status)) return yield* refusal(origin, status)
    const { failure, wait } = yield* setback(origin, response, longestWait)
    if (failure._tag !== "Broken") resting.set(host, { since: yield* moment, wait })
    return yield* failure
  })

  return {
    get: (origin: Origin, url: string, headers: Readonly<Record<string, string>> = {}) =>
      execute(origin, HttpClientRequest.get(url, { headers: { ...asIs, "user-agent": agent, ...headers } })),
    ask: (origin: Origin, url: string) =>
      execute(origin, HttpClientRequest.get(url, { headers: { ...asIs, "user-agent": agent } }), true),
    head: (origin: Origin, url: string) =>
      execute(origin, HttpClientRequest.head(url, { headers: { ...asIs, "user-agent": agent } })),
    body: (origin: Origin, response: Response) => bodyOf(origin, response, patience)
  }
}

export type Requests = ReturnType<typeof makeRequests>
