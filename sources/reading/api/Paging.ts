import type { Answer, Value } from "./Requests.ts"

/** What a page said, for who looks for the next one. */
export interface Page {
  readonly answer: Answer
  /** The answer's JSON. */
  readonly body: unknown
  /** How many items the page had. */
  readonly count: number
  /** How many items there were on this page and those before it. */
  readonly total: number
  /** How many pages there were, this one among them. */
  readonly number: number
}

/** Where the next page is: the same address with other values in its query, or an address that the server names. */
type Next = { readonly query: Readonly<Record<string, Value>> } | { readonly url: string } | undefined

/** How an API divides its records into pages. */
export interface Paging {
  /** What the first request asks for. */
  readonly first: Readonly<Record<string, Value>>
  readonly next: (page: Page) => Next
}

/** The member that names with points between them lead to: `meta.next`. Undefined where there is none. */
export const memberAt = (value: unknown, path: string): unknown => {
  let found = value
  for (const name of path === "" ? [] : path.split(".")) {
    found = typeof found === "object" && found !== null ? Reflect.get(found, name) : undefined
  }
  return found
}

const numberAt = (body: unknown, path: string | undefined): number | undefined => {
  const found = path === undefined ? undefined : Number(memberAt(body, path) ?? Number.NaN)
  return found === undefined || Number.isNaN(found) ? undefined : found
}

/** All on one page. */
export const onePage: Paging = { first: {}, next: () => undefined }

/**
 * Each page says what to ask for the next one with; the last says nothing.
 * @param at where it stands in the answer, such as `meta.next`
 * @param parameter what it is sent as, such as `cursor`
 */
export const byCursor = ({ at, parameter }: { readonly at: string; readonly parameter: string }): Paging => ({
  first: {},
  next: ({ body }) => {
    const cursor = memberAt(body, at)
    return (typeof cursor === "string" && cursor !== "") || typeof cursor === "number"
      ? { query: { [parameter]: cursor } }
      : undefined
  }
})

/**
 * Pages are asked for by how many records came before them. A page that is shorter than `limit` is not the last: servers
 * give less than they are asked for. The end is an empty page, or the number of records that the answer says at `total`.
 */
export const byOffset = (options: {
  /** What the offset is sent as: `offset`, `resultOffset`, `startIndex`. */
  readonly parameter: string
  /** How many records to ask for, and as what: `{ limit: 1000 }`. */
  readonly limit?: Readonly<Record<string, number>>
  /** Where the answer says how many records there are in all. */
  readonly total?: string
}): Paging => {
  const limit = options.limit ?? {}
  return {
    first: { ...limit, [options.parameter]: 0 },
    next: ({ body, count, total }) =>
      count === 0 || total >= (numberAt(body, options.total) ?? Number.POSITIVE_INFINITY)
        ? undefined
        : { query: { ...limit, [options.parameter]: total } }
  }
}

/** Pages have numbers. The end is an empty page, or the number of pages that the answer says at `pages`. */
export const byPage = (options: {
  /** What the number is sent as: `page`. */
  readonly parameter: string
  /** The first page's; 1 unless given. */
  readonly first?: number
  readonly limit?: Readonly<Record<string, number>>
  /** Where the answer says how many pages there are. */
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

/** `next` of a header `Link` (RFC 8288). */
const linkedNext = (header: string | undefined): string | undefined => {
  for (const [, target, parameters = ""] of (header ?? "").matchAll(/<([^>]*)>((?:\s*;[^,;"]*(?:"[^"]*")?)*)/g)) {
    const relation = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,]+))/i.exec(parameters)
    if (`${relation?.[1] ?? relation?.[2] ?? ""}`.toLowerCase().split(/\s+/).includes("next")) return target
  }
  return undefined
}

/** `next` among a body's links: a list with `rel` and `href` (OGC API), or an object (JSON:API). */
const listedNext = (body: unknown): string | undefined => {
  const links = memberAt(body, "links")
  const next = Array.isArray(links)
    ? (links as ReadonlyArray<unknown>).find((link) => memberAt(link, "rel") === "next")
    : memberAt(links, "next")
  const target = typeof next === "string" ? next : memberAt(next, "href")
  return typeof target === "string" && target !== "" ? target : undefined
}

/**
 * Each page names the address of the next one: in a header `Link`, among the body's `links`, or at a place of its own.
 * @param at where it stands in the answer, such as `paging.nextUrl`
 */
export const byLink = (at?: string): Paging => ({
  first: {},
  next: ({ answer, body }) => {
    const own = at === undefined ? undefined : memberAt(body, at)
    const url = at === undefined ? (linkedNext(answer.headers["link"]) ?? listedNext(body)) : own
    return typeof url === "string" && url !== "" ? { url } : undefined
  }
})
