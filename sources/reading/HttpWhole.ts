import { Effect, Stream } from "effect"
import type { HttpClientResponse } from "effect/http"
import type { SourceError } from "../DataSource.ts"
import { tooLarge } from "./Compression.ts"
import { changedAt, contentRange, type Digest, digestOf, sizeOf, validatorOf, versionOf } from "./HttpAnswers.ts"
import type { Limits } from "./Limits.ts"
import { type Origin, transient, unreadable } from "./Origin.ts"

type Response = HttpClientResponse.HttpClientResponse

/** What there is of a file already. */
export interface Received {
  readonly bytes: number
  readonly size: number | undefined
  /** Undefined: nothing proves that what the server sends next is of the same version. */
  readonly validator: string | undefined
}

/** What a server says of the file that it begins to send. */
interface Sending {
  /** Where the next byte belongs; 0 where the file begins anew, whatever there was. */
  readonly at: number
  readonly size: number | undefined
  readonly validator: string | undefined
  readonly version: string | undefined
  /** Milliseconds since 1970. */
  readonly changedAt: number | undefined
  /** Of the whole file, where the server states one. */
  readonly digest: Digest | undefined
}

/** Where the bytes of a file go. */
export interface Sink {
  /** Before the first byte, and again whenever the server begins to send. */
  readonly begin: (sending: Sending) => Effect.Effect<void, SourceError>
  readonly write: (bytes: Uint8Array) => Effect.Effect<void, SourceError>
}

/** Times that a file may change while it is downloaded, before that is given up. */
const mostChanges = 3

/** What the reading over HTTP does its requests with. */
interface Requests<Broken> {
  readonly get: (
    origin: Origin,
    url: string,
    headers?: Readonly<Record<string, string>>
  ) => Effect.Effect<Response, Broken | SourceError>
  readonly body: (origin: Origin, response: Response) => Stream.Stream<Uint8Array, Broken | SourceError>
  readonly broken: (origin: Origin, message: string) => Broken
  readonly discard: (response: Response) => Effect.Effect<void>
  /** Tries as often as is fitting; `progressed` says that a try has brought something. */
  readonly persist: (
    attempt: (progressed: () => void) => Effect.Effect<void, Broken | SourceError>
  ) => Effect.Effect<void, SourceError>
  readonly limits: Limits
}

/**
 * Downloads a whole file, behind what there is of it. What breaks is gone on with; a file that has changed, or that a
 * server sends from its beginning only, begins anew: bytes of two versions never come together.
 */
export const makeWhole =
  <Broken>({ body, broken, discard, get, limits, persist }: Requests<Broken>) =>
  (origin: Origin, url: string, there: Received | undefined, sink: Sink): Effect.Effect<void, SourceError> => {
    let received: Received = there ?? { bytes: 0, size: undefined, validator: undefined }
    let changes = 0

    const goesOn = (response: Response): boolean =>
      response.status === 206 &&
      validatorOf(response) === received.validator &&
      contentRange(response).start === received.bytes &&
      (received.size === undefined || sizeOf(response) === received.size)

    /** The answer to go on with: behind what is there, or from the beginning. */
    const ask = Effect.fnUntraced(function* () {
      if (received.bytes === 0 || received.validator === undefined) return yield* get(origin, url)
      const rest = { range: `bytes=${received.bytes}-`, "if-range": received.validator }
      const response = yield* get(origin, url, rest)
      if (response.status === 200 || goesOn(response)) return response
      yield* discard(response)
      return yield* get(origin, url)
    })

    return persist((progressed) =>
      Effect.gen(function* () {
        const response = yield* ask()
        const isRest = response.status === 206
        // An empty file is answered with 416 by some; it is asked for whole here.
        if (!isRest && response.status !== 200) {
          yield* discard(response)
          return yield* unreadable(origin, `the server answers ${response.status} where it should send the file.`)
        }
        const now: Received = {
          bytes: isRest ? received.bytes : 0,
          size: sizeOf(response),
          validator: validatorOf(response)
        }
        const isOther = now.validator !== received.validator || now.size !== received.size
        if (received.bytes > 0 && !isRest && isOther && ++changes > mostChanges) {
          yield* discard(response)
          return yield* transient(origin, "the file keeps changing while it is downloaded. Try again later.")
        }
        if (now.size !== undefined && now.size > limits.fileBytes) {
          yield* discard(response)
          return yield* tooLarge(origin, limits)
        }
        received = now
        yield* sink.begin({
          at: now.bytes,
          size: now.size,
          validator: now.validator,
          version: versionOf(response),
          changedAt: changedAt(response),
          digest: digestOf(response)
        })
        const take = (chunk: Uint8Array): Effect.Effect<void, SourceError> => {
          const bytes = received.bytes + chunk.length
          if (bytes > limits.fileBytes) return Effect.fail(tooLarge(origin, limits))
          if (now.size !== undefined && bytes > now.size) {
            return Effect.fail(
              unreadable(origin, `the server sends more than the ${now.size} bytes that it announced.`)
            )
          }
          received = { ...received, bytes }
          if (chunk.length > 0) progressed()
          return sink.write(chunk)
        }
        yield* Stream.runForEach(body(origin, response), take)
        if (now.size !== undefined && received.bytes < now.size) {
          return yield* Effect.fail(
            broken(origin, `the connection ended after ${received.bytes} of ${now.size} bytes.`)
          )
        }
      })
    )
  }
