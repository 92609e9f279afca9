import { Effect } from "effect"
import { memberAt } from "../../../reading/Member.ts"
import { type Ask, chosen, jsonIfAny, type Recognize, type Records, refuse, valueOf, withQuery } from "./Service.ts"

/** Portals of open data: CKAN, Socrata and Opendatasoft. */

/** How many records are requested at a time: CKAN sends at most 32,000, Socrata 50,000, in megabytes. */
const usualRecords = 5000

const uuid = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/i

const paging = { offset: undefined, limit: undefined }

/** https://docs.ckan.org/en/latest/maintaining/datastore.html#the-datastore-api */
const ckanRecords = (url: URL, root: string, id: string): Records => ({
  url: withQuery(
    url,
    { ...paging, resource_id: id, sort: valueOf(url, "sort") ?? "_id" },
    `${root}/api/3/action/datastore_search`
  ),
  pages: {
    by: "offset",
    parameter: "offset",
    size: { parameter: "limit", records: usualRecords },
    total: "result.total"
  },
  words: "a table of a CKAN portal"
})

interface Resource {
  readonly name: string
  readonly title: string
  readonly file: string
  readonly isTable: boolean
}

const text = (value: unknown): string => (typeof value === "string" ? value : "")

/** The tables of a data set's page. */
const ckanDataset = Effect.fnUntraced(function* (url: URL, root: string, name: string, ask: Ask) {
  const body = yield* jsonIfAny(withQuery(new URL(url.origin), { id: name }, `${root}/api/3/action/package_show`), ask)
  const listed = memberAt(body, "result.resources")
  if (!Array.isArray(listed)) return undefined
  const resources = (listed as ReadonlyArray<unknown>).map((one): Resource => ({
    name: text(memberAt(one, "id")),
    title: [memberAt(one, "name"), memberAt(one, "format")].map(text).filter(Boolean).join(", "),
    file: text(memberAt(one, "url")),
    isTable: memberAt(one, "datastore_active") === true
  }))
  const tables = resources.filter(({ isTable }) => isTable)
  const {
    file,
    isTable,
    name: id,
    title
  } = yield* chosen(url, "resource", tables.length > 0 ? tables : resources, (one) => one.file)
  if (isTable) return ckanRecords(new URL(url.origin), root, id)
  return URL.canParse(file)
    ? { url: new URL(file), pages: undefined, words: `the resource ${title} of a CKAN portal` }
    : undefined
})

/** A request to the datastore, or the page of a resource or a data set. */
export const ckan: Recognize = Effect.fnUntraced(function* (url, ask) {
  const [, root, action] = /^(.*)\/api\/(?:3\/)?action\/(datastore_search(?:_sql)?)\/?$/.exec(url.pathname) ?? []
  const id = valueOf(url, "resource_id")
  if (root !== undefined && action === "datastore_search" && id !== undefined) return ckanRecords(url, root, id)
  if (action === "datastore_search_sql") {
    return yield* refuse(url, "a query in SQL has no pages. Use datastore_search with the resource's ID.")
  }
  const [, before, name, rest = ""] = /^(.*)\/dataset\/([^/]+)(.*)$/.exec(url.pathname) ?? []
  if (before === undefined || name === undefined) return undefined
  const resource = rest.startsWith("/resource/") ? uuid.exec(rest)?.[0] : undefined
  if (resource === undefined) return yield* ckanDataset(url, before, name, ask)
  const found = ckanRecords(new URL(url.origin), before, resource)
  const body = yield* jsonIfAny(withQuery(found.url, { limit: "1" }), ask)
  if (memberAt(body, "success") === true) return found
  // Not each resource is a table of the portal's own: others are files.
  const shown = yield* jsonIfAny(
    withQuery(new URL(url.origin), { id: resource }, `${before}/api/3/action/resource_show`),
    ask
  )
  const file = text(memberAt(shown, "result.url"))
  return URL.canParse(file) && file !== url.href
    ? { url: new URL(file), pages: undefined, words: "a file of a CKAN portal" }
    : undefined
})

/** https://dev.socrata.com/docs/queries/ : a request, or the page of a table. */
export const socrata: Recognize = Effect.fnUntraced(function* (url, ask) {
  const [, id] =
    /^\/(?:resource|d|api\/views|api\/id|[^/]+\/[^/]+)\/([a-z0-9]{4}-[a-z0-9]{4})(?:\.\w+|\/(?:about_data|data|explore.*|rows\.\w+))?\/?$/.exec(
      url.pathname
    ) ?? []
  if (id === undefined) return undefined
  const isFile = url.pathname.endsWith("/rows.csv")
  if (isFile) return undefined
  const own = url.pathname.startsWith("/resource/") ? url : new URL(url.origin)
  const records = (format: string) =>
    withQuery(
      own,
      { $limit: undefined, $offset: undefined, $order: valueOf(own, "$order") ?? ":id" },
      `/resource/${id}.${format}`
    )
  // Tables without positions have no GeoJSON.
  for (const [format, at] of [
    ["geojson", "features"],
    ["json", ""]
  ] as const) {
    const body = yield* jsonIfAny(withQuery(records(format), { $limit: "1" }), ask)
    if (!Array.isArray(memberAt(body, at))) continue
    return {
      url: records(format),
      pages: { by: "offset", parameter: "$offset", size: { parameter: "$limit", records: usualRecords } },
      words: "a table of a Socrata portal"
    }
  }
  return undefined
})

/**
 * https://help.opendatasoft.com/apis/ods-explore-v2/ : records are limited to the first 10,000, exports are not. A
 * request, or the page of a data set.
 */
export const opendatasoft: Recognize = Effect.fnUntraced(function* (url, ask) {
  const [, id] =
    /^\/(?:[a-z]{2}\/)?(?:explore\/dataset|api\/(?:explore\/)?v2(?:\.\d)?\/catalog\/datasets)\/([^/]+)(?:\/.*)?$/.exec(
      url.pathname
    ) ?? []
  const first = /^\/api\/records\/1\.0\/(?:search|download)\/?$/.test(url.pathname)
    ? valueOf(url, "dataset")
    : undefined
  const dataset = id ?? first
  if (dataset === undefined || /\/exports\//.test(url.pathname)) return undefined
  const own =
    first === undefined && url.pathname.startsWith("/api/")
      ? url
      : withQuery(new URL(url.origin), { apikey: valueOf(url, "apikey") })
  const exported = (format: string) =>
    withQuery(
      own,
      { ...paging, rows: undefined, start: undefined },
      `/api/explore/v2.1/catalog/datasets/${dataset}/exports/${format}`
    )
  // Data sets without positions have no GeoJSON.
  const body = yield* jsonIfAny(withQuery(exported("geojson"), { limit: "1" }), ask)
  const isGeoJson = Array.isArray(memberAt(body, "features"))
  return {
    url: exported(isGeoJson ? "geojson" : "json"),
    pages: undefined,
    words: "a data set of an Opendatasoft portal"
  }
})
