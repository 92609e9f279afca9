import type { SchemaIssue } from "effect"
import type { ErrorDetail } from "./Errors.ts"
import { InvalidRequest } from "./Errors.ts"
import { issueFaults } from "./IssueFaults.ts"
import { firstFew } from "./FirstFew.ts"

/** The largest number of faults that a response lists. */
const MAX_DETAILS = 20
/** The longest path that is echoed to its sender. */
const MAX_NAME = 80

/** Names of unknown members come from the sender, with any length and content. */
const shorten = (path: string): string =>
  path.length > MAX_NAME ? `${path.slice(0, MAX_NAME).toWellFormed()}…` : path.toWellFormed()

/**
 * What is wrong with a request, in words that its sender can act on, with the place of each fault.
 *
 * @param root the subject of a fault without a path, such as `The body`
 */
export const describeIssue = (issue: SchemaIssue.Issue, root: string, isQuery: boolean): InvalidRequest => {
  const unknown = isQuery ? "is not a parameter of this endpoint" : "is not a known member"
  const faults = issueFaults(issue, { unknown, instead: (member) => `${unknown}, but ${member} is`, isQuery })
  return invalidRequest(
    faults.map(({ message, path }) => ({ path: path.map(String).join("."), message })),
    root
  )
}

const SHOWN_IN_MESSAGE = 3

/** A path within a sentence: quoted if its beginning and end would be unclear. */
const quote = (path: string): string => (/^[!-~]+…?$/.test(path) ? path : JSON.stringify(path))

/** A 400 that lists its faults, with the first one in the message. */
export const invalidRequest = (faults: ReadonlyArray<ErrorDetail>, root = "The request"): InvalidRequest => {
  const different = Array.from(new Map(faults.map((one) => [JSON.stringify([one.path, one.message]), one])).values())
  const shortened = different.map(({ message, path }) => ({ path: shorten(path), message }))
  const sentences = shortened.map(({ message, path }) => `${path === "" ? root : quote(path)} ${message}`)
  const details = shortened.slice(0, MAX_DETAILS).filter(({ path }) => path !== "")
  return new InvalidRequest({
    message: `${firstFew(sentences, SHOWN_IN_MESSAGE, ";")}.`,
    ...(details.length > 0 && { details })
  })
}
