import { Context, Effect, type Scope } from "effect"
import type { SourceError } from "../DataSource.ts"
import type { Http } from "./Http.ts"
import type { RemoteFile } from "./HttpRange.ts"
import type { LocalFile } from "./LocalFile.ts"
import type { Origin } from "./Origin.ts"
import type { RandomAccess } from "./RandomAccess.ts"

/** The services that an implementation uses. */
export type { Digest } from "./HttpAnswers.ts"
export type { Received, Sending } from "./HttpWhole.ts"
export type { LocalFile } from "./LocalFile.ts"
export { answerOf, tellingBytes } from "./Foreign.ts"
export { misconfigured, type Origin, unreadable } from "./Origin.ts"
export type { SourceError } from "../DataSource.ts"

/** Known properties of a file before its download. A file with other properties is refused. */
interface Expectation {
  /** Bytes. */
  readonly bytes?: number
  /** Hexadecimal. */
  readonly md5?: string
  readonly sha256?: string
}

/** A file to download whole. */
export interface DownloadRequest {
  readonly origin: Origin
  readonly url: string
  /** The URL in a form that may be shown and stored. */
  readonly shown: string
  /** The client for the request, which reaches only what the source may read, whatever is on disk already. */
  readonly http: Http
  /** What the server has just said about the file. */
  readonly remote: RemoteFile
  readonly expectation?: Expectation
}

/** A download on disk. */
export interface KeptDownload {
  /** Identifies the URL and the version. */
  readonly id: string
  /** Without user, password and query values. */
  readonly url: string
  readonly host: string
  /** The source that requested it last. */
  readonly source: string
  /** Bytes on the disk. */
  readonly bytes: number
  /** Total bytes; null if the server does not say. */
  readonly totalBytes: number | null
  readonly complete: boolean
  /** Whether any process is downloading or reading it now: then it is not deleted. */
  readonly inUse: boolean
  /** When the last bytes arrived: milliseconds since 1970. */
  readonly fetchedAt: number
  /** When the file was changed, according to the server: milliseconds since 1970; null if it does not say. */
  readonly changedAt: number | null
}

/** For this long, a file whose server states no version counts as unchanged for the process that downloaded it. */
export const freshMillis = 10 * 60_000

/** Complete remote files, kept between runs. */
export class Downloads extends Context.Service<
  Downloads,
  {
    /**
     * The file, complete and checked; it does not change while the scope is open. Existing bytes are not downloaded
     * again as long as the server has the same version.
     */
    readonly file: (request: DownloadRequest) => Effect.Effect<LocalFile, SourceError, Scope.Scope>
    /**
     * Reads parts of a file that is never needed whole. They are kept until the source is published, so that an
     * interrupted run can continue.
     */
    readonly parts: (
      request: DownloadRequest
    ) => Effect.Effect<(start: number, end: number) => Effect.Effect<Uint8Array, SourceError>>
    /** A run of the source was published: deletes what later runs do not need, such as older versions of its files. */
    readonly published: (source: string) => Effect.Effect<void>
    /** The newest first. */
    readonly list: Effect.Effect<ReadonlyArray<KeptDownload>>
    /** Deletes one download, or all, except those in use. Returns the number of bytes freed. */
    readonly clear: (id?: string) => Effect.Effect<{ readonly bytes: number; readonly inUse: number }>
    /** Free bytes on the disk of the downloads; undefined if the system does not say. */
    readonly free: Effect.Effect<number | undefined>
  }
>()("doorstep/Downloads") {}

/** Parts of a remote file, stored if there is a place for them. */
export const remoteParts = (
  downloads: Downloads["Service"] | undefined,
  request: DownloadRequest,
  size: number
): Effect.Effect<RandomAccess> => {
  const { http, origin, remote, url } = request
  const byThemselves = (start: number, end: number) => http.range(origin, url, remote, start, end)
  return Effect.map(
    downloads === undefined ? Effect.succeed(byThemselves) : downloads.parts(request),
    (readRange): RandomAccess => ({ size, file: undefined, readRange })
  )
}

/**
 * Whether only the first records are wanted, so that a large file is read as far as needed, and a service's pages are
 * not downloaded as a whole.
 */
export const OnlyFirst = Context.Reference<boolean>("doorstep/OnlyFirst", { defaultValue: () => false })
