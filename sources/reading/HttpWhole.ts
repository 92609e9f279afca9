import { Effect, Stream } from "effect"
import type { HttpClientResponse } from "effect/http"
import type { SourceError } from "../DataSource.ts"
import { tooLarge } from "./Compression.ts"
import {
  changedAt,
  contentRange,
  type Digest,
  digestOf,
  otherPart,
  sizeOf,
  validatorOf,
  versionOf
} from "./HttpAnswers.ts"
import type { Limits } from "./Limits.ts"
import { type Origin, transient, unreadable } from "./Origin.ts"

type Response = HttpClientResponse.HttpClientResponse

/** The existing part of a file. */
export interface Received {
  readonly bytes: number
  readonly size: number | undefined
  /** Undefined if nothing proves that the server's next bytes are from the same version. */
  readonly validator: string | undefined
  /** The last mark of a file that consists of pages, which ends with these bytes. */
  readonly mark?: string
  /** These bytes, of such a file. */
  readonly contents?: Stream.Stream<Uint8Array, SourceError>
}

/** A server's metadata of the file that it begins to send. */
export interface Sending {
  /** The offset of the next byte; 0 if the file starts over. */
  readonly at: number
  readonly size: number | undefined
  readonly validator: string | undefined
  readonly version: string | undefined
  /** Milliseconds since 1970. */
  readonly changedAt: number | undefined
  /** Of the whole file, if the server sends one. */
  readonly digest: Digest | undefined
}

/** Receives the bytes of a file. */
export interface Sink {
  /** Called before the first byte, and again whenever the server begins to send. */
  readonly begin: (sending: Sending) => Effect.Effect<void, SourceError>
  readonly write: (bytes: Uint8Array) => Effect.Effect<void, SourceError>
  /** Called after a page: to go on after the bytes so far takes this, which has no secret. */
  readonly mark: (mark: string) => Effect.Effect<void, SourceError>
}

/** How many times a file may change during its download before the download fails. */
const mostChanges = 3

/** The HTTP functions that it uses. */
interface Requests<Broken> {
  readonly get: (
    origin: Origin,
    url: string,
    headers?: Readonly<Record<string, string>>
  ) => Effect.Effect<Response, Broken | SourceError>
  readonly body: (origin: Origin, response: Response) => Stream.Stream<Uint8Array, Broken | SourceError>
  readonly broken: (origin: Origin, message: string) => Broken
  readonly discard: (response: Response) => Effect.Effect<void>
  /** Retries as appropriate; `progressed` reports that an attempt has made progress. */
  readonly persist: (
    attempt: (progressed: () => void) => Effect.Effect<void, Broken | SourceError>
  ) => Effect.Effect<void, SourceError>
  readonly limits: Limits
}

/** Whether a response has the bytes after the existing ones, of the same version. */
const goesOn = (received: Received, response: Response): boolean =>
  response.status === 206 &&
  validatorOf(response) === received.validator &&
  contentRange(response).start === received.bytes &&
  (received.size === undefined || sizeOf(response) === received.size)

const sendingOf = ({ bytes, size, validator }: Received, response: Response): Sending => ({
  at: bytes,
  size,
  validator,
  version: versionOf(response),
  changedAt: changedAt(response),
  digest: digestOf(response)
})

/**
 * Downloads a whole file, after the existing part. Interrupted transfers are resumed. A file that has changed, or that
 * a server sends only from its beginning, starts over: bytes of two versions are never mixed.
 */
export const makeWhole =
  <Broken>({ body, broken, discard, get, limits, persist }: Requests<Broken>) =>
  (origin: Origin, url: string, there: Received | undefined, sink: Sink): Effect.Effect<void, SourceError> => {
    let received: Received = there ?? { bytes: 0, size: undefined, validator: undefined }
    let changes = 0
    /** The most bytes of this version at a time: one that starts over whenever it breaks off may get no further. */
    let furthest = received.bytes

    /** The response to continue with: after the existing bytes, or from the beginning. */
    const ask = Effect.fnUntraced(function* () {
      if (received.bytes === 0 || received.validator === undefined) return yield* get(origin, url)
      const rest = { range: `bytes=${received.bytes}-`, "if-range": received.validator }
      const response = yield* get(origin, url, rest)
      if (response.status === 200 || goesOn(received, response)) return response
      yield* discard(response)
      return yield* get(origin, url)
    })

    /** What there is of the file that a response begins or continues; fails if it is none to go on with. */
    const startOf = (response: Response): Effect.Effect<Received, SourceError> => {
      const isRest = response.status === 206
      // Some servers answer an empty file with 416; here it is requested whole.
      if (!isRest && response.status !== 200) {
        return Effect.fail(unreadable(origin, `the server answers ${response.status} where it should send the file.`))
      }
      if (isRest && contentRange(response).start !== received.bytes) return Effect.fail(otherPart(origin))
      const now = { bytes: isRest ? received.bytes : 0, size: sizeOf(response), validator: validatorOf(response) }
      const isOther = now.validator !== received.validator || now.size !== received.size
      if (received.bytes > 0 && !isRest && isOther) {
        if (++changes > mostChanges) {
          return Effect.fail(transient(origin, "the file keeps changing while it is downloaded. Try again later."))
        }
        furthest = 0
      }
      return now.size !== undefined && now.size > limits.fileBytes
        ? Effect.fail(tooLarge(origin, limits))
        : Effect.succeed(now)
    }

    const take = (
      chunk: Uint8Array,
      size: number | undefined,
      progressed: () => void
    ): Effect.Effect<void, SourceError> => {
      const bytes = received.bytes + chunk.length
      if (bytes > limits.fileBytes) return Effect.fail(tooLarge(origin, limits))
      if (size !== undefined && bytes > size) {
        return Effect.fail(unreadable(origin, `the server sends more than the ${size} bytes that it announced.`))
      }
      received = { ...received, bytes }
      if (bytes > furthest) {
        furthest = bytes
        progressed()
      }
      return sink.write(chunk)
    }

    return persist((progressed) =>
      Effect.gen(function* () {
        const response = yield* ask()
        received = yield* Effect.tapError(startOf(response), () => discard(response))
        const { size } = received
        yield* sink.begin(sendingOf(received, response))
        yield* Stream.runForEach(body(origin, response), (chunk) => take(chunk, size, progressed))
        if (size !== undefined && received.bytes < size) {
          return yield* Effect.fail(broken(origin, `the connection ended after ${received.bytes} of ${size} bytes.`))
        }
      })
    )
  }
