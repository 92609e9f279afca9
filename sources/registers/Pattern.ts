import { RE2JS } from "re2js"
import { Schema } from "effect"

/**
 * Regular expressions written by people: JavaScript syntax with Unicode semantics, run by RE2 in time linear in the
 * text. JavaScript's own engine takes minutes for `^(a+)+$` on 40 letters, and blocks the whole process meanwhile.
 */

/** Maximum instructions of a compiled pattern: the cost of one character of text. All declarations stay below 100. */
const largestProgram = 1000
/**
 * Budget of a row for its patterns and texts, in characters of text times instructions, and in characters that are
 * written: at most a tenth of a second.
 */
const mostSteps = 5_000_000

/** White space as in JavaScript; RE2's own `\s` lacks the no-break space, which occurs in addresses. */
const space = "\\t\\n\\x0B\\f\\r \\x{A0}\\x{FEFF}\\p{Z}"

/** Features that RE2 does not have, as no linear-time engine can, with their names. */
const unsupported = [
  [/^\(\?=/, "lookahead (?=…)"],
  [/^\(\?!/, "negative lookahead (?!…)"],
  [/^\(\?<=/, "lookbehind (?<=…)"],
  [/^\(\?<!/, "negative lookbehind (?<!…)"],
  [/^\\[1-9]/, "the reference \\1 to a group"],
  [/^\\k</, "the reference \\k<…> to a group"]
] as const

/** Tokens: an escape with its argument, the start of a group, a bracket expression, a character. */
const piece = /\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|k<|[\s\S])|\(\?(?:<?[=!])?|[\s\S]/gu

const translated = (text: string): string | { readonly fault: string } => {
  let inClass = false
  let out = ""
  for (const [part] of text.matchAll(piece)) {
    const strange = inClass ? undefined : unsupported.find(([sign]) => sign.test(part))
    if (strange !== undefined) {
      return { fault: `has ${strange[1]}, which is not supported: patterns run in time that grows with the text alone` }
    }
    if (part === "[" && !inClass) inClass = true
    else if (part === "]") inClass = false
    if (part === "\\s") out += inClass ? space : `[${space}]`
    else if (part === "\\S" && !inClass) out += `[^${space}]`
    else if (part === "\\S") return { fault: "has \\S within brackets, which is not supported" }
    else out += part.replace(/^(\\[pP])\{(?:Script|sc|Script_Extensions|scx)=(\w+)\}$/, "$1{$2}")
  }
  return RE2JS.translateRegExp(out)
}

const compile = (text: string, ignoreCase: boolean): RE2JS | { readonly fault: string } => {
  try {
    RegExp(text, "u")
  } catch (cause) {
    return { fault: `is not a JavaScript regular expression: ${cause instanceof Error ? cause.message : "unknown"}` }
  }
  const re2 = translated(text)
  if (typeof re2 !== "string") return re2
  try {
    const compiled = RE2JS.compile(re2, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0)
    return compiled.programSize() <= largestProgram
      ? compiled
      : { fault: "repeats too much: write a shorter one, or * and + in place of {many}" }
  } catch (cause) {
    const why = cause instanceof Error ? cause.message.replace(/^error parsing regexp: /, "") : "unknown"
    return { fault: `has something that RE2 does not support: ${why}` }
  }
}

/** What is wrong with a pattern, in words that follow its name; undefined if nothing is. */
const patternFault = (text: string): string | undefined => {
  const compiled = compile(text, false)
  return compiled instanceof RE2JS ? undefined : `"${text}" ${compiled.fault}`
}

/** A JavaScript regular expression without lookaround and backreferences. */
export const Pattern = Schema.String.check(Schema.makeFilter(patternFault))

/** The rest of a row's budget for patterns and texts. */
export class Effort {
  #left = mostSteps

  spend(steps: number): void {
    this.#left -= steps
    if (this.#left < 0) throw new TooMuchEffort("has text that is too long for the mapping's patterns and texts")
  }
}

/** The rejection of a row whose text is too long for its mapping, in words that follow its place. */
class TooMuchEffort extends Error {}

/** The result for a row, or the result for a row that exceeds the budget. */
export const withEffort = <A, B>(make: (effort: Effort) => A, instead: (why: string) => B): A | B => {
  try {
    return make(new Effort())
  } catch (cause) {
    if (cause instanceof TooMuchEffort) return instead(cause.message)
    throw cause
  }
}

/** How many texts a pattern caches results for, and their maximum length: cities and numbers repeat. */
const remembered = 8192
const longestRemembered = 64
/** Results that are longer, because a replacement is, are not cached. */
const longestResult = 1024

const remembering = <A>(answer: (text: string, effort: Effort) => A) => {
  let known = new Map<string, { readonly answer: A }>()
  return (text: string, effort = new Effort()): A => {
    if (text.length > longestRemembered) return answer(text, effort)
    const found = known.get(text)
    if (found !== undefined) return found.answer
    const made = answer(text, effort)
    if (typeof made === "string" && made.length > longestResult) return made
    if (known.size >= remembered) known = new Map()
    known.set(text, { answer: made })
    return made
  }
}

/** A compiled pattern. */
export interface Compiled {
  readonly source: string
  readonly groups: number
  readonly test: (text: string, effort?: Effort) => boolean
  /** The match with its groups; groups without a match are undefined. */
  readonly exec: (text: string, effort?: Effort) => ReadonlyArray<string | undefined> | undefined
  /** Replaces all matches in a text, with `$1` and the like as in JavaScript. */
  readonly replacer: (by: string) => (text: string, effort?: Effort) => string
}

/** Compiles a valid pattern, as checked by `Pattern`. */
export const compilePattern = (source: string, options?: { readonly ignoreCase: boolean }): Compiled => {
  const re2 = compile(source, options?.ignoreCase ?? false)
  if (!(re2 instanceof RE2JS)) throw new Error(`The pattern "${source}" ${re2.fault}.`)
  const size = re2.programSize()
  const groups = re2.groupCount()
  const matches = (text: string, effort: Effort) => {
    effort.spend(text.length * size)
    return re2.test(text)
  }
  return {
    source,
    groups,
    test: remembering(matches),
    exec: remembering((text, effort) => {
      if (!matches(text, effort)) return undefined
      effort.spend(text.length * size)
      const matcher = re2.matcher(text)
      matcher.find()
      return Array.from({ length: groups + 1 }, (_, group) => matcher.group(group) ?? undefined)
    }),
    replacer: (by) => {
      const references = by.split("$").length - 1
      return remembering((text, effort) => {
        if (!matches(text, effort)) return text
        const matcher = re2.matcher(text)
        while (matcher.find()) {
          // Each match may have looked at all of the following text, and is written with each reference to it.
          effort.spend((text.length - matcher.start()) * size)
          effort.spend(by.length + references * (matcher.end() - matcher.start()))
        }
        return re2.matcher(text).replaceAll(by)
      })
    }
  }
}
