import { Duration } from "effect"
import { randomUUID } from "node:crypto"
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http"
import type { Socket } from "node:net"
import type { Duplex } from "node:stream"
import type { ErrorCode, ErrorDetail } from "../../../schemas/Errors.ts"
import { errorBody, errorStatus } from "../../../schemas/Errors.ts"
import { type Methods, notTaken } from "../edge/Methods.ts"
import { pathOf, strays } from "../edge/Paths.ts"
import { JointResponse } from "./JointResponse.ts"
import { queryFaults } from "./QueryText.ts"
import { timeBudgets } from "../../settings/TimeBudgets.ts"

/** How many milliseconds a client has to read its last response and disconnect. */
const lastWords = Duration.toMillis(timeBudgets.rawEnd.time)

/** A connection that Node.js no longer manages would stay open for as long as its client likes. */
const closeSoon = (socket: Duplex): void => {
  const timer = setTimeout(() => socket.destroy(), lastWords)
  socket.once("close", () => clearTimeout(timer))
  // Discards further input, so that the end of the connection is noticed.
  socket.resume()
}

/**
 * Writes a response where Node.js has no response object: if the request could not be read as HTTP, or is not a
 * request.
 */
const end = (
  socket: Duplex,
  code: ErrorCode,
  fault: { readonly message: string; readonly details?: ReadonlyArray<ErrorDetail> },
  allow: ReadonlyArray<string> = []
): void => {
  const body = JSON.stringify(errorBody(code, fault))
  const head = [
    `HTTP/1.1 ${errorStatus[code]} ${STATUS_CODES[errorStatus[code]]}`,
    ...(allow.length === 0 ? [] : [`Allow: ${allow.join(", ")}`]),
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${randomUUID()}`,
    "X-Content-Type-Options: nosniff",
    "Cache-Control: no-store",
    "Referrer-Policy: no-referrer",
    "Connection: close"
  ]
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`)
  closeSoon(socket)
}

/** Largest request line and headers that are accepted, in bytes. */
export const mostHeadBytes = 16 * 1024

const faults: Record<string, string> = {
  HPE_HEADER_OVERFLOW:
    `The request line and headers are larger than the limit of ${mostHeadBytes} bytes. ` +
    "Shorten them, or send the filters in the body of POST /api/v1/generate/batch.",
  ERR_HTTP_REQUEST_TIMEOUT: "The request did not arrive in time.",
  HPE_INVALID_CHUNK_SIZE: "The chunked body is malformed.",
  HPE_INVALID_CONTENT_LENGTH: "The header Content-Length is not a number that fits, or contradicts Transfer-Encoding.",
  HPE_UNEXPECTED_CONTENT_LENGTH: "The header Content-Length occurs twice or contradicts Transfer-Encoding.",
  HPE_INVALID_TRANSFER_ENCODING: "The header Transfer-Encoding is not valid, or contradicts Content-Length.",
  HPE_INVALID_METHOD: "The method is unknown.",
  HPE_INVALID_URL: "The request target has a character that must be percent-encoded.",
  HPE_INVALID_HEADER_TOKEN: "A header contains an invalid character."
}

/** What Node.js adds to an error of its parser. */
interface Unparsed extends NodeJS.ErrnoException {
  /** The last bytes that arrived, and how many of them were read before the fault. */
  readonly rawPacket?: Buffer
  readonly bytesParsed?: number
}

/** The faults of a query in a request line with a character that no URL has. */
const queryFaultsIn = ({ bytesParsed = 0, rawPacket }: Unparsed): ReadonlyArray<ErrorDetail> => {
  if (rawPacket === undefined) return []
  // Other requests on the connection may have come before it.
  const start = bytesParsed === 0 ? 0 : rawPacket.lastIndexOf("\n", bytesParsed - 1) + 1
  const line = rawPacket.toString("utf8", start).split(/\r?\n/, 1)[0]!
  return queryFaults(/^\S+ (.*?)(?: HTTP\/[\d.]+)?$/.exec(line)?.[1] ?? "")
}

const faultOf = (error: Unparsed): { readonly message: string; readonly details?: ReadonlyArray<ErrorDetail> } => {
  const { code = "" } = error
  const [detail] = code === "HPE_INVALID_URL" ? queryFaultsIn(error) : []
  return detail === undefined
    ? { message: faults[code] ?? "The request is not valid HTTP/1.1." }
    : { message: `${detail.path} ${detail.message}.`, details: [detail] }
}

/** The response that a connection is busy with. Node.js's own handling of such errors looks at it too. */
interface Answering {
  readonly _httpMessage?: ServerResponse | null
}

/** Nothing may come before the responses to earlier requests on the same connection. */
const whenAnswered = (socket: Duplex, then: () => void): void => {
  const answering = (socket as Answering)._httpMessage
  if (answering) answering.once("close", () => whenAnswered(socket, then))
  else if (socket.writable) then()
  else socket.destroy()
}

/**
 * Browsers open connections ahead of their requests, and take what they hear there for the response to the first one.
 * They repeat the request if such a connection is closed.
 */
const isUnused = (socket: Duplex): boolean => "bytesRead" in socket && socket.bytesRead === 0

const nothing = (): void => undefined

/** Ends a connection whose last response has been written. */
const leave = (socket: Duplex): void => {
  socket.end()
  closeSoon(socket)
}

const makeOnClientError = () => {
  /** Connections that end after their earlier requests are answered: any further input is a fault, too. */
  const condemned = new WeakSet<Duplex>()

  return (error: NodeJS.ErrnoException, socket: Duplex): void => {
    const answering = (socket as Answering)._httpMessage
    if (!socket.writable || error.code === "ECONNRESET" || isUnused(socket)) {
      socket.destroy()
      return
    }
    if (condemned.has(socket)) return
    condemned.add(socket)
    const refuse = () => end(socket, "INVALID_REQUEST", faultOf(error))
    // The fault is in what follows a request that has arrived in full, or in the body of one that has its answer.
    if (answering?.req.complete === true) whenAnswered(socket, refuse)
    else if (answering instanceof JointResponse && answering.isComplete) whenAnswered(socket, () => leave(socket))
    else if (answering?.headersSent === true) socket.destroy()
    else refuse()
  }
}

/**
 * Adds an error body and a request ID to responses that Node.js would send without them. Node.js hands CONNECT over: a
 * path refuses it like any other unsupported method, and anything else is up to proxies.
 *
 * An error without a listener ends the process, and Node.js stops listening on a connection that it hands over. So each
 * connection has a listener from the first moment on, whoever takes it over later; what an error means is decided
 * elsewhere.
 */
export const answerRawly = (server: Server, methodsOf: Methods["of"]): void => {
  server.on("connection", (socket: Socket) => socket.on("error", nothing))
  server.on("clientError", makeOnClientError())
  server.on("connect", ({ url = "" }: IncomingMessage, socket: Duplex) => {
    const path = pathOf(url)
    const methods = path.startsWith("/") && !strays(url) ? methodsOf(path) : []
    whenAnswered(socket, () => {
      if (methods.length > 0) end(socket, "METHOD_NOT_ALLOWED", { message: notTaken("CONNECT", methods) }, methods)
      else end(socket, "NOT_FOUND", { message: "This service is not a proxy: it does not support the method CONNECT." })
    })
  })
  // An unknown expectation may be ignored (RFC 9110, 10.1.1).
  server.on("checkExpectation", (request, response) => server.emit("request", request, response))
}
