import { Clock, Effect, Latch, Schema } from "effect"
import { makePhases } from "./Phases.ts"
import type { Reading, Transfer } from "../../../sources/reading/Progress.ts"
import type { Staging } from "../publish/Publisher.ts"
import { endedPhases, type PhaseProgress, type RunTotals } from "./Run.ts"
import { noTotals } from "../read/Tally.ts"
import type { StorageUnavailable } from "../../database/Outage.ts"
import { steadyMillis } from "../../shared/Clocks.ts"

/** The run was cancelled. */
export class RunCancelled extends Schema.TaggedError<RunCancelled>()("RunCancelled", { message: Schema.String }) {}

/** The weight of the last measurement in the displayed rate. */
const weight = 0.2

/** How often a run reports its progress to the database, and checks whether it was cancelled. */
const interval = "500 millis"

/** The progress of a run, and the loop that reports it to the database. */
export const makeWatch = (staging: Pick<Staging, "expected" | "progress">) => {
  let totals: RunTotals = noTotals
  const phases = makePhases(staging.expected)
  const news = Latch.makeUnsafe(false)

  /** The beginning of a phase is reported at once. */
  const changes = (change: (now: number) => void) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const before = phases.count()
      change(now)
      return phases.count() === before ? Effect.void : news.open
    })

  /** Runs until the run is over; fails if it was cancelled. */
  const report = Effect.gen(function* () {
    let rate: number | undefined
    let read = 0
    let at = yield* steadyMillis
    while (true) {
      yield* Effect.raceFirst(Effect.sleep(interval), news.await)
      yield* news.close
      const now = yield* steadyMillis
      if (now > at) {
        const current = ((totals.read - read) * 1000) / (now - at)
        // A part that is read again starts over.
        rate = rate === undefined || current < 0 ? Math.max(0, current) : rate + weight * (current - rate)
        read = totals.read
        at = now
      }
      const progress = {
        ...totals,
        phase: phases.present(),
        phases: phases.all(yield* Clock.currentTimeMillis),
        rate: rate ?? 0
      }
      if (yield* staging.progress(progress)) {
        return yield* new RunCancelled({ message: "The run was cancelled. The published pool is unchanged." })
      }
    }
  })

  return {
    totals: () => totals,
    phases: Effect.map(Clock.currentTimeMillis, (now): ReadonlyArray<PhaseProgress> => phases.all(now)),
    /** The phases of a run that ends now. */
    endedPhases: Effect.map(Clock.currentTimeMillis, (now) => endedPhases(phases.all(now), now)),
    counted: (counted: RunTotals) =>
      changes((now) => {
        totals = counted
        phases.counted(counted, now)
      }),
    transferred: (transfer: Transfer) => changes((now) => phases.transferred(transfer, now)),
    read: (reading: Reading) => changes((now) => phases.read(reading, now)),
    checking: (addresses: number) =>
      changes((now) => phases.begun("checking", now, { done: 0, total: addresses, unit: "addresses" })),
    publishing: (done: number, total: number) =>
      changes((now) => phases.begun("publishing", now, { done, total, unit: "steps" })),
    /** Interrupts the work if the run is cancelled, or its lock is lost. */
    over: <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E | RunCancelled | StorageUnavailable, R> =>
      Effect.raceFirst(work, report)
  }
}
