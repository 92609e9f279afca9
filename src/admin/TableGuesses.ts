import { Context, type Effect } from "effect"
import type { TableGuess, TablePart } from "../../schemas/TableGuess.ts"
import type { SourceError } from "../../sources/DataSource.ts"

/** What is known of a table before its columns are guessed. */
export interface TableQuestion {
  /** A file, a folder, or an http(s) address, as in a source's options. */
  readonly location: string
  /** ISO 3166-1 alpha-2; unset: told by the contents. */
  readonly country?: string | undefined
  /** What columns are, where somebody knows; null: not used. */
  readonly parts?: Readonly<Record<string, TablePart | null>> | undefined
  /** A mapping to try on the rows in place of the one that is made. */
  readonly mapping?: unknown
  readonly license?: string | undefined
  readonly attribution?: string | undefined
  readonly homepage?: string | undefined
}

/** Looks at the first rows of a table, and says what its columns are and which addresses come out of it. */
export class TableGuesses extends Context.Service<
  TableGuesses,
  { readonly guess: (question: TableQuestion) => Effect.Effect<TableGuess, SourceError> }
>()("doorstep/TableGuesses") {}
