import { Clock, Effect, Schema } from "effect"
import type { PublisherUnavailable, Staging } from "./Publisher.ts"
import type { RunPhase, RunTotals } from "./Run.ts"
import { noTotals } from "./Tally.ts"

/** Somebody asked for the run to end. */
export class RunCancelled extends Schema.TaggedError<RunCancelled>()("RunCancelled", { message: Schema.String }) {}

/** How much the last second weighs in the rate that is shown. */
const weight = 0.3

/** Where a run stands, and the loop that tells the database so. */
export const makeWatch = (staging: Staging) => {
  let totals: RunTotals = noTotals
  let phase: RunPhase = "reading"

  /** Once a second, until the run is over; fails when somebody has asked for its end. */
  const report = Effect.gen(function* () {
    let rate: number | undefined
    let read = 0
    let at = yield* Clock.currentTimeMillis
    while (true) {
      yield* Effect.sleep("1 second")
      const now = yield* Clock.currentTimeMillis
      const current = ((totals.read - read) * 1000) / Math.max(1, now - at)
      // A part that is read again starts from less.
      rate = rate === undefined || current < 0 ? Math.max(0, current) : rate + weight * (current - rate)
      read = totals.read
      at = now
      if (yield* staging.progress({ ...totals, phase, rate })) {
        return yield* new RunCancelled({ message: "The run was cancelled. The published pool is unchanged." })
      }
    }
  })

  return {
    totals: () => totals,
    counted: (now: RunTotals) =>
      Effect.sync(() => {
        totals = now
      }),
    publishing: Effect.sync(() => {
      phase = "publishing"
    }),
    /** Interrupts the work when the run is cancelled, or when its lock is lost. */
    over: <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E | RunCancelled | PublisherUnavailable, R> =>
      Effect.raceFirst(work, report)
  }
}
