import type { AddressComponents } from "../../../schemas/Address.ts"
import { Recent } from "../Recent.ts"
import { languagesOf } from "./CountryLanguages.ts"
import { oneNumber, onePostcode, oneUnit } from "./Numbering.ts"
import { claim, type LanguageRules, oneForm, readWords } from "./Rules.ts"

/**
 * Brings an address into one form, however it is written: "E PRATT ST" and "East Pratt Street" are the same. The form
 * only serves identity and is never shown, because registers abbreviate, each in its own way.
 *
 * It is part of every address's ID. Whoever changes a rule must raise {@link identityRules}, so that a migration moves
 * published addresses to their new IDs at once.
 */
export const identityRules = 4

/** Texts recur: a street with each of its houses, a city with each of its streets. */
const streets = new Recent<string>(50_000)
const places = new Recent<string>(20_000)

const streetForm = (languages: ReadonlyArray<LanguageRules>, folded: string): string => {
  const readings = languages.map((rules) => ({ rules, words: readWords(rules, folded) }))
  const claims = readings.map(({ rules, words }) => claim(rules, words))
  const { rules, words } = readings[claims.indexOf(Math.max(...claims))]!
  return oneForm(rules, words).join(" ")
}

const placeForm = (languages: ReadonlyArray<LanguageRules>, folded: string): string => {
  const alike = languages.find((rules) => rules.placesLikeStreets === true)
  if (alike !== undefined && /\p{Script=Han}/u.test(folded)) return oneForm(alike, readWords(alike, folded)).join(" ")
  const phrases = languages.flatMap((rules) => rules.placePhrases ?? [])
  const words = readWords({ elides: languages[0]?.elides === true, phrases }, folded)
  return words
    .map((word) => languages.map((rules) => rules.places?.get(word)).find((form) => form !== undefined) ?? word)
    .join(" ")
}

const remembered = (
  known: Recent<string>,
  countryCode: string,
  folded: string,
  form: (languages: ReadonlyArray<LanguageRules>, folded: string) => string
): string => {
  const label = `${countryCode}${folded}`
  const found = known.get(label)
  if (found !== undefined) return found
  const made = form(languagesOf(countryCode), folded)
  known.set(label, made)
  return made
}

/** The form of folded components that identifies an address. */
export const identifyingForm = (
  countryCode: string,
  folded: Partial<AddressComponents>
): Partial<AddressComponents> => {
  const place = (text: string) => remembered(places, countryCode, text, placeForm)
  const street = (text: string) => remembered(streets, countryCode, text, streetForm)
  const made: Record<string, string> = {}
  const put = (name: keyof AddressComponents, form: (text: string) => string) => {
    const text = folded[name]
    if (text !== undefined) made[name] = form(text)
  }
  put("region", place)
  put("city", place)
  put("district", place)
  put("postcode", (text) => onePostcode(countryCode, text))
  put("street", street)
  put("houseNumber", oneNumber)
  put("unit", oneUnit)
  put("building", place)
  return made
}
