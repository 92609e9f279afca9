import { jsonIn } from "../../../reading/Json.ts"
import { sizeIn } from "../../../reading/paged/Excerpt.ts"
import type { Pages } from "../../../reading/paged/Pages.ts"
import { nextLink } from "../../../reading/paged/Stated.ts"

/** Query parameters for the number of preceding records, and for the number of a page. */
const offsets = "offset $offset page[offset] startIndex start _start skip $skip from inicio resultOffset".split(" ")
const numbers = "page page[number] side pageNumber page_number pageNo pageNum pageIndex currentPage p".split(" ")

const named = (url: URL, names: ReadonlyArray<string>): readonly [string, string] | undefined =>
  Array.from(url.searchParams).find(([name]) => names.includes(name))

const sizeOf = (url: URL) => {
  const size = sizeIn(url)
  return size === undefined ? {} : { size }
}

/**
 * How an API that is no known service divides its records: by the links in its responses, or by parameters of the URL.
 * @param isPage whether the response says that it is one of several
 */
export const pagesOf = (
  url: URL,
  headers: Readonly<Record<string, string | undefined>>,
  text: string,
  isPage: boolean
): Pages | undefined => {
  const size = sizeOf(url)
  if (nextLink(headers, jsonIn(text)) !== undefined) return { by: "link", ...size }
  const offset = named(url, offsets)
  const page = named(url, numbers)
  // A size alone may be all that is wanted.
  if (offset !== undefined && (isPage || "size" in size)) return { by: "offset", parameter: offset[0], ...size }
  return page !== undefined && (isPage || "size" in size)
    ? { by: "number", parameter: page[0], ...(page[1] === "0" ? { first: 0 } : {}), ...size }
    : undefined
}
