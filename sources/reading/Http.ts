import { Effect } from "effect"
import type { HttpClient } from "effect/http"
import type { SourceError } from "../DataSource.ts"
import { firstBytes } from "./Bytes.ts"
import { sizeOf, suggestedName, validatorOf, versionOf } from "./HttpAnswers.ts"
import { makeDocument } from "./HttpDocument.ts"
import type { HttpPatience } from "./HttpPatience.ts"
import { persist } from "./HttpPersistence.ts"
import { makeRange, type RemoteFile } from "./HttpRange.ts"
import { type Broken, broken, discard, makeRequests } from "./HttpRequests.ts"
import { makeStream } from "./HttpStream.ts"
import { makeWhole } from "./HttpWhole.ts"
import type { Limits } from "./Limits.ts"
import type { Origin } from "./Origin.ts"
import { statedIn } from "./paged/Stated.ts"

const empty: Uint8Array = new Uint8Array(0)

/** Reads files over HTTP: whole with resumption, or in parts. */
export const makeHttp = (
  client: HttpClient.HttpClient,
  patience: HttpPatience,
  limits: Limits,
  contact?: string | undefined
) => {
  const requests = makeRequests(client, patience, contact)
  const { body, get, head } = requests

  /** Requests the first bytes, which also shows whether the server supports ranges. */
  const probe = (origin: Origin, url: string, count: number): Effect.Effect<RemoteFile, SourceError> =>
    persist(
      patience,
      Effect.fnUntraced(function* () {
        const response = yield* get(origin, url, { range: `bytes=0-${count - 1}` })
        // A server answers 416 if the file is empty.
        const head = response.status === 416 ? empty : yield* firstBytes(body(origin, response), count)
        return {
          size: sizeOf(response),
          validator: validatorOf(response),
          version: versionOf(response),
          name: suggestedName(response),
          ranges: response.status === 206,
          head,
          stated: statedIn(undefined, response.headers)
        }
      })
    )

  /** A value that changes with the file, requested without reading it; undefined if the server does not say. */
  const version = (origin: Origin, url: string): Effect.Effect<string | undefined, SourceError> =>
    head(origin, url).pipe(
      Effect.map(versionOf),
      // Some servers refuse HEAD but serve GET.
      Effect.catch(() => Effect.succeed(undefined)),
      Effect.flatMap((found) =>
        found === undefined ? Effect.map(probe(origin, url, 1), (file) => file.version) : Effect.succeed(found)
      )
    )

  /** Size of the file, requested once without reading it; undefined if the server does not say or cannot be reached. */
  const size = (origin: Origin, url: string): Effect.Effect<number | undefined> =>
    head(origin, url).pipe(
      Effect.map((response) => (response.status === 200 ? sizeOf(response) : undefined)),
      Effect.orElseSucceed(() => undefined)
    )

  /** The first bytes of a small file next to the data, such as a checksum; undefined if it does not exist. */
  const beside = (origin: Origin, url: string, most: number): Effect.Effect<Uint8Array | undefined> =>
    get(origin, url).pipe(
      Effect.flatMap((response) => firstBytes(body(origin, response), most)),
      Effect.orElseSucceed(() => undefined)
    )

  return {
    probe,
    document: makeDocument(requests, patience),
    version,
    size,
    beside,
    bytes: makeStream(requests, patience, limits),
    range: makeRange(requests, patience),
    whole: makeWhole<Broken>({ get, body, broken, discard, limits, persist: (attempt) => persist(patience, attempt) })
  }
}

export type Http = ReturnType<typeof makeHttp>
