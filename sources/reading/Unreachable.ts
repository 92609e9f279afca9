import { certificateFaults } from "../../schemas/ErrorCode.ts"

/** Why there is no response from a server. */
interface Unreachable {
  /** What happened, and what to check. */
  readonly message: string
  /** The next attempts would end alike, unless the server has answered before. */
  readonly isLasting: boolean
}

/** What is on the other end speaks no TLS, or no version of it that this machine does. */
const otherLanguage =
  /^ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|UNSUPPORTED_PROTOCOL|.*ALERT_(PROTOCOL_VERSION|HANDSHAKE_FAILURE))$/

/** The system's code in an error or the first of its causes that has one. */
const codeOf = (error: unknown): string => {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && typeof cause.code === "string") return cause.code
  }
  return ""
}

/** The HTTP client's codes, and the words of its parser, which has no codes, about what is no response in HTTP. */
const noHttp = /^(?:UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES_CONTENT_LENGTH_MISMATCH|Response does not match)/

/** Codes of connections that ended before their responses. */
const endedEarly: ReadonlySet<string> = new Set(["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"])

/** What the network said in the cause of an error; of a name with several addresses, about each of them. */
export const networkSays = (cause: unknown): string | undefined => {
  const errors: ReadonlyArray<unknown> = cause instanceof AggregateError ? cause.errors : [cause]
  const said = errors.flatMap((error) => (error instanceof Error && error.message !== "" ? [error.message] : []))
  return said.length === 0 ? undefined : Array.from(new Set(said)).join(", ")
}

/** What the HTTP client says of a proxy that does not connect, with the proxy's status. */
const proxyRefusal = /Proxy (?:response|Authentication Required) \((\d{3})\)/

/** What a proxy means by a status in place of a connection. */
const refusedByProxy = (status: number): Unreachable => {
  if (status === 407) {
    return {
      message:
        "the proxy wants a user and a password (407). Write them into HTTPS_PROXY or HTTP_PROXY, such as http://user:password@proxy.example.org:3128.",
      isLasting: true
    }
  }
  return status < 500
    ? {
        message: `the proxy refuses to connect (${status}). Ask whoever runs it to permit this server, or list it in NO_PROXY if it needs no proxy.`,
        isLasting: true
      }
    : {
        message: `the proxy cannot reach the server (${status}). Check the URL, or list the server in NO_PROXY if it needs no proxy.`,
        isLasting: false
      }
}

/** @param why what the network said, for operators */
export const unreachable = (error: unknown, why: string): Unreachable => {
  const code = codeOf(error)
  const connection = "this machine's connection; behind a proxy, check HTTPS_PROXY."
  const [, status] = proxyRefusal.exec(why) ?? []
  if (status !== undefined) return refusedByProxy(Number(status))
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") {
    return {
      message: `the server's name cannot be resolved (${why}). Check the URL and ${connection}`,
      isLasting: code === "ENOTFOUND"
    }
  }
  if (certificateFaults.has(code)) {
    const fault = why.replace(/; if the root CA.*/, "")
    return {
      message: `the server's certificate is not accepted (${fault}). Check the URL; if its authority is one of your own, name that one's certificate in NODE_EXTRA_CA_CERTS.`,
      isLasting: true
    }
  }
  if (otherLanguage.test(code)) {
    return {
      message: `the server does not understand TLS as this machine does (${code}). Check the URL's port, and whether it begins with http or https.`,
      isLasting: true
    }
  }
  if (noHttp.test(code) || noHttp.test(why)) {
    return {
      message: `the server's response is not valid HTTP (${why}). Check the URL and its port.`,
      isLasting: false
    }
  }
  if (endedEarly.has(code)) {
    return {
      message: `the server ended the connection without a response (${why}). Check the URL and ${connection}`,
      isLasting: false
    }
  }
  return { message: `the server cannot be reached (${why}). Check ${connection}`, isLasting: false }
}
