import { Context, Effect, FileSystem, Layer, Option, Stream } from "effect"
import { HttpClient } from "effect/http"
import type { SourceError } from "../DataSource.ts"
import { Scratch, type ScratchPlace } from "../scratch/ScratchFile.ts"
import { LocationsMustExist } from "../SourceType.ts"
import { Downloads } from "./Downloads.ts"
import { allFiles, type FileAccess, filesBelow } from "./Folders.ts"
import { makeGuardedClient } from "./GuardedHttp.ts"
import { isAllowed, isNamed } from "./Hosts.ts"
import { type Http, makeHttp } from "./Http.ts"
import { defaultPatience, type HttpPatience } from "./HttpPatience.ts"
import { privateServer } from "./HttpRequests.ts"
import { type Limits, longestDocument } from "./Limits.ts"
import { makeLocalFiles } from "./LocalFiles.ts"
import { localLocation } from "./LocalLocation.ts"
import type { Location } from "./Location.ts"
import { objectStoreLocation } from "./ObjectStore.ts"
import { misconfigured, type Origin, shown, unreadable } from "./Origin.ts"
import type { Paging } from "./paged/Service.ts"
import { guardedByName, throughProxies } from "./Proxies.ts"
import { remoteLocation, type RemoteReaders } from "./RemoteLocation.ts"
import { noProxies, type ProxySettings, ReadingSettings, type SourceAccess } from "./Settings.ts"
import { decodeText } from "./Text.ts"
import { type Upstreams, usualUpstreams } from "./Upstreams.ts"

export type { Entry, Location } from "./Location.ts"
export type { RandomAccess } from "./RandomAccess.ts"

export interface ReaderSettings {
  readonly limits: Limits
  readonly patience: HttpPatience
  readonly upstreams?: Upstreams
  /** How publishers of the data can reach the operator. */
  readonly contact?: string | undefined
}

/** The limits from the settings. */
const usual = Effect.map(ReadingSettings, ({ contact, limits, upstreams }): ReaderSettings => ({
  limits,
  contact,
  upstreams,
  patience: defaultPatience
}))

/** A service's response. */
export interface ServiceAnswer {
  readonly text: string
  readonly headers: Readonly<Record<string, string | undefined>>
}

/** What a reader may access. */
interface Reach {
  readonly client: HttpClient.HttpClient
  readonly files: FileAccess
  /** Whether the server of a URL may be read from, as far as the URL alone tells. */
  readonly mayRead: (url: URL) => boolean
}

/** The http or https URL in a text; undefined if it is not one. */
const webAddress = (text: string): URL | undefined => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url !== undefined && /^https?:$/.test(url.protocol) ? url : undefined
}

/** The http or https URL that a source must have there. */
const onTheWeb = (source: string, text: string): Effect.Effect<{ origin: Origin; url: URL }, SourceError> => {
  const url = webAddress(text)
  return url === undefined
    ? Effect.fail(misconfigured({ source, place: text }, "it is not an http(s) URL."))
    : Effect.succeed({ origin: { source, place: shown(url) }, url })
}

/** The response of a service, whose refusal has its own words. */
const askService = Effect.fnUntraced(function* (http: Http, origin: Origin, url: URL) {
  const { bytes, headers } = yield* http.document(origin, url.href, () => undefined)
  return { text: yield* Stream.mkString(decodeText(origin)(Stream.succeed(bytes))), headers }
})

/** The text at a URL, held in memory. */
const readDocument = (http: Http, origin: Origin, url: URL) => {
  const bytes = Stream.limitBytes(http.bytes(origin, url.href), longestDocument, () =>
    Stream.fail(unreadable(origin, `it is longer than ${longestDocument} bytes, too long for an index.`))
  )
  return Stream.mkString(decodeText(origin)(bytes))
}

/** Fails if the server of a URL may not be read from. */
type Present = (origin: Origin, url: URL) => Location["present"]

