import { Schema } from "effect"
import { compilePattern, type Effort, Pattern } from "./Pattern.ts"
import { compileTemplate, type Template, templateFault } from "./Template.ts"

const TemplateText = Schema.String.check(Schema.makeFilter(templateFault)).annotate({
  description: "Text with {fields} and [parts that are left out when a field in them is empty].",
  examples: ["{number}{letter}[-{addition}]"]
})

/** A template whose text is transformed: first `match`, then `replace`, then `map`. */
const Derived = Schema.Struct({
  of: TemplateText,
  /** Nothing, if the text is the same as this one, as a range is that ends where it begins. */
  unless: Schema.optionalKey(TemplateText),
  /** What to keep: the first group, or without groups the whole match. Nothing if the pattern or the group does not match. */
  match: Schema.optionalKey(Pattern),
  replace: Schema.optionalKey(Schema.Array(Schema.Tuple([Pattern, Schema.String]))),
  /** Codes and their meanings. Any other code has no meaning. */
  map: Schema.optionalKey(Schema.Record(Schema.String, Schema.String)),
  /** Used in place of nothing. */
  otherwise: Schema.optionalKey(TemplateText)
})

const Simple = Schema.Union([TemplateText, Derived])

/** How to get a value from a row's fields. */
export const Expression = Schema.Union([
  TemplateText,
  Derived,
  /** The first that is not empty. */
  Schema.Struct({ firstOf: Schema.NonEmptyArray(Simple) })
])
export type Expression = typeof Expression.Type

/** A rule for a row. All given conditions must hold. */
export const Rule = Schema.Struct({
  value: Expression,
  is: Schema.optionalKey(Schema.NonEmptyArray(Schema.String)),
  isNot: Schema.optionalKey(Schema.NonEmptyArray(Schema.String)),
  matches: Schema.optionalKey(Pattern),
  /** Less than this, if the value is a number. */
  below: Schema.optionalKey(Schema.Finite),
  empty: Schema.optionalKey(Schema.Boolean),
  /** The value that it must be equal to. */
  sameAs: Schema.optionalKey(Expression),
  /** The reason for the rule: what a row that breaks it is. */
  because: Schema.optionalKey(Schema.NonEmptyString)
})
export type Rule = typeof Rule.Type

export type Get = (field: string) => string

/** A compiled expression. */
export interface Compiled {
  readonly fields: Template["fields"]
  /** With the row's effort budget if several expressions share it; else each has its own. */
  readonly of: (get: Get, effort?: Effort) => string
}

const compileSimple = (expression: typeof Simple.Type): Compiled => {
  if (typeof expression === "string") {
    const template = compileTemplate(expression)
    return { fields: template.fields, of: template.render }
  }
  const source = compileTemplate(expression.of)
  const unless = expression.unless === undefined ? undefined : compileTemplate(expression.unless)
  const otherwise = expression.otherwise === undefined ? undefined : compileTemplate(expression.otherwise)
  const match = expression.match === undefined ? undefined : compilePattern(expression.match)
  const replace = (expression.replace ?? []).map(([pattern, by]) => compilePattern(pattern).replacer(by))
  const map = expression.map === undefined ? undefined : new Map(Object.entries(expression.map))
  return {
    fields: [...source.fields, ...(unless?.fields ?? []), ...(otherwise?.fields ?? [])],
    of: (get, effort) => {
      let text = source.render(get, effort)
      if (unless?.render(get, effort) === text) text = ""
      if (match !== undefined && text !== "") {
        const found = match.exec(text, effort)
        // A group that took no part in the match holds nothing: the rest of the text is not what was asked for.
        text = (match.groups === 0 ? found?.[0] : found?.[1]) ?? ""
      }
      for (const replaced of replace) text = replaced(text, effort)
      if (map !== undefined) text = map.get(text) ?? ""
      text = text.trim()
      return text === "" && otherwise !== undefined ? otherwise.render(get, effort) : text
    }
  }
}

export const compileExpression = (expression: Expression): Compiled => {
  if (typeof expression === "string" || !("firstOf" in expression)) return compileSimple(expression)
  const choices = expression.firstOf.map(compileSimple)
  return {
    fields: choices.flatMap((choice) => choice.fields),
    of: (get, effort) => {
      for (const choice of choices) {
        const text = choice.of(get, effort)
        if (text !== "") return text
      }
      return ""
    }
  }
}

/** Compiled rules: returns the first that a row breaks, or undefined. */
export const compileRules = (rules: ReadonlyArray<Rule>) => {
  const compiled = rules.map((rule) => ({
    rule,
    value: compileExpression(rule.value),
    other: rule.sameAs === undefined ? undefined : compileExpression(rule.sameAs),
    matches: rule.matches === undefined ? undefined : compilePattern(rule.matches)
  }))
  return {
    fields: compiled.flatMap(({ other, value }) => [...value.fields, ...(other?.fields ?? [])]),
    broken: (get: Get, effort?: Effort): Rule | undefined =>
      compiled.find(({ matches, other, rule, value }) => {
        const text = value.of(get, effort)
        if (rule.is !== undefined && !rule.is.includes(text)) return true
        if (rule.isNot?.includes(text) === true) return true
        if (matches !== undefined && !matches.test(text, effort)) return true
        if (other !== undefined && other.of(get, effort) !== text) return true
        if (rule.below !== undefined && text !== "" && Number(text) >= rule.below) return true
        return rule.empty !== undefined && (text === "") !== rule.empty
      })?.rule
  }
}
