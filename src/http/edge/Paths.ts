import { isDecodable } from "../../settings/PercentEncoding.ts"

/** The path of a request target, without its query. */
export const pathOf = (url: string): string => {
  const end = url.indexOf("?")
  return end === -1 ? url : url.slice(0, end)
}

/**
 * The longest path that may have encoded percent signs, in bytes: one with an ID of 160 characters of four bytes, all of
 * them encoded. The router's time is quadratic in their number.
 */
const LONGEST_WITH_PERCENT = 2_048

const isTooLong = (url: string): boolean =>
  url.length > LONGEST_WITH_PERCENT && url.includes("%25") && pathOf(url).length > LONGEST_WITH_PERCENT

/**
 * The router takes `;` or `#` for the start of a query. Here both belong to the path, which then does not exist. Nor
 * does a path of more encoded percent signs than any has.
 */
export const strays = (url: string): boolean => /^[^?]*[;#]/.test(url) || isTooLong(url)

/** The router decodes all but reserved characters, among them slashes and percent signs. */
const decoded = (path: string): string | undefined =>
  isDecodable(path) ? decodeURI(path.replaceAll("%25", "%2525")) : undefined

/**
 * The path as the router compares it with its routes: decoded, and without a final slash. Undefined if it cannot be
 * decoded. What it returns stays the same when it is decoded again.
 */
export const routedPath = (path: string): string | undefined => {
  const plain = path.includes("%") ? decoded(path) : path
  return plain !== undefined && plain.length > 1 && plain.endsWith("/") ? plain.slice(0, -1) : plain
}
