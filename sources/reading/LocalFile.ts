import type { SourceError } from "../DataSource.ts"

/** A file on this machine. */
export interface LocalFile {
  /** Path within the named folder, or the file's own name; with `/` between folders. */
  readonly path: string
  /** Its absolute path. */
  readonly file: string
  readonly size: number
  /** Why it cannot be read, if that is known before it is opened. */
  readonly fault?: SourceError
  /** Whether the service created it, to be deleted with the scope. */
  readonly temporary?: true
}
