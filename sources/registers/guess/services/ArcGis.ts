import { unescape } from "node:querystring"
import { Effect, Schema } from "effect"
import { memberAt } from "../../../reading/Member.ts"
import type { Pages } from "../../../reading/paged/Pages.ts"
import { type Ask, chosen, jsonAt, jsonIfAny, type Recognize, refuse, valueOf, withQuery } from "./Service.ts"

/** Services of Esri's ArcGIS: https://developers.arcgis.com/rest/services-reference/enterprise/query-feature-service-layer/ */

const Listed = Schema.Struct({
  id: Schema.Int,
  name: Schema.String,
  type: Schema.optionalKey(Schema.String),
  geometryType: Schema.optionalKey(Schema.NullOr(Schema.String)),
  subLayerIds: Schema.optionalKey(Schema.NullOr(Schema.Array(Schema.Int)))
})

const Service = Schema.Struct({
  layers: Schema.optionalKey(Schema.Array(Listed)),
  tables: Schema.optionalKey(Schema.Array(Listed))
})

const Layer = Schema.Struct({
  name: Schema.String,
  currentVersion: Schema.optionalKey(Schema.Finite),
  type: Schema.optionalKey(Schema.String),
  capabilities: Schema.optionalKey(Schema.NullOr(Schema.String)),
  maxRecordCount: Schema.optionalKey(Schema.Int),
  supportedQueryFormats: Schema.optionalKey(Schema.String),
  objectIdField: Schema.optionalKey(Schema.NullOr(Schema.String)),
  fields: Schema.optionalKey(Schema.NullOr(Schema.Array(Schema.Struct({ name: Schema.String, type: Schema.String })))),
  advancedQueryCapabilities: Schema.optionalKey(
    Schema.NullOr(Schema.Struct({ supportsPagination: Schema.optionalKey(Schema.Boolean) }))
  )
})
type Layer = typeof Layer.Type

const decodeService = Schema.decodeUnknownOption(Service)
const decodeLayer = Schema.decodeUnknownOption(Layer)

/** How many records a page has if the layer does not say how many: older servers send 500 unless told otherwise. */
const usualRecords = 500

/** More records than this on a page are slow on many servers. */
const mostRecords = 2000

/** ArcGIS Server 10.3, and 10.4; a service that does not say its version is none of Esri's. */
const firstWithPages = 10.3
const firstWithGeoJson = 10.4
const newest = Infinity

const place = /^(.*\/(?:FeatureServer|MapServer))(?:\/(\d+))?(?:\/query)?\/?$/i

/** Query values of requests for something else than records, and those that paging sets. */
const notWanted = Object.fromEntries(
  "resultOffset resultRecordCount returnIdsOnly returnCountOnly returnExtentOnly returnGeometry outStatistics cacheHint"
    .split(" ")
    .map((name) => [name, undefined])
)

const keyOf = ({ fields, objectIdField }: Layer): string | undefined =>
  objectIdField ?? fields?.find(({ type }) => type === "esriFieldTypeOID")?.name

const pagesOf = (records: number): Pages => ({
  by: "offset",
  parameter: "resultOffset",
  size: { parameter: "resultRecordCount", records },
  count: { query: { returnCountOnly: "true", f: "json" }, at: "count" }
})

/** Servers before 10.3, and some databases, have no pages, but the numbers of all records. */
const pagesByIds = (where: string, key: string, records: number): Pages => ({
  by: "ids",
  list: { query: { returnIdsOnly: "true", f: "json" }, at: "objectIds" },
  records,
  parameter: "where",
  value: `(${where}) AND ${key}>={from} AND ${key}<={to}`
})

const layerAt = Effect.fnUntraced(function* (url: URL, path: string, ask: Ask) {
  const at = withQuery(
    url,
    { ...notWanted, f: "json", where: undefined, outFields: undefined, orderByFields: undefined },
    path
  )
  const layer = decodeLayer(yield* jsonAt(at, ask))
  if (layer._tag === "None") return yield* refuse(at, "it says nothing of a layer. Check the URL in a browser.")
  const {
    advancedQueryCapabilities,
    capabilities,
    currentVersion = newest,
    maxRecordCount,
    supportedQueryFormats,
    type
  } = layer.value
  if (type === "Group Layer") return yield* refuse(at, "it is a group of layers. Give the URL of one of them.")
  if (capabilities !== undefined && capabilities !== null && !/query|data/i.test(capabilities)) {
    return yield* refuse(at, "its publisher does not let anyone query its records. Ask for a file.")
  }
  const key = keyOf(layer.value)
  const records = Math.min(maxRecordCount ?? usualRecords, mostRecords)
  const where = valueOf(url, "where") ?? "1=1"
  // Older servers send the first page again and again, and do not say so.
  const hasPages = advancedQueryCapabilities?.supportsPagination ?? currentVersion >= firstWithPages
  if (!hasPages && key === undefined) {
    return yield* refuse(
      at,
      "it can be read neither in pages nor by numbers (OBJECTID). Ask its publisher for a file, or export the layer, for example with QGIS."
    )
  }
  const hasGeoJson =
    supportedQueryFormats === undefined ? currentVersion >= firstWithGeoJson : /geojson/i.test(supportedQueryFormats)
  return {
    url: withQuery(
      url,
      {
        ...notWanted,
        where,
        outFields: valueOf(url, "outFields") ?? "*",
        outSR: "4326",
        orderByFields: hasPages ? (valueOf(url, "orderByFields") ?? key) : undefined,
        f: hasGeoJson ? "geojson" : "json"
      },
      `${path}/query`
    ),
    pages: hasPages ? pagesOf(records) : pagesByIds(where, key!, records),
    words: `the layer ${layer.value.name} of an ArcGIS service`
  }
})

