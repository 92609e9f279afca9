import { Effect, Stream } from "effect"
import type { SourceError } from "../DataSource.ts"
import type { HttpPatience } from "./HttpPatience.ts"
import { persist } from "./HttpPersistence.ts"
import { broken, type Requests } from "./HttpRequests.ts"
import { longestDocument } from "./Limits.ts"
import { misconfigured, type Origin, unreadable } from "./Origin.ts"

/** A response, held in memory. */
export interface HttpDocument {
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly bytes: Uint8Array
}

/** Why a response is none of what was asked for, although its status does not tell; passing ones are retried. */
export interface Refusal {
  readonly message: string
  readonly isPassing: boolean
}

/** The response of a service as a whole. If it refuses, the failure has its own words. */
export const makeDocument =
  ({ ask, body }: Requests, patience: HttpPatience) =>
  (
    origin: Origin,
    url: string,
    refusalIn: (bytes: Uint8Array) => Refusal | undefined
  ): Effect.Effect<HttpDocument, SourceError> =>
    persist(
      patience,
      Effect.fnUntraced(function* () {
        const response = yield* ask(origin, url)
        const tooLong = () =>
          Stream.fail(unreadable(origin, `a response has more than ${longestDocument} bytes. Request smaller pages.`))
        const whole = Stream.limitBytes(body(origin, response), longestDocument, tooLong)
        const bytes = Buffer.concat(yield* Stream.runCollect(whole))
        const refusal = refusalIn(bytes)
        if (refusal === undefined) return { headers: response.headers, bytes }
        return yield* refusal.isPassing ? broken(origin, refusal.message) : misconfigured(origin, refusal.message)
      })
    )
