import { Cause, Console, Effect, PlatformError, Predicate, Runtime } from "effect"
import { unwritten } from "../database/FullDisk.ts"
import { databaseSays } from "../database/ServerSession.ts"

/** The command failed, and has already said why on standard error. */
export class CommandFailed {
  readonly _tag = "CommandFailed"
}

/** Ends the command with a sentence on standard error. */
export const refuse = (message: string) => Effect.andThen(Console.error(message), Effect.fail(new CommandFailed()))

/** The command printed what it would do but did nothing, because it was not confirmed. */
export class NothingDone {
  readonly _tag = "NothingDone"
  readonly [Runtime.errorExitCode] = 2
}

/** The user cancelled a prompt. */
export class BrokenOff {
  readonly _tag = "BrokenOff"
  readonly [Runtime.errorExitCode] = 130
}

/** Commands explain files that they cannot read; what is left are those that they should write. */
const ofFile = (error: PlatformError.PlatformError): string => {
  const path = "pathOrDescriptor" in error.reason ? error.reason.pathOrDescriptor : undefined
  return typeof path === "string" ? unwritten("file", path, error) : error.message
}

/** An error's message, followed by what the database said. */
export const sentence = (error: unknown): string => {
  if (error instanceof PlatformError.PlatformError) return ofFile(error)
  if (!Predicate.hasProperty(error, "message") || typeof error.message !== "string") return String(error)
  const said = databaseSays(error)
  // Some messages already contain it.
  return said === undefined || error.message.includes(said)
    ? error.message
    : `${error.message} The database says: ${said}`
}

/** If the command is interrupted, says what stands and what to do next: its exit code of 130 says neither. */
export const sayIfStopped =
  (sentences: string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.onInterrupt(effect, () => Console.error(`Stopped. ${sentences}`))

/** What stands when a command that writes a file is interrupted. */
export const unwrittenFile = "A file appears only once it is complete. To write it, run the command again."

/** Turns a failure into a sentence on standard error and exit code 1. A defect is shown in full. */
export const reportFailure = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.catchCause(effect, (cause) => {
    if (Cause.hasInterruptsOnly(cause)) return Effect.interrupt
    const error = Cause.squash(cause)
    if (error instanceof CommandFailed || error instanceof NothingDone || error instanceof BrokenOff) {
      return Effect.fail(error)
    }
    const text = Cause.hasDies(cause) ? Cause.pretty(cause) : sentence(error)
    return refuse(text)
  })
