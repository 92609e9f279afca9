import type { HttpClientResponse } from "effect/http"
import type { SourceError } from "../DataSource.ts"
import { misconfigured, type Origin, unreadable } from "./Origin.ts"

type Response = HttpClientResponse.HttpClientResponse

/** Whether a status comes with what was asked for. With 202 comes a promise, as while a portal makes an export. */
export const isAnswer = (status: number): boolean => status >= 200 && status < 300 && status !== 202

/** Accepted, Request Timeout, Too Early, Too Many Requests, and all server errors: a retry may succeed. */
export const isPassing = (status: number): boolean =>
  status === 202 || status === 408 || status === 425 || status === 429 || status >= 500

/** The cause of errors that a server's permanent refusal has: what was asked for is not there, or not for everyone. */
export class RefusedRequest extends Error {
  readonly status: number
  constructor(status: number) {
    super(`status ${status}`)
    this.status = status
  }
}

/**
 * Explains a permanent refusal to the operator.
 * @param said what the server says of it, if anything
 */
export const refusal = (origin: Origin, status: number, said = ""): SourceError => {
  const refused = (what: string) =>
    misconfigured(origin, said === "" ? what : `${what} The server says: "${said}".`, new RefusedRequest(status))
  switch (status) {
    case 401:
    case 403:
      return refused(`the server refuses access (${status}). Check the URL, and whether it needs a key.`)
    case 404:
    case 410:
      return refused(`the server has no such file (${status}). Check its current URL.`)
    case 301:
    case 302:
    case 303:
    case 307:
    case 308:
      return refused(`the server redirects without end, or to nowhere (${status}). Check the file's current URL.`)
    default:
      return refused(`the server answers ${status}. Check the URL.`)
  }
}

/** Headers with the time from which on a server takes requests again, as there are many: of GitHub, Okta and the IETF. */
const resets = ["x-ratelimit-reset", "x-rate-limit-reset", "ratelimit-reset"]

/** From these numbers on, seconds are counted since 1970, and then they are milliseconds. */
const firstDate = 1e9
const firstMillis = 1e11

/** A wait that is longer is none that anybody means, and may end on no day of the calendar: milliseconds. */
const longestAsked = 100 * 365 * 24 * 3600 * 1000

/**
 * The wait that a server asks for in milliseconds: a number of seconds, or a time (RFC 9110, section 10.2.3); else until
 * its limit of requests is reset.
 */
export const askedWait = ({ headers }: Response, now: number): number => {
  const reset = resets.map((name) => headers[name]).find((one) => one !== undefined)
  const text = (headers["retry-after"] ?? reset ?? "").trim()
  const number = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : undefined
  const seconds = number !== undefined && number >= firstMillis ? number / 1000 : number
  const at = seconds === undefined ? Date.parse(text) : seconds * 1000 + (seconds < firstDate ? now : 0)
  return Number.isFinite(at) ? Math.min(Math.max(at - now, 0), longestAsked) : 0
}

/** The response begins elsewhere in the file than requested. */
export const otherPart = (origin: Origin): SourceError =>
  unreadable(
    origin,
    "the server sent a different part of the file than requested. Download it yourself, and give the file."
  )

/** The start of a part, and the size of the whole file. */
export const contentRange = (response: Response) => {
  const [, start, total] = /^bytes (?:(\d+)-\d+|\*)\/(\d+|\*)$/.exec(response.headers["content-range"] ?? "") ?? []
  return {
    start: start === undefined ? undefined : Number(start),
    total: total === undefined || total === "*" ? undefined : Number(total)
  }
}

/** Size of the whole file. */
export const sizeOf = (response: Response): number | undefined => {
  if (response.status === 206 || response.status === 416) return contentRange(response).total
  // If the server compresses the response, its length is not that of the file.
  if ((response.headers["content-encoding"] ?? "identity") !== "identity") return undefined
  const length = response.headers["content-length"]
  return length !== undefined && /^\d+$/.test(length) ? Number(length) : undefined
}

/** A strong ETag, or else Last-Modified: valid for If-Range, and proof that two responses have the same version. */
export const validatorOf = ({ headers }: Response): string | undefined => {
  const etag = headers["etag"]
  return etag !== undefined && !etag.startsWith("W/") ? etag : headers["last-modified"]
}

/** Changes with the file, if the server sends something that does. */
export const versionOf = (response: Response): string | undefined => {
  const { etag, "last-modified": modified } = response.headers
  if (etag !== undefined) return `etag ${etag}`
  return modified === undefined ? undefined : `modified ${modified}, ${sizeOf(response) ?? "unknown"} bytes`
}

/** When the file was changed, according to the server: milliseconds since 1970. */
export const changedAt = ({ headers }: Response): number | undefined => {
  const millis = Date.parse(headers["last-modified"] ?? "")
  return Number.isFinite(millis) ? millis : undefined
}

/** A checksum of a whole file, hexadecimal. */
export interface Digest {
  readonly algorithm: "md5" | "sha256"
  readonly value: string
}

const hex = (base64: string): string => Buffer.from(base64, "base64").toString("hex")

/** The server's checksum of the whole file: `Repr-Digest` (RFC 9530), or the header of Google's stores. */
export const digestOf = ({ headers }: Response): Digest | undefined => {
  const sha256 = /(?:^|[\s,])sha-256=:([A-Za-z0-9+/]{43}=):/.exec(headers["repr-digest"] ?? "")?.[1]
  if (sha256 !== undefined) return { algorithm: "sha256", value: hex(sha256) }
  const md5 = /(?:^|[\s,])md5=([A-Za-z0-9+/]{22}==)/.exec(headers["x-goog-hash"] ?? "")?.[1]
  return md5 === undefined ? undefined : { algorithm: "md5", value: hex(md5) }
}

/** The file name that the server suggests. */
export const suggestedName = ({ headers }: Response): string | undefined =>
  /filename="?([^";]+)"?/i.exec(headers["content-disposition"] ?? "")?.[1]
