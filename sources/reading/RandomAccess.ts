import type { Effect } from "effect"
import type { SourceError } from "../DataSource.ts"

/** Random access to a file. */
export interface RandomAccess {
  /** Total bytes. */
  readonly size: number
  /** Bytes `start` to `end`, `end` excluded. */
  readonly readRange: (start: number, end: number) => Effect.Effect<Uint8Array, SourceError>
  /** The local path of the same bytes, while the scope is open; undefined if they are downloaded in parts. */
  readonly file: string | undefined
}
