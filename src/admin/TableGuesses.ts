import { Context, type Effect, Semaphore } from "effect"
import type { LocatedGuess, TablePart } from "../../schemas/TableGuess.ts"
import type { SourceError } from "../../sources/DataSource.ts"

/** What is known about a table before its columns are guessed. */
export interface TableQuestion {
  /** A file, a folder or an http(s) address, as in a source's options. */
  readonly location: string
  /** ISO 3166-1 alpha-2; if unset, it is guessed from the contents. */
  readonly country?: string | undefined
  /** The meaning of columns, where known; null means unused. */
  readonly parts?: Readonly<Record<string, TablePart | null>> | undefined
  /** A mapping to try on the rows instead of the guessed one. */
  readonly mapping?: unknown
  readonly license?: string | undefined
  readonly attribution?: string | undefined
  readonly homepage?: string | undefined
}

type Guess = (question: TableQuestion) => Effect.Effect<LocatedGuess, SourceError>

/**
 * How many tables are examined at once. Each takes the whole process for moments: forty at once left requests without
 * responses for two seconds.
 */
const mostAtOnce = 2

/** Reads the first rows of a table, and guesses what its columns mean and which addresses result. */
export class TableGuesses extends Context.Service<TableGuesses, { readonly guess: Guess }>()("doorstep/TableGuesses") {
  /** Guesses that wait for their turn. */
  static readonly byTurns = (guess: Guess) => {
    const turns = Semaphore.makeUnsafe(mostAtOnce)
    return TableGuesses.of({ guess: (question) => turns.withPermit(guess(question)) })
  }
}
