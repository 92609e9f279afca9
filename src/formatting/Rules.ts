import { memoized } from "../../schemas/Memoized.ts"
import { compileTemplate, type Template } from "./Template.ts"
import type { Replacement } from "./TemplateRules.ts"
import { templateSet } from "./TemplateSet.ts"

/** Rewrites a text. */
export type Rewrite = (text: string) => string

/** A country's rules, ready to use. */
export interface Rules {
  readonly address: Template
  readonly fallback: Template
  /** The component that it applies to; any if undefined. */
  readonly replace: ReadonlyArray<{ readonly component: string | undefined; readonly rewrite: Rewrite }>
  /** Applied to the whole text; undefined if the country has no such rules. */
  readonly postformat: Rewrite | undefined
}

/** In Perl, `$` also matches before a final line feed. */
const regExp = (pattern: string, flags: string) => new RegExp(pattern.replace(/\$$/, "(?=\\n?$)"), flags)

const componentRule = ([pattern, by]: Replacement): Rules["replace"][number] => {
  const [, component, rest = pattern] = /^(\w+)=(.*)$/s.exec(pattern) ?? []
  const matcher = regExp(rest, "i")
  const rewrite = (text: string) => {
    const rewritten = text.replace(matcher, by)
    // Panamá becomes Ciudad de Panamá, which is itself unchanged.
    return rewritten.length > text.length && text.includes(by) ? text : rewritten
  }
  return { component, rewrite }
}

const postformatRule = (rules: ReadonlyArray<Replacement>): Rewrite | undefined => {
  if (rules.length === 0) return undefined
  const compiled = rules.map(([pattern, by]) => [regExp(pattern, ""), by] as const)
  return (text) => compiled.reduce((rewritten, [pattern, by]) => rewritten.replace(pattern, by), text)
}

const fallbackRules = templateSet["default"]!

/** The rules of a country (or `CA_fr`) with territories resolved; by default, those of the set. */
export const rulesOf = memoized((key: string): Rules => {
  const own = Object.hasOwn(templateSet, key) ? templateSet[key]! : fallbackRules
  return {
    address: compileTemplate(own.address_template ?? fallbackRules.address_template!),
    fallback: compileTemplate(own.fallback_template ?? fallbackRules.fallback_template!),
    replace: (own.replace ?? []).map(componentRule),
    postformat: postformatRule(own.postformat_replace ?? [])
  }
})
