import { Cause } from "effect"
import { saidAndPlaced } from "../../../sources/CodeFault.ts"

/**
 * What to say of something that broke and that nobody expects to, usually the code of a source. An interruption from
 * outside is no cause that anybody sees, so one that is seen is the source's own.
 */
export const brokenDown = (what: string, cause: Cause.Cause<unknown>): string => {
  const said = Cause.hasInterruptsOnly(cause) ? "the source interrupted itself" : saidAndPlaced(Cause.squash(cause))
  return said === undefined ? `${what} broke down.` : `${what} broke down: ${said}`
}

/** What to say of an error that a source failed with. The port's types allow only its own, and JavaScript any. */
export const failedWith = (error: unknown): string => saidAndPlaced(error) ?? "The source failed, and does not say why."
