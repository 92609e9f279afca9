import { Duration, Effect } from "effect"
import type { SourceError } from "../DataSource.ts"
import type { HttpPatience } from "./HttpPatience.ts"
import { type Broken, laterAdvice } from "./HttpRequests.ts"
import { Setbacks } from "./Progress.ts"

/** Counts attempts in a row without progress. */
export interface Persistence {
  /** Bytes have arrived that had not arrived before. */
  readonly progressed: () => void
  /** Waits until the next attempt; fails after the last. */
  readonly again: (failure: Broken) => Effect.Effect<void, SourceError>
}

type Retries = Pick<HttpPatience, "pause" | "tries">

const longestPause = 30_000

export const makePersistence = (patience: Retries): Persistence => {
  const pause = Duration.toMillis(Duration.fromInputUnsafe(patience.pause))
  let failures = 0
  return {
    progressed: () => {
      failures = 0
    },
    again: ({ error, wait }) => {
      failures += 1
      if (failures >= patience.tries) return Effect.fail(error)
      return Effect.andThen(
        Effect.flatMap(Setbacks, (hear) => hear(error.message.replace(laterAdvice, ""))),
        Effect.sleep(Math.max(wait, Math.min(pause * 2 ** (failures - 1), longestPause)))
      )
    }
  }
}

/** Repeats the attempt until it succeeds, is refused, or has failed too many times in a row. */
export const persist = <A>(
  patience: Retries,
  attempt: (progressed: () => void) => Effect.Effect<A, Broken | SourceError>
): Effect.Effect<A, SourceError> =>
  Effect.suspend(() => {
    const persistence = makePersistence(patience)
    const once = attempt(persistence.progressed)
    const repeated: Effect.Effect<A, SourceError> = Effect.catchTag(once, "Broken", (failure) =>
      Effect.andThen(persistence.again(failure), repeated)
    )
    return repeated
  })
