import type { HttpClientResponse } from "effect/http"
import type { SourceError } from "../DataSource.ts"
import { misconfigured, type Origin } from "./Origin.ts"

type Response = HttpClientResponse.HttpClientResponse

/** Request Timeout, Too Early, Too Many Requests, and every fault of the server: a later try can succeed. */
export const isPassing = (status: number): boolean =>
  status === 408 || status === 425 || status === 429 || status >= 500

/** That no server answers, and what to look at. */
export const unreachable = (why: string): string =>
  (/\b(ENOTFOUND|EAI_AGAIN)\b/.test(why)
    ? `the server's name cannot be resolved (${why}).`
    : `the server cannot be reached (${why}).`) + " Check this machine's connection; behind a proxy, set HTTPS_PROXY."

/** What a lasting refusal means for the operator. */
export const refusal = (origin: Origin, status: number): SourceError => {
  switch (status) {
    case 401:
    case 403:
      return misconfigured(
        origin,
        `the server refuses access (${status}). Check the address, and whether it needs a key.`
      )
    case 404:
    case 410:
      return misconfigured(origin, `the server has no such file (${status}). Check its current address.`)
    default:
      return misconfigured(origin, `the server answers ${status}. Check the address.`)
  }
}

/** Milliseconds that the server asks to wait: it says a number of seconds, or a time (RFC 9110, section 10.2.3). */
export const askedWait = (response: Response, now: number): number => {
  const text = response.headers["retry-after"]?.trim() ?? ""
  const millis = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now
  return Number.isFinite(millis) ? Math.max(millis, 0) : 0
}

/** Where a part begins, and how large the whole is. */
export const contentRange = (response: Response) => {
  const [, start, total] = /^bytes (?:(\d+)-\d+|\*)\/(\d+|\*)$/.exec(response.headers["content-range"] ?? "") ?? []
  return {
    start: start === undefined ? undefined : Number(start),
    total: total === undefined || total === "*" ? undefined : Number(total)
  }
}

/** Bytes of the whole file. */
export const sizeOf = (response: Response): number | undefined => {
  if (response.status === 206 || response.status === 416) return contentRange(response).total
  // A server that packs the answer counts other bytes than the file has.
  if ((response.headers["content-encoding"] ?? "identity") !== "identity") return undefined
  const length = response.headers["content-length"]
  return length !== undefined && /^\d+$/.test(length) ? Number(length) : undefined
}

/** Strong ETag, or else Last-Modified: what If-Range takes, and what proves that two answers are of one version. */
export const validatorOf = ({ headers }: Response): string | undefined => {
  const etag = headers["etag"]
  return etag !== undefined && !etag.startsWith("W/") ? etag : headers["last-modified"]
}

/** Changes with the file, where the server says something that does. */
export const versionOf = (response: Response): string | undefined => {
  const { etag, "last-modified": modified } = response.headers
  if (etag !== undefined) return `etag ${etag}`
  return modified === undefined ? undefined : `modified ${modified}, ${sizeOf(response) ?? "unknown"} bytes`
}

/** When the server says that the file was changed: milliseconds since 1970. */
export const changedAt = ({ headers }: Response): number | undefined => {
  const millis = Date.parse(headers["last-modified"] ?? "")
  return Number.isFinite(millis) ? millis : undefined
}

/** A checksum of a whole file, in hexadecimal digits. */
export interface Digest {
  readonly algorithm: "md5" | "sha256"
  readonly value: string
}

const hex = (base64: string): string => Buffer.from(base64, "base64").toString("hex")

/** What the server states of the whole file: `Repr-Digest` (RFC 9530), or as Google's stores do. */
export const digestOf = ({ headers }: Response): Digest | undefined => {
  const sha256 = /(?:^|[\s,])sha-256=:([A-Za-z0-9+/]{43}=):/.exec(headers["repr-digest"] ?? "")?.[1]
  if (sha256 !== undefined) return { algorithm: "sha256", value: hex(sha256) }
  const md5 = /(?:^|[\s,])md5=([A-Za-z0-9+/]{22}==)/.exec(headers["x-goog-hash"] ?? "")?.[1]
  return md5 === undefined ? undefined : { algorithm: "md5", value: hex(md5) }
}

/** The file name that the server suggests. */
export const suggestedName = ({ headers }: Response): string | undefined =>
  /filename="?([^";]+)"?/i.exec(headers["content-disposition"] ?? "")?.[1]
