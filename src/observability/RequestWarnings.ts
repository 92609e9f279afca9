import { type Cause, type Context, Logger, Predicate } from "effect"
import { LeastRecentlyUsed } from "../shared/LeastRecentlyUsed.ts"

/** Milliseconds between two records of one warning. */
const quiet = 60_000

/** How many warnings are remembered. */
const capacity = 100

/** When a warning was logged last, in milliseconds since 1970, and how often it was not logged since. */
interface Logged {
  readonly at: number
  more: number
}

const reasonsOf = ({ reasons }: Cause.Cause<unknown>): ReadonlyArray<unknown> =>
  reasons.map((one) => (one._tag === "Fail" && Predicate.hasProperty(one.error, "reason") ? one.error.reason : ""))

/**
 * A logger that gets each warning of a request once, and then once a minute with the number of others. Such warnings are
 * outages, which every request meets anew: with 2 KB for each of thousands a second, they would fill the disk.
 *
 * @param isOfRequest whether a fiber with this context handles a request
 */
export const sparing = <Output>(
  isOfRequest: (context: Context.Context<never>) => boolean,
  logger: Logger.Logger<unknown, Output>
): Logger.Logger<unknown, Output | void> => {
  const logged = new LeastRecentlyUsed<Logged>(capacity)
  return Logger.make((options) => {
    const { cause, date, fiber, logLevel, message } = options
    if (logLevel !== "Warn" || !isOfRequest(fiber.context)) return logger.log(options)
    const [text, ...rest] = Array.isArray(message) ? (message as ReadonlyArray<unknown>) : [message]
    const key = [text, ...reasonsOf(cause)].join(" ")
    const now = date.getTime()
    const last = logged.get(key)
    // A clock that was set back ends the silence.
    if (last !== undefined && last.at <= now && now - last.at < quiet) {
      last.more++
      return
    }
    logged.set(key, { at: now, more: 0 })
    if (last === undefined || last.more === 0) return logger.log(options)
    const told = `${String(text)} The same holds for ${last.more.toLocaleString("en")} more requests since this was logged last.`
    return logger.log({ ...options, message: [told, ...rest] })
  })
}
