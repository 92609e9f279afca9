import { child, type Context, nameOf, type Rule } from "./Rule.ts"

const message =
  "Formats are made with `onFirstUse`: the first object of Intl takes 14 ms, which every start of the program would pay."

const functions = ["ArrowFunctionExpression", "FunctionDeclaration", "FunctionExpression"] as const

/** No object of Intl in module scope. */
export const lateFormats: Rule = {
  create: (context: Context) => {
    let depth = 0
    const enter = () => void depth++
    const leave = () => void depth--
    return {
      ...Object.fromEntries(functions.flatMap((name) => [[name, enter] as const, [`${name}:exit`, leave] as const])),
      NewExpression: (node) => {
        const callee = child(node, "callee")
        if (depth === 0 && nameOf(child(callee, "object")) === "Intl") context.report({ node, message })
      }
    }
  }
}
