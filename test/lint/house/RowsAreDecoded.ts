import { child, type Context, nameOf, type Node, type Rule } from "./Rule.ts"

const message =
  "Rows are decoded: rowsOf({ column: Schema.String })(sql`…`) says what they are and holds them to it, where sql<Row>`…` only claims it."

const isTyped = (node: Node | undefined): boolean =>
  node?.type === "TSInstantiationExpression" || child(node, "typeArguments") !== undefined

/** No statement whose rows are typed by a mere declaration. */
export const rowsAreDecoded: Rule = {
  create: (context: Context) => ({
    TaggedTemplateExpression: (node) => {
      if (isTyped(node) || isTyped(child(node, "tag"))) context.report({ node, message })
    },
    CallExpression: (node) => {
      const isUnsafe = nameOf(child(child(node, "callee"), "property")) === "unsafe"
      if (isUnsafe && isTyped(node)) context.report({ node, message })
    }
  })
}
