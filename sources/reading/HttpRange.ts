import { Effect, Stream } from "effect"
import type { SourceError } from "../DataSource.ts"
import { contentRange, sizeOf, validatorOf } from "./HttpAnswers.ts"
import type { HttpPatience } from "./HttpPatience.ts"
import { persist } from "./HttpPersistence.ts"
import { broken, discard, type Requests } from "./HttpRequests.ts"
import { changed } from "./HttpStream.ts"
import { misconfigured, type Origin, unreadable } from "./Origin.ts"
import type { Stated } from "./paged/Stated.ts"

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
  /** What its headers say of other pages. */
  readonly stated: Stated
}

/** Bytes `start` to `end` (excluded) of a file. */
interface Span {
  readonly start: number
  readonly end: number
}

/** The response with exactly these bytes, of the version of the file that `file` describes. */
const askFor = Effect.fnUntraced(function* (
  { get }: Requests,
  origin: Origin,
  url: string,
  file: RemoteFile,
  { end, start }: Span
) {
  const response = yield* get(origin, url, {
    range: `bytes=${start}-${end - 1}`,
    ...(file.validator === undefined ? {} : { "if-range": file.validator })
  })
  const { start: from, total } = contentRange(response)
  // Some servers ignore If-Range: then the response's own validator decides.
  const same = validatorOf(response) === file.validator
  if (response.status === 206 && from === start && total === file.size && same) return response
  yield* discard(response)
  return yield* response.status === 200 && same && sizeOf(response) === file.size
    ? misconfigured(origin, "the server sends the whole file when asked for a part of it. Download it first.")
    : changed(origin)
})

/**
 * Bytes `start` to `end` (excluded) of the version of the file that `file` describes. After a broken connection, the
 * rest is requested.
 */
export const makeRange =
  (requests: Requests, patience: HttpPatience) =>
  (origin: Origin, url: string, file: RemoteFile, start: number, end: number): Effect.Effect<Uint8Array, SourceError> =>
    Effect.suspend(() => {
      if (start < 0 || end < start || end > (file.size ?? Infinity)) {
        return Effect.fail(
          unreadable(origin, `bytes ${start} to ${end} are asked for of ${file.size}; it is damaged or cut off.`)
        )
      }
      const part = new Uint8Array(end - start)
      let filled = 0
      return persist(
        patience,
        Effect.fnUntraced(function* (progressed) {
          if (filled === part.length) return part
          const response = yield* askFor(requests, origin, url, file, { start: start + filled, end })
          // A server that sends more than requested must not fill the memory.
          const pieces = Stream.limitBytes(requests.body(origin, response), part.length - filled, () => Stream.empty)
          yield* Stream.runForEach(pieces, (chunk) =>
            Effect.sync(() => {
              part.set(chunk, filled)
              filled += chunk.length
              if (chunk.length > 0) progressed()
            })
          )
          if (filled === part.length) return part
          return yield* broken(origin, `the server sent ${filled} of ${part.length} bytes.`)
        })
      )
    })
