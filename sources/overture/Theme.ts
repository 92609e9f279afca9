import { Effect, type Scope, Stream } from "effect"
import type { SourceError } from "../DataSource.ts"
import { misconfigured, unreadable } from "../reading/Origin.ts"
import type { ParquetFile } from "../reading/Parquet.ts"
import { type Entry, type Location, Reader } from "../reading/Reader.ts"
import type { Wanted } from "./Rows.ts"

/** A feature type of a release, and the columns to read. */
export interface Theme {
  /** In the layout of releases: `theme=addresses/type=address/`. */
  readonly folder: string
  readonly required: ReadonlyArray<string>
  readonly optional: ReadonlyArray<string>
  /** The leaves to read of nested columns; the others need not be downloaded, and would take most of the time. */
  readonly leaves?: Readonly<Record<string, ReadonlyArray<string>>>
}

/** Overture's own buckets are in the region that their names end with; for others, S3 says the region. */
const bucketUrl = (bucket: string): string => {
  const region = /-([a-z]{2}-[a-z]+-\d)$/.exec(bucket)?.[1]
  return `https://${bucket}.s3.${region === undefined ? "" : `${region}.`}amazonaws.com/`
}

/** The bucket's public URL for `s3://bucket/key`, the form in Overture's documentation. */
export const asHttp = (place: string): string => {
  const [, bucket, key] = /^s3:\/\/([^/]+)(?:\/(.*))?$/.exec(place) ?? []
  return bucket === undefined ? place : `${bucketUrl(bucket)}${(key ?? "").replace(/\*[^]*$/, "")}`
}

/** Whether a path is a prefix of a bucket, not a file: it has no extension and no query. */
const isPrefix = (url: URL): boolean =>
  url.search === "" && !/\.[a-z0-9]+$/i.test(url.pathname.replace(/\.\d+\/?$/, ""))

/** The theme's folder of a release; any other prefix as given. */
const prefixOf = (url: URL, theme: Theme): string => {
  const path = url.pathname.replace(/(?<!\/)\/*$/, "/")
  const [name = "", type = ""] = theme.folder.split("/")
  const below = /\/\d{4}-\d{2}-\d{2}[^/]*\/$/.test(path) ? theme.folder : path.endsWith(`/${name}/`) ? `${type}/` : ""
  return `${url.origin}${path}${below}`
}

/** The location of a theme's files. */
export interface ThemePlace {
  /** Changes when the files do. */
  readonly fingerprint: Effect.Effect<string, SourceError>
  /** The release that the fingerprint belongs to, if the location follows the latest. */
  readonly release: Effect.Effect<string | undefined, SourceError>
  /** The files that may contain wanted rows. */
  readonly parts: (wanted: Wanted) => Stream.Stream<Part, SourceError>
}

/** A file, a folder, or the URL of a file, a release or a prefix in one. */
export const locateTheme = Effect.fnUntraced(function* (
  source: string,
  place: string,
  theme: Theme
): Effect.fn.Return<ThemePlace, SourceError, Reader> {
  const reader = yield* Reader
  const address = asHttp(place)
  const url = /^https?:\/\//i.test(address) && URL.canParse(address) ? new URL(address) : undefined
  const location =
    url !== undefined && isPrefix(url)
      ? yield* reader.under(source, prefixOf(url, theme))
      : yield* reader.at(source, address)
  return {
    fingerprint: location.fingerprint,
    release: Effect.succeed(undefined),
    parts: () => partsOf(location, theme)
  }
})

/** In a folder with whole releases, the files of the theme; Spark leaves `_SUCCESS` and the like beside them. */
const isPart = ({ folder }: Theme) => {
  const own = folder.split("/")
  return (path: string): boolean =>
    /\.(parquet|zip)$/i.test(path) &&
    path.split("/").every((part) => !/^(theme|type)=/.test(part) || own.includes(part))
}

/** Reads the footer of a file, which must have the theme's columns. */
export const openPart = Effect.fnUntraced(function* (
  entry: Entry,
  { folder, leaves = {}, optional, required }: Theme
): Effect.fn.Return<ParquetFile, SourceError, Scope.Scope> {
  const access = yield* entry.randomAccess("ranges")
  const wanted = new Map(
    [...required, ...optional, "bbox"].map((column) => {
      const some = leaves[column]
      return [column, some === undefined ? "whole" : new Set(some)] as const
    })
  )
  // The Parquet reader is loaded on first use.
  const { openParquet } = yield* Effect.promise(() => import("../reading/Parquet.ts"))
  const file = yield* openParquet(entry.origin, access, wanted)
  const missing = required.filter((column) => !file.columns.includes(column))
  if (missing.length === 0) return file
  return yield* unreadable(
    entry.origin,
    `it has no column ${missing.join(", ")}, as files of ${folder.replace(/\/$/, "")} have. Its columns are ${file.columns.slice(0, 30).join(", ")}.`
  )
})

/** A file of a theme. */
export interface Part {
  /** Within the folder or prefix. */
  readonly path: string
  /** Reads its footer. */
  readonly open: Effect.Effect<ParquetFile, SourceError, Scope.Scope>
}

/** The files of a theme. An empty list is an error. */
const partsOf = (location: Location, theme: Theme): Stream.Stream<Part, SourceError> =>
  Stream.suspend(() => {
    let parts = 0
    const none = Effect.suspend(() =>
      parts > 0
        ? Effect.void
        : Effect.fail(
            misconfigured(location.origin, `there is no .parquet file of ${theme.folder.replace(/\/$/, "")} in it.`)
          )
    )
    return location.entries({ select: isPart(theme) }).pipe(
      Stream.map((entry): Part => {
        parts += 1
        return { path: entry.path, open: openPart(entry, theme) }
      }),
      Stream.concat(Stream.fromEffectDrain(none))
    )
  })
