import { SchemaIssue } from "effect"

/** What is wrong with a member itself, in words that follow its name, unless its schema has its own. */
const memberFault = (issue: SchemaIssue.Leaf): string | undefined => {
  if (issue._tag === "MissingKey") return issue.annotations?.messageMissingKey === undefined ? "is missing" : undefined
  if (issue._tag !== "UnexpectedKey") return undefined
  return issue.ast.annotations?.["messageUnexpectedKey"] === undefined ? "is not known here" : undefined
}

const format = SchemaIssue.makeFormatterStandardSchemaV1({
  leafHook: (issue) => memberFault(issue) ?? SchemaIssue.defaultLeafHook(issue)
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
