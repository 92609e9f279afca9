import type { AddressComponents } from "../../../schemas/Address.ts"
import { inAsciiDigits } from "../../../schemas/Digits.ts"
import { fold } from "../../../schemas/Fold.ts"
import { Recent } from "../Recent.ts"
import { languagesOf } from "./CountryLanguages.ts"
import { oneNumber, onePostcode, oneUnit } from "./Numbering.ts"
import { placeForm } from "./PlaceForm.ts"
import { claim, type LanguageRules, oneForm, readWords } from "./Rules.ts"
import { cityForm } from "./SamePlaces.ts"

/**
 * Brings an address into one form, however it is written: "E PRATT ST" and "East Pratt Street" are the same. The form
 * only serves identity and is never shown, because registers abbreviate, each in its own way.
 *
 * It is part of every address's ID. Whoever changes a rule must raise {@link identityRules}, so that a migration moves
 * published addresses to their new IDs at once.
 */
export const identityRules = 12

/** Texts recur: a street with each of its houses, a city with each of its streets. */
const streets = new Recent<string>(50_000)
const places = new Recent<string>(20_000)
const cities = new Recent<string>(20_000)

/** A text as words of the language that claims it most; `by` is the claim. The first language wins a tie. */
const readBest = (languages: ReadonlyArray<LanguageRules>, folded: string) => {
  const readings = languages.map((rules) => {
    const words = readWords(rules, folded)
    return { rules, words, by: claim(rules, words) }
  })
  return readings.reduce((best, other) => (other.by > best.by ? other : best))
}

const betweenLanguages = /\s+[-–—|]\s+|\s*[/;]\s*/u

/** The two names in a label with a street's name in two languages: "Rue Neuve - Nieuwstraat". */
const namesInLabel = (languages: ReadonlyArray<LanguageRules>, text: string) => {
  const names = languages.length > 1 ? text.split(betweenLanguages) : []
  if (names.length !== 2) return undefined
  const [one, other] = names.map((name) => ({ name, ...readBest(languages, fold(name)) }))
  return one!.by === 0 || other!.by === 0 || one!.rules === other!.rules ? undefined : ([one!, other!] as const)
}

/** Of a label in two languages, the name in the country's first. */
const oneLanguage = (languages: ReadonlyArray<LanguageRules>, folded: string): string => {
  const [one, other] = namesInLabel(languages, folded) ?? []
  if (one === undefined || other === undefined) return folded
  return languages.indexOf(one.rules) < languages.indexOf(other.rules) ? one.name : other.name
}

/** The name in one of the languages of a label with a street's name in two; undefined for other streets. */
export const streetNameIn = (countryCode: string, street: string, rules: LanguageRules): string | undefined =>
  namesInLabel(languagesOf(countryCode), street)?.find((one) => one.rules === rules)?.name

const streetForm = (languages: ReadonlyArray<LanguageRules>, folded: string): string => {
  const { rules, words } = readBest(languages, oneLanguage(languages, folded))
  return oneForm(rules, words).join(" ")
}

const remembered = (known: Recent<string>, label: string, form: () => string): string => {
  const found = known.get(label)
  if (found !== undefined) return found
  const made = form()
  known.set(label, made)
  return made
}

/**
 * The form of folded components that identifies an address. The code of its region, if given, is folded too: some names
 * of cities mean one city only in their region.
 */
export const identifyingForm = (
  countryCode: string,
  folded: Partial<AddressComponents>
): Partial<AddressComponents> => {
  const { regionCode } = folded
  const place = (text: string) => remembered(places, `${countryCode}${text}`, () => placeForm(countryCode, text))
  const city = (text: string) =>
    remembered(cities, `${regionCode ?? countryCode}\n${text}`, () => cityForm(countryCode, text, regionCode))
  const street = (text: string) =>
    remembered(streets, `${countryCode}${text}`, () => streetForm(languagesOf(countryCode), inAsciiDigits(text)))
  const made: Record<string, string> = {}
  const put = (name: keyof AddressComponents, form: (text: string) => string) => {
    const text = folded[name]
    if (text !== undefined) made[name] = form(text)
  }
  put("region", place)
  put("city", city)
  put("district", city)
  put("postcode", (text) => onePostcode(countryCode, text))
  put("street", street)
  put("houseNumber", (text) => oneNumber(languagesOf(countryCode), inAsciiDigits(text)))
  put("unit", (text) => oneUnit(languagesOf(countryCode), inAsciiDigits(text)))
  put("building", place)
  return made
}
