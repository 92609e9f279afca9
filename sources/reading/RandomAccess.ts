import type { Effect } from "effect"
import type { SourceError } from "../DataSource.ts"

/** Parts of a file in any order. */
export interface RandomAccess {
  /** Bytes of the whole. */
  readonly size: number
  /** Bytes `start` to `end`, `end` excluded. */
  readonly readRange: (start: number, end: number) => Effect.Effect<Uint8Array, SourceError>
  /** Where the same bytes lie on this machine, while the scope is open; undefined when they are fetched in parts. */
  readonly file: string | undefined
}
