import { Context, Effect, type Scope } from "effect"
import type { SourceError } from "../DataSource.ts"
import type { Http, RemoteFile } from "./Http.ts"
import type { LocalFile } from "./LocalFiles.ts"
import type { Origin } from "./Origin.ts"
import type { RandomAccess } from "./RandomAccess.ts"

/** What an implementation works with. */
export { fileFaultCode } from "./FileFaults.ts"
export type { Digest } from "./HttpAnswers.ts"
export type { Received } from "./HttpWhole.ts"
export type { LocalFile } from "./LocalFiles.ts"
export { misconfigured, type Origin, unreadable } from "./Origin.ts"
export type { SourceError } from "../DataSource.ts"

/** What is known of a file before it is downloaded. A file that is otherwise is not used. */
interface Expectation {
  /** Bytes. */
  readonly bytes?: number
  /** In hexadecimal digits. */
  readonly md5?: string
  readonly sha256?: string
}

/** A file that is wanted whole. */
export interface DownloadRequest {
  readonly origin: Origin
  readonly url: string
  /** The address as it may be shown and kept. */
  readonly shown: string
  /** What asks the server: it reaches no more than the source may, whatever lies on the disk already. */
  readonly http: Http
  /** What the server has just said of the file. */
  readonly remote: RemoteFile
  readonly expectation?: Expectation
}

/** A download as it lies on the disk. */
export interface KeptDownload {
  /** Of the address, and of the version that it is. */
  readonly id: string
  /** Without user, password and values of the query. */
  readonly url: string
  readonly host: string
  /** The source that asked for it last. */
  readonly source: string
  /** Bytes on the disk. */
  readonly bytes: number
  /** Bytes of the whole; null where the server does not say. */
  readonly totalBytes: number | null
  readonly complete: boolean
  /** Whether something downloads or reads it now, in any process: then it is not cleared. */
  readonly inUse: boolean
  /** When bytes last came: milliseconds since 1970. */
  readonly fetchedAt: number
  /** When the server says that the file was changed: milliseconds since 1970; null where it does not say. */
  readonly changedAt: number | null
}

/** Whole remote files, kept from one run to the next. */
export class Downloads extends Context.Service<
  Downloads,
  {
    /**
     * The file, complete and checked; it stays as it is while the scope is open. What is there of it already is not
     * fetched again, as long as the server has the same.
     */
    readonly file: (request: DownloadRequest) => Effect.Effect<LocalFile, SourceError, Scope.Scope>
    /**
     * Reads parts of a file that is never wanted whole. They are kept until the source is published, so that a try that
     * broke off is gone on with.
     */
    readonly parts: (
      request: DownloadRequest
    ) => Effect.Effect<(start: number, end: number) => Effect.Effect<Uint8Array, SourceError>>
    /** A run of the source was published: what is of no use to later ones goes, such as older versions of its files. */
    readonly published: (source: string) => Effect.Effect<void>
    /** The newest first. */
    readonly list: Effect.Effect<ReadonlyArray<KeptDownload>>
    /** Deletes one, or all, but for those in use. Gives the bytes that are free again. */
    readonly clear: (id?: string) => Effect.Effect<{ readonly bytes: number; readonly inUse: number }>
    /** Bytes free where downloads are kept; undefined where the system does not say. */
    readonly free: Effect.Effect<number | undefined>
  }
>()("doorstep/Downloads") {}

/** Parts of a remote file, kept where there is something to keep them. */
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

/** Bytes of a remote file that have come; those that were kept from an earlier try count as come. */
export interface Transfer {
  /** As it may be shown. */
  readonly url: string
  readonly done: number
  /** Null: the server does not say. */
  readonly total: number | null
}

/** Hears of what is fetched, for as long as it is provided. */
export const TransferProgress = Context.Reference<(transfer: Transfer) => Effect.Effect<void>>(
  "doorstep/TransferProgress",
  { defaultValue: () => () => Effect.void }
)

/** Hears of what has failed and is tried again, for as long as it is provided: what failed, in a sentence. */
export const Setbacks = Context.Reference<(failure: string) => Effect.Effect<void>>("doorstep/Setbacks", {
  defaultValue: () => () => Effect.void
})

/** How far the data have been read: bytes of files as they lie there, or whatever else the source counts them by. */
export interface Reading {
  /** Distinguishes what is read side by side, or one after another. */
  readonly place: string
  readonly done: number
  readonly total: number
}

/** Hears of how far a source has been read, for as long as it is provided. */
export const ReadingProgress = Context.Reference<(reading: Reading) => Effect.Effect<void>>(
  "doorstep/ReadingProgress",
  { defaultValue: () => () => Effect.void }
)
