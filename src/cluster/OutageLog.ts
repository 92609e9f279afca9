import { Cause, Effect, Layer, Logger } from "effect"
import { operatorsWords } from "../database/Outage.ts"

/** What each loop of Effect's cluster logs while its tables cannot be read or written: every few seconds, with a stack. */
const outages = new Set([
  "Shard lock storage is unhealthy",
  "Shard lock storage is still unhealthy",
  "Could not acquire/release shards",
  "Could not release shards, retrying",
  "Could not read messages from storage",
  "Forced shard release is still pending; reacquisition is blocked until release completes"
])

const recovery = "Shard lock storage has recovered"

/** A runner that stops has signed off already, and one that starts marks itself as healthy at once. */
const untrue = "No healthy runners available"

/** After so many milliseconds without one of these messages, the next one is a new outage. */
const calm = 30_000

const textOf = (message: unknown): unknown => (Array.isArray(message) && message.length === 1 ? message[0] : message)

/** Whether a message of an outage is the first one, at this time in milliseconds. */
const makeIsNew = () => {
  let last = Number.NEGATIVE_INFINITY
  return (now: number): boolean => {
    const isNew = now - last > calm
    last = now
    return isNew
  }
}

/** A logger that gets one sentence for each outage, and one for its end. All other records pass. */
const sparing = <Output>(logger: Logger.Logger<unknown, Output>): Logger.Logger<unknown, Output | void> => {
  const isNew = makeIsNew()
  return Logger.make((options) => {
    const text = textOf(options.message)
    const say = (message: string) => logger.log({ ...options, message, cause: Cause.empty })
    if (text === untrue) return
    if (text === recovery) return say("The database responds again, and synchronizations go on.")
    if (typeof text !== "string" || !outages.has(text)) return logger.log(options)
    if (!isNew(options.date.getTime())) return
    const reason = operatorsWords(Cause.squash(options.cause))
    return say(
      `The database does not respond as it should, so synchronizations wait until it does${reason === undefined ? "." : `: ${reason}`}`
    )
  })
}

/** For Effect's cluster: the loggers that are in place, of which each is told of an outage once. */
export const layer = Layer.effect(
  Logger.CurrentLoggers,
  Effect.map(Logger.CurrentLoggers, (loggers) => new Set(Array.from(loggers, sparing)))
)
