import { Duration, Effect } from "effect"
import * as Process from "node:process"

/**
 * Ends the process if stopping takes longer than `limit`. Each part limits its own work. But a statement lost in a
 * network that swallows everything cannot even be cancelled, and would keep the process for as long as the system
 * retransmits: a quarter of an hour. Published data is safe: it has been committed, or never will be.
 */
export const stopWithin = (limit: Duration.Duration): Effect.Effect<void> => Effect.sync(() => endWithin(limit))

/** The same, outside of a program that has failed. */
export const endWithin = (limit: Duration.Duration): void => {
  const giveUp = () => {
    Process.stderr.write(`Stopping took longer than ${Duration.format(limit)}: ending now.\n`)
    Process.exit(1)
  }
  // The timer does not keep the process alive: one that is done earlier ends by itself.
  setTimeout(giveUp, Duration.toMillis(limit)).unref()
}
