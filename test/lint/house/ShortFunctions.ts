import type { Context, Node, Rule } from "./Rule.ts"

/** Lines of a function, its head and what is defined within it included. */
const most = 80

interface Place {
  readonly start: { readonly line: number }
  readonly end: { readonly line: number }
}

const message = `A function has at most ${most} lines: what it defines within becomes values with names, beside it.`

/** No function is longer than a screen or two. */
export const shortFunctions: Rule = {
  create: (context: Context) => {
    const refuseLong = (node: Node) => {
      const { end, start } = node["loc"] as Place
      if (end.line - start.line >= most) context.report({ node, message })
    }
    return {
      ArrowFunctionExpression: refuseLong,
      FunctionDeclaration: refuseLong,
      FunctionExpression: refuseLong
    }
  }
}
