import { basename } from "node:path"
import { unescape } from "node:querystring"
import { Effect, type Scope, Stream } from "effect"
import type { SourceError } from "../DataSource.ts"
import { headBytes } from "./Compression.ts"
import { type DownloadRequest, type Downloads, OnlyFirst, remoteParts } from "./Downloads.ts"
import { entriesOf, type Unpacker } from "./Entries.ts"
import type { Http } from "./Http.ts"
import type { RemoteFile } from "./HttpRange.ts"
import { type Item, makeOnRead } from "./Items.ts"
import type { LocalFile } from "./LocalFile.ts"
import type { Location } from "./Location.ts"
import { type Origin, shown, withoutKeys } from "./Origin.ts"
import { excerptOf } from "./paged/Excerpt.ts"
import { pagedHttp } from "./paged/PagedHttp.ts"
import type { Paging } from "./paged/Service.ts"

/** Remote files up to this size are streamed; larger ones are stored, so that nothing is downloaded twice. */
const streamedBytes = 4 * 1024 ** 2

/** What reads files over HTTP. */
export interface RemoteReaders extends Unpacker {
  readonly http: Http
  /** Keeps downloads; undefined if nothing is kept. */
  readonly downloads: Downloads["Service"] | undefined
}

/** A file at a URL, or the pages of a service as one file. */
export const remoteLocation = (
  readers: RemoteReaders,
  origin: Origin,
  url: URL,
  present: Location["present"],
  paging?: Paging
): Location => {
  const { downloads, local } = readers
  const http = paging === undefined ? readers.http : pagedHttp(readers.http, { url, ...paging })
  // What is kept of a service depends on how its pages are read, and not on keys, of which the next run may have others.
  const address = paging === undefined ? url.href : `${withoutKeys(url).href}#${JSON.stringify(paging)}`
  const probe = http.probe(origin, address, headBytes)
  const requestOf = (remote: RemoteFile): DownloadRequest => ({ origin, url: address, shown: shown(url), http, remote })
  const wholeOf = (remote: RemoteFile): Effect.Effect<LocalFile, SourceError, Scope.Scope> =>
    downloads === undefined ? local.temporary(origin, http.bytes(origin, address)) : downloads.file(requestOf(remote))

  const itemOf = (remote: RemoteFile, held: LocalFile | undefined, onlyFirst: boolean): Item => {
    const { head, name = basename(unescape(url.pathname)), ranges, size } = remote
    const isKept = downloads !== undefined && (size === undefined || size > streamedBytes)
    const whole = held === undefined ? wholeOf(remote) : Effect.succeed(held)
    // Servers make exports, whose length they do not know, anew for each request: these are requested once.
    const isDropped = onlyFirst && (paging !== undefined || size !== undefined)
    const streamed = held === undefined && (!isKept || isDropped)
    const excerpt = paging === undefined ? excerptOf(url, remote.stated) : undefined
    return {
      origin,
      path: name,
      bytes: streamed
        ? http.bytes(origin, address)
        : Stream.unwrap(Effect.map(whole, (file) => local.bytes(origin, file))),
      head,
      sibling: () => undefined,
      whole,
      ...(excerpt === undefined ? {} : { excerpt }),
      ...(size === undefined ? {} : { onRead: makeOnRead(origin, size) }),
      ...(ranges && size !== undefined ? { ranges: remoteParts(downloads, requestOf(remote), size) } : {})
    }
  }
  const onlyFirstPages = Effect.map(OnlyFirst, (onlyFirst) => onlyFirst && paging !== undefined)
  const entries =
    (held: LocalFile | undefined): Location["entries"] =>
    ({ select = () => true } = {}) =>
      Stream.unwrap(
        Effect.zipWith(probe, OnlyFirst, (remote, onlyFirst) =>
          entriesOf(readers, itemOf(remote, held, onlyFirst), 0, select)
        )
      )

  const location: Location = {
    origin,
    present,
    held: Effect.map(Effect.flatMap(probe, wholeOf), (file) => ({ ...location, entries: entries(file) })),
    fingerprint: Effect.flatMap(onlyFirstPages, (onlyFirst) =>
      onlyFirst ? Effect.map(probe, ({ validator }) => validator) : http.version(origin, address)
    ).pipe(
      Effect.flatMap((version) =>
        version !== undefined
          ? Effect.succeed(version)
          : // The server sends nothing that changes with the file: only the content does.
            Effect.scoped(Effect.flatMap(Effect.flatMap(probe, wholeOf), (file) => local.hash(origin, file)))
      )
    ),
    entries: entries(undefined)
  }
  return location
}
