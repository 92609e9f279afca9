import { createHash } from "node:crypto"
import { basename } from "node:path"
import { unescape } from "node:querystring"
import { Context, Effect, FileSystem, Layer, Option, type Scope, Stream } from "effect"
import { HttpClient } from "effect/http"
import type { SourceError } from "../DataSource.ts"
import { Scratch, type ScratchPlace } from "../scratch/ScratchFile.ts"
import { LocationsMustExist } from "../SourceType.ts"
import { firstBytes } from "./Bytes.ts"
import { headBytes, packingOf, unpack, unpackedName } from "./Compression.ts"
import { allFiles, type FileAccess, filesBelow } from "./Folders.ts"
import { makeGuardedClient } from "./GuardedHttp.ts"
import { isAllowed, isNamed } from "./Hosts.ts"
import { family, type Item, makeOnRead } from "./Items.ts"
import { defaultPatience, type HttpPatience, makeHttp, privateServer, type RemoteFile } from "./Http.ts"
import { type Limits, longestDocument } from "./Limits.ts"
import { type LocalFile, makeLocalFiles } from "./LocalFiles.ts"
import { objectStoreLocation } from "./ObjectStore.ts"
import { misconfigured, type Origin, shown, unreadable, within } from "./Origin.ts"
import { type DownloadRequest, Downloads, remoteParts } from "./Downloads.ts"
import { guardedByName, makeDispatcher } from "./Proxies.ts"
import { noProxies, type ProxySettings, ReadingSettings, type SourceAccess } from "./Settings.ts"
import { type Upstreams, usualUpstreams } from "./Upstreams.ts"
import type { RandomAccess } from "./RandomAccess.ts"
import { decodeText } from "./Text.ts"
import { openZip } from "./Zip.ts"

export type { RandomAccess } from "./RandomAccess.ts"

/** One data file, unpacked. */
export interface Entry {
  /** For messages, with the full path to it. */
  readonly origin: Origin
  /** Path within the location, through archives: `us.zip/ca/alameda.csv`. For a single file, its name. */
  readonly path: string
  /** The bytes from the start. May be run again until the stream of entries moves on. */
  readonly bytes: Stream.Stream<Uint8Array, SourceError>
  /**
   * For formats that need random access. A remote file is downloaded to a temporary file or, with `ranges`, downloaded
   * in parts if the server supports it.
   */
  readonly randomAccess: (remote?: "download" | "ranges") => Effect.Effect<RandomAccess, SourceError, Scope.Scope>
  /** The file in the same folder or archive with the same name but another extension (`.dbf`), ignoring case. */
  readonly sibling: (ending: string) => Entry | undefined
}

interface EntriesOptions {
  /**
   * Whether to read a file or open an archive, by its path as in `Entry.path`. Called at every level before anything is
   * unpacked, but not for a single file that the location names.
   */
  readonly select?: (path: string) => boolean
}

/** A file, a folder or a URL, as an operator names it. */
export interface Location {
  readonly origin: Origin
  /** The same value means that the data have not changed. */
  readonly fingerprint: Effect.Effect<string, SourceError>
  /** All files, one after another, including those in archives. */
  readonly entries: (options?: EntriesOptions) => Stream.Stream<Entry, SourceError>
  /** Fails if nothing can be there: a check before anything is read, for people who enter a location. */
  readonly present: Effect.Effect<void, SourceError>
  /** The same for repeated reading: a remote file is downloaded once and kept as long as the scope. */
  readonly held: Effect.Effect<Location, SourceError, Scope.Scope>
}

export interface ReaderSettings {
  readonly limits: Limits
  readonly patience: HttpPatience
  readonly upstreams?: Upstreams
  /** How publishers of the data can reach the operator. */
  readonly contact?: string | undefined
}

/** Remote files up to this size are streamed; larger ones are stored, so that nothing is downloaded twice. */
const streamedBytes = 4 * 1024 ** 2

/** The limits from the settings. */
const usual = Effect.map(ReadingSettings, ({ contact, limits, upstreams }): ReaderSettings => ({
  limits,
  contact,
  upstreams,
  patience: defaultPatience
}))

/** What a reader may access. */
interface Reach {
  readonly client: HttpClient.HttpClient
  readonly files: FileAccess
  /** Whether the server of a URL may be read from, as far as the URL alone tells. */
  readonly mayRead: (url: URL) => boolean
}

