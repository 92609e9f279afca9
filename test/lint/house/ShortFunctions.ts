import type { Context, Node, Rule } from "./Rule.ts"

/** The maximum number of lines, including the signature and nested functions. */
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
