/**
 * The part of oxlint's plugin interface that the rules need. It is ESLint's, but oxlint's package has no types for it.
 */
export interface Node {
  readonly type: string
  readonly [member: string]: unknown
}

interface Found {
  readonly node: Node
  readonly message: string
}

export interface Context {
  readonly filename: string
  readonly report: (found: Found) => void
}

type Visitor = Readonly<Record<string, (node: Node) => void>>

export interface Rule {
  readonly create: (context: Context) => Visitor
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as { type?: unknown }).type === "string"

/** A child of a node, if it has one by this name. */
export const child = (node: Node | undefined, name: string): Node | undefined => {
  const value = node?.[name]
  return isNode(value) ? value : undefined
}

export const children = (node: Node | undefined, name: string): ReadonlyArray<Node> => {
  const value = node?.[name]
  return Array.isArray(value) ? value.filter(isNode) : []
}

/** The name of an identifier, such as `Promise`. */
export const nameOf = (node: Node | undefined): string | undefined =>
  node?.type === "Identifier" && typeof node["name"] === "string" ? node["name"] : undefined

/** The words of a call or a member, at most two: `Effect.runPromise`. */
export const wordsOf = (node: Node | undefined): string | undefined => {
  if (node?.type !== "MemberExpression" || node["computed"] === true) return nameOf(node)
  const [object, property] = [nameOf(child(node, "object")), nameOf(child(node, "property"))]
  return object === undefined || property === undefined ? undefined : `${object}.${property}`
}

/** The path of a linted file from the project's root. */
export const placeOf = (filename: string): string => {
  const found = /(?:^|\/)((?:src|sources|schemas|properties|client|testing|packaging|test)\/.*)$/.exec(
    filename.replaceAll("\\", "/").replace(process.cwd().replaceAll("\\", "/"), "")
  )
  return found?.[1] ?? filename
}
