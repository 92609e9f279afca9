import type { Effect, Scope, Stream } from "effect"
import type { SourceError } from "../DataSource.ts"
import type { Origin } from "./Origin.ts"
import type { Excerpt } from "./paged/Excerpt.ts"
import type { RandomAccess } from "./RandomAccess.ts"
import type { Sheet } from "./workbook/Workbook.ts"

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
  /** Undefined unless it may be one page of several. */
  readonly excerpt?: Excerpt
  /** The sheets of a workbook; undefined for all other files. */
  readonly workbook?: Effect.Effect<ReadonlyArray<Sheet>, SourceError>
}

export interface EntriesOptions {
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
