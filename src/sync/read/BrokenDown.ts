import { Cause, Predicate, SchemaIssue } from "effect"
import { schemaFaults } from "../../../schemas/SchemaFaults.ts"

/** What a value that was thrown or failed with says, if anything. Plug-ins may use any. */
export const saidBy = (error: unknown): string | undefined => {
  // What a class of a schema says of a wrong member is in its cause.
  if (Predicate.hasProperty(error, "cause") && SchemaIssue.isIssue(error.cause))
    return schemaFaults(error.cause).join("; ")
  const message = Predicate.hasProperty(error, "message") ? error.message : error
  return typeof message === "string" && message !== "" ? message : undefined
}

/**
 * What to say of something that broke and that nobody expects to, usually the code of a source. An interruption from
 * outside is no cause that anybody sees, so one that is seen is the source's own.
 */
export const brokenDown = (what: string, cause: Cause.Cause<unknown>): string => {
  const said = Cause.hasInterruptsOnly(cause) ? "the source interrupted itself" : saidBy(Cause.squash(cause))
  return said === undefined ? `${what} broke down.` : `${what} broke down: ${said}`
}
