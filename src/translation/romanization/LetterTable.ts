import { String as Text } from "effect"

/** Rewrites a text. */
export type Rewrite = (text: string) => string

/** Letters and their romanization, `а a б b …`: pairs of words; `-` stands for nothing. */
export const letters = (table: string): ReadonlyArray<readonly [letter: string, latin: string]> => {
  const words = table.trim().split(/\s+/)
  return Array.from({ length: words.length / 2 }, (_, i) => [words[2 * i]!, words[2 * i + 1]!.replace(/^-$/, "")])
}

/**
 * Romanized letters in the case of the letters that they replace, `match` at `offset` of `text`: a capital becomes a
 * capital and small letters, or capitals where its neighbour is one, too (ЩИ → SHCHI, Щи → Shchi).
 */
export const cased = (latin: string, match: string, text: string, offset: number): string => {
  if (match === match.toLowerCase()) return latin
  const neighbours = (text[offset - 1] ?? "") + (text[offset + match.length] ?? "")
  const areCapitals = match.length > 1 && match === match.toUpperCase()
  const isAmongCapitals = /\p{Lu}/u.test(neighbours) && !/\p{Ll}/u.test(neighbours)
  return areCapitals || isAmongCapitals ? latin.toUpperCase() : Text.capitalize(latin)
}

const escape = (letter: string) => letter.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")

/** Romanizes by a table of lower-case letters, the longest match first, in the text's case. */
export const byLetters = (...tables: ReadonlyArray<ReadonlyArray<readonly [string, string]>>): Rewrite => {
  const latinOf = new Map(tables.flat())
  const longestFirst = Array.from(latinOf.keys()).sort((a, b) => b.length - a.length)
  const pattern = new RegExp(longestFirst.map(escape).join("|"), "giu")
  return (text) =>
    text.replaceAll(pattern, (match, offset: number) =>
      cased(latinOf.get(match.toLowerCase()) ?? match, match, text, offset)
    )
}

/** First letters of words as capitals, for scripts that have none. */
export const titled: Rewrite = (text) =>
  text.replaceAll(/(?<![\p{L}\p{M}\p{N}'’-])\p{Ll}/gu, (letter) => letter.toUpperCase())
