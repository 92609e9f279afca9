import { memberAt } from "../Member.ts"
import { nextLink } from "../paged/Stated.ts"
import type { Answer, Value } from "./Requests.ts"

/** A page's information for finding the next one. */
export interface Page {
  readonly answer: Pick<Answer, "headers">
  /** The response's JSON. */
  readonly body: unknown
  /** The number of items on the page. */
  readonly count: number
  /** The number of items on this page and those before it. */
  readonly total: number
  /** The number of pages so far, including this one. */
  readonly number: number
}

/** The next page: the same URL with other query values, or a URL that the server names. */
export type Next = { readonly query: Readonly<Record<string, Value>> } | { readonly url: string } | undefined

/** How an API divides its records into pages. */
export interface Paging {
  /** The query of the first request. */
  readonly first: Readonly<Record<string, Value>>
  readonly next: (page: Page) => Next
  /** The number of items on all pages, if the API says it; default: where APIs usually have it. */
  readonly total?: (body: unknown) => number | undefined
}

const numberAt = (body: unknown, path: string | undefined): number | undefined => {
  const found = path === undefined ? undefined : Number(memberAt(body, path) ?? Number.NaN)
  return found === undefined || Number.isNaN(found) ? undefined : found
}

/** One page, whatever it says of others. */
export const onePage: Paging = { first: {}, next: () => undefined, total: () => undefined }

/**
 * Each page has the cursor for the next one; the last page has none.
 * @param at where the cursor is in the response, such as `meta.next`, or `items.-1.id` in the last record
 * @param parameter the query parameter for it, such as `cursor`
 * @param limit the number of records to request, with its parameter
 */
export const byCursor = ({
  at,
  limit = {},
  parameter
}: {
  readonly at: string
  readonly parameter: string
  readonly limit?: Readonly<Record<string, number>>
}): Paging => ({
  first: limit,
  next: ({ body }) => {
    const cursor = memberAt(body, at)
    return (typeof cursor === "string" && cursor !== "") || typeof cursor === "number"
      ? { query: { ...limit, [parameter]: cursor } }
      : undefined
  }
})

/**
 * Pages are requested by the number of preceding records. A page shorter than `limit` is not the last, because servers
 * may return fewer records than requested. The end is an empty page, or the number of records at `total` in the
 * response.
 */
export const byOffset = (options: {
  /** The query parameter for the offset: `offset`, `resultOffset`, `startIndex`. */
  readonly parameter: string
  /** The number of records to request, with its parameter: `{ limit: 1000 }`. */
  readonly limit?: Readonly<Record<string, number>>
  /** Where the response has the total number of records. */
  readonly total?: string
}): Paging => {
  const limit = options.limit ?? {}
  return {
    first: { ...limit, [options.parameter]: 0 },
    next: ({ body, count, total }) =>
      count === 0 || total >= (numberAt(body, options.total) ?? Number.POSITIVE_INFINITY)
        ? undefined
        : { query: { ...limit, [options.parameter]: total } },
    ...(options.total === undefined ? {} : { total: (body) => numberAt(body, options.total) })
  }
}

/** Pages have numbers. The end is an empty page, or the number of pages at `pages` in the response. */
export const byPage = (options: {
  /** The query parameter for the number: `page`. */
  readonly parameter: string
  /** Number of the first page; default 1. */
  readonly first?: number
  readonly limit?: Readonly<Record<string, number>>
  /** Where the response has the number of pages. */
  readonly pages?: string
}): Paging => {
  const [first, limit] = [options.first ?? 1, options.limit ?? {}]
  return {
    first: { ...limit, [options.parameter]: first },
    next: ({ body, count, number }) =>
      count === 0 || number >= (numberAt(body, options.pages) ?? Number.POSITIVE_INFINITY)
        ? undefined
        : { query: { ...limit, [options.parameter]: first + number } }
  }
}

/**
 * Each page has the URL of the next one: in a `Link` header, among the body's `links`, or elsewhere.
 * @param at where the URL is in the response, such as `paging.nextUrl`
 */
export const byLink = (at?: string): Paging => ({
  first: {},
  next: ({ answer, body }) => {
    const own = at === undefined ? undefined : memberAt(body, at)
    const url = at === undefined ? nextLink(answer.headers, body) : own
    return typeof url === "string" && url !== "" ? { url } : undefined
  }
})
