import { child, type Context, placeOf, type Rule, wordsOf } from "./Rule.ts"

const message =
  "A setting is declared once, in src/settings/table/, with its parser and its default: ask for settings.NAME.value."

/** `Config.String`, `Config.Redacted` and the like, which read a setting. */
const reads = /^Config\.(?:[A-Z]\w*|schema)$/

/** Only the table of settings reads settings. */
export const settingsInTheirTable: Rule = {
  create: (context: Context) =>
    placeOf(context.filename) === "src/settings/Setting.ts"
      ? {}
      : {
          MemberExpression: (node) => {
            if (reads.test(wordsOf(node) ?? "")) context.report({ node, message })
          },
          ImportDeclaration: (node) => {
            const source = child(node, "source")
            if (source?.["value"] === "effect/Config") context.report({ node, message })
          }
        }
}
