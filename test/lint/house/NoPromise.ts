import { child, type Context, type Node, type Rule, wordsOf } from "./Rule.ts"

const message =
  "The service has no promises: use an Effect, and Effect.tryPromise where a library gives one. Running an Effect is main.ts's."

const runs = /^Effect\.run(Promise|PromiseExit|Fork|Sync|SyncExit)(With)?$/
const statics = /^Promise\.(all|allSettled|any|race|reject|resolve|try|withResolvers)$/

/** No promise, no `async`, and no running of Effects, except behind a fence. */
export const noPromise: Rule = {
  create: (context: Context) => {
    const refuse = (node: Node) => context.report({ node, message })
    const refuseAsync = (node: Node) => {
      if (node["async"] === true) refuse(node)
    }
    return {
      ArrowFunctionExpression: refuseAsync,
      FunctionDeclaration: refuseAsync,
      FunctionExpression: refuseAsync,
      AwaitExpression: refuse,
      NewExpression: (node) => {
        if (wordsOf(child(node, "callee")) === "Promise") refuse(node)
      },
      MemberExpression: (node) => {
        const words = wordsOf(node)
        if (words !== undefined && (runs.test(words) || statics.test(words))) refuse(node)
      }
    }
  }
}
