import { Context, Effect, type Scope } from "effect"
import type { SourceError } from "../DataSource.ts"
import type { Http } from "./Http.ts"
import type { LocalFile } from "./LocalFiles.ts"
import type { Origin } from "./Origin.ts"

/** What is known of a file before it is downloaded. A file that is otherwise is not used. */
export interface Expectation {
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
  /** What asks the server: it reaches no more than the source may, whatever lies on the disk already. */
  readonly http: Http
  readonly expectation?: Expectation
}

/** A download as it lies on the disk. */
export interface KeptDownload {
  /** Of the address: 16 hexadecimal digits. */
  readonly id: string
  /** Without user, password and values of the query. */
  readonly url: string
  readonly host: string
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
    /** The newest first. */
    readonly list: Effect.Effect<ReadonlyArray<KeptDownload>>
    /** Deletes one, or all, but for those in use. Gives the bytes that are free again. */
    readonly clear: (id?: string) => Effect.Effect<{ readonly bytes: number; readonly inUse: number }>
    /** Bytes free where downloads are kept. */
    readonly free: Effect.Effect<number>
  }
>()("doorstep/Downloads") {}

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
