import { Predicate, type SchemaAST, SchemaIssue } from "effect"
import { nearMember } from "./NearMember.ts"

/** What is wrong with one member of a value, in words that follow its name. */
interface Fault {
  /** From the outside in; empty for the value itself. */
  readonly path: ReadonlyArray<PropertyKey>
  readonly message: string
}

/** Words that depend on what is decoded. */
interface FaultWords {
  /** What a member is that the schema does not have. */
  readonly unknown: string
  /** The same, if another member was probably meant. */
  readonly instead?: (member: string) => string
  /** Whether a list in place of a text is a parameter that was given more than once. */
  readonly isQuery?: boolean
}

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

/** How the library calls the check for an empty text. */
const notEmpty = "a value with a length of at least 1"

/** What a check without words of its own expects, such as a finite number. */
const expectedBy = ({ filter, issue }: SchemaIssue.Filter): string | undefined => {
  const expected = text(filter.annotations?.expected)
  const isMute = issue._tag === "InvalidValue" && messageOf(issue.annotations) === undefined
  return isMute && expected !== undefined
    ? expected === notEmpty
      ? "must not be empty"
      : `must be ${expected}`
    : undefined
}

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

/** The types of JSON that a schema accepts; undefined if that is not known. */
const jsonTypes = (ast: SchemaAST.AST): ReadonlyArray<string> | undefined => {
  switch (ast._tag) {
    case "Union": {
      const types = ast.types.map(jsonTypes)
      return types.some((one) => one === undefined) ? undefined : types.flatMap((one) => one ?? [])
    }
    case "Literal":
      return [typeof ast.literal]
    case "Undefined":
      return []
    case "String":
    case "Number":
    case "Boolean":
      return [ast._tag.toLowerCase()]
    case "Objects":
      return ["object"]
    case "Arrays":
      return ["array"]
    default:
      return undefined
  }
}

/** A value of another type than the schema's, in words. */
const otherType = (ast: SchemaAST.AST, input: unknown): string | undefined => {
  const type = Array.isArray(input) ? "array" : typeof input
  if (input === undefined || jsonTypes(ast)?.includes(type) !== false) return undefined
  if (typeof input === "boolean") return String(input)
  return /^[ao]/.test(type) ? `an ${type}` : `a ${type}`
}

/**
 * What many clients send instead, as the end of a message: Python's `True` for true, null for a member that is absent,
 * PHP's `[]` for an empty object.
 */
const asGiven = ({ ast, input }: SchemaIssue.InvalidType | SchemaIssue.AnyOf, isQuery: boolean): string => {
  if (input === null) return ", not null"
  const given = text(input)
  const word = wordsOf(ast).find((one) => one !== given && one.toLowerCase() === given?.toLowerCase())
  if (word !== undefined) return `: ${JSON.stringify(given)} is written ${word}`
  // Parameters of a query are all texts.
  const other = isQuery ? undefined : otherType(ast, input)
  return other === undefined ? "" : `, not ${other}`
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

/** The only type that is expected, of a union beside none: a body is a union with one member. */
const typeOf = (ast: SchemaAST.AST): string | undefined => {
  if (ast._tag !== "Union") return typeNames[ast._tag]
  const [only, ...others] = new Set(ast.types.filter(({ _tag }) => _tag !== "Undefined").map(typeOf))
  return others.length === 0 ? only : undefined
}

/** A parameter that occurs twice is decoded as an array. */
const isRepeated = (issue: SchemaIssue.Issue, { isQuery = false }: FaultWords): boolean =>
  isQuery && Array.isArray(issue.input)

/** The most members for which another one is sought: a body may have thousands. */
const mostSought = 20

const namesOf = ({ propertySignatures }: SchemaAST.Objects) => propertySignatures.map(({ name }) => String(name))

/** The member of an object within the object that a name probably means: `filters.country`. */
const innerMember = ({ propertySignatures }: SchemaAST.Objects, name: string): string | undefined => {
  for (const { name: outer, type } of propertySignatures) {
    const near = type._tag === "Objects" ? nearMember(name, namesOf(type)) : undefined
    if (near !== undefined) return `${String(outer)}.${near}`
  }
  return undefined
}

/** A member that the schema does not have, with the one that was probably meant, which may be a member of another. */
const unknownMember = (
  { ast }: SchemaIssue.UnexpectedKey,
  name: PropertyKey | undefined,
  { instead, unknown }: FaultWords,
  before: number
): string => {
  if (instead === undefined || before >= mostSought || ast._tag !== "Objects") return unknown
  const near = nearMember(String(name), namesOf(ast)) ?? innerMember(ast, String(name))
  return near === undefined ? unknown : instead(near)
}

const collect = (
  issue: SchemaIssue.Issue,
  path: ReadonlyArray<PropertyKey>,
  how: FaultWords,
  faults: Array<Fault>
): void => {
  const addAt = (place: ReadonlyArray<PropertyKey>, message: string) => faults.push({ path: place, message })
  const add = (message: string) => addAt(path, message)
  switch (issue._tag) {
    case "Pointer":
      return collect(issue.issue, [...path, ...issue.path], how, faults)
    case "Encoding":
      return collect(issue.issue, path, how, faults)
    case "Filter": {
      const message = messageOf(issue.filter.annotations) ?? expectedBy(issue)
      if (message === undefined) return collect(issue.issue, path, how, faults)
      add(message)
      return
    }
    case "Composite":
      for (const inner of issue.issues) collect(inner, path, how, faults)
      return
    case "MissingKey":
      add(text(issue.annotations?.messageMissingKey) ?? "is missing")
      return
    case "UnexpectedKey":
      add(
        text(issue.ast.annotations?.["messageUnexpectedKey"]) ?? unknownMember(issue, path.at(-1), how, faults.length)
      )
      return
    case "InvalidType":
    case "AnyOf": {
      const message = isRepeated(issue, how)
        ? "is given more than once"
        : (messageOf(issue.ast.annotations) ?? oneOf(wordsOf(issue.ast)))
      if (message === undefined && issue._tag === "AnyOf" && issue.issues.length > 0) {
        for (const inner of issue.issues) collect(inner, path, how, faults)
        return
      }
      const tag = message === undefined ? tagOf(issue.ast) : undefined
      if (tag === undefined)
        add((message ?? typeOf(issue.ast) ?? "is not valid") + asGiven(issue, how.isQuery === true))
      else if (!SchemaIssue.hasInput(issue) || Predicate.isObject(issue.input)) addAt([...path, tag.name], tag.message)
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

/** Everything that is wrong with a value. */
export const issueFaults = (issue: SchemaIssue.Issue, how: FaultWords): ReadonlyArray<Fault> => {
  const faults: Array<Fault> = []
  collect(issue, [], how, faults)
  return faults
}