const make = (
  { contact, limits, patience, upstreams = usualUpstreams }: ReaderSettings,
  { client, files, mayRead }: Reach
) =>
  Effect.gen(function* () {
    const http = makeHttp(client, patience, limits, contact)
    const downloads = Option.getOrUndefined(yield* Effect.serviceOption(Downloads))
    const scratch = yield* Scratch
    const local = makeLocalFiles(yield* FileSystem.FileSystem, files, limits)
    const present = (origin: Origin, url: URL) =>
      mayRead(url) ? Effect.void : Effect.fail(privateServer(origin, url.hostname))

    const headOf = (item: Item): Effect.Effect<Uint8Array, SourceError> =>
      item.head === undefined ? firstBytes(item.bytes, headBytes) : Effect.succeed(item.head)

    const toEntry = (item: Item, packing: "gzip" | "zstd" | "plain"): Entry => {
      const { onRead } = item
      const read =
        onRead === undefined ? item.bytes : Stream.tap(item.bytes, (chunk: Uint8Array) => onRead(chunk.length))
      const bytes = packing === "plain" ? read : unpack(item.origin, packing, limits, item.packedSize)(read)
      const onDisk = packing === "plain" ? item.local : undefined
      return {
        origin: item.origin,
        path: packing === "plain" ? item.path : unpackedName(item.path),
        bytes,
        randomAccess: Effect.fnUntraced(function* (remote) {
          if (remote === "ranges" && packing === "plain" && item.ranges !== undefined) return yield* item.ranges
          const whole =
            packing === "plain" && item.whole !== undefined ? item.whole : local.temporary(item.origin, bytes)
          const { size, ...one } = onDisk ?? (yield* whole)
          const file = yield* local.place(item.origin, { size, ...one })
          return { size, file, readRange: yield* local.parts(item.origin, { file, size }) }
        }),
        sibling: (ending) => {
          const found = item.sibling(ending)
          return found === undefined ? undefined : toEntry(found, "plain")
        }
      }
    }

    const open = (item: Item, depth: number, select: (path: string) => boolean): Stream.Stream<Entry, SourceError> =>
      Stream.unwrap(
        Effect.gen(function* () {
          const packing = packingOf(yield* headOf(item))
          if (packing !== "zip") return Stream.succeed(toEntry(item, packing))
          if (depth >= limits.depth) {
            return yield* unreadable(item.origin, `archives are nested more than ${limits.depth} deep.`)
          }
          const archive = item.local ?? (yield* item.whole ?? local.temporary(item.origin, item.bytes))
          const sum = item.sum ?? { packed: archive.size, unpacked: 0 }
          const members = yield* openZip(item.origin, yield* local.place(item.origin, archive), sum, limits)
          const toItem = family(members, (member) => ({
            origin: within(item.origin, member.path),
            path: member.path,
            bytes: member.bytes,
            packedSize: member.packedSize,
            sum,
            ...(item.onRead === undefined
              ? {}
              : { onRead: (bytes: number) => item.onRead!((bytes * member.packedSize) / Math.max(1, member.size)) })
          }))
          const path = (name: string) => (depth === 0 ? name : `${item.path}/${name}`)
          return Stream.fromIterable(members.filter((member) => select(path(member.path)))).pipe(
            Stream.flatMap((member) => open({ ...toItem(member), path: path(member.path) }, depth + 1, select))
          )
        })
      )

    const localLocation = (origin: Origin, path: string): Location => ({
      origin,
      held: Effect.sync(() => localLocation(origin, path)),
      present: Effect.flatMap(local.list(origin, path), ({ files }) =>
        files.some((file) => file.fault === undefined)
          ? Effect.void
          : Effect.fail(misconfigured(origin, "it is a folder without a file that can be read. Check the path."))
      ),
      fingerprint: Effect.gen(function* () {
        const hash = createHash("sha256")
        const { files, single } = yield* local.list(origin, path)
        for (const file of files) {
          const known = local.fingerprint(origin, file)
          // A file that may not be read is usually not wanted; if it is, reading it fails.
          const either = single
            ? known
            : Effect.catchIf(
                known,
                ({ reason }) => reason === "misconfigured",
                ({ message }) => Effect.succeed(message)
              )
          hash.update(`${file.path}\0${yield* either}\0`)
        }
        return hash.digest("hex")
      }),
      entries: ({ select = () => true } = {}) =>
        Stream.unwrap(
          Effect.gen(function* () {
            const { files, single } = yield* local.list(origin, path)
            const [only] = files
            const wanted = single ? files : files.filter((file) => select(file.path))
            const onRead = makeOnRead(
              origin,
              wanted.reduce((sum, { size }) => sum + size, 0)
            )
            const toItem = family(single ? yield* local.neighbours(origin, only!) : files, (file) => ({
              origin: single ? origin : within(origin, file.path),
              path: file.path,
              onRead,
              bytes: local.bytes(origin, file),
              // Of files next to the named one, only the names are known.
              ...(single && file !== only ? {} : { local: file })
            }))
            return Stream.fromIterable(wanted).pipe(
              Stream.flatMap((file) => open(toItem(file), single ? 0 : 1, select))
            )
          })
        )
    })

    const remoteLocation = (origin: Origin, url: URL): Location => {
      const address = url.href
      const requestOf = (remote: RemoteFile): DownloadRequest => ({
        origin,
        url: address,
        shown: shown(url),
        http,
        remote
      })
      const wholeOf = (remote: RemoteFile): Effect.Effect<LocalFile, SourceError, Scope.Scope> =>
        downloads === undefined
          ? local.temporary(origin, http.bytes(origin, address))
          : downloads.file(requestOf(remote))
      const entries =
        (held: LocalFile | undefined): Location["entries"] =>
        ({ select = () => true } = {}) =>
          Stream.unwrap(
            Effect.gen(function* () {
              const remote = yield* http.probe(origin, address, headBytes)
              const { head, name = basename(unescape(url.pathname)), ranges, size } = remote
              const isKept = downloads !== undefined && (size === undefined || size > streamedBytes)
              const whole = held === undefined ? wholeOf(remote) : Effect.succeed(held)
              const streamed = held === undefined && !isKept
              const item: Item = {
                origin,
                path: name,
                bytes: streamed
                  ? http.bytes(origin, address)
                  : Stream.unwrap(Effect.map(whole, (file) => local.bytes(origin, file))),
                head,
                sibling: () => undefined,
                whole,
                ...(size === undefined ? {} : { onRead: makeOnRead(origin, size) }),
                ...(ranges && size !== undefined ? { ranges: remoteParts(downloads, requestOf(remote), size) } : {})
              }
              return open(item, 0, select)
            })
          )
      const location: Location = {
        origin,
        present: present(origin, url),
        held: Effect.gen(function* () {
          const file = yield* wholeOf(yield* http.probe(origin, address, headBytes))
          return { ...location, entries: entries(file) }
        }),
        fingerprint: http.version(origin, address).pipe(
          Effect.flatMap((version) =>
            version !== undefined
              ? Effect.succeed(version)
              : // The server says nothing that changes with the file: only its content tells.
                Effect.scoped(
                  Effect.gen(function* () {
                    const file = yield* wholeOf(yield* http.probe(origin, address, headBytes))
                    return yield* local.hash(origin, file)
                  })
                )
          )
        ),
        entries: entries(undefined)
      }
      return location
    }

    const located = Effect.fnUntraced(function* (
      source: string,
      text: string
    ): Effect.fn.Return<Location, SourceError> {
      const scheme = /^([a-z][a-z0-9+.-]+):\/\//i.exec(text)?.[1]?.toLowerCase()
      if (scheme === undefined && text.trim() !== "") return localLocation({ source, place: text }, text)
      const url = URL.canParse(text) ? new URL(text) : undefined
      if (url !== undefined && (scheme === "http" || scheme === "https")) {
        return remoteLocation({ source, place: shown(url) }, url)
      }
      return yield* misconfigured(
        { source, place: text.trim() === "" ? "the location" : text },
        "it is neither a path nor an http or https address."
      )
    })

    const bucket = Effect.fnUntraced(function* (source: string, text: string): Effect.fn.Return<Location, SourceError> {
      const url = URL.canParse(text) ? new URL(text) : undefined
      if (url === undefined || (url.protocol !== "http:" && url.protocol !== "https:")) {
        return yield* misconfigured({ source, place: text }, "it is not an http or https address.")
      }
      const origin = { source, place: shown(url) }
      return objectStoreLocation(http, downloads, origin, url, limits, present(origin, url))
    })

    /** People who enter a location learn at once if nothing can be there. */
    const checked = Effect.fnUntraced(function* (found: Effect.Effect<Location, SourceError>) {
      const location = yield* found
      if (yield* LocationsMustExist) yield* location.present
      return location
    })
    return Reader.of({
      at: (source, text) => checked(located(source, text)),
      under: (source, text) => checked(bucket(source, text)),
      document: Effect.fnUntraced(function* (source, text) {
        const url = URL.canParse(text) ? new URL(text) : undefined
        if (url === undefined || !/^https?:$/.test(url.protocol)) {
          return yield* misconfigured({ source, place: text }, "it is no http or https address.")
        }
        const origin = { source, place: shown(url) }
        yield* present(origin, url)
        const bytes = Stream.limitBytes(http.bytes(origin, url.href), longestDocument, () =>
          Stream.fail(unreadable(origin, `it is longer than ${longestDocument} bytes, which no index is.`))
        )
        return yield* Stream.mkString(decodeText(origin)(bytes))
      }),
      scratch,
      size: Effect.fnUntraced(function* (text) {
        const url = URL.canParse(text) ? new URL(text) : undefined
        if (url === undefined || !/^https?:$/.test(url.protocol) || !mayRead(url)) return undefined
        return yield* http.size({ source: "directory", place: shown(url) }, url.href)
      }),
      upstreams
    })
  })

