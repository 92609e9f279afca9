import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import type { LocatedGuess } from "../../schemas/TableGuess.ts"
import { TableGuesses } from "../../src/admin/TableGuesses.ts"

it.effect("MUST examine two tables at a time, so that others get responses meanwhile", () =>
  Effect.gen(function* () {
    let under = 0
    let most = 0
    const { guess } = TableGuesses.byTurns(() =>
      Effect.gen(function* () {
        most = Math.max(most, ++under)
        yield* Effect.yieldNow
        under--
        return { location: "table" } as LocatedGuess
      })
    )
    const guesses = yield* Effect.all(
      Array.from({ length: 40 }, () => guess({ location: "table" })),
      { concurrency: "unbounded" }
    )
    assert.lengthOf(guesses, 40)
    assert.strictEqual(most, 2)
  })
)
