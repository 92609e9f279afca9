import { jsonIn } from "../Json.ts"
import { memberAt } from "../Member.ts"
import { unescapeXml } from "../XmlReferences.ts"

/** What one page of a service's records says of the others. */
export interface Stated {
  /** How many records there are on all pages; undefined if it does not say. */
  readonly total: number | undefined
  /** How many of them it has, or has at most; undefined if it does not say. */
  readonly returned: number | undefined
  /** Whether it says that others follow, by a link to the next page or otherwise. */
  readonly hasMore: boolean
  /** How many pages there are; 1 if it does not say. */
  readonly pages: number
  /** Whether it says that it lacks records that were asked for, as Esri's servers do. */
  readonly isCut: boolean
}

/** Headers of a response, by names in lower case. */
export type Headers = Readonly<Record<string, string | undefined>>

const words = (text: string): ReadonlyArray<string> => text.trim().split(/\s+/)

/** Objects in which services say something of the page: at the top, or beside the records. */
const places = [
  "",
  ...words(
    "meta metadata _meta _page header pagination meta.pagination meta.page paging page pageInfo page_info result results.common response response.body context hits hits.total d"
  )
]

/** The paths of members with any of these names. */
const at = (where: ReadonlyArray<string>, names: string): ReadonlyArray<string> =>
  where.flatMap((place) => words(names).map((name) => (place === "" ? name : `${place}.${name}`)))

/**
 * What services call the number of all records: WFS and OGC API; GeoServer; Opendatasoft; STAC; OData; Solr;
 * Elasticsearch, in `hits.total`; Spring; Hydra; offices of Norway, Sweden and Korea; and others, as programmers like to
 * call it.
 */
const totals = at(
  places,
  `
  numberMatched totalFeatures total_count matchCount totalCount nhits matched @odata.count odata.count __count
  numFound value totalElements totalItems hydra:totalItems totalRecords total_records totalResults total_results
  total_items recordsFiltered totalresults totaltAntallTreff totaltAntalTraffar found total
`
)

/** The same in headers: of PostgREST and many more; GitLab; Rails; WordPress; ldproxy. */
const totalHeaders = ["x-total-count", "x-total", "total-count", "x-wp-total", "ogc-numbermatched"]

/** What services call the number of records on a page. */
const counts = at(places, "numberReturned numberOfFeatures limit rows per_page perPage treffPerSide")

/** Objects with links, as HAL, JSON:API, Django and others have them. */
const linkPlaces = [
  "",
  ...words(
    "_links meta meta.links meta.pagination meta.pagination.links pagination pagination.links paging page d view hydra:view"
  )
]

/** Members that may have the URL of the next page, or something else. */
const nexts = at(
  linkPlaces,
  `
  next hydra:next @odata.nextLink odata.nextLink __next nextLink next_link next_url nextUrl next_page_url
  nextPageUrl next_page nextPage
`
)

/** Members that are true if there are more pages. */
const mores = at(places, "hasMore has_more hasNext has_next hasNextPage has_next_page")

/** Members with a value to request the next page with. */
const cursors = [
  ...at(places, "next_cursor nextCursor nextPageToken next_page_token nextToken next_token"),
  "_page.next"
]

/** Members with the number of pages. */
const pageCounts = at(places, "totalPages total_pages totalNumPages pageCount page_count lastPage last_page")

/** The limit that Esri's servers say they exceeded: of their own JSON at the top, of GeoJSON in either place. */
const cuts = ["exceededTransferLimit", "properties.exceededTransferLimit"]

const numberOf = (found: unknown): number | undefined =>
  // GeoServer says "unknown".
  (typeof found === "number" && Number.isInteger(found)) || (typeof found === "string" && /^\d+$/.test(found))
    ? Number(found)
    : undefined

const firstAt = <A>(body: unknown, paths: ReadonlyArray<string>, read: (found: unknown) => A | undefined) => {
  for (const path of paths) {
    const found = read(memberAt(body, path))
    if (found !== undefined) return found
  }
  return undefined
}

/** `next` in a `Link` header (RFC 8288). */
const linkedNext = (header: string | undefined): string | undefined => {
  for (const [, target, parameters = ""] of (header ?? "").matchAll(/<([^<>]*)>((?:\s*;[^,;"]*(?:"[^"]*")?)*)/g)) {
    const relation = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,]+))/i.exec(parameters)
    if (`${relation?.[1] ?? relation?.[2] ?? ""}`.toLowerCase().split(/\s+/).includes("next")) return target
  }
  return undefined
}

const targetOf = (value: unknown): string | undefined => {
  const target = typeof value === "string" ? value : memberAt(value, "href")
  return typeof target === "string" && target !== "" ? target : undefined
}

