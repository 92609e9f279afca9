import { createHash } from "node:crypto"
import { unescape } from "node:querystring"
import { Effect, Stream } from "effect"
import type { SourceError } from "../DataSource.ts"
import { headBytes } from "./Compression.ts"
import type { Http } from "./Http.ts"
import { type Limits, longestListing } from "./Limits.ts"
import { misconfigured, type Origin, shown, transient, unreadable, within } from "./Origin.ts"
import { parse } from "./Parser.ts"
import { type Downloads, remoteParts } from "./Downloads.ts"
import type { Entry, Location } from "./Location.ts"
import { decodeText } from "./Text.ts"
import { xmlRecords } from "./Xml.ts"

/** An object of a bucket, as in its listing. */
interface StoredObject {
  readonly url: string
  /** Its key without the listed prefix. */
  readonly path: string
  readonly size: number
  /** ETag, or else the time of the last change. */
  readonly version: string
}

/**
 * The bucket's URL and the prefix of its keys. The bucket is in the host name or, for S3's own hosts, the first part of
 * the path.
 */
const bucketOf = (url: URL): { readonly root: string; readonly prefix: string } => {
  const path = unescape(url.pathname).replace(/^\/+/, "")
  if (!/^s3[.-].*amazonaws\.com$/.test(url.host)) return { root: `${url.origin}/`, prefix: path }
  const [bucket = "", ...rest] = path.split("/")
  return { root: `${url.origin}/${bucket}/`, prefix: rest.join("/") }
}

/** `theme=addresses` keeps its equals sign, which is valid in a path. */
const pathOf = (key: string): string =>
  key
    .split("/")
    .map((part) => encodeURIComponent(part).replaceAll("%3D", "="))
    .join("/")

/**
 * The objects of an S3 bucket with a prefix, by ListObjectsV2: pages of XML, each with a token for the next.
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html
 */
const listObjects = (
  http: Http,
  origin: Origin,
  url: URL,
  limits: Limits
): Effect.Effect<ReadonlyArray<StoredObject>, SourceError> => {
  const { prefix, root } = bucketOf(url)
  const noListing = (cause?: unknown) =>
    misconfigured(
      origin,
      "the server does not list its files as Amazon S3 does. Name a single file, or a folder of downloaded ones.",
      cause
    )

  const page = Effect.fnUntraced(function* (token: string | undefined) {
    const query = new URLSearchParams({ "list-type": "2", prefix })
    if (token !== undefined) query.set("continuation-token", token)
    const bytes = Stream.limitBytes(http.bytes(origin, `${root}?${query}`), longestListing, () =>
      Stream.fail(noListing())
    )
    const text = yield* Stream.mkString(decodeText(origin)(bytes))
    const elements = (name: string) =>
      Stream.succeed(text).pipe(
        parse(origin, xmlRecords(new Set([name]))),
        Stream.runCollect,
        Effect.mapError(noListing),
        Effect.filterOrFail(
          (found) => found.every(({ fault }) => fault === undefined),
          () => noListing()
        )
      )
    const [whole] = yield* elements("ListBucketResult")
    if (whole === undefined) return yield* noListing()
    const objects = (yield* elements("Contents")).map(({ leaves }): StoredObject => {
      const key = leaves.get("Key") ?? ""
      return {
        url: `${root}${pathOf(key)}`,
        path: key.slice(prefix.length).replace(/^\/+/, ""),
        size: Number(leaves.get("Size")),
        version: leaves.get("ETag") ?? leaves.get("LastModified") ?? ""
      }
    })
    const next = whole.leaves.get("IsTruncated") === "true" ? whole.leaves.get("NextContinuationToken") : undefined
    return { objects, next }
  })

  return Effect.gen(function* () {
    const found: Array<StoredObject> = []
    const tokens = new Set<string>()
    let token: string | undefined
    do {
      const { next, objects }: { objects: ReadonlyArray<StoredObject>; next: string | undefined } = yield* page(token)
      for (const object of objects) found.push(object)
      if (found.length > limits.files) {
        return yield* misconfigured(origin, `it holds more than ${limits.files} files. Name a prefix with fewer.`)
      }
      if (next !== undefined && tokens.has(next)) {
        return yield* unreadable(origin, "the server lists the same files over and over.")
      }
      if (next !== undefined) tokens.add(next)
      token = next
    } while (token !== undefined)
    return found.filter(({ path }) => path !== "" && !path.endsWith("/")).sort((a, b) => (a.path < b.path ? -1 : 1))
  })
}

const entryOf = (
  http: Http,
  downloads: Downloads["Service"] | undefined,
  prefix: Origin,
  object: StoredObject
): Entry => {
  const { path, size, url, version } = object
  const origin = within(prefix, path)
  const randomAccess = Effect.gen(function* () {
    const file = yield* http.probe(origin, url, headBytes)
    if (
      file.size !== size ||
      (file.version !== undefined && version.includes('"') && !file.version.includes(version))
    ) {
      return yield* transient(origin, "the file changed since it was listed. Read it again.")
    }
    if (!file.ranges) {
      return yield* misconfigured(origin, "the server does not send parts of files. Download them and name the folder.")
    }
    const request = { origin, url, shown: shown(new URL(url)), http, remote: file }
    return yield* remoteParts(downloads, request, size)
  })
  return {
    origin,
    path,
    bytes: http.bytes(origin, url),
    randomAccess: () => randomAccess,
    sibling: () => undefined
  }
}

/** The objects of a bucket with a prefix, as a folder of files that are read in parts and never unpacked. */
export const objectStoreLocation = (
  http: Http,
  downloads: Downloads["Service"] | undefined,
  origin: Origin,
  url: URL,
  limits: Limits,
  present: Location["present"]
): Location => {
  const objects = listObjects(http, origin, url, limits)
  const location: Location = {
    origin,
    present,
    // A release must not be downloaded whole by accident.
    held: Effect.sync(() => location),
    fingerprint: Effect.map(objects, (found) => {
      const hash = createHash("sha256")
      for (const { path, size, version } of found) hash.update(`${path}\0${size}\0${version}\0`)
      return hash.digest("hex")
    }),
    entries: ({ select = () => true } = {}) =>
      Stream.fromIterableEffect(objects).pipe(
        Stream.filter(({ path }) => select(path)),
        Stream.map((object) => entryOf(http, downloads, origin, object))
      )
  }
  return location
}
