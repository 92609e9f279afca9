import { child, children, type Context, nameOf, type Node, type Rule, wordsOf } from "./Rule.ts"

const message =
  "Time, chance and timers come from Clock, Random and Effect.sleep, which a test can hold: an answer must not depend on the machine's."

const members = /^(Date\.now|Math\.random|performance\.now)$/
const timers = /^(setTimeout|setInterval|setImmediate)$/

/** No clock, randomness or timer but Effect's. */
export const noAmbient: Rule = {
  create: (context: Context) => {
    const refuse = (node: Node) => context.report({ node, message })
    return {
      MemberExpression: (node) => {
        if (members.test(wordsOf(node) ?? "")) refuse(node)
      },
      NewExpression: (node) => {
        if (nameOf(child(node, "callee")) === "Date" && children(node, "arguments").length === 0) refuse(node)
      },
      CallExpression: (node) => {
        if (timers.test(nameOf(child(node, "callee")) ?? "")) refuse(node)
      }
    }
  }
}
