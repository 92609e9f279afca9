import { HttpServerResponse, type HttpServerRequest } from "effect/http"
import type { IncomingMessage } from "node:http"
import { errorAnswer } from "./ErrorAnswer.ts"

type Request = HttpServerRequest.HttpServerRequest
type Response = HttpServerResponse.HttpServerResponse

/** HTTP/1.1 requires a Host header. Node.js's own refusal would have neither a body nor a request ID. */
const noHost = errorAnswer("INVALID_REQUEST", "The header Host is missing.")

const severalHosts = errorAnswer("INVALID_REQUEST", "The header Host may be sent only once.")

const severalTokens = errorAnswer("INVALID_REQUEST", "The header Authorization may be sent only once.")

/** Programs on the way may disagree about where such a body ends, so nothing may follow it on its connection. */
const lastAnswer = (message: string): Response =>
  HttpServerResponse.setHeader(errorAnswer("INVALID_REQUEST", message), "connection", "close")

const otherCoding = lastAnswer(
  "The only supported Transfer-Encoding is chunked. Send the body without any other coding."
)

const codingBeforeItsTime = lastAnswer(
  "The header Transfer-Encoding needs HTTP/1.1. Send the body with Content-Length, or use HTTP/1.1."
)

/** Nearly every client writes `Host`, and comparing costs half of what lower case does. */
const isHost = (name: string): boolean => name === "Host" || (name.length === 4 && name.toLowerCase() === "host")

const isAuthorization = (name: string): boolean => name.length === 13 && name.toLowerCase() === "authorization"

/** Node.js itself would take the first of several, and a proxy may have taken another. */
const repeatedFault = (request: Request): Response | undefined => {
  const { httpVersion, rawHeaders = [] } = request.source as Partial<IncomingMessage>
  let hosts = 0
  let tokens = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (isHost(rawHeaders[i]!)) hosts++
    else if (isAuthorization(rawHeaders[i]!)) tokens++
  }
  if (hosts > 1) return severalHosts
  if (hosts === 0 && httpVersion === "1.1") return noHost
  return tokens > 1 ? severalTokens : undefined
}

/**
 * Node.js removes chunked, whatever the version, and leaves the body in the codings before it. It refuses lists with
 * another end itself, and an answer from here would be lost with the connection.
 */
const codingFault = ({ headers, source }: Request): Response | undefined => {
  const codings = headers["transfer-encoding"]
  if (codings === undefined) return undefined
  if ((source as Partial<IncomingMessage>).httpVersion !== "1.1") return codingBeforeItsTime
  return /,\s*chunked$/i.test(codings) ? otherCoding : undefined
}

/**
 * The response to headers that leave open whose request it is, for which host, or what its body is (RFC 9112, 3.2 and
 * 6.1).
 */
export const headerFault = (request: Request): Response | undefined => repeatedFault(request) ?? codingFault(request)