/** Files that portals keep. */
const isFile = (type: unknown): boolean => typeof type === "string" && /^(?:CSV|GeoJson|Shapefile)$/i.test(type)

/** What an item of a portal stands for: https://developers.arcgis.com/rest/users-groups-and-items/item/ */
const targetOf = Effect.fnUntraced(function* (url: URL, at: URL, item: unknown) {
  const target = memberAt(item, "url")
  if (typeof target === "string" && URL.canParse(target) && place.test(new URL(target).pathname)) return new URL(target)
  if (isFile(memberAt(item, "type"))) return withQuery(at, {}, `${at.pathname}/data`)
  return yield* refuse(
    url,
    "it is the page of something that is no layer. Give the URL of the data, which the page shows."
  )
})

/** The item of a portal's page. */
const portalItem = Effect.fnUntraced(function* (url: URL, ask: Ask) {
  const [, portal] = /^(.*)\/home\/item\.html$/i.exec(url.pathname) ?? []
  const id = valueOf(url, "id")
  if (portal === undefined || id === undefined) return undefined
  const at = withQuery(url, { id: undefined }, `${portal}/sharing/rest/content/items/${id}`)
  return yield* targetOf(url, at, yield* jsonAt(withQuery(at, { f: "json" }), ask))
})

/** The item of a Hub's page, which has its ID and the number of a layer, or a name for both: https://hub.arcgis.com */
const hubItem = Effect.fnUntraced(function* (url: URL, ask: Ask) {
  const [, page] = /\/(?:datasets|maps)\/([^/]+)(?:\/(?:about|explore|data|api))?\/?$/.exec(url.pathname) ?? []
  if (page === undefined) return undefined
  const name = unescape(page)
  const named = withQuery(new URL("https://hub.arcgis.com"), { "filter[slug]": name }, "/api/v3/datasets")
  const id = name.includes("::") ? memberAt(yield* jsonIfAny(named, ask), "data.0.id") : name
  const [, item, layer] = /^([0-9a-f]{32})(?:_(\d+))?$/.exec(String(id)) ?? []
  if (item === undefined) return undefined
  const at = new URL(`https://www.arcgis.com/sharing/rest/content/items/${item}`)
  // Others call their data sets by such numbers, too.
  const found = yield* jsonIfAny(withQuery(at, { f: "json" }), ask)
  if (memberAt(found, "type") === undefined) return undefined
  const target = yield* targetOf(url, at, found)
  const isWhole = layer !== undefined && /Server\/?$/i.test(target.pathname)
  return isWhole ? withQuery(target, {}, `${target.pathname.replace(/\/$/, "")}/${layer}`) : target
})

const Directory = Schema.Struct({
  services: Schema.Array(Schema.Struct({ name: Schema.String, type: Schema.String }))
})

/** The service with the addresses in a directory of services, or in a folder of it. */
const serviceIn = Effect.fnUntraced(function* (url: URL, ask: Ask) {
  const [, root] = /^(.*\/rest\/services)(?:\/[^/]+)?\/?$/i.exec(url.pathname) ?? []
  if (root === undefined) return undefined
  const found = Schema.decodeUnknownOption(Directory)(yield* jsonAt(withQuery(url, { f: "json" }), ask))
  if (found._tag === "None") return undefined
  const all = found.value.services
    .filter(({ type }) => /^(?:Feature|Map)Server$/.test(type))
    .map(({ name, type }) => ({ name: `${name}/${type}`, title: "" }))
  // A map of features is the same service twice.
  const names = new Set(all.map(({ name }) => name))
  const services = all.filter(
    ({ name }) => !names.has(name.replace(/MapServer$/, "FeatureServer")) || name.endsWith("FeatureServer")
  )
  const service = yield* chosen(url, "service", services, ({ name }) => `${url.origin}${root}/${name}`)
  return withQuery(url, { f: undefined }, `${root}/${service.name}`)
})

/** A layer, a service, a query, a directory of services, or the page of an item. */
export const arcGis: Recognize = Effect.fnUntraced(function* (given, ask) {
  const item = (yield* portalItem(given, ask)) ?? (yield* hubItem(given, ask))
  const url = item ?? (yield* serviceIn(given, ask)) ?? given
  if (item?.pathname.endsWith("/data") === true) return { url, pages: undefined, words: "a file of an ArcGIS portal" }
  const [, root, id] = place.exec(url.pathname) ?? []
  if (root === undefined) return undefined
  if (id !== undefined) return yield* layerAt(url, `${root}/${id}`, ask)
  const service = decodeService(yield* jsonAt(withQuery(url, { f: "json" }, root), ask))
  if (service._tag === "None") return yield* refuse(url, "it says nothing of layers. Check the URL in a browser.")
  const { layers = [], tables = [] } = service.value
  const all = [...layers, ...tables]
    .filter(({ subLayerIds, type = "" }) => (subLayerIds ?? []).length === 0 && !/group|raster|annotation/i.test(type))
    .map(({ id: layer, name }) => ({ name: String(layer), title: name }))
  const layer = yield* chosen(url, "layer", all, ({ name }) => `${url.origin}${root}/${name}`)
  return yield* layerAt(url, `${root}/${layer.name}`, ask)
})
