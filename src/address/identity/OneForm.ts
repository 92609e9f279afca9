import type { AddressComponents } from "../../../schemas/Address.ts"
import { Recent } from "../Recent.ts"
import { languagesOf } from "./CountryLanguages.ts"
import { oneNumber, onePostcode, oneUnit } from "./Numbering.ts"
import { placeForm } from "./PlaceForm.ts"
import { claim, inOneScript, type LanguageRules, oneForm, readWords } from "./Rules.ts"
import { cityForm } from "./SamePlaces.ts"

/**
 * Brings an address into one form, however it is written: "E PRATT ST" and "East Pratt Street" are the same. The form
 * only serves identity and is never shown, because registers abbreviate, each in its own way.
 *
 * It is part of every address's ID. Whoever changes a rule must raise {@link identityRules}, so that a migration moves
 * published addresses to their new IDs at once.
 */
export const identityRules = 5

/** Texts recur: a street with each of its houses, a city with each of its streets. */
const streets = new Recent<string>(50_000)
const places = new Recent<string>(20_000)
const cities = new Recent<string>(20_000)

const streetForm = (languages: ReadonlyArray<LanguageRules>, folded: string): string => {
  const readings = languages.map((rules) => ({ rules, words: readWords(rules, folded) }))
  const claims = readings.map(({ rules, words }) => claim(rules, words))
  const { rules, words } = readings[claims.indexOf(Math.max(...claims))]!
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
    remembered(streets, `${countryCode}${text}`, () => streetForm(languagesOf(countryCode), text))
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
  put("houseNumber", (text) => oneNumber(inOneScript(languagesOf(countryCode)[0] ?? {}, text)))
  put("unit", oneUnit)
  put("building", place)
  return made
}
