import { fold } from "../../../schemas/Fold.ts"
import { wordsOf } from "./Words.ts"

/** Spellings of a word, folded, by each of which one form stands for all of them. */
export type Spellings = ReadonlyMap<string, string>

/**
 * Reads lines of spellings: the form that stands for them, then the others, with blanks between. A line may have several
 * entries, with a semicolon between.
 */
export const spellings = (...lines: ReadonlyArray<string>): Spellings =>
  new Map(
    lines
      .flatMap((line) => line.split(";"))
      .flatMap((entry) => {
        const [form, ...others] = entry.trim().split(/\s+/).map(fold)
        return [form!, ...others].map((spelling) => [spelling, form!] as const)
      })
  )

/** How one language writes one street in several ways. Every word is folded, and without dots and hyphens. */
export interface LanguageRules {
  /** Words that can be read in one way only, wherever they stand. */
  readonly anywhere?: Spellings
  /** Kinds of street that begin a name, where something follows. */
  readonly first?: Spellings
  /** Kinds of street that end a name, where something stands before. */
  readonly last?: Spellings
  /** Ends of compounds: "hauptstr" is "hauptstrasse". The word before has at least two letters. */
  readonly endings?: ReadonlyArray<readonly [ending: string, form: string]>
  /** Kinds that are left out as often as not ("ulica"): they tell nothing, where something else is said. */
  readonly silent?: ReadonlySet<string>
  /** Whether the kind of street stands before or after its name at will ("улица Ленина", "Ленина улица"). */
  readonly kindAnywhere?: boolean
  /** Whether an apostrophe ends a word: "l'église". */
  readonly elides?: boolean
  /** Spellings that are no words of letters: "пр-т", "c/". Applied to the folded text before it is cut into words. */
  readonly phrases?: ReadonlyArray<readonly [pattern: RegExp, form: string]>
  /** What a table cannot say. Gets and gives words. */
  readonly rewrite?: (words: ReadonlyArray<string>) => ReadonlyArray<string>
  /** Words of names of cities and districts: "St" is a saint there, never a street. */
  readonly places?: Spellings
}

export const readWords = (rules: LanguageRules, folded: string): ReadonlyArray<string> =>
  wordsOf(
    (rules.phrases ?? []).reduce((text, [pattern, form]) => text.replace(pattern, form), folded),
    rules.elides === true
  )

const withEnding = (rules: LanguageRules, word: string): string => {
  for (const [ending, form] of rules.endings ?? []) {
    if (word.length >= ending.length + 2 && word.endsWith(ending)) return word.slice(0, -ending.length) + form
  }
  return word
}

/** How many of a text's words say that it is of this language: a kind of street where the language has it. */
export const claim = (rules: LanguageRules, words: ReadonlyArray<string>): number => {
  if (words.length === 0) return 0
  const [first, last] = [words[0]!, words.at(-1)!]
  const begins = words.length > 1 && rules.first?.has(first) === true ? 1 : 0
  const ends = words.length > 1 && rules.last?.has(last) === true ? 1 : 0
  const compound = rules.endings?.some(([ending]) => last.length >= ending.length + 2 && last.endsWith(ending)) ? 1 : 0
  return begins + Math.max(ends, compound)
}

/** One form of a street's words, whatever way they are written. */
export const oneForm = (rules: LanguageRules, words: ReadonlyArray<string>): ReadonlyArray<string> => {
  const many = words.length > 1
  const end = words.length - 1
  const kindsAtEnd = rules.kindAnywhere === true ? rules.first : rules.last
  const formed = words.map((word, i) => {
    const known =
      (many && i === 0 ? rules.first?.get(word) : undefined) ??
      (many && i === end ? kindsAtEnd?.get(word) : undefined) ??
      rules.anywhere?.get(word)
    return known ?? withEnding(rules, word)
  })
  const rewritten = rules.rewrite === undefined ? formed : rules.rewrite(formed)
  const said = rewritten.filter((word) => rules.silent?.has(word) !== true)
  const left = said.length === 0 ? rewritten : said
  if (rules.kindAnywhere !== true) return left
  const kinds = new Set(rules.first?.values())
  return [...left.filter((word) => kinds.has(word)), ...left.filter((word) => !kinds.has(word))]
}
