import { Effect } from "effect"
import type { SourceError } from "../../DataSource.ts"
import { byCursor, byLink, byOffset, byPage, type Next, type Paging } from "../api/Paging.ts"
import { plain } from "../api/Requests.ts"
import { isKey, misconfigured, type Origin, unreadable } from "../Origin.ts"
import type { Pages } from "./Pages.ts"
import { withValues } from "./Queries.ts"

/** A request for a page: changes to the query of the location, or a path with a query of the same server. */
export interface Step {
  readonly query?: Readonly<Record<string, string | number>>
  readonly url?: string
}

/** Pages of records between two numbers, so many at a time. */
const byIds = ({ parameter, records, value }: Pages & { readonly by: "ids" }, ids: ReadonlyArray<number>): Paging => {
  const queryOf = (page: number) => {
    const from = ids[page * records]
    const to = ids[Math.min(ids.length, (page + 1) * records) - 1]
    return from === undefined
      ? undefined
      : { query: { [parameter]: value.replaceAll("{from}", String(from)).replaceAll("{to}", String(to)) } }
  }
  return { first: queryOf(0)?.query ?? {}, next: ({ number }) => queryOf(number) }
}

const pagingOf = (pages: Pages, ids: ReadonlyArray<number>): Paging => {
  if (pages.by === "ids") return byIds(pages, ids)
  const limit = pages.size === undefined ? {} : { limit: { [pages.size.parameter]: pages.size.records } }
  switch (pages.by) {
    case "offset":
      return byOffset({ parameter: pages.parameter, ...limit })
    case "number":
      return byPage({
        parameter: pages.parameter,
        ...limit,
        ...(pages.first === undefined ? {} : { first: pages.first })
      })
    case "link":
      return { ...byLink(pages.at), first: limit.limit ?? {} }
    case "cursor":
      return byCursor({ at: pages.at, parameter: pages.parameter, ...limit })
  }
}

/**
 * How the pages of a service are requested one after another.
 * @param ids the numbers of all records in order, if pages are requested by these
 */
export const stepsOf = (
  pages: Pages,
  ids: ReadonlyArray<number> = []
): { readonly first: Step; readonly next: Paging["next"] } => {
  const { first, next } = pagingOf(pages, ids)
  return { first: { query: plainQuery(first) }, next }
}

const plainQuery = (query: Readonly<Record<string, Parameters<typeof plain>[0]>>): Record<string, string> =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [name, plain(value)]))

/** A path with a query on a server. As a relative URL, one that begins with two slashes would lead to another server. */
const atPath = (own: URL, path: string): URL => {
  const { search, pathname } = new URL(`${own.origin}${path}`)
  return Object.assign(new URL(own), { pathname, search, hash: "" })
}

/** The URL of a page. */
export const toUrl = (base: URL, { query = {}, url }: Step): URL => {
  const made = withValues(url?.startsWith("/") ? atPath(base, url) : new URL(url ?? base.href, base), query)
  if (url !== undefined) {
    for (const [name, value] of base.searchParams) {
      if (isKey(name) && !made.searchParams.has(name)) made.searchParams.set(name, value)
    }
  }
  return made
}

/** The URL of a service's first page. */
export const firstPage = (url: URL, pages: Pages): URL => toUrl(url, stepsOf(pages).first)

/**
 * The URL of a link on the server that was asked: services behind a proxy name themselves in links by addresses of their
 * own. Undefined if it leads to another server, which gets no keys.
 */
export const onServer = (own: URL, link: URL): URL | undefined => {
  if (link.hostname === own.hostname) return atPath(own, `${link.pathname}${link.search}`)
  return own.pathname.endsWith(link.pathname) ? atPath(own, `${own.pathname}${link.search}`) : undefined
}

/** How the next page is requested. */
export const following = (
  origin: Origin,
  base: URL,
  from: URL,
  next: Next
): Effect.Effect<Step | undefined, SourceError> => {
  if (next === undefined) return Effect.undefined
  if ("query" in next) return Effect.succeed({ query: plainQuery(next.query) })
  if (!URL.canParse(next.url, from.href)) {
    return Effect.fail(unreadable(origin, 'the link to the next page is not a URL. Check the mapping\'s "pages".'))
  }
  const link = new URL(next.url, from)
  const url = onServer(base, link)
  if (url === undefined) {
    return Effect.fail(
      misconfigured(
        origin,
        `the link to the next page leads to another server, ${link.host}, which is not read. If it is the right one, use it as the source's location.`
      )
    )
  }
  for (const [name, value] of base.searchParams) if (isKey(name)) url.searchParams.delete(name, value)
  // The location's own path may have a key in it, too.
  const isOwn = url.pathname === base.pathname && url.search !== ""
  return Effect.succeed({ url: isOwn ? url.search : `${url.pathname}${url.search}` })
}
