import { Effect, Schedule, Stream } from "effect"
import { AdminApi } from "../../../schemas/admin/AdminApi.ts"
import { CurrentSession } from "../../../schemas/admin/Sessions.ts"
import type { TableGuessEvent } from "../../../schemas/admin/Tables.ts"
import { TableGuesses, type TableQuestion } from "../../admin/TableGuesses.ts"
import { handlersOf } from "../server/RequestServices.ts"
import { endOfSession, makeLasting } from "./Streams.ts"
import { timeBudgets, timeInWords } from "../../settings/TimeBudgets.ts"

/** How often the client is told that a table is still being read. */
const sign = "2 seconds"

export const layerNoDeps = handlersOf(
  AdminApi,
  "tables",
  Effect.fnUntraced(function* (handlers) {
    const tables = yield* TableGuesses
    const sessionEnds = yield* endOfSession
    const lasting = yield* makeLasting

    const guess = (question: TableQuestion): Stream.Stream<TableGuessEvent> => {
      const found = tables.guess(question).pipe(
        Effect.timeout(timeBudgets.tableGuess.time),
        Effect.map((guess): TableGuessEvent => ({ type: "guess", guess })),
        Effect.catchTags({
          TimeoutError: () =>
            Effect.succeed<TableGuessEvent>({
              type: "failed",
              message: `The table could not be read within ${timeInWords(timeBudgets.tableGuess)}. Upload the file, or try it on the command line.`
            }),
          SourceError: ({ message }) => Effect.succeed<TableGuessEvent>({ type: "failed", message })
        })
      )
      const reading = Stream.fromSchedule(Schedule.spaced(sign)).pipe(
        Stream.map((): TableGuessEvent => ({ type: "reading" }))
      )
      return Stream.merge(Stream.fromEffect(found), reading).pipe(Stream.takeUntil(({ type }) => type !== "reading"))
    }

    return handlers.handleAll({
      guess: Effect.fnUntraced(function* ({ payload }) {
        const { id, note } = yield* CurrentSession
        yield* note({ target: payload.location })
        return lasting(guess(payload), sessionEnds(id), (event) => event)
      })
    })
  })
)
