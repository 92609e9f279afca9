import { createHash } from "node:crypto"
import { Clock, Data, Duration, Effect, Schedule, Stream } from "effect"
import { HttpClient, HttpClientRequest, type HttpClientResponse } from "effect/http"
import packageJson from "../../package.json" with { type: "json" }
import type { SourceError } from "../DataSource.ts"
import { firstBytes } from "./Bytes.ts"
import { tooLarge } from "./Compression.ts"
import {
  askedWait,
  contentRange,
  isPassing,
  refusal,
  sizeOf,
  suggestedName,
  unreachable,
  validatorOf,
  versionOf
} from "./HttpAnswers.ts"
import { refusedServer } from "./GuardedHttp.ts"
import { Setbacks } from "./Downloads.ts"
import { makeWhole } from "./HttpWhole.ts"
import type { Limits } from "./Limits.ts"
import { misconfigured, type Origin, transient, unreadable } from "./Origin.ts"

/** Timeouts and retries of reading over HTTP. */
export interface HttpPatience {
  /** Until the response begins. */
  readonly answer: Duration.Input
  /** Between two chunks of a response. */
  readonly stall: Duration.Input
  /**
   * The period in which a response must deliver at least `least` bytes: a trickling one would occupy a run for ever.
   */
  readonly period: Duration.Input
  readonly least: number
  /** Attempts in a row without progress before giving up. */
  readonly tries: number
  /** Wait before the second attempt; doubles each time, up to half a minute. */
  readonly pause: Duration.Input
}

export const defaultPatience: HttpPatience = {
  answer: "60 seconds",
  stall: "60 seconds",
  period: "5 minutes",
  least: 64 * 1024,
  tries: 6,
  pause: "500 millis"
}

/** A server's metadata of a file. */
export interface RemoteFile {
  /** Size in bytes, if the server says so. */
  readonly size: number | undefined
  readonly validator: string | undefined
  readonly version: string | undefined
  /** Whether the server supports range requests. */
  readonly ranges: boolean
  readonly name: string | undefined
  readonly head: Uint8Array
}

/** A failed attempt that may succeed when retried. */
class Broken extends Data.TaggedError("Broken")<{ readonly error: SourceError; readonly wait: number }> {}

type Response = HttpClientResponse.HttpClientResponse

/** The end of the message for a failure that retries did not overcome. */
const laterAdvice = " Try again later."

/** The longest wait that a server may ask for; if it asks for more, it is not contacted for that long. */
const longestWait = 5 * 60_000

/** The raw bytes on the server, so that they can be counted and resumed. */
const asIs = { "accept-encoding": "identity" }

const empty: Uint8Array = new Uint8Array(0)

const reasonOf = (error: { readonly message: string; readonly cause?: unknown }): string =>
  error.cause instanceof Error ? error.cause.message : error.message

const broken = (origin: Origin, message: string, cause?: unknown) =>
  new Broken({ error: transient(origin, message, cause), wait: 0 })

const changed = (origin: Origin) => transient(origin, "the file changed while it was being read. Read it again.")

/** Explains why a server may not be connected to, whether it was named or redirected to. */
export const privateServer = (origin: Origin, host: string) =>
  misconfigured(
    origin,
    `${host} is on this machine or in a private network, where sources that were configured over HTTP do not read. Name it in SOURCE_HOSTS, or add the source on the command line.`
  )

/** An unread response holds its connection until someone reads it. */
const discard = (response: Response): Effect.Effect<void> =>
  Effect.ignore(Stream.runDrain(Stream.take(response.stream, 1)))

