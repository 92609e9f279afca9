import { Effect } from "effect"
import { type HttpServerRequest, HttpServerResponse } from "effect/http"
import { hash } from "node:crypto"
import { compress, WORTH_COMPRESSING } from "./Compression.ts"
import { type Coding, codingFor, codings, isKnown, withMembers } from "./Negotiation.ts"
import { once } from "./Once.ts"

/** May be cached, but is revalidated each time, which costs a response without a body. */
export const REVALIDATED = "no-cache"

/** For URLs that change with their content. */
export const FOREVER = "public, max-age=31536000, immutable"

export interface StaticOptions {
  readonly contentType: string
  readonly cacheControl: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Identifies the content, whatever its encoding, so it is a weak validator. */
export const etagOf = (content: string | Uint8Array): string =>
  `W/"${hash("sha256", content, "base64url").slice(0, 22)}"`

/** Content that is the same for everybody, compressed once per coding, on first use. */
export interface StaticAnswer {
  readonly to: (
    headers: HttpServerRequest.HttpServerRequest["headers"]
  ) => Effect.Effect<HttpServerResponse.HttpServerResponse>
}

export const make = Effect.fnUntraced(function* (content: string | Uint8Array, options: StaticOptions) {
  const bytes = Buffer.from(content)
  const etag = etagOf(bytes)
  const isSmall = bytes.length < WORTH_COMPRESSING
  const described = {
    ...options.headers,
    "cache-control": options.cacheControl,
    etag,
    ...(!isSmall && { vary: withMembers(options.headers?.["vary"], "Accept-Encoding") })
  }
  const answer = (body: Uint8Array, coding?: Coding) =>
    HttpServerResponse.uint8Array(body, {
      contentType: options.contentType,
      headers: { ...described, ...(coding !== undefined && { "content-encoding": coding }) }
    })
  const encoded = new Map<Coding | undefined, Effect.Effect<HttpServerResponse.HttpServerResponse>>()
  encoded.set(undefined, Effect.succeed(answer(bytes)))
  for (const coding of isSmall ? [] : codings) {
    const made = Effect.map(compress(bytes, coding, "small"), (body) => answer(body, coding))
    encoded.set(coding, yield* once(made))
  }
  const unchanged = Effect.succeed(HttpServerResponse.empty({ status: 304, headers: described }))
  const made: StaticAnswer = {
    to: (headers) => {
      if (isKnown(headers["if-none-match"], etag)) return unchanged
      return encoded.get(isSmall ? undefined : codingFor(headers["accept-encoding"]))!
    }
  }
  return made
})
