import type { ErrorDetail } from "../../../schemas/Errors.ts"
import { isDecodable } from "../../settings/PercentEncoding.ts"

/** The usual query: nothing encoded, and no parameter without a name. It needs no closer look. */
const PLAIN = /^(?:[A-Za-z0-9\-._~!*:+,][A-Za-z0-9\-._~!*:+,=]*(?:&|$))*$/
/** Characters that a query may contain as they are. All others must be percent-encoded. */
const VISIBLE = /^[\x21\x22\x24-\x7e]*$/

/** More parameters than any endpoint has. */
export const MOST_PARAMETERS = 50

/**
 * Whether a query has more parameters than any endpoint. It must not get to the router, which decodes each of them: eight
 * thousand that cannot be decoded fit into one request and took 46 to 118 ms, whoever sent them.
 */
export const hasTooMany = (url: string): boolean => {
  // Each parameter after the first takes at least two characters.
  if (url.length <= 2 * MOST_PARAMETERS) return false
  let count = 1
  for (let at = url.indexOf("&"); at !== -1; at = url.indexOf("&", at + 1)) if (++count > MOST_PARAMETERS) return true
  return false
}

const nameOf = (pair: string): string => {
  const end = pair.indexOf("=")
  const raw = end === -1 ? pair : pair.slice(0, end)
  return isDecodable(raw) ? decodeURIComponent(raw) : raw
}

const pairs = (url: string): ReadonlyArray<string> => {
  const start = url.indexOf("?")
  if (start === -1) return []
  const query = url.slice(start + 1)
  return PLAIN.test(query) ? [] : query.split("&").filter((pair) => pair !== "")
}

const pairFault = (pair: string): string | undefined => {
  if (pair.startsWith("=")) return "has a parameter without a name"
  if (!VISIBLE.test(pair)) return "has a character that must be percent-encoded as UTF-8"
  return isDecodable(pair) ? undefined : "is not valid percent-encoded UTF-8"
}

/** Faults of a query that the router's lenient parser hides: it leaves whatever it cannot decode unchanged. */
export const queryFaults = (url: string): ReadonlyArray<ErrorDetail> =>
  pairs(url).flatMap((pair) => {
    const message = pairFault(pair)
    return message === undefined ? [] : [{ path: nameOf(pair), message }]
  })
