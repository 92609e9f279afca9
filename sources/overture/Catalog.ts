import { Effect, Schema } from "effect"
import type { SourceError } from "../DataSource.ts"
import { type Origin, unreadable } from "../reading/Origin.ts"
import type { Reader } from "../reading/Reader.ts"
import type { BoundingBox } from "./Area.ts"

type Reading = Reader["Service"]

/** Parallel requests for items. */
const concurrency = 4

const Link = Schema.Struct({
  rel: Schema.String,
  href: Schema.String,
  latest: Schema.optionalKey(Schema.Boolean)
})

const Root = Schema.Struct({
  latest: Schema.optionalKey(Schema.String),
  links: Schema.optionalKey(Schema.Array(Link))
})

const Collection = Schema.Struct({ links: Schema.Array(Link) })

const Asset = Schema.Struct({
  href: Schema.String,
  alternate: Schema.optionalKey(Schema.Record(Schema.String, Schema.Struct({ href: Schema.String })))
})

const Count = Schema.optionalKey(Schema.Finite)

const Item = Schema.Struct({
  bbox: Schema.optionalKey(Schema.Array(Schema.Finite)),
  properties: Schema.Struct({ num_rows: Count, "table:row_count": Count }),
  assets: Schema.Record(Schema.String, Asset)
})

/** A file of a release, as in the catalog. */
export interface CatalogPart {
  /** Its name, unique among all releases. */
  readonly path: string
  /** The URL of its bytes. */
  readonly url: string
  /** Undefined: it may lie anywhere. */
  readonly box: BoundingBox | undefined
  readonly rows: number | undefined
}

const originOf = (source: string, place: string): Origin => ({ source, place })

const read = Effect.fnUntraced(function* <S extends Schema.Top & { readonly DecodingServices: never }>(
  reader: Reading,
  source: string,
  url: string,
  schema: S
): Effect.fn.Return<S["Type"], SourceError> {
  const text = yield* reader.document(source, url)
  return yield* Schema.decodeEffect(Schema.fromJsonString(schema))(text).pipe(
    Effect.mapError((cause) =>
      unreadable(
        originOf(source, url),
        "it is not what Overture's catalog should have there. Check OVERTURE_STAC_URL.",
        cause
      )
    )
  )
})

const releaseName = /^\d{4}-\d{2}-\d{2}[\w.-]{0,40}$/

/** The name of the latest release: `latest` in the catalog's root, or the link marked so. */
export const latestRelease = Effect.fnUntraced(function* (
  reader: Reading,
  source: string
): Effect.fn.Return<string, SourceError> {
  const url = `${reader.upstreams.overtureStac}/catalog.json`
  const { latest, links = [] } = yield* read(reader, source, url, Root)
  const marked = links
    .find((link) => link.latest === true)
    ?.href.replace(/^\.\//, "")
    .split("/")[0]
  const name = latest ?? marked
  if (name !== undefined && releaseName.test(name)) return name
  return yield* unreadable(originOf(source, url), "it does not say which release is the latest.")
})

const isParquet = (href: string): boolean => /\.parquet(?:\?|$)/i.test(href)

/** The http(s) URL among an item's URLs: Amazon's is preferred, because releases appear there first. */
const addressOf = (assets: (typeof Item.Type)["assets"], base: string): string | undefined => {
  const all = Object.entries(assets).flatMap(([name, { alternate = {}, href }]) => [
    { name, href },
    ...Object.values(alternate).map((other) => ({ name, href: other.href }))
  ])
  const files = all.filter(({ href }) => isParquet(href))
  const http = files.filter(({ href }) => /^https?:/i.test(href) || !/^[a-z0-9+.-]+:/i.test(href))
  const s3 = files.find(({ href }) => href.startsWith("s3://"))
  const found = http.find(({ name }) => /^aws/i.test(name)) ?? http[0] ?? s3
  return found === undefined ? undefined : URL.canParse(found.href, base) ? new URL(found.href, base).href : undefined
}

const boxOf = (bbox: ReadonlyArray<number> | undefined): BoundingBox | undefined => {
  if (bbox === undefined) return undefined
  // With heights, the corners have three numbers each (RFC 7946, section 5).
  const [west, south, east, north] = bbox.length === 6 ? [bbox[0], bbox[1], bbox[3], bbox[4]] : bbox
  return west === undefined || south === undefined || east === undefined || north === undefined
    ? undefined
    : [west, south, east, north]
}

/** URLs of the items of a release's feature type. `type` is its path in the catalog: `addresses/address`. */
export const catalogItems = Effect.fnUntraced(function* (
  reader: Reading,
  source: string,
  release: string,
  type: string
): Effect.fn.Return<ReadonlyArray<string>, SourceError> {
  const url = `${reader.upstreams.overtureStac}/${release}/${type}/collection.json`
  const { links } = yield* read(reader, source, url, Collection)
  const items = links.filter(({ href, rel }) => rel === "item" && URL.canParse(href, url))
  if (items.length === 0) return yield* unreadable(originOf(source, url), "it lists no files.")
  return items.map(({ href }) => new URL(href, url).href)
})

/** The files of items. */
export const catalogParts = (
  reader: Reading,
  source: string,
  items: ReadonlyArray<string>
): Effect.Effect<ReadonlyArray<CatalogPart>, SourceError> =>
  Effect.forEach(
    items,
    Effect.fnUntraced(function* (item) {
      const { assets, bbox, properties } = yield* read(reader, source, item, Item)
      const url = addressOf(assets, item)
      if (url === undefined) return yield* unreadable(originOf(source, item), "it names no Parquet file.")
      const path = url
        .replace(/[?#].*/, "")
        .split("/")
        .at(-1)!
      return { path, url, box: boxOf(bbox), rows: properties.num_rows ?? properties["table:row_count"] }
    }),
    { concurrency }
  )
