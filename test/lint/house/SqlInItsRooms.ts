import { roomsOfSql } from "./Fences.ts"
import { child, type Context, nameOf, type Node, placeOf, type Rule } from "./Rule.ts"

const message = `SQL stands in the rooms whose matter is the database (${roomsOfSql.join(", ")}): give one of them a function, and ask that.`

const tagOf = (node: Node | undefined): string | undefined =>
  node?.type === "TSInstantiationExpression" ? nameOf(child(node, "expression")) : nameOf(node)

/** No SQL outside the rooms that own the database's tables. */
export const sqlInItsRooms: Rule = {
  create: (context: Context) => {
    const room = /^src\/([^/]+)\//.exec(placeOf(context.filename))?.[1]
    if (room !== undefined && roomsOfSql.includes(room)) return {}
    const refuse = (node: Node) => context.report({ node, message })
    return {
      TaggedTemplateExpression: (node) => {
        if (tagOf(child(node, "tag")) === "sql") refuse(node)
      },
      MemberExpression: (node) => {
        if (nameOf(child(node, "object")) === "sql" && nameOf(child(node, "property")) === "unsafe") refuse(node)
      }
    }
  }
}
