import { createHash, type Hash } from "node:crypto"
import { Effect, Schedule, Stream } from "effect"
import type { HttpClientResponse } from "effect/http"
import type { SourceError } from "../DataSource.ts"
import { tooLarge } from "./Compression.ts"
import { contentRange, otherPart, sizeOf, validatorOf } from "./HttpAnswers.ts"
import type { HttpPatience } from "./HttpPatience.ts"
import { makePersistence } from "./HttpPersistence.ts"
import { broken, discard, type Requests } from "./HttpRequests.ts"
import type { Limits } from "./Limits.ts"
import { type Origin, transient } from "./Origin.ts"

type Response = HttpClientResponse.HttpClientResponse

/** A file that is passed on while it arrives, over all attempts. */
interface Transfer {
  readonly origin: Origin
  readonly url: string
  readonly limits: Limits
  /** Called when bytes have arrived that had not arrived before. */
  readonly progressed: () => void
  /** The hash of the bytes passed on, if no validator tells versions apart. */
  readonly hash: Hash
  received: number
  /** The version that the first response was of. */
  version: { readonly validator: string | undefined; readonly size: number | undefined } | undefined
}

export const changed = (origin: Origin) => transient(origin, "the file changed while it was being read. Read it again.")

/** Why a response is not what was asked for; undefined if it is. */
const faultOf = (transfer: Transfer, response: Response): SourceError | undefined => {
  const { limits, origin, received } = transfer
  const now = { validator: validatorOf(response), size: sizeOf(response) }
  const version = { ...(transfer.version ?? now), size: transfer.version?.size ?? now.size }
  transfer.version = version
  const otherSize = now.size !== undefined && version.size !== undefined && now.size !== version.size
  if (now.validator !== version.validator || otherSize) return changed(origin)
  if (response.status === 206 && contentRange(response).start !== received) {
    return otherPart(origin)
  }
  return response.status !== 416 && version.size !== undefined && version.size > limits.fileBytes
    ? tooLarge(origin, limits)
    : undefined
}

/**
 * The rest of the file or, if the server sends no parts, the file from its beginning; always of the same version.
 * Undefined if nothing is left.
 */
const ask = Effect.fnUntraced(function* ({ get }: Requests, transfer: Transfer) {
  const { origin, received, url } = transfer
  const validator = transfer.version?.validator
  const response =
    received > 0 && validator !== undefined
      ? yield* get(origin, url, { range: `bytes=${received}-`, "if-range": validator })
      : yield* get(origin, url)
  const fault = faultOf(transfer, response)
  if (fault === undefined && response.status !== 416) return response
  yield* discard(response)
  return yield* fault ?? Effect.undefined
})

/** The bytes of a response that were not passed on before. Without a validator, those that were must be the same. */
const freshBytes = ({ body }: Requests, transfer: Transfer, response: Response) => {
  const { limits, origin } = transfer
  const { size, validator } = transfer.version ?? {}
  let skip = response.status === 206 ? 0 : transfer.received
  const expected = skip > 0 && validator === undefined ? transfer.hash.copy().digest("hex") : undefined
  const again = createHash("sha256")

  const take = (chunk: Uint8Array): Effect.Effect<Uint8Array, SourceError> => {
    const known = chunk.subarray(0, skip)
    const fresh = chunk.subarray(known.length)
    skip -= known.length
    if (expected !== undefined && known.length > 0) {
      again.update(known)
      if (skip === 0 && again.digest("hex") !== expected) return Effect.fail(changed(origin))
    }
    if (validator === undefined) transfer.hash.update(fresh)
    transfer.received += fresh.length
    if (transfer.received > limits.fileBytes) return Effect.fail(tooLarge(origin, limits))
    if (fresh.length > 0) transfer.progressed()
    return Effect.succeed(fresh)
  }
  const cutOff = Effect.suspend(() =>
    skip > 0 || (size !== undefined && transfer.received < size)
      ? Effect.fail(broken(origin, `the connection ended after ${transfer.received} of ${size ?? "more"} bytes.`))
      : Effect.void
  )
  return body(origin, response).pipe(
    Stream.mapEffect(take),
    Stream.filter((chunk) => chunk.length > 0),
    Stream.concat(Stream.fromEffectDrain(cutOff))
  )
}

/**
 * The whole file. After a broken connection, the rest is requested. If the server sends the whole file again, bytes
 * already passed on are skipped once it is sure to be the same version. A file that changed in between is a transient
 * failure.
 */
export const makeStream =
  (requests: Requests, patience: HttpPatience, limits: Limits) =>
  (origin: Origin, url: string): Stream.Stream<Uint8Array, SourceError> =>
    Stream.suspend(() => {
      const { again, progressed } = makePersistence(patience)
      const hash = createHash("sha256")
      const transfer: Transfer = { origin, url, limits, progressed, hash, received: 0, version: undefined }
      const attempt = Effect.map(ask(requests, transfer), (response) =>
        response === undefined ? Stream.empty : freshBytes(requests, transfer, response)
      )
      return Stream.unwrap(attempt).pipe(
        Stream.catchTag("Broken", (failure) =>
          Stream.fromEffectDrain(Effect.andThen(again(failure), Effect.fail(failure)))
        ),
        Stream.retry(($) =>
          $(Schedule.forever).pipe(Schedule.while(({ input }) => Effect.succeed(input._tag === "Broken")))
        ),
        Stream.catchTag("Broken", ({ error }) => Stream.fail(error))
      )
    })