/** Access for the command line: anyone with a shell has it anyway. */
const everything = Effect.map(HttpClient.HttpClient, (client): Reach => ({
  client,
  files: allFiles,
  mayRead: () => true
}))

/** Files of certain folders, and public servers; for as long as the scope. */
const confined = Effect.fnUntraced(function* (access: SourceAccess, proxies: ProxySettings) {
  const { hosts } = access
  const hasProxy = proxies.http !== undefined || proxies.https !== undefined
  const port = (url: URL) => Number(url.port || (url.protocol === "https:" ? 443 : 80))
  const direct = yield* makeGuardedClient(hosts, (options) => makeDispatcher(proxies, options))
  const client = hasProxy ? guardedByName(hosts)(direct) : direct
  const files = filesBelow(yield* FileSystem.FileSystem, access)
  const reach: Reach = {
    client,
    files,
    mayRead: (url) => isNamed(url.hostname) || isAllowed(hosts, url.hostname, port(url), url.hostname)
  }
  return reach
})

/** How every source reads what an operator names. */
export class Reader extends Context.Service<
  Reader,
  {
    /** Reads nothing yet: problems with a location appear when it is read. */
    readonly at: (source: string, text: string) => Effect.Effect<Location, SourceError>
    /** The objects at an http(s) URL in a bucket that can be listed like those of Amazon S3. */
    readonly under: (source: string, text: string) => Effect.Effect<Location, SourceError>
    /** The text at an http(s) URL, held in memory: for indexes and catalogs. */
    readonly document: (source: string, text: string) => Effect.Effect<string, SourceError>
    /** Size of the file at an http(s) URL, requested once; undefined if unknown. */
    readonly size: (text: string) => Effect.Effect<number | undefined>
    /** The place for data that do not fit in memory. */
    readonly scratch: ScratchPlace
    /** The URLs of the open data that Doorstep knows by name. */
    readonly upstreams: Upstreams
  }
>()("doorstep/Reader") {
  static readonly layerWith = (settings: ReaderSettings) =>
    Layer.effect(
      Reader,
      Effect.flatMap(everything, (reach) => make(settings, reach))
    )
  /** With the configured limits and the usual timeouts and retries. */
  static readonly layer = Layer.effect(
    Reader,
    Effect.gen(function* () {
      return yield* make(yield* usual, yield* everything)
    })
  )
}

/** For sources configured over HTTP: a console session does not imply a shell. */
export class ConfinedReader extends Context.Service<ConfinedReader, Reader["Service"]>()("doorstep/ConfinedReader") {
  static readonly layerWith = (settings: ReaderSettings, access: SourceAccess, proxies = noProxies) =>
    Layer.effect(
      ConfinedReader,
      Effect.flatMap(confined(access, proxies), (reach) => make(settings, reach))
    )
  /** With `SOURCE_FOLDERS` and `SOURCE_HOSTS`. */
  static readonly layer = Layer.effect(
    ConfinedReader,
    Effect.gen(function* () {
      const { access, proxies } = yield* ReadingSettings
      return yield* make(yield* usual, yield* confined(access, proxies))
    })
  )
}
