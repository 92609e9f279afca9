import { child, children, type Context, nameOf, type Node, placeOf, type Rule, wordsOf } from "./Rule.ts"

const message =
  "How long somebody waits is declared once, in src/settings/TimeBudgets.ts, with its reason and what it has to stay below."

const inWords = /^\d+(?:\.\d+)? ?(?:milli|second|minute|hour|day|week|ms|s|min)s?$/
const unitOf = /^Duration\.(?:millis|seconds|minutes|hours|days|weeks)$/

/** Matches a duration: `"5 seconds"`, `Duration.seconds(5)`, `5_000`. */
const isTime = (node: Node | undefined): boolean => {
  if (node?.type === "Literal") {
    const value = node["value"]
    return typeof value === "number" ? value > 0 : typeof value === "string" && inWords.test(value)
  }
  return (
    node?.type === "CallExpression" &&
    unitOf.test(wordsOf(child(node, "callee")) ?? "") &&
    children(node, "arguments")[0]?.type === "Literal"
  )
}

/** Names of what ends a wait. */
const ends = /timeout|timelimit|patience|deadline|silen(?:ce|t)|deadafter|giveupafter/i

const waits = /^(?:Effect|Stream)\.timeout\w*$/

/** The name of a member: `connectTimeout` in `{ connectTimeout: 1 }`, and `"statement_timeout"` too. */
const keyOf = (node: Node): string => {
  const key = child(node, "key")
  return (nameOf(key) ?? String(key?.["value"] ?? "")).replaceAll("_", "")
}

/** Only the table of time budgets says how long anything waits. */
export const timesInTheirTable: Rule = {
  create: (context: Context) => {
    if (placeOf(context.filename) === "src/settings/TimeBudgets.ts") return {}
    const refuse = (node: Node) => context.report({ node, message })
    return {
      CallExpression: (node) => {
        if (!waits.test(wordsOf(child(node, "callee")) ?? "")) return
        for (const argument of children(node, "arguments")) {
          if (isTime(argument)) refuse(argument)
          for (const member of children(argument, "properties")) {
            const value = child(member, "value")
            if (keyOf(member) === "duration" && isTime(value)) refuse(member)
          }
        }
      },
      Property: (node) => {
        if (ends.test(keyOf(node)) && isTime(child(node, "value"))) refuse(node)
      },
      VariableDeclarator: (node) => {
        if (ends.test(nameOf(child(node, "id")) ?? "") && isTime(child(node, "init"))) refuse(node)
      },
      TemplateElement: (node) => {
        const raw = (node["value"] as { readonly raw?: string } | undefined)?.raw ?? ""
        if (/_timeout\s*(?:=|TO)\s*'?[1-9]/i.test(raw)) refuse(node)
      }
    }
  }
}
