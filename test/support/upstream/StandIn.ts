import { createHash } from "node:crypto"
import { Effect, type Scope } from "effect"
import { usualUpstreams, type Upstreams } from "../../../sources/reading/Upstreams.ts"
import { type Bucket, makeBucket } from "../../sources/overture/Bucket.ts"
import { type GeofabrikIndex, smallIndex } from "./GeofabrikIndex.ts"
import { type StandInPart, stacDocuments } from "./Stac.ts"
import { zipOf } from "./Tables.ts"

/**
 * Local stand-ins for the upstreams: Geofabrik, Overture's catalog and bucket, OpenAddresses and GeoNames, each under a
 * path of one server. Files put there are served with `Range`, `If-Range` and ETags, and listed as S3 does. `bucket`
 * controls the server's misbehavior and records its requests.
 */
export interface StandIn {
  readonly bucket: Bucket
  readonly upstreams: Upstreams
  /** Settings for a separate process. */
  readonly settings: Readonly<Record<string, string>>
  /** Serves Geofabrik's index, real or a small one in the same form, with its URLs pointing here. */
  readonly geofabrik: (index?: GeofabrikIndex | string) => void
  /** Serves an extract such as `europe/liechtenstein`, with its `.md5` and state file. */
  readonly extract: (path: string, bytes: Uint8Array, sequence?: number) => void
  /** Adds a release to catalog and bucket, as the latest unless the options say otherwise. */
  readonly release: (
    name: string,
    parts: Readonly<Record<string, ReadonlyArray<StandInPart>>>,
    options?: { readonly latest?: string }
  ) => void
  /** Removes a release from the catalog, from the bucket, or from both. */
  readonly withdraw: (name: string, from?: "catalog" | "bucket") => void
  readonly openAddresses: (data: unknown, licenses: unknown) => void
  /** Serves a country's postal codes in GeoNames' form: tab-separated lines in a zip archive. */
  readonly postcodes: (country: string, lines: string) => void
}

const text = (content: unknown): Buffer =>
  Buffer.from(typeof content === "string" ? content : JSON.stringify(content, undefined, 2))

export const standIn: Effect.Effect<StandIn, never, Scope.Scope> = Effect.map(makeBucket({}), (bucket): StandIn => {
  const base = bucket.url.replace(/\/$/, "")
  const upstreams: Upstreams = {
    geofabrik: `${base}/geofabrik`,
    overtureStac: `${base}/stac`,
    openAddresses: `${base}/openaddresses`,
    geoNames: `${base}/geonames`
  }
  const put = (path: string, content: unknown) =>
    bucket.objects.set(path, content instanceof Uint8Array ? content : text(content))
  const releases: Array<string> = []
  const made: StandIn = {
    bucket,
    upstreams,
    settings: {
      GEOFABRIK_URL: upstreams.geofabrik,
      OVERTURE_STAC_URL: upstreams.overtureStac,
      OPENADDRESSES_URL: upstreams.openAddresses,
      GEONAMES_URL: upstreams.geoNames
    },
    geofabrik: (index = smallIndex) =>
      put(
        "geofabrik/index-v1.json",
        (typeof index === "string" ? index : JSON.stringify(index, undefined, 2)).replaceAll(
          usualUpstreams.geofabrik,
          upstreams.geofabrik
        )
      ),
    extract: (path, bytes, sequence = 4000) => {
      const file = `${path.split("/").at(-1)!}-latest.osm.pbf`
      put(`geofabrik/${path}-latest.osm.pbf`, bytes)
      put(`geofabrik/${path}-latest.osm.pbf.md5`, `${createHash("md5").update(bytes).digest("hex")}  ${file}\n`)
      put(
        `geofabrik/${path}-updates/state.txt`,
        `# original OSM minutely replication sequence number 6500000\ntimestamp=2026-08-20T20\\:21\\:15Z\nsequenceNumber=${sequence}\n`
      )
    },
    release: (name, parts, { latest } = {}) => {
      if (!releases.includes(name)) releases.unshift(name)
      const documents = stacDocuments(base, releases, latest ?? name, name, parts)
      for (const [path, content] of documents) put(path, content)
    },
    withdraw: (name, from) => {
      for (const key of bucket.objects.keys()) {
        const inCatalog = key.startsWith(`stac/${name}/`)
        const inBucket = key.startsWith(`release/${name}/`)
        if ((inCatalog && from !== "bucket") || (inBucket && from !== "catalog")) bucket.objects.delete(key)
      }
    },
    openAddresses: (data, licenses) => {
      put("openaddresses/api/data", data)
      put("openaddresses/api/licenses", licenses)
    },
    postcodes: (country, lines) => put(`geonames/export/zip/${country}.zip`, zipOf(country, lines))
  }
  return made
})
