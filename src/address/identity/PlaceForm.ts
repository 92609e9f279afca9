import { languagesOf } from "./CountryLanguages.ts"
import { inOneScript, type LanguageRules, oneForm, readWords, type Spellings } from "./Rules.ts"

/** Zeros before a number behind a word: District 01. */
const zeros = /^0+(?=\d)/

/** The one form of a place's name in one language, in whichever spelling. */
export const placeForm = (countryCode: string, folded: string): string => {
  const languages = languagesOf(countryCode)
  const alike = languages.find((rules) => rules.placesLikeStreets === true)
  if (alike !== undefined && /\p{Script=Han}/u.test(folded)) return oneForm(alike, readWords(alike, folded)).join(" ")
  const phrases = languages.flatMap((rules) => rules.placePhrases ?? [])
  const [first = {}] = languages
  const words = readWords({ elides: first.elides === true, phrases }, inOneScript(first, folded))
  const known = (word: string, spellings: (rules: LanguageRules) => Spellings | undefined) =>
    languages.map((rules) => spellings(rules)?.get(word)).find((form) => form !== undefined)
  const many = words.length > 1
  return words
    .map(
      (word, i) =>
        (many && i === 0 ? known(word, ({ ranksFirst }) => ranksFirst) : undefined) ??
        (many && i === words.length - 1 ? known(word, ({ ranksLast }) => ranksLast) : undefined) ??
        known(word, ({ places }) => places) ??
        (i === 0 ? word : word.replace(zeros, ""))
    )
    .join(" ")
}
