import { unescape } from "node:querystring"
import { Effect, Schema } from "effect"
import { memberAt } from "../../../reading/Member.ts"
import type { Pages } from "../../../reading/paged/Pages.ts"
import { type Ask, chosen, jsonAt, jsonIfAny, type Recognize, type Records, valueOf, withQuery } from "./Service.ts"

/** OGC API Features, part 1 (OGC 17-069), and what pages in the same way, as the items of a STAC API do. */

/** How many records are requested at a time. Servers send fewer where they have a limit of their own. */
const usualRecords = 1000

const Collections = Schema.Struct({
  collections: Schema.Array(
    Schema.Struct({
      id: Schema.String,
      title: Schema.optionalKey(Schema.NullOr(Schema.String)),
      itemType: Schema.optionalKey(Schema.NullOr(Schema.String))
    })
  )
})

const decodeCollections = Schema.decodeUnknownOption(Collections)

const pages: Pages = { by: "link", size: { parameter: "limit", records: usualRecords } }

/** What servers call GeoJSON that send pages for people if they are not asked for it. */
const formats = [undefined, "json", "application/geo+json", "application/json", "geojson"]

const itemsPath = /^(.*\/collections\/([^/]+))(?:\/items)?\/?$/

/** The items of a collection, in GeoJSON. */
const itemsOf = Effect.fnUntraced(function* (url: URL, collection: string, name: string, ask: Ask) {
  const path = `${collection}/items`
  const paging = { limit: undefined, offset: undefined, startindex: undefined }
  const plain = withQuery(url, { ...paging, f: valueOf(url, "f") === "html" ? undefined : valueOf(url, "f") }, path)
  const isGeoJson = (body: unknown) => Array.isArray(memberAt(body, "features"))
  const asks = (which: URL) => withQuery(which, { limit: "1" })
  const records = (which: URL): Records => ({ url: which, pages, words: `the collection ${name} of an OGC API` })
  for (const f of formats) {
    const formatted = f === undefined ? plain : withQuery(plain, { f })
    if (isGeoJson(yield* jsonIfAny(asks(formatted), ask))) return records(formatted)
  }
  // Says what the service refuses.
  yield* jsonAt(asks(plain), ask)
  return undefined
})

/** Items, a collection, a list of collections, or the landing page of an API. */
export const ogcApi: Recognize = Effect.fnUntraced(function* (url, ask) {
  const [, collection, name = ""] = itemsPath.exec(url.pathname) ?? []
  if (collection !== undefined) return yield* itemsOf(url, collection, unescape(name), ask)
  const isLikely =
    /\/collections\/?$|\/(?:ogcapi|oapi(?:f)?|ogc-api|OGCFeatureServer|api\/features|ogc\/features(?:\/v\d+)?|features\/v\d+)(?:\/[^/]+)?\/?$/i.test(
      url.pathname
    )
  if (!isLikely) return undefined
  const path = url.pathname.replace(/\/(?:collections)?\/?$/, "").replace(/\/collections$/, "")
  const found = decodeCollections(yield* jsonIfAny(withQuery(url, { f: "json" }, `${path}/collections`), ask))
  if (found._tag === "None") return undefined
  const all = found.value.collections
    .filter(({ itemType }) => itemType === undefined || itemType === null || itemType === "feature")
    .map(({ id, title }) => ({ name: id, title: title ?? "" }))
  const { name: id } = yield* chosen(url, "collection", all, (one) => `${url.origin}${path}/collections/${one.name}`)
  return yield* itemsOf(url, `${path}/collections/${encodeURIComponent(id)}`, id, ask)
})
