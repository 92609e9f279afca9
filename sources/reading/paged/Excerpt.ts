import type { Stated } from "./Stated.ts"

/** What a request, and the headers of its response, say of other records than those that came. */
export interface Excerpt {
  /** How many records were asked for at most; undefined if there was no limit. */
  readonly most: number | undefined
  readonly stated: Stated
}

/** Query parameters for the number of records in a response. */
const sizes: ReadonlySet<string> = new Set(
  "limit $limit _limit page[limit] page[size] treffperside numofrows countperpage maxresults max count maxfeatures per_page perpage per_side page_size pagesize size rows $top take resultrecordcount".split(
    " "
  )
)

/** How many records a URL asks for, with the parameter for it. */
export const sizeIn = (url: URL): { readonly parameter: string; readonly records: number } | undefined => {
  const [parameter, value] = Array.from(url.searchParams).find(([name]) => sizes.has(name.toLowerCase())) ?? []
  const records = Number(value)
  return parameter !== undefined && Number.isInteger(records) && records > 0 ? { parameter, records } : undefined
}

/**
 * Socrata sends so many if it is asked for no number: https://dev.socrata.com/docs/queries/limit ; and so does Supabase,
 * unless its owner has set another: https://supabase.com/docs/guides/api
 */
const usualOf = ({ pathname }: URL): number | undefined =>
  /^\/resource\/[a-z0-9]{4}-[a-z0-9]{4}\.(?:json|geojson|csv)$|^\/rest\/v1\/\w+$/.test(pathname) ? 1000 : undefined

/** How many records a URL asks for at most; undefined if it sets no limit. */
export const mostIn = (url: URL): number | undefined => sizeIn(url)?.records ?? usualOf(url)

/** Undefined if nothing says that there may be others. */
export const excerptOf = (url: URL, stated: Stated): Excerpt | undefined => {
  const most = mostIn(url)
  return most === undefined && !stated.hasMore && stated.total === undefined ? undefined : { most, stated }
}

/** Of which records a page has some, in a few words; undefined if it may have all. */
export const partOf = ({ most, stated }: Excerpt, records: number): string | undefined => {
  if (stated.total !== undefined && stated.total > records) return `${records} of ${stated.total} records`
  if (stated.hasMore) return `${records} records and a next page`
  if (stated.pages > 1) return `${records} records, one of ${stated.pages} pages`
  return records === most ? `${records} records, which is the most that its URL asks for` : undefined
}
