import { SchemaIssue } from "effect"

/** Messages that a schema has for its members, worded to follow the member's name. */
const words: Readonly<Record<string, string>> = {
  "Missing key": "is missing",
  "Expected no excess property": "is not known here"
}

const format = SchemaIssue.makeFormatterStandardSchemaV1({
  leafHook: (issue) => {
    const said = SchemaIssue.defaultLeafHook(issue)
    return words[said] ?? said
  }
})

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
  format(issue).issues.map(({ message, path = [] }) => {
    if (path.length === 0) return message
    const place = placeOf(path.map((part) => (typeof part === "object" ? part.key : part)))
    return message.startsWith("is ") ? `${place} ${message}` : `${place}: ${message}`
  })
