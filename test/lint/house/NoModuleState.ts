import { child, children, type Context, nameOf, type Node, type Rule } from "./Rule.ts"

const message =
  "A module has no state that changes: what a process remembers is a service's, so that two can live beside each other and a test can begin anew."

const collections = new Set(["Map", "Set", "WeakMap", "WeakSet", "Array"])
const changing = new Set(["set", "add", "delete", "clear", "push", "pop", "shift", "unshift", "splice", "fill"])

const functions = ["ArrowFunctionExpression", "FunctionDeclaration", "FunctionExpression"] as const

const isMutable = (value: Node | undefined): boolean =>
  value?.type === "ArrayExpression" ||
  value?.type === "ObjectExpression" ||
  (value?.type === "NewExpression" && collections.has(nameOf(child(value, "callee")) ?? ""))

/** The module's variables: those declared with `let`, and those that hold a collection. */
const variablesOf = (program: Node): { readonly lets: ReadonlyArray<Node>; readonly held: ReadonlySet<string> } => {
  const lets: Array<Node> = []
  const held = new Set<string>()
  for (const statement of children(program, "body")) {
    const declaration =
      statement.type === "ExportNamedDeclaration" ? (child(statement, "declaration") ?? statement) : statement
    if (declaration.type !== "VariableDeclaration") continue
    if (declaration["kind"] !== "const") lets.push(declaration)
    for (const declarator of children(declaration, "declarations")) {
      const name = nameOf(child(declarator, "id"))
      if (name !== undefined && isMutable(child(declarator, "init"))) held.add(name)
    }
  }
  return { lets, held }
}

/** No `let` in module scope, and no collection there that a function changes. */
export const noModuleState: Rule = {
  create: (context: Context) => {
    let held: ReadonlySet<string> = new Set()
    let depth = 0
    const enter = () => void depth++
    const leave = () => void depth--
    const refuse = (node: Node) => context.report({ node, message })
    const isHeld = (node: Node | undefined) => depth > 0 && held.has(nameOf(node) ?? "")
    return {
      Program: (program) => {
        const { held: found, lets } = variablesOf(program)
        held = found
        lets.forEach(refuse)
      },
      ...Object.fromEntries(functions.flatMap((name) => [[name, enter] as const, [`${name}:exit`, leave] as const])),
      CallExpression: (node) => {
        const callee = child(node, "callee")
        if (callee?.type !== "MemberExpression" || !changing.has(nameOf(child(callee, "property")) ?? "")) return
        if (isHeld(child(callee, "object"))) refuse(node)
      },
      AssignmentExpression: (node) => {
        const target = child(node, "left")
        if (target?.type === "MemberExpression" && isHeld(child(target, "object"))) refuse(node)
      }
    }
  }
}