/** What a source calls a location: a path, or an http(s) URL, whose pages a mapping may describe. */
const locate = Effect.fnUntraced(function* (
  readers: RemoteReaders,
  present: Present,
  source: string,
  text: string,
  paging: Paging | undefined
): Effect.fn.Return<Location, SourceError> {
  const hasScheme = /^([a-z][a-z0-9+.-]+):\/\//i.test(text)
  if (!hasScheme && text.trim() !== "") {
    const origin = { source, place: text }
    return paging === undefined
      ? localLocation(readers, origin, text)
      : yield* misconfigured(
          origin,
          'it is no http(s) URL, and only a service has pages. Remove "pages" from the mapping.'
        )
  }
  const url = hasScheme ? webAddress(text) : undefined
  if (url === undefined) {
    return yield* misconfigured(
      { source, place: text.trim() === "" ? "the location" : text },
      "it is neither a path nor an http(s) URL."
    )
  }
  const origin = { source, place: shown(url) }
  return remoteLocation(readers, origin, url, present(origin, url), paging)
})

const make = Effect.fnUntraced(function* (
  { contact, limits, patience, upstreams = usualUpstreams }: ReaderSettings,
  { client, files, mayRead }: Reach
) {
  const http = makeHttp(client, patience, limits, contact)
  const downloads = Option.getOrUndefined(yield* Effect.serviceOption(Downloads))
  const scratch = yield* Scratch
  const local = makeLocalFiles(yield* FileSystem.FileSystem, files, limits)
  const readers = { downloads, http, limits, local }
  const present: Present = (origin, url) =>
    mayRead(url) ? Effect.void : Effect.fail(privateServer(origin, url.hostname))

  /** A URL that may be read. */
  const permitted = (source: string, text: string) =>
    Effect.tap(onTheWeb(source, text), ({ origin, url }) => present(origin, url))

  /** People who enter a location learn at once if nothing can be there. */
  const checked = Effect.fnUntraced(function* (found: Effect.Effect<Location, SourceError>) {
    const location = yield* found
    if (yield* LocationsMustExist) yield* location.present
    return location
  })

  return Reader.of({
    at: (source, text, paging) => checked(locate(readers, present, source, text, paging)),
    under: (source, text) =>
      checked(
        Effect.map(onTheWeb(source, text), ({ origin, url }) =>
          objectStoreLocation(http, downloads, origin, url, limits, present(origin, url))
        )
      ),
    document: (source, text) =>
      Effect.flatMap(permitted(source, text), ({ origin, url }) => readDocument(http, origin, url)),
    answer: (source, text) =>
      Effect.flatMap(permitted(source, text), ({ origin, url }) => askService(http, origin, url)),
    scratch,
    size: Effect.fnUntraced(function* (text) {
      const url = webAddress(text)
      if (url === undefined || !mayRead(url)) return undefined
      return yield* http.size({ source: "directory", place: shown(url) }, url.href)
    }),
    upstreams
  })
})

/** Access for the command line: anyone with a shell can read the files anyway. */
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
  const direct = yield* makeGuardedClient(hosts, (options) => throughProxies(proxies, options))
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
    /**
     * Reads nothing yet: problems with a location appear when it is read. With `paging`, the records on all pages of
     * the service there are one file: each on a line, or XML.
     */
    readonly at: (source: string, text: string, paging?: Paging) => Effect.Effect<Location, SourceError>
    /** The objects at an http(s) URL in a bucket that can be listed like those of Amazon S3. */
    readonly under: (source: string, text: string) => Effect.Effect<Location, SourceError>
    /** The text at an http(s) URL, held in memory: for indexes and catalogs. */
    readonly document: (source: string, text: string) => Effect.Effect<string, SourceError>
    /** The response at an http(s) URL of a service, held in memory. */
    readonly answer: (source: string, text: string) => Effect.Effect<ServiceAnswer, SourceError>
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
