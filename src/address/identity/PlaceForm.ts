import { languagesOf } from "./CountryLanguages.ts"
import { inOneScript, oneForm, readWords } from "./Rules.ts"

/** The one form of a place's name in one language, in whichever spelling. */
export const placeForm = (countryCode: string, folded: string): string => {
  const languages = languagesOf(countryCode)
  const alike = languages.find((rules) => rules.placesLikeStreets === true)
  if (alike !== undefined && /\p{Script=Han}/u.test(folded)) return oneForm(alike, readWords(alike, folded)).join(" ")
  const phrases = languages.flatMap((rules) => rules.placePhrases ?? [])
  const [first = {}] = languages
  const words = readWords({ elides: first.elides === true, phrases }, inOneScript(first, folded))
  return words
    .map((word) => languages.map((rules) => rules.places?.get(word)).find((form) => form !== undefined) ?? word)
    .join(" ")
}
