import { child, type Context, nameOf, type Node, type Rule, wordsOf } from "./Rule.ts"

const message =
  "Errors are data: fail with a Schema.TaggedError whose message says what, where, and what to do. What is thrown or died of reaches nobody by its type."

const native = /^(Aggregate|Eval|Range|Reference|Syntax|Type|URI)?Error$/
const dies = /^Effect\.(die|orDie|dieMessage)$/

/** Nothing is thrown, no native error is created, and no failure is turned into a defect. */
export const errorsAsData: Rule = {
  create: (context: Context) => {
    const refuse = (node: Node) => context.report({ node, message })
    return {
      ThrowStatement: refuse,
      NewExpression: (node) => {
        if (native.test(nameOf(child(node, "callee")) ?? "")) refuse(node)
      },
      ClassDeclaration: (node) => {
        if (native.test(nameOf(child(node, "superClass")) ?? "")) refuse(node)
      },
      MemberExpression: (node) => {
        if (dies.test(wordsOf(node) ?? "")) refuse(node)
      }
    }
  }
}
