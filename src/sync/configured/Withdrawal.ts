import { Effect, Schedule } from "effect"
import type { BeginOptions, Publisher } from "../publish/Publisher.ts"

interface Removed extends Pick<BeginOptions, "startedBy" | "order"> {
  readonly source: string
  readonly country: string
}

/** Cancels the source's runs in the country, whose results are no longer wanted. */
export const cancelRuns = Effect.fnUntraced(function* (publisher: Publisher["Service"], { country, source }: Removed) {
  for (const run of yield* publisher.running) {
    if (run.source === source && run.country === country) yield* publisher.requestCancel(run.id)
  }
})

/** How often, in milliseconds, and how many times to check whether a run has ended: for ten minutes in all. */
const [lookEvery, looks] = [250, 2400]

/**
 * Publishes, as a separate run, that a source has nothing in a country any more. A run of the source in progress, even
 * one that is only cleaning up after its publication, is cancelled and waited for.
 */
export const withdraw = Effect.fn("Withdrawal.withdraw")(function* (publisher: Publisher["Service"], removed: Removed) {
  const { country, source, ...begun } = removed
  const staging = yield* publisher.begin(source, country, "removed", { ...begun, fresh: true }).pipe(
    Effect.tapErrorTag("RunInProgress", () => cancelRuns(publisher, removed)),
    Effect.retry({
      while: (error) => error._tag === "RunInProgress",
      schedule: Schedule.spaced(lookEvery),
      times: looks
    })
  )
  const totals = { read: 0, kept: 0, rejected: {} }
  return yield* staging.publish({ totals, limits: { records: 1, cities: 1 }, anyway: true })
}, Effect.scoped)
