/** What a request and its response say of other records than those that came. */
export interface Excerpt {
  /** How many records were asked for at most; undefined if there was no limit. */
  readonly most: number | undefined
  /** Whether the response links to a next page. */
  readonly hasNext: boolean
}

/** Query parameters for the number of records in a response. */
const sizes: ReadonlySet<string> = new Set([
  "limit",
  "$limit",
  "count",
  "maxfeatures",
  "per_page",
  "perpage",
  "per_side",
  "page_size",
  "pagesize",
  "size",
  "rows",
  "$top",
  "take",
  "resultrecordcount"
])

/** How many records a URL asks for, with the parameter for it. */
export const sizeIn = (url: URL): { readonly parameter: string; readonly records: number } | undefined => {
  const [parameter, value] = Array.from(url.searchParams).find(([name]) => sizes.has(name.toLowerCase())) ?? []
  const records = Number(value)
  return parameter !== undefined && Number.isInteger(records) && records > 0 ? { parameter, records } : undefined
}

/** Socrata sends so many if it is asked for no number: https://dev.socrata.com/docs/queries/limit */
const usualOf = ({ pathname }: URL): number | undefined =>
  /^\/resource\/[a-z0-9]{4}-[a-z0-9]{4}\.(?:json|geojson|csv)$/.test(pathname) ? 1000 : undefined

/** Undefined if nothing says that there may be others. */
export const excerptOf = (url: URL, hasNext: boolean): Excerpt | undefined => {
  const most = sizeIn(url)?.records ?? usualOf(url)
  return most === undefined && !hasNext ? undefined : { most, hasNext }
}
