import { Cause, Console, Effect, Predicate, Runtime } from "effect"
import { databaseSays } from "../database/ServerSession.ts"

/** The command did not do what it was asked to. What went wrong is on standard error already. */
export class CommandFailed {
  readonly _tag = "CommandFailed"
}

/** The command has said what it would do, and did not do it: it was not told to. */
export class NothingDone {
  readonly _tag = "NothingDone"
  readonly [Runtime.errorExitCode] = 2
}

/** Somebody broke the command off when it asked. */
export class BrokenOff {
  readonly _tag = "BrokenOff"
  readonly [Runtime.errorExitCode] = 130
}

/** An error's own sentence; behind it, what the database said. */
const sentence = (error: unknown): string => {
  if (!Predicate.hasProperty(error, "message") || typeof error.message !== "string") return String(error)
  const said = databaseSays(error)
  // Some say it themselves.
  return said === undefined || error.message.includes(said)
    ? error.message
    : `${error.message} The database says: ${said}`
}

/** Ends a command with what went wrong, in a sentence on standard error and exit code 1; a defect shows whole. */
export const reportFailure = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.catchCause(effect, (cause) => {
    if (Cause.hasInterruptsOnly(cause)) return Effect.interrupt
    const error = Cause.squash(cause)
    if (error instanceof CommandFailed || error instanceof NothingDone || error instanceof BrokenOff) {
      return Effect.fail(error)
    }
    const text = Cause.hasDies(cause) ? Cause.pretty(cause) : sentence(error)
    return Effect.andThen(Console.error(text), Effect.fail(new CommandFailed()))
  })
