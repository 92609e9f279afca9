import { ByteSize, Effect, Fiber } from "effect"
import { HttpIncomingMessage, type HttpServerRequest } from "effect/http"
import { isUtf8 } from "node:buffer"
import { InvalidRequest } from "../../../schemas/Errors.ts"
import { quoted } from "../../../schemas/Quoted.ts"
import { timeBudgets, timeInWords } from "../../settings/TimeBudgets.ts"

type Request = HttpServerRequest.HttpServerRequest

const refuse = (path: string, message: string) =>
  new InvalidRequest({ message: `${path} ${message}.`, details: [{ path, message }] })

const tooLarge = (limit: number) =>
  new InvalidRequest({ message: `The body is larger than the limit of ${limit} bytes (${limit / 1024} KiB).` })

/** Parameters mean nothing for JSON (RFC 8259, section 11), but some clients send them. */
const JSON_TYPE = /^application\/json\s*(?:;.*)?$/i
const OTHER_CHARSET = /;\s*charset\s*=(?!\s*(["']?)utf-?8\1\s*(?:;|$))/i

const headerFault = (headers: Request["headers"], limit: number): InvalidRequest | undefined => {
  const type = headers["content-type"]?.trim()
  if (type === undefined) return refuse("Content-Type", "is missing; it must be application/json")
  if (!JSON_TYPE.test(type) || OTHER_CHARSET.test(type)) {
    return refuse("Content-Type", `must be application/json, in UTF-8, not ${quoted(type)}`)
  }
  const encoding = headers["content-encoding"]?.trim().toLowerCase()
  if (encoding !== undefined && encoding !== "identity") {
    return refuse("Content-Encoding", "is not supported; send the body uncompressed")
  }
  return Number(headers["content-length"] ?? 0) > limit ? tooLarge(limit) : undefined
}

/**
 * Reads the body, up to a limit in bytes, before anything else does; later reads come from memory.
 *
 * Fails without reading the rest if the body is announced as too large or turns out to be. Also fails if it does not
 * arrive, or if its headers or bytes show that it is not UTF-8 JSON.
 */
export const readJsonBody = (request: Request, limit: number): Effect.Effect<void, InvalidRequest> =>
  Effect.suspend(() => {
    const fault = headerFault(request.headers, limit)
    if (fault !== undefined) return Effect.fail(fault)
    // In a fiber of its own: interrupted reading would destroy the connection, and the response with it.
    return Effect.forkDetach(request.arrayBuffer).pipe(
      Effect.flatMap(Fiber.join),
      Effect.provideService(HttpIncomingMessage.MaxBodySize, ByteSize.bytes(limit)),
      Effect.mapError(({ reason }) =>
        reason._tag === "RequestParseError" && reason.reason === "BodyTooLarge"
          ? tooLarge(limit)
          : new InvalidRequest({ message: "The body could not be read completely." })
      ),
      Effect.timeoutOrElse({
        duration: timeBudgets.requestBody.time,
        orElse: () =>
          Effect.fail(
            new InvalidRequest({
              message: `The body did not arrive within ${timeInWords(timeBudgets.requestBody)}.`
            })
          )
      }),
      Effect.flatMap((bytes) =>
        isUtf8(new Uint8Array(bytes))
          ? Effect.void
          : Effect.fail(new InvalidRequest({ message: "The body is not valid UTF-8." }))
      )
    )
  })

/** Where a text ends to be JSON, as the end of a message. V8 says it of most faults. */
const placeOf = (error: unknown): string => {
  const [, line, column] = /\(line (\d+) column (\d+)\)$/.exec(String(error)) ?? []
  return line === undefined ? "" : `: see line ${line}, column ${column}`
}

/** The value that the body is; fails if it is not JSON at all. */
export const parseJsonBody = (text: string): Effect.Effect<unknown, InvalidRequest> =>
  text.trim() === ""
    ? Effect.fail(new InvalidRequest({ message: "The body is empty. Send a JSON object." }))
    : Effect.try({
        try: (): unknown => JSON.parse(text),
        catch: (error) => new InvalidRequest({ message: `The body is not valid JSON${placeOf(error)}.` })
      })
