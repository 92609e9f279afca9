import { fold } from "../../../schemas/Fold.ts"
import { wordsOf } from "./Words.ts"

/** From a folded spelling of a word to the form that stands for all of its spellings. */
export type Spellings = ReadonlyMap<string, string>

/**
 * Reads lines of spellings, separated by spaces: first the form that stands for them, then the others. Semicolons
 * separate several entries on one line.
 */
export const spellings = (...lines: ReadonlyArray<string>): Spellings =>
  new Map(
    // Folding a thousand words one by one took longer than the rest.
    fold(lines.join(";"))
      .split(";")
      .flatMap((entry) => {
        const [form, ...others] = entry.trim().split(" ")
        return [form!, ...others].map((spelling) => [spelling, form!] as const)
      })
  )

/** A spelling that is not one of a word, and the form that stands for it, or a function of what was found. */
export type Phrase = readonly [pattern: RegExp, form: string | ((found: string, part: string) => string)]

/** The ways in which one language writes the same street. Every word is folded, and has no dots or hyphens. */
export interface LanguageRules {
  /** Folded letters of another script in which the language is written too, each in this one. */
  readonly letters?: ReadonlyMap<string, string>
  /** Words with only one meaning, wherever they stand. */
  readonly anywhere?: Spellings
  /** Kinds of street at the start of a name, if something follows. */
  readonly first?: Spellings
  /** Kinds of street at the end of a name, if something precedes. */
  readonly last?: Spellings
  /** Endings of compounds: "hauptstr" is "hauptstrasse". At least two letters must precede the ending. */
  readonly endings?: ReadonlyArray<readonly [ending: string, form: string]>
  /** Kinds of street that are often left out ("ulica"). They carry no meaning if there are other words. */
  readonly silent?: ReadonlySet<string>
  /** Whether the kind of street may come before or after its name ("улица Ленина", "Ленина улица"). */
  readonly kindAnywhere?: boolean
  /** Whether an apostrophe ends a word: "l'église". */
  readonly elides?: boolean
  /**
   * Spellings that are not words of letters: "пр-т", "c/". Applied to the folded text before it is split into words.
   */
  readonly phrases?: ReadonlyArray<Phrase>
  /** The same for house numbers: "č. ev. 12", "Plot No. 12". */
  readonly numberPhrases?: LanguageRules["phrases"]
  /** The same for units: "2. em.", "3樓". */
  readonly unitPhrases?: LanguageRules["phrases"]
  /** Words in units, by the English ones of `Numbering.ts` that stand for them: "lgh" is an apartment. */
  readonly units?: Spellings
  /**
   * Folded letters that look and sound like one of the language's script, by that one: "12A" beside "12А". Those that only
   * look alike stay: B may stand for Б, by its sound, or for В, by its shape, and a street has both.
   */
  readonly alike?: ReadonlyMap<string, string>
  /** Digits for numbers in characters, within house numbers and units: 二番三号. */
  readonly figures?: (folded: string) => string
  /** Whatever a table cannot express, as a function of the words. */
  readonly rewrite?: (words: ReadonlyArray<string>) => ReadonlyArray<string>
  /** Words in names of cities and districts, where "St" is a saint and never a street. */
  readonly places?: Spellings
  /** Ranks before a place's name, if something follows: "Brgy. San Antonio" is a barangay. They stay part of it. */
  readonly ranksFirst?: Spellings
  /** Ranks behind a place's name, if something precedes: "Cumhuriyet Mah.". */
  readonly ranksLast?: Spellings
  /** The same as `phrases` for names of places: "г. Орёл", "Rozas, Las". */
  readonly placePhrases?: LanguageRules["phrases"]
  /** Whether names of places in Chinese characters follow the rules for streets: there, a district has the 三丁目. */
  readonly placesLikeStreets?: boolean
}

/** The text with each of the phrases in its one form. */
export const withPhrases = (phrases: LanguageRules["phrases"], folded: string): string =>
  (phrases ?? []).reduce(
    (text, [pattern, form]) => (typeof form === "string" ? text.replace(pattern, form) : text.replace(pattern, form)),
    folded
  )

/** A folded text in the script of the rules. */
export const inOneScript = ({ letters }: LanguageRules, folded: string): string =>
  letters === undefined ? folded : Array.from(folded, (letter) => letters.get(letter) ?? letter).join("")

export const readWords = (rules: LanguageRules, folded: string): ReadonlyArray<string> =>
  wordsOf(withPhrases(rules.phrases, inOneScript(rules, folded)), rules.elides === true)

const withEnding = (rules: LanguageRules, word: string): string => {
  for (const [ending, form] of rules.endings ?? []) {
    if (word.length >= ending.length + 2 && word.endsWith(ending)) return word.slice(0, -ending.length) + form
  }
  return word
}

/** How strongly a text's words suggest this language: by a kind of street where the language puts it. */
export const claim = (rules: LanguageRules, words: ReadonlyArray<string>): number => {
  if (words.length === 0) return 0
  const [first, last] = [words[0]!, words.at(-1)!]
  const begins = words.length > 1 && rules.first?.has(first) === true ? 1 : 0
  const ends = words.length > 1 && rules.last?.has(last) === true ? 1 : 0
  const compound = rules.endings?.some(([ending]) => last.length >= ending.length + 2 && last.endsWith(ending)) ? 1 : 0
  return begins + Math.max(ends, compound)
}

/** Single letters that may be points of the compass. */
const compass = new Set(["n", "s", "e", "w", "o"])

const initial = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]$/u

/**
 * Initials before a name are one word: "H C Andersens" is "H.C. Andersens". Together, they must not be an abbreviation: D R
 * Smith is no doctor.
 */
const withInitials = (
  { anywhere, first, last }: LanguageRules,
  words: ReadonlyArray<string>
): ReadonlyArray<string> => {
  const isInitial = (word: string | undefined) => word !== undefined && initial.test(word) && !compass.has(word)
  const made: Array<string> = []
  for (const [i, word] of words.entries()) {
    const together = `${made.at(-1)}${word}`
    const continues = i < words.length - 1 && isInitial(word) && isInitial(words[i - 1])
    if (continues && ![anywhere, first, last].some((known) => known?.has(together))) made[made.length - 1] = together
    else made.push(word)
  }
  return made
}

/** Brings a street's words into one form, however they are written. */
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
  if (rules.kindAnywhere !== true) return withInitials(rules, left)
  const kinds = new Set(rules.first?.values())
  return withInitials(rules, [...left.filter((word) => kinds.has(word)), ...left.filter((word) => !kinds.has(word))])
}
