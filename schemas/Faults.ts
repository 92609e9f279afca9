import { Predicate, type SchemaAST, type SchemaIssue } from "effect"
import type { ErrorDetail } from "./Errors.ts"
import { InvalidRequest } from "./Errors.ts"

/** The largest number of faults that a response lists. */
const MAX_DETAILS = 20
/** The longest path that is echoed to its sender. */
const MAX_NAME = 80

const typeNames: Partial<Record<SchemaAST.AST["_tag"], string>> = {
  String: "must be a string",
  Number: "must be a number",
  Boolean: "must be true or false",
  Objects: "must be an object",
  Arrays: "must be an array"
}

const text = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined)

const messageOf = (annotations: { readonly [name: string]: unknown } | undefined): string | undefined =>
  text(annotations?.message)

/** What a check without words of its own expects, such as a finite number. */
const expectedBy = ({ filter, issue }: SchemaIssue.Filter): string | undefined => {
  const expected = text(filter.annotations?.expected)
  const isMute = issue._tag === "InvalidValue" && messageOf(issue.annotations) === undefined
  return isMute && expected !== undefined ? `must be ${expected}` : undefined
}

/** Names of unknown members come from the sender, with any length and content. */
const shorten = (path: string): string =>
  path.length > MAX_NAME ? `${path.slice(0, MAX_NAME).toWellFormed()}…` : path.toWellFormed()

/** The allowed texts, if only certain texts are allowed: the error lists them. */
const wordsOf = (ast: SchemaAST.AST): ReadonlyArray<string> => {
  const literals = ast._tag === "Union" ? ast.types : [ast]
  const words = literals.flatMap((one) =>
    one._tag === "Literal" && typeof one.literal === "string" ? one.literal : []
  )
  return words.length === literals.length ? words : []
}

const oneOf = (words: ReadonlyArray<string>): string | undefined => {
  if (words.length === 0) return undefined
  const last = words.at(-1)!
  return words.length === 1 ? `must be ${last}` : `must be ${words.slice(0, -1).join(", ")} or ${last}`
}

/** The member that tells the members of a union apart, such as `kind`, and what it may be. */
const tagOf = (ast: SchemaAST.AST): { readonly name: PropertyKey; readonly message: string } | undefined => {
  if (ast._tag !== "Union") return undefined
  const members = ast.types.map((one) => (one._tag === "Objects" ? one.propertySignatures : []))
  for (const { name } of members[0] ?? []) {
    const words = members.flatMap((member) =>
      member.filter((one) => one.name === name).flatMap(({ type }) => wordsOf(type))
    )
    const message = words.length === members.length ? oneOf(words) : undefined
    if (message !== undefined) return { name, message }
  }
  return undefined
}

/** A body is decoded as a union with one member, whose type is then the expected one. */
const typeOf = (ast: SchemaAST.AST): string | undefined =>
  ast._tag === "Union" && ast.types.length === 1 ? typeOf(ast.types[0]!) : typeNames[ast._tag]

/** A parameter that occurs twice is decoded as an array. */
const isRepeated = (issue: SchemaIssue.Issue, isQuery: boolean): boolean => isQuery && Array.isArray(issue.input)

const collect = (
  issue: SchemaIssue.Issue,
  path: ReadonlyArray<PropertyKey>,
  isQuery: boolean,
  faults: Array<ErrorDetail>
): void => {
  const addAt = (place: ReadonlyArray<PropertyKey>, message: string) =>
    faults.push({ path: place.map(String).join("."), message })
  const add = (message: string) => addAt(path, message)
  switch (issue._tag) {
    case "Pointer":
      return collect(issue.issue, [...path, ...issue.path], isQuery, faults)
    case "Encoding":
      return collect(issue.issue, path, isQuery, faults)
    case "Filter": {
      const message = messageOf(issue.filter.annotations) ?? expectedBy(issue)
      if (message === undefined) return collect(issue.issue, path, isQuery, faults)
      add(message)
      return
    }
    case "Composite":
      for (const inner of issue.issues) collect(inner, path, isQuery, faults)
      return
    case "MissingKey":
      add("is missing")
      return
    case "UnexpectedKey":
      add(isQuery ? "is not a parameter of this endpoint" : "is not a known member")
      return
    case "InvalidType":
    case "AnyOf": {
      const message = isRepeated(issue, isQuery)
        ? "is given more than once"
        : (messageOf(issue.ast.annotations) ?? oneOf(wordsOf(issue.ast)))
      if (message === undefined && issue._tag === "AnyOf" && issue.issues.length > 0) {
        for (const inner of issue.issues) collect(inner, path, isQuery, faults)
        return
      }
      const tag = message === undefined ? tagOf(issue.ast) : undefined
      if (tag === undefined) add(message ?? typeOf(issue.ast) ?? "is not valid")
      else if (Predicate.isObject(issue.input)) addAt([...path, tag.name], tag.message)
      else add("must be an object")
      return
    }
    case "InvalidValue":
      add(messageOf(issue.annotations) ?? "is not valid")
      return
    case "Forbidden":
    case "OneOf":
      add("is not valid")
      return
  }
}

/**
 * What is wrong with a request, in words that its sender can act on, with the place of each fault.
 *
 * @param root the subject of a fault without a path, such as `The body`
 */
export const describeIssue = (issue: SchemaIssue.Issue, root: string, isQuery: boolean): InvalidRequest => {
  const faults: Array<ErrorDetail> = []
  collect(issue, [], isQuery, faults)
  return invalidRequest(faults, root)
}

const SHOWN_IN_MESSAGE = 3

/** A path within a sentence: quoted if its beginning and end would be unclear. */
const quote = (path: string): string => (/^[!-~]+…?$/.test(path) ? path : JSON.stringify(path))

/** A 400 that lists its faults, with the first one in the message. */
export const invalidRequest = (faults: ReadonlyArray<ErrorDetail>, root = "The request"): InvalidRequest => {
  const different = Array.from(new Map(faults.map((one) => [JSON.stringify([one.path, one.message]), one])).values())
  const listed = different.slice(0, MAX_DETAILS).map(({ message, path }) => ({ path: shorten(path), message }))
  const shown = listed
    .slice(0, SHOWN_IN_MESSAGE)
    .map(({ message, path }) => `${path === "" ? root : quote(path)} ${message}`)
  const more = different.length - shown.length
  const details = listed.filter(({ path }) => path !== "")
  return new InvalidRequest({
    message: `${shown.join("; ")}${more > 0 ? `; and ${more} more` : ""}.`,
    ...(details.length > 0 && { details })
  })
}
