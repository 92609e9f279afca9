import type { SchemaIssue } from "effect"
import { issueFaults } from "./IssueFaults.ts"

const joined = (path: ReadonlyArray<PropertyKey>): string => path.map(String).join(".")

/**
 * Everything that is wrong with a value, one text per fault: its place, and what is wrong there.
 *
 * @param placeOf formats a place, given the path from the outside in; never called for the value itself
 */
export const schemaFaults = (
  issue: SchemaIssue.Issue,
  placeOf: (path: ReadonlyArray<PropertyKey>) => string = joined
): ReadonlyArray<string> =>
  issueFaults(issue, { unknown: "is not known here: leave it out" }).map(({ message, path }) => {
    const place = path.length === 0 ? "It" : placeOf(path)
    return path.length === 0 || message.startsWith("is ") ? `${place} ${message}` : `${place}: ${message}`
  })
