import { Duration, Effect } from "effect"
import * as Process from "node:process"

/**
 * Ends the process when a stop takes longer than `limit`. Each part gives its own work a limit; but a statement that was
 * lost in a network which swallows everything cannot even be given up, and would keep the process for as long as the
 * system resends it, a quarter of an hour. What is published is safe: it was committed, or it never will be.
 */
export const stopWithin = (limit: Duration.Duration): Effect.Effect<void> =>
  Effect.sync(() => {
    const giveUp = () => {
      Process.stderr.write(`Stopping took longer than ${Duration.format(limit)}: ending now.\n`)
      Process.exit(1)
    }
    // It keeps nothing alive: a process that is done before ends by itself.
    setTimeout(giveUp, Duration.toMillis(limit)).unref()
  })
