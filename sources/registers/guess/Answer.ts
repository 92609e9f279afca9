import { Effect } from "effect"
import type { TableGuess, TablePart } from "../../../schemas/TableGuess.ts"
import type { SourceError } from "../../DataSource.ts"
import { Reader } from "../../reading/Reader.ts"
import { decodeOptions } from "../../SourceType.ts"
import { Mapping } from "../Mapping.ts"
import { guessTable } from "./Guess.ts"

/** Stands for the source's name in messages, because there is no source yet. */
const asker = "table"

/** Guesses what the columns of a table are, wherever the table is located, or tries a mapping on its rows. */
export const answer = Effect.fn("guess.answer")(function* (question: {
  readonly location: string
  readonly country?: string | undefined
  readonly parts?: Readonly<Record<string, TablePart | null>> | undefined
  readonly mapping?: unknown
  readonly license?: string | undefined
  readonly attribution?: string | undefined
  readonly homepage?: string | undefined
}): Effect.fn.Return<TableGuess, SourceError, Reader> {
  const { attribution, country, homepage, license, location, parts } = question
  const mapping =
    question.mapping === undefined ? undefined : yield* decodeOptions(Mapping)(asker, "The mapping", question.mapping)
  const terms = {
    ...(license === undefined ? {} : { license }),
    ...(attribution === undefined ? {} : { attribution }),
    ...(homepage === undefined ? {} : { homepage })
  }
  const reader = yield* Reader
  return yield* guessTable(yield* reader.at(asker, location), { country, parts, mapping, terms })
})
