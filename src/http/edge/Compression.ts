import { Effect } from "effect"
import { HttpBody, type HttpServerRequest, HttpServerResponse } from "effect/http"
import { brotliCompress, constants, gzip } from "node:zlib"
import { type Coding, codingFor, withMembers } from "./Negotiation.ts"

type Request = HttpServerRequest.HttpServerRequest
type Response = HttpServerResponse.HttpServerResponse

/**
 * The size from which compression pays, in bytes. An answer of one address has 2 KB, two packets: at half the size it would
 * arrive no sooner, and compressing it costs a fifth of the whole answer. Five addresses have 9 KB, and become 1.4 KB at the
 * same cost.
 */
export const WORTH_COMPRESSING = 4096

/** `fast`: for answers that are made once; `small`: for what is compressed once and sent often. */
export type Effort = "fast" | "small"

const brotliQuality = { fast: 1, small: 9 } as const
const gzipLevel = { fast: 1, small: 9 } as const

/** Runs in the thread pool, so that the event loop stays free. */
export const compress = (bytes: Uint8Array | string, coding: Coding, effort: Effort): Effect.Effect<Uint8Array> =>
  Effect.callback((resume) => {
    const done = (error: Error | null, result: Buffer) =>
      resume(error === null ? Effect.succeed(result) : Effect.die(error))
    if (coding === "br") {
      brotliCompress(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality[effort] } }, done)
    } else {
      gzip(bytes, { level: gzipLevel[effort] }, done)
    }
  })

const compressible = /^(?:text\/(?!event-stream)|application\/(?:[\w.+-]+\+)?json\b|image\/svg\+xml)/

/** The body of an answer that gains by being compressed. */
export const worthCompressing = ({ body, headers }: Response): HttpBody.Uint8Array | undefined =>
  body._tag === "Uint8Array" &&
  body.contentLength >= WORTH_COMPRESSING &&
  headers["content-encoding"] === undefined &&
  compressible.test(headers["content-type"] ?? body.contentType)
    ? body
    : undefined

/** The answer in the coding that suits the request. Whatever could be compressed carries `Vary`. */
export const compressed = (
  request: Request,
  response: Response,
  body: HttpBody.Uint8Array
): Effect.Effect<Response> => {
  const varying = HttpServerResponse.setHeader(
    response,
    "vary",
    withMembers(response.headers["vary"], "Accept-Encoding")
  )
  const coding = codingFor(request.headers["accept-encoding"])
  if (coding === undefined) return Effect.succeed(varying)
  return Effect.map(compress(body.text ?? body.body, coding, "fast"), (bytes) =>
    HttpServerResponse.setHeader(
      HttpServerResponse.setBody(varying, HttpBody.uint8Array(bytes, body.contentType)),
      "content-encoding",
      coding
    )
  )
}