/** Reads files over HTTP: whole with resumption, or in parts. */
export const makeHttp = (
  given: HttpClient.HttpClient,
  patience: HttpPatience,
  limits: Limits,
  contact?: string | undefined
) => {
  const agent = `Doorstep/${packageJson.version}${contact === undefined ? "" : ` (${contact})`}`
  const client = HttpClient.followRedirects(given, 10)
  const period = Duration.toNanosUnsafe(patience.period)
  const pause = Duration.toMillis(Duration.fromInputUnsafe(patience.pause))
  /** Until when servers want no more requests, by host: milliseconds since 1970. */
  const notBefore = new Map<string, number>()

  /** A refusal fails at once; a failure worth retrying is `Broken`. 416 counts as a response. */
  const execute = Effect.fnUntraced(function* (origin: Origin, request: HttpClientRequest.HttpClientRequest) {
    const host = URL.canParse(request.url) ? new URL(request.url).host : ""
    const leaveAlone = (until: number) =>
      transient(
        origin,
        `the server asks not to be asked again before ${new Date(until).toISOString().slice(0, 16)}Z. Try again after that.`
      )
    const until = notBefore.get(host)
    if (until !== undefined && until > (yield* Clock.currentTimeMillis)) return yield* leaveAlone(until)
    const response = yield* client.execute(request).pipe(
      // Trace headers of this service are of no use to publishers of data.
      Effect.provideService(HttpClient.TracerPropagationEnabled, false),
      Effect.mapError((error) => {
        const refused = refusedServer(error)
        return refused === undefined
          ? broken(origin, unreachable(reasonOf(error)), error)
          : privateServer(origin, refused.host)
      }),
      Effect.timeoutOrElse({
        duration: patience.answer,
        orElse: () => Effect.fail(broken(origin, "the server does not respond in time."))
      })
    )
    const { status } = response
    if ((status >= 200 && status < 300) || status === 416) return response
    yield* discard(response)
    if (!isPassing(status)) return yield* refusal(origin, status)
    const now = yield* Clock.currentTimeMillis
    const wait = askedWait(response, now)
    if (wait > longestWait) {
      notBefore.set(host, now + wait)
      return yield* leaveAlone(now + wait)
    }
    const error = transient(origin, `the server answers ${status}.${laterAdvice}`)
    return yield* new Broken({ error, wait })
  })

  const get = (origin: Origin, url: string, headers: Readonly<Record<string, string>> = {}) =>
    execute(origin, HttpClientRequest.get(url, { headers: { ...asIs, "user-agent": agent, ...headers } }))

  /** Fails if less than the minimum arrives within a period. The consumer's own time does not count. */
  const notTrickling = (origin: Origin) => (stream: Stream.Stream<Uint8Array, Broken>) =>
    Stream.transformPull(stream, (pull) =>
      Effect.sync(() => {
        let waited = 0n
        let brought = 0
        return Effect.gen(function* () {
          const before = yield* Clock.currentTimeNanos
          const chunks = yield* pull
          waited += (yield* Clock.currentTimeNanos) - before
          for (const chunk of chunks) brought += chunk.length
          if (brought >= patience.least) {
            waited = 0n
            brought = 0
          } else if (waited > period) {
            return yield* transient(
              origin,
              `the server sends less than ${patience.least} bytes in ${Duration.format(Duration.fromInputUnsafe(patience.period))}.${laterAdvice}`
            )
          }
          return chunks
        })
      })
    )

  const body = (origin: Origin, response: Response) =>
    response.stream.pipe(
      Stream.mapError((error) => broken(origin, `the connection broke (${reasonOf(error)}).`, error)),
      Stream.timeoutOrElse({
        duration: patience.stall,
        orElse: () => Stream.fail(broken(origin, "the server stopped sending."))
      }),
      notTrickling(origin)
    )

  /** Counts attempts in a row, waits between them, and gives up after the last. */
  const makePersistence = () => {
    let failures = 0
    return {
      progressed: () => {
        failures = 0
      },
      again: (failure: Broken): Effect.Effect<void, SourceError> => {
        failures += 1
        if (failures >= patience.tries) return Effect.fail(failure.error)
        const wait = Math.max(failure.wait, Math.min(pause * 2 ** (failures - 1), 30_000))
        const { message } = failure.error
        return Effect.andThen(
          Effect.flatMap(Setbacks, (hear) => hear(message.replace(laterAdvice, ""))),
          Effect.sleep(wait)
        )
      }
    }
  }

  const persist = <A>(
    effect: Effect.Effect<A, Broken | SourceError>,
    given?: ReturnType<typeof makePersistence>
  ): Effect.Effect<A, SourceError> =>
    Effect.suspend(() => {
      const persistence = given ?? makePersistence()
      const attempt: Effect.Effect<A, SourceError> = Effect.catchTag(effect, "Broken", (failure) =>
        Effect.andThen(persistence.again(failure), attempt)
      )
      return attempt
    })

  /** Requests the first bytes, which also shows whether the server supports ranges. */
  const probe = (origin: Origin, url: string, count: number): Effect.Effect<RemoteFile, SourceError> =>
    persist(
      Effect.gen(function* () {
        const response = yield* get(origin, url, { range: `bytes=0-${count - 1}` })
        // A server answers 416 if the file is empty.
        const head = response.status === 416 ? empty : yield* firstBytes(body(origin, response), count)
        return {
          size: sizeOf(response),
          validator: validatorOf(response),
          version: versionOf(response),
          name: suggestedName(response),
          ranges: response.status === 206,
          head
        }
      })
    )

  /** A value that changes with the file, requested without reading it; undefined if the server does not say. */
  const version = (origin: Origin, url: string): Effect.Effect<string | undefined, SourceError> =>
    execute(origin, HttpClientRequest.head(url, { headers: { ...asIs, "user-agent": agent } })).pipe(
      Effect.map(versionOf),
      // Some servers refuse HEAD but serve GET.
      Effect.catch(() => Effect.succeed(undefined)),
      Effect.flatMap((found) =>
        found === undefined ? Effect.map(probe(origin, url, 1), (file) => file.version) : Effect.succeed(found)
      )
    )

  /** Size of the file, requested once without reading it; undefined if the server does not say or cannot be reached. */
  const size = (origin: Origin, url: string): Effect.Effect<number | undefined> =>
    execute(origin, HttpClientRequest.head(url, { headers: asIs })).pipe(
      Effect.map((response) => (response.status === 200 ? sizeOf(response) : undefined)),
      Effect.orElseSucceed(() => undefined)
    )

  /**
   * The whole file. After a broken connection, the rest is requested. If the server sends the whole file again, bytes
   * already passed on are skipped once it is sure to be the same version. A file that changed in between is a transient
   * failure.
   */
  const bytes = (origin: Origin, url: string): Stream.Stream<Uint8Array, SourceError> =>
    Stream.suspend(() => {
      const persistence = makePersistence()
      const passedOn = createHash("sha256")
      let received = 0
      let first: { readonly validator: string | undefined; readonly size: number | undefined } | undefined

      const attempt = Effect.gen(function* () {
        const validator = first?.validator
        const response =
          received > 0 && validator !== undefined
            ? yield* get(origin, url, { range: `bytes=${received}-`, "if-range": validator })
            : yield* get(origin, url)
        const now = { validator: validatorOf(response), size: sizeOf(response) }
        first = { validator: first === undefined ? now.validator : first.validator, size: first?.size ?? now.size }
        const otherSize = now.size !== undefined && first.size !== undefined && now.size !== first.size
        if (now.validator !== first.validator || otherSize) return yield* changed(origin)
        if (response.status === 416) return Stream.empty
        if (response.status === 206 && contentRange(response).start !== received) {
          return yield* unreadable(origin, "the server sent a different part of the file than requested.")
        }
        const { size } = first
        if (size !== undefined && size > limits.fileBytes) {
          yield* discard(response)
          return yield* tooLarge(origin, limits)
        }
        let skip = response.status === 206 ? 0 : received
        const expected = skip > 0 && validator === undefined ? passedOn.copy().digest("hex") : undefined
        const again = createHash("sha256")

        const take = (chunk: Uint8Array): Effect.Effect<Uint8Array, SourceError> => {
          const known = chunk.subarray(0, skip)
          const fresh = chunk.subarray(known.length)
          skip -= known.length
          if (expected !== undefined && known.length > 0) {
            again.update(known)
            if (skip === 0 && again.digest("hex") !== expected) return Effect.fail(changed(origin))
          }
          if (first?.validator === undefined) passedOn.update(fresh)
          received += fresh.length
          if (received > limits.fileBytes) return Effect.fail(tooLarge(origin, limits))
          if (fresh.length > 0) persistence.progressed()
          return Effect.succeed(fresh)
        }
        const cutOff = Effect.suspend(() =>
          skip > 0 || (size !== undefined && received < size)
            ? Effect.fail(broken(origin, `the connection ended after ${received} of ${size ?? "more"} bytes.`))
            : Effect.void
        )
        return body(origin, response).pipe(
          Stream.mapEffect(take),
          Stream.filter((chunk) => chunk.length > 0),
          Stream.concat(Stream.fromEffectDrain(cutOff))
        )
      })

      return Stream.unwrap(attempt).pipe(
        Stream.catchTag("Broken", (failure) =>
          Stream.fromEffectDrain(Effect.andThen(persistence.again(failure), Effect.fail(failure)))
        ),
        Stream.retry(($) =>
          $(Schedule.forever).pipe(Schedule.while(({ input }) => Effect.succeed(input._tag === "Broken")))
        ),
        Stream.catchTag("Broken", ({ error }) => Stream.fail(error))
      )
    })

  /**
   * Bytes `start` to `end` (excluded) of the version of the file that `file` describes. After a broken connection, the
   * rest is requested.
   */
  const range = (
    origin: Origin,
    url: string,
    file: RemoteFile,
    start: number,
    end: number
  ): Effect.Effect<Uint8Array, SourceError> =>
    Effect.suspend(() => {
      if (start < 0 || end < start || end > (file.size ?? Infinity)) {
        return Effect.fail(
          unreadable(origin, `bytes ${start} to ${end} are asked for of ${file.size}; it is damaged or cut off.`)
        )
      }
      const part = new Uint8Array(end - start)
      const persistence = makePersistence()
      let filled = 0
      const attempt = Effect.gen(function* () {
        if (filled === part.length) return part
        const response = yield* get(origin, url, {
          range: `bytes=${start + filled}-${end - 1}`,
          ...(file.validator === undefined ? {} : { "if-range": file.validator })
        })
        const { start: from, total } = contentRange(response)
        // Some servers ignore If-Range: then the response's own validator decides.
        const same = validatorOf(response) === file.validator
        if (response.status !== 206 || from !== start + filled || total !== file.size || !same) {
          yield* discard(response)
          return yield* response.status === 200 && same && sizeOf(response) === file.size
            ? misconfigured(origin, "the server sends the whole file when asked for a part of it. Download it first.")
            : changed(origin)
        }
        // A server that sends more than requested must not fill the memory.
        const pieces = Stream.limitBytes(body(origin, response), part.length - filled, () => Stream.empty)
        yield* Stream.runForEach(pieces, (chunk) =>
          Effect.sync(() => {
            part.set(chunk, filled)
            filled += chunk.length
            if (chunk.length > 0) persistence.progressed()
          })
        )
        if (filled === part.length) return part
        return yield* broken(origin, `the server sent ${filled} of ${part.length} bytes.`)
      })
      return persist(attempt, persistence)
    })

  const whole = makeWhole<Broken>({
    get,
    body,
    broken,
    discard,
    limits,
    persist: (attempt) =>
      Effect.suspend(() => {
        const persistence = makePersistence()
        return persist(attempt(persistence.progressed), persistence)
      })
  })

  /** The first bytes of a small file next to the data, such as a checksum; undefined if it does not exist. */
  const beside = (origin: Origin, url: string, most: number): Effect.Effect<Uint8Array | undefined> =>
    get(origin, url).pipe(
      Effect.flatMap((response) => firstBytes(body(origin, response), most)),
      Effect.orElseSucceed(() => undefined)
    )

  return { probe, version, size, bytes, range, whole, beside }
}

export type Http = ReturnType<typeof makeHttp>