/** Of a number, a cursor or a name, none is a URL. OData's may begin with the name of the table. */
const urlOf = (value: unknown): string | undefined => {
  const target = targetOf(value)
  return target !== undefined && /^(?:https?:\/\/|\/|[\w.()~-]*\?)/i.test(target) ? target : undefined
}

/** A link that takes a body, as STAC has them, leads nowhere without it. */
const isPost = (link: unknown): boolean => memberAt(link, "method") === "POST"

/**
 * The URL of the next page: in the `Link` header (RFC 8288); among the body's `links`, a list with `rel` and `href` (OGC
 * API); or in another member that is usual for it.
 */
export const nextLink = ({ link }: Headers, body: unknown): string | undefined => {
  const links = memberAt(body, "links")
  const listed = Array.isArray(links)
    ? (links as ReadonlyArray<unknown>).find((one) => memberAt(one, "rel") === "next" && !isPost(one))
    : memberAt(links, "next")
  return linkedNext(link) ?? targetOf(listed) ?? firstAt(body, nexts, urlOf)
}

/** Django's `count` stands beside its `next`; elsewhere, it is that of the page. */
const countOf = (body: unknown): number | undefined =>
  memberAt(body, "next") === undefined ? undefined : numberOf(memberAt(body, "count"))

const totalIn = (headers: Headers, body: unknown): number | undefined =>
  firstAt(body, totals, numberOf) ??
  countOf(body) ??
  firstAt(headers, totalHeaders, numberOf) ??
  // PostgREST counts records, and not bytes: https://docs.postgrest.org/en/stable/references/api/pagination_count.html
  numberOf(/^(?!bytes)(?:\w+ )?(?:\d+-\d+|\*)\/(\d+)$/.exec(headers["content-range"] ?? "")?.[1])

/** @param path where the number of all records is, if that is known */
export const statedIn = (body: unknown, headers: Headers = {}, path?: string): Stated => {
  const isCut = cuts.some((cut) => memberAt(body, cut) === true)
  const hasMore =
    isCut ||
    nextLink(headers, body) !== undefined ||
    mores.some((more) => memberAt(body, more) === true) ||
    cursors.some((cursor) => (memberAt(body, cursor) ?? "") !== "")
  const pages = firstAt(body, pageCounts, numberOf) ?? 1
  const total = path === undefined ? totalIn(headers, body) : numberOf(memberAt(body, path))
  // deegree writes 0 before it knows: https://github.com/deegree/deegree3
  return { total, returned: firstAt(body, counts, numberOf) || undefined, pages, isCut, hasMore }
}

/** Whether JSON says that something failed, as it may beside an empty list. */
export const saysFault = (body: unknown): boolean =>
  memberAt(body, "success") === false ||
  ["error", "errors"].some((name) => {
    const found = memberAt(body, name) ?? false
    return found !== false && found !== "" && !(Array.isArray(found) && found.length === 0)
  })

/** The first tag of XML, which has what WFS says of its pages. It ends before the next begins: so each is read once. */
const rootOf = (text: string): string => /<[^?!<][^<>]*>/.exec(text)?.[0] ?? ""

/** The attributes of a document's first element. */
export const rootAttributes = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Array.from(rootOf(text).matchAll(/\s([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g), ([, name = "", one, other]) => [
      name,
      unescapeXml(one ?? other ?? "", () => {})
    ])
  )

/** Strings, brackets, and what is between them. */
const piece = /"(?:[^"\\]|\\[^])*"?|[[\]{}]|[^"[\]{}]+/g

/** JSON without its arrays, but for those of links, with what closes it where it was cut off. */
const frameOf = (text: string): readonly [frame: string, ends: string] => {
  let ends = ""
  let frame = ""
  let within = 0
  for (const [token] of text.matchAll(piece)) {
    if (within > 0 || (token === "[" && !/"links"\s*:\s*$/.test(frame.slice(-40)))) {
      within += token === "[" ? 1 : token === "]" ? -1 : 0
      if (token === "]" && within === 0) frame += "null"
      continue
    }
    if (token === "[" || token === "{") ends = `${token === "[" ? "]" : "}"}${ends}`
    else if (token === "]" || token === "}") ends = ends.slice(1)
    frame += token
  }
  return [within > 0 ? `${frame}null` : frame, ends]
}

/** How often what is cut off within its frame is shortened to be read. */
const mostCuts = 20

const parsedStart = (text: string): unknown => {
  let [frame, ends] = frameOf(text)
  let found = jsonIn(frame + ends)
  for (let cut = 0; cut < mostCuts && found === undefined; cut++) {
    ;[frame, ends] = frameOf(frame.slice(0, Math.max(0, frame.lastIndexOf(","))))
    found = jsonIn(frame + ends)
  }
  return found
}

/** What a page says at its beginning, which may be cut off anywhere. */
export const statedAtStart = (text: string): Stated =>
  statedIn(text.startsWith("<") ? rootAttributes(text) : parsedStart(text))
