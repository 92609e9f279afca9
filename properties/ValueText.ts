import { Predicate } from "effect"
import { inspect } from "node:util"
import { canonicalJson } from "../schemas/CanonicalJson.ts"

/** Text of anything that a subject may return, equal for equal content, in JSON: of what JSON cannot say, as a string. */
export const textOf = (value: unknown): string => {
  try {
    return canonicalJson(value)
  } catch {
    return JSON.stringify(inspect(value, { breakLength: Number.POSITIVE_INFINITY, sorted: true }))
  }
}

/** The most characters of a value that are shown: more than any record has that somebody reads. */
const mostShown = 2000

/** A value as written down, with places to break lines. */
export const shown = (value: unknown): string => {
  if (value === undefined) return "nothing"
  const text = textOf(value)
  const short = text.length > mostShown ? `${text.slice(0, mostShown)} … (${text.length} characters)` : text
  return short.replace(/("(?:[^"\\]|\\.)*")|[:,{}]/g, (found: string, quoted?: string) =>
    quoted !== undefined ? quoted : found === "{" ? "{ " : found === "}" ? " }" : `${found} `
  )
}

/** The differences between two records, field by field, in words. */
export const differences = (before: unknown, after: unknown): string => {
  const [left, right] = [before, after].map((value): Record<string, unknown> =>
    Predicate.isObject(value) ? Object.fromEntries(Object.entries(value)) : {}
  )
  return Array.from(new Set([...Object.keys(left!), ...Object.keys(right!)]))
    .filter((field) => textOf(left![field]) !== textOf(right![field]))
    .map((field) => `\`${field}\` was ${shown(left![field])} and is ${shown(right![field])}`)
    .join("; ")
}
